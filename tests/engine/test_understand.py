from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pandora.engine.gathered_files import Gathered
from pandora.engine.gathered_files import gather as gather_by
from pandora.errors import UsageError
from pandora.programs.help import MOST_DESCRIBED, Description, Work
from pandora.programs.help_kinds import PLAIN
from pandora.regular_file import open_regular
from pandora.task import Task
from pandora.workspace.file_walk import SCANNED
from pandora.workspace.likely_files import likely_files
from pandora.workspace.named_files import named_paths


def gather(text: str, root: Path) -> Gathered:
    """What a task names, described as the plain help does."""

    def describe(files: tuple[str, ...]) -> Description:
        return PLAIN.describe(Work(Task(text, files=files), root), "understand")

    return gather_by(text, root, describe=describe)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {
        "data/fruit.csv": "name,price\npear,3\nplum,2\n",
        "data/more/trees.json": '[{"tree": "oak"}]',
        "notes.md": "# Notes\nbuy plums\n",
        "src/shop.py": "import src.prices\nfrom src import basket\n\ndef total(): ...\n",
        "src/prices.py": "PLUM = 2\n",
        "src/basket.py": "",
        "state/system-abcdef.md": "no",
        "system/pattern.md": "no",
        ".hidden/x.csv": "a\n1\n",
        "node_modules/y.csv": "a\n1\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "named", "absent"),
    [
        ("Which fruit in data/fruit.csv is the cheapest?", ["data/fruit.csv"], []),
        ("See `data/fruit.csv`, then (notes.md).", ["data/fruit.csv", "notes.md"], []),
        ("What is in fruit.csv?", ["data/fruit.csv"], []),
        ("What is in ./notes.md?", ["notes.md"], []),
        ("All of data/*.csv", ["data/fruit.csv"], []),
        ("All of *.json", ["data/more/trees.json"], []),
        ("Everything under data/", ["data/fruit.csv", "data/more/trees.json"], []),
        ("Write out/best.txt", [], ["out/best.txt"]),
        ("Read data/nuts.csv", [], ["data/nuts.csv"]),
        ("Read nuts.csv", [], ["nuts.csv"]),
        ("Read https://example.org/data/fruit.csv", [], []),
        ("e.g. 3.5 of them, i.e. few, at 4 p.m. in the U.S.", [], []),
        (
            "Read ../secret.txt and /etc/passwd.txt and ~/x.txt",
            [],
            ["../secret.txt", "/etc/passwd.txt", "~/x.txt"],
        ),
        ("nothing at all", [], []),
    ],
)
def test_paths_that_a_task_names(files: Path, text: str, named: list[str], absent: list[str]) -> None:
    assert named_paths(text, files) == (named, absent)


def test_hidden_files_and_the_engines_own_are_never_found(files: Path) -> None:
    found = likely_files("anything", files)
    assert found == [
        "notes.md",
        "data/fruit.csv",
        "src/basket.py",
        "src/prices.py",
        "src/shop.py",
        "data/more/trees.json",
    ]


def test_what_python_files_import_comes_with_them(files: Path) -> None:
    (files / "src" / "broken.py").write_text("def (", encoding="utf-8")
    assert gather("Mend src/shop.py", files).files == ("src/shop.py", "src/prices.py")
    assert gather("Mend src/broken.py", files).files == ("src/broken.py",)


def test_code_with_a_name_of_the_task_is_found_beside_a_document_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "price.js").write_text("function calcP(n) {}\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("`calcP(n)`\n", encoding="utf-8")
    (tmp_path / "other.js").write_text("\n", encoding="utf-8")
    found = gather("rename calcP to netPrice, also in README.md", tmp_path)
    assert found.files == ("README.md", "price.js")
    assert gather("correct the spelling in README.md", tmp_path).files == ("README.md",)


def test_the_context_describes_and_says_what_is_missing(files: Path) -> None:
    found = gather("Compare data/fruit.csv with data/nuts.csv", files)
    assert found.files == ("data/fruit.csv",)
    assert found.absent == ("data/nuts.csv",)
    assert found.columns == ("name", "price")
    assert found.named
    assert found.context.startswith("data/fruit.csv: a table, 2 rows, columns:")
    assert found.context.endswith("data/nuts.csv: there is no such file")


def test_a_new_path_of_one_file_is_an_example_for_all(tmp_path: Path) -> None:
    for name in ("2026-04-02_Kessler_1.txt", "2026-04-03_Fjord_2.txt", "prices.csv"):
        (tmp_path / "inbox").mkdir(exist_ok=True)
        (tmp_path / "inbox" / name).write_text("a note\n", encoding="utf-8")
    found = gather("Sort inbox/ below by/, for example by/Kessler/2026-04-02_Kessler_1.txt.", tmp_path)
    assert found.files == ("inbox/2026-04-02_Kessler_1.txt", "inbox/2026-04-03_Fjord_2.txt")
    assert (found.absent, found.renames) == ((), True)


def test_a_question_about_a_path_elsewhere_misses_no_file(tmp_path: Path) -> None:
    found = gather("What line of my crontab runs /usr/local/bin/report.sh each day?", tmp_path)
    assert found.absent == ()
    assert found.context == "/usr/local/bin/report.sh: outside of the workspace, so nothing here reads it"
    assert gather("Write the sum into /tmp/sum.txt", tmp_path).absent == ("/tmp/sum.txt",)


def test_a_task_that_names_nothing_gets_the_likely_files(files: Path) -> None:
    found = gather("Which fruit is the cheapest?", files)
    assert not found.named
    assert "data/fruit.csv" in found.files
    for number in range(MOST_DESCRIBED):
        (files / f"other{number}.txt").write_text("of no use", encoding="utf-8")
    assert likely_files("What do plums cost, what price?", files)[0] == "data/fruit.csv"
    assert likely_files("xylophone", files) == []
    assert gather("xylophone", files).context == "no files"


def test_a_folder_named_by_a_word_brings_its_files_where_those_named_lie_in_it(tmp_path: Path) -> None:
    for path in ("letters/bank.txt", "letters/gas.txt", "notes.txt"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("Date: 4 March\n", encoding="utf-8")
    whole = gather("In the folder letters, bank.txt becomes old-bank.txt and so on", tmp_path)
    assert (whole.files, whole.absent) == (("letters/bank.txt", "letters/gas.txt"), ())  # not to be made
    into_all = gather("In the folder letters, put bank.txt into all.txt", tmp_path)
    assert (into_all.absent, into_all.renames, whole.renames) == (("all.txt",), False, True)
    assert gather("In the folder letters, rename letters/b*.txt", tmp_path).files == ("letters/bank.txt",)
    assert gather("Sum up letters/bank.txt, one of my letters", tmp_path).files == ("letters/bank.txt",)
    assert gather("Compare notes.txt with my letters", tmp_path).files == ("notes.txt",)


def test_many_files_are_listed_and_a_huge_folder_is_not_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for number in range(SCANNED + 20):
        (tmp_path / "data" / f"n{number:04}.txt").touch()
    found = gather("Count data/*.txt", tmp_path)
    assert len(found.files) == SCANNED
    assert "also: data/n0008.txt, " in found.context


def test_who_names_a_gap_of_a_text_wants_it_filled(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(
        "Each child pays XXX euros, [TOTAL] in all.\n[ERROR] a\n[ERROR] b\n", encoding="utf-8"
    )

    def fills(text: str) -> bool:
        return gather(text, tmp_path).fills

    assert fills("Work out the share and put it into letter.txt where it says XXX.")
    assert fills("Den Betrag bitte in letter.txt bei [TOTAL] eintragen.")
    (tmp_path / "bill.txt").write_text("Hours: ____\nSpent so far: 0.00\n", encoding="utf-8")
    assert fills("Could you fill in the hours in bill.txt?")
    assert fills('Put the sum into the line "Spent so far" of bill.txt.')
    (tmp_path / "work.csv").write_text("day,time\nMon,3\n", encoding="utf-8")
    added = gather("Add up work.csv and write the sum into bill.txt where the dots are.", tmp_path)
    assert (added.fills, added.gaps) == (False, True)
    assert not gather("Sum up bill.txt.", tmp_path).gaps
    assert not fills("Send bill.txt to the kita.")
    assert not fills("Work out the share that letter.txt names.")
    assert not fills("How often has letter.txt [ERROR]?")


def test_names_that_are_no_text_are_left_out(files: Path) -> None:
    for name in (b"data/\xff.csv", b"data/a\x1bb.csv", "data/at 10\u202fAM.csv".encode()):
        Path(os.fsdecode(bytes(files) + b"/" + name)).write_text("a\n1\n", encoding="utf-8")
    assert named_paths("All under data/", files)[0] == [
        "data/at 10\u202fAM.csv",
        "data/fruit.csv",
        "data/more/trees.json",
    ]


def test_links_out_of_the_workspace_are_not_walked(
    files: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.csv").write_text("a\n1\n", encoding="utf-8")
    (files / "data" / "link").symlink_to(outside)
    assert named_paths("All under data/", files)[0] == ["data/fruit.csv", "data/more/trees.json"]


def test_a_folder_whose_names_alone_may_be_read_does_not_end_the_run(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For root no folder is closed, so the system's own calls are told that this one is."""
    (files / "half").mkdir()
    (files / "half" / "notes2.md").write_text("x", encoding="utf-8")
    real = os.stat

    def denied(path: Any, *arguments: Any, **named: Any) -> os.stat_result:
        if not isinstance(path, int) and "/half/" in os.fspath(path):
            raise PermissionError(13, "denied")
        return real(path, *arguments, **named)

    monkeypatch.setattr(os, "stat", denied)
    assert gather("Read half/notes2.md and data/fruit.csv", files).files == ("data/fruit.csv",)
    assert gather("Read notes2.md and *.csv", files).files == ("data/fruit.csv",)


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_used(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def closed(path: Path, *more: Any, **named: Any) -> Any:
        if path.name == "notes.md":
            raise PermissionError(13, "denied")
        return open_regular(path, *more, **named)

    monkeypatch.setattr("pandora.engine.gathered_files.open_regular", closed)
    found = gather("Read notes.md and data/fruit.csv", files)
    assert found.files == ("data/fruit.csv",)
    assert "notes.md: cannot be read" in found.context
    with pytest.raises(UsageError, match=r"notes\.md: it may not be read; allow it"):
        gather("Read notes.md", files)


def test_a_file_to_be_made_finds_what_it_is_made_of(tmp_path: Path) -> None:
    (tmp_path / "spending.csv").write_text("month,spent\nMay,3\n", encoding="utf-8")
    (tmp_path / "poem.md").write_text("Roses\n", encoding="utf-8")
    (tmp_path / "tidy.py").write_text("pass\n", encoding="utf-8")

    def found(text: str, guesses: bool = True) -> tuple[list[str], bool]:
        gathered = gather_by(text, tmp_path, guesses=guesses)
        return sorted(gathered.files), gathered.named

    everything = ["poem.md", "spending.csv", "tidy.py"]
    assert found("Write monthly.csv with what was spent each month") == (everything, False)
    assert found("Write monthly.csv with what was spent each month", guesses=False) == ([], False)
    assert found("Write hello.txt to greet Ann") == ([], False)
    assert found("Write monthly.py, which adds up what was spent") == ([], False)
    assert found("Write all.txt out of the md files") == (["poem.md"], True)


def test_a_task_about_nothing_but_what_the_policy_hides_says_how_to_allow_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DEBUG=true\n", encoding="utf-8")
    rule = r'\.env: policy denies reading it; allow it by `read\."\.env" = "allow"` under `\[policy\]`'
    with pytest.raises(UsageError, match=rule):
        gather_by("In the .env file, turn debug off", tmp_path, hides=lambda path: path == ".env")


def test_a_name_in_another_spelling_is_the_example_of_a_renaming(tmp_path: Path) -> None:
    for number in range(5, 9):
        (tmp_path / f"chapter{number}.txt").write_text("Words.\n", encoding="utf-8")
    gathered = gather("rename chapter5.txt to chapter8.txt, two digits, like chapter05.txt", tmp_path)
    assert (len(gathered.files), gathered.absent, gathered.renames) == (4, (), True)


def test_an_example_of_a_new_name_is_no_file_that_lacks(tmp_path: Path) -> None:
    for name in ("minutes 05.03.2024.txt", "minutes 09.01.2024.txt"):
        (tmp_path / name).write_text("-\n", encoding="utf-8")
    found = gather("date first, like 2024-03-05 minutes.txt instead of minutes 05.03.2024.txt", tmp_path)
    assert (found.files, found.absent, found.renames) == (("minutes 05.03.2024.txt",), (), True)


def test_names_of_a_numbered_series_are_for_the_files_that_are_there(tmp_path: Path) -> None:
    for name in ("IMG_7.jpg", "IMG_12.jpg", "list.txt"):
        (tmp_path / name).write_text("-")
    found = gather("call the pictures trip-1.jpg, trip-2.jpg and so on", tmp_path)
    assert (found.files, found.absent, found.renames) == (("IMG_12.jpg", "IMG_7.jpg"), (), True)
    asked = gather("compare trip-1.jpg with trip-7.jpg", tmp_path)
    assert asked.absent == ("trip-1.jpg", "trip-7.jpg")


def test_a_dotted_key_of_a_named_file_is_no_output(tmp_path: Path) -> None:
    (tmp_path / "app.yml").write_text("server:\n  port: 80\n", encoding="utf-8")
    found = gather("set server.port to 8080 in app.yml", tmp_path)
    assert (found.files, found.absent) == (("app.yml",), ())
    assert gather("write ports.xyz from app.yml", tmp_path).absent == ("ports.xyz",)
