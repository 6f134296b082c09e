from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.opening.kept_rows import conditions_of_parts, kept_rows

CASH = """date,kind,from,to,in,out
2024-01-05,Garden,North Gate,Mill,,12.5
2024-02-07,Rent,Mill,North Gate,,80
2024-02-09,Garden,Mill,Mill,,3
2024-03-02,Fees,North Gate East,Mill,40,
2023-02-02,Garden,Mill,Mill,,9
"""


@pytest.mark.parametrize(
    ("request_text", "condition"),
    [
        ("What did we spend on Garden?", "row['kind'] == 'Garden'"),
        ("What did we pay for garden or rent?", "row['kind'] in ('Garden', 'Rent')"),
        (
            "Was kostete Garden im Januar bis Februar 2024?",
            "row['date'][:4] == '2024' and '01' <= row['date'][5:7] <= '02' and row['kind'] == 'Garden'",
        ),
        ("How many came from North Gate, not North Gate East?", "row['from'] == 'North Gate'"),
        ("How many are from North Gate?", "row['from'] == 'North Gate'"),
        ("What did we spend on all but Garden?", ""),
        ("Los gastos, Garden no cuenta", ""),
        ("What did we spend in July?", ""),
        ("What did we spend on Garden in November?", ""),
        ("What did we spend on Garden in 2019?", ""),
        ("How many at North Gate?", ""),
        ("What did we spend?", ""),
    ],
    ids=lambda value: value[:24],
)
def test_the_rows_that_a_request_names_are_kept(tmp_path: Path, request_text: str, condition: str) -> None:
    (tmp_path / "cash.csv").write_text(CASH, encoding="utf-8")
    kept = kept_rows(request_text, "cash.csv", tmp_path)
    assert (kept.line.partition("]  #")[0] if kept else "") == (
        f"kept = [row for row in rows if {condition}" if condition else ""
    )


def test_the_first_kept_row_and_empty_cells_are_told(tmp_path: Path) -> None:
    (tmp_path / "cash.csv").write_text(CASH + "2024-04-01,Garden,Mill,Mill,,\n", encoding="utf-8")
    kept = kept_rows("What did we spend on Garden?", "cash.csv", tmp_path)
    assert kept is not None
    assert kept.line.endswith("]  # 4 of 6 rows")
    assert (kept.first["in"], kept.first["out"]) == (None, 12.5)
    numbers = "; the numbers of kept are in row['out']"
    assert kept.comments == (f"row['in'] is None in all of kept{numbers}", "row['out'] is None in 1 of kept")


def test_a_condition_that_a_blank_cell_would_break_is_not_begun(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,gpu\nA,nvidia RTX\nB,\nC,nvidia GTX\nD,intel Arc\n", encoding="utf-8")
    assert kept_rows("Which have nvidia?", "a.csv", tmp_path) is None


def test_the_messages_of_a_log_with_the_words_of_the_request_are_kept(tmp_path: Path) -> None:
    lines = [
        f"2024-01-0{day} 02:00:00 {level} {text}"
        for day in range(1, 6)
        for level, text in (
            ("INFO", "backup started on server"),
            ("ERROR", "backup failed: disk full" if day < 4 else "upload failed"),
            ("INFO", "cleanup done"),
        )
    ]
    (tmp_path / "nas.log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    kept = kept_rows("how often did the backup fail?", "nas.log", tmp_path)
    assert kept is not None
    assert "'failed' in row['message'].lower()" in kept.line
    assert "'backup' in" in kept.line
    assert kept.line.endswith("]  # 3 of 15 rows")


def test_no_row_of_a_log_is_kept_where_its_times_do_not_tell_the_month(tmp_path: Path) -> None:
    lines = [
        f"Nov {day} 02:00:00 nas backup[12]: {text}"
        for day in range(10, 14)
        for text in ("job started", "job failed: disk full", "cleanup done")
    ]
    (tmp_path / "nas.log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert kept_rows("how often did the job fail?", "nas.log", tmp_path) is not None
    assert kept_rows("how often did the job fail in October?", "nas.log", tmp_path) is None


@pytest.mark.parametrize(
    ("request_text", "kept", "parts"),
    [
        (
            "How much did we spend on Garden, and what was the highest sum of all?",
            "",
            ["rows of (1): row['kind'] == 'Garden'"],
        ),
        ("Of Garden: what went out, and when was that?", "row['kind'] == 'Garden'", []),
        (
            "Wie viel ging im Februar (ohne März) für Garden weg?",
            "row['date'][5:7] == '02' and row['kind'] == 'Garden'",
            [],
        ),
    ],
)
def test_what_one_of_several_questions_names_says_nothing_of_the_others(
    tmp_path: Path, request_text: str, kept: str, parts: list[str]
) -> None:
    (tmp_path / "cash.csv").write_text(CASH.replace("Mill,", "mill,"), encoding="utf-8")
    found = kept_rows(request_text, "cash.csv", tmp_path)
    assert (found.line.partition(" if ")[2].partition("]  #")[0] if found else "") == kept
    assert conditions_of_parts(request_text, "cash.csv", tmp_path)[: len(parts)] == parts


NOTES = """hive,date,kg,note
Lime,2024-05-02,3.5,too wet for the hive
Oak,2024-06-02,4.5,für den Keller
Elm,2023-06-09,2.0,Granada honey
"""


def test_a_small_word_and_what_the_file_is_about_keep_no_rows(tmp_path: Path) -> None:
    (tmp_path / "honey.csv").write_text(NOTES, encoding="utf-8")
    for request_text in (
        "How many kilos did the hives give?",
        "Was haben die Bienen für den Winter gegeben?",
        "En honey.csv está la miel de Granada. ¿Cuántos kilos son?",
    ):
        assert kept_rows(request_text, "honey.csv", tmp_path) is None
    found = kept_rows("How many kilos of the Granada honey are there?", "honey.csv", tmp_path)
    assert found is not None
    assert "Granada" in found.line


def test_parts_that_lean_on_the_first_are_about_the_same_rows(tmp_path: Path) -> None:
    lines = [
        f"2025-{month:02}-0{day} 02:14:00 ERROR backup failed: full" for month in (9, 10) for day in (2, 5)
    ]
    lines += [f"2025-10-0{day} 03:00:00 INFO backup finished, 4 files" for day in (3, 4)]
    (tmp_path / "a.log").write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")
    request = (
        "how often did the backup fail in october 2025, and on which day was the last in that month and why?"
    )
    kept = kept_rows(request, "a.log", tmp_path)
    assert kept is not None
    assert "'10'" in kept.line
    assert "'failed'" in kept.line
    other = (
        "how often did the backup fail in october 2025, and how many files had the largest backup of september?"
    )
    assert kept_rows(other, "a.log", tmp_path) is None


def test_a_word_with_which_several_values_begin_keeps_their_rows(tmp_path: Path) -> None:
    rows = "MSI,649,nvidia RTX 4050\nSwift,549,intel Arc\nVictus,729,nvidia RTX 4060\n"
    (tmp_path / "a.csv").write_text(f"name,price,gpu\n{rows}", encoding="utf-8")
    kept = kept_rows("Find the cheapest laptop with an nvidia GPU in a.csv", "a.csv", tmp_path)
    assert kept is not None
    assert kept.line == "kept = [row for row in rows if 'nvidia' in row['gpu']]  # 2 of 3 rows"
    assert kept_rows("Find the cheapest laptop with an rtx card in a.csv", "a.csv", tmp_path) is None


YEARS = "date,kind,paid\n" + "".join(
    f"{year}-{month:02}-03,{'Food' if month % 2 else 'Rent'},{'yes' if month % 3 else 'no'}\n"
    for year in (2023, 2024)
    for month in range(1, 13)
)


@pytest.mark.parametrize(
    ("request_text", "condition"),
    [
        ("Wie viel haben wir im April, Mai und Juni ausgegeben?", "row['date'][5:7] in ('04', '05', '06')"),
        ("Combien en avril, mai et juin ?", "row['date'][5:7] in ('04', '05', '06')"),
        ("Did we spend more in March than in June?", "row['date'][5:7] in ('03', '06')"),
        ("March vs May", "row['date'][5:7] in ('03', '05')"),
        ("Ausgaben März - Mai", "'03' <= row['date'][5:7] <= '05'"),
        ("How much between March and May?", "'03' <= row['date'][5:7] <= '05'"),
        ("entre marzo y mayo, ¿cuánto?", "'03' <= row['date'][5:7] <= '05'"),
        ("The sum from November to February", "not '02' < row['date'][5:7] < '11'"),
        ("The sum from November 2023 to February 2024", ""),
        ("Compare March 2023 and May 2024", ""),
        ("Are all of them paid, yes or no?", ""),
        ("Sind alle bezahlt? yes oder no", ""),
        ("Welche von Food sind noch da?", "row['kind'] == 'Food'"),
    ],
    ids=lambda value: value[:40],
)
def test_months_are_a_range_only_where_the_request_says_so(
    tmp_path: Path, request_text: str, condition: str
) -> None:
    (tmp_path / "cash.csv").write_text(YEARS, encoding="utf-8")
    kept = kept_rows(request_text, "cash.csv", tmp_path)
    assert (kept.line.partition(" if ")[2].partition("]  #")[0] if kept else "") == condition


@pytest.mark.parametrize(
    ("names", "condition"),
    [
        (("Ann Lee", "Anna Berg", "Ann Roe", "Tim Ott"), "'Ann' in row['who'].split()"),
        (("Ann Lee", "Ben Berg", "Ann Roe", "Tim Ott"), "'Ann' in row['who']"),
        (("Lee-Ann", "Anna Berg", "Ann Roe", "Tim Ott"), ""),
    ],
)
def test_a_name_is_no_part_of_a_longer_one(tmp_path: Path, names: tuple[str, ...], condition: str) -> None:
    rows = "".join(f"{name},{place}\n" for place, name in enumerate(names))
    (tmp_path / "a.csv").write_text(f"who,n\n{rows}", encoding="utf-8")
    kept = kept_rows("How many did Ann buy?", "a.csv", tmp_path)
    assert (kept.line.partition(" if ")[2].partition("]  #")[0] if kept else "") == condition


def test_a_path_that_a_log_holds_names_rows_too(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("method,path\nPOST,/login.php\nGET,/login.php\nPOST,/x\n", encoding="utf-8")
    found = kept_rows("How many POST requests to /login.php are there in a.csv?", "a.csv", tmp_path)
    assert found is not None
    assert "row['method'] == 'POST'" in found.line
    assert "row['path'] == '/login.php'" in found.line


def test_a_word_within_what_one_row_says_keeps_no_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        "who,what,paid\nAnn,hut first night,9\nBo,petrol,8\nAnn,petrol,3\n", "utf-8"
    )
    assert kept_rows("They went to the hut. What did each pay?", "a.csv", tmp_path) is None
