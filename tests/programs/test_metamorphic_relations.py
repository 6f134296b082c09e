from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pandora.programs.altered_copies import data_file
from pandora.programs.experiments import MOST_RUNS, RELATIONS, trials
from pandora.programs.metamorphic_relations import Copy, Verdict
from tests.programs.test_planted_mutants import run_here

ROWS = "name,city,price,day\nfig,Rome,412,2024-03-01\nplum,Oslo,255,2024-03-09\npear,Rome,730,2024-04-02\n"
ROWS += "kiwi,Bern,255,2024-04-05\nlime,Oslo,168,2024-04-11\n"
TABLE = 'rows = table("a.csv")\n'


def verdict(relation: str, request: str, source: str, folder: Path, content: str = ROWS) -> Verdict:
    files = {"a.csv": content.encode()}
    read = data_file("a.csv", files["a.csv"])
    assert read is not None
    ran = 0

    def runs(copies: Sequence[Copy]) -> list[object]:
        nonlocal ran
        ran += len(copies)
        return [run_here(copy.program or source, {**files, **copy.files}, folder) for copy in copies]

    trial = trials(request, source, (read,), run_here(source, files, folder), [relation])
    try:
        copies = next(trial)
        while True:
            copies = trial.send(runs(copies))  # type: ignore[arg-type]
    except StopIteration as end:
        assert ran <= MOST_RUNS
        (found,) = end.value
        assert isinstance(found, Verdict)
        return found


def test_rows_that_are_equally_good_are_no_reliance_on_order(tmp_path: Path) -> None:
    least = TABLE + 'print(sorted(rows, key=lambda r: r["price"])[1]["name"])'
    assert verdict("order", "the second least price", least, tmp_path).state == "not applicable"
    common = (
        TABLE + 'from collections import Counter\nprint(Counter(r["city"] for r in rows).most_common(1)[0][0])'
    )
    assert verdict("order", "the commonest city", common, tmp_path).state == "not applicable"
    first = TABLE + 'print(rows[1]["name"])'
    assert verdict("order", "the second least price", first, tmp_path).state == "violated"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ('print(len(rows), sum(r["price"] for r in rows) / len(rows))', "held"),
        ('for r in sorted(rows, key=lambda r: -r["price"])[:2]:\n    print(r["name"])', "held"),
        ('import statistics\nprint(statistics.median(r["price"] for r in rows))', "held"),
        ("print(f\"{sum(r['price'] for r in rows) / 7:.1f} at {rows[0]['day']}\")", "held"),
        (
            'n = {}\nfor r in rows:\n    n[r["city"]] = n.get(r["city"], 0) + 500\n'
            "for c in n:\n    print(c, 412 - n[c])",
            "held",
        ),
        ('print(sum(r["price"] for r in rows) / (len(rows) - 1))', "violated"),
        (
            'seen = {}\nfor r in rows:\n    seen[r["city"]] = seen.get(r["city"], 0) + (r["city"] != "Rome" '
            'or r["city"] not in seen)\nfor c in seen:\n    print(c, seen[c])',
            "violated",
        ),
    ],
)
def test_numbers_stay_or_double(program: str, state: str, tmp_path: Path) -> None:
    assert verdict("duplication", "", TABLE + program, tmp_path).state == state


@pytest.mark.parametrize(
    ("program", "state", "asked"),
    [
        ('print(sum(r["price"] for r in rows if r["city"] == "Rome"))', "held", ""),
        ('n = [r for r in rows if r["city"] == "Rome"]\nprint(100 * len(n) / len(rows))', "held", ""),
        ('print(sum(r["price"] for r in rows))', "violated", "no condition"),
        ('print(sum(r["price"] for r in rows if r["city"] != "Rome"))', "violated", "leave out"),
        ('print(sum(r["price"] for r in rows if r["city"] in ("Rome", "Bern")))', "violated", "also need"),
    ],
)
def test_a_value_of_the_request_selects_its_rows(program: str, state: str, asked: str, tmp_path: Path) -> None:
    found = verdict("named values", "What does fruit from ROME cost?", TABLE + program, tmp_path)
    assert (found.state, asked in found.question) == (state, True)


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("r['day'][5:7] == '03'", "held"),
        ("r['day'].startswith('2024-03')", "held"),
        ("True", "violated"),
        ("r['day'][5:7] == '04'", "violated"),
    ],
)
def test_a_month_of_the_request_selects_its_rows(condition: str, state: str, tmp_path: Path) -> None:
    program = TABLE + f'print(sum(r["price"] for r in rows if {condition}))'
    assert verdict("named values", "Was kostete das Obst im März?", program, tmp_path).state == state


@pytest.mark.parametrize(
    ("request_", "program", "state"),
    [
        (
            "the cheapest from Rome",
            'print([r for r in rows if r["city"] == "Rome" and r["price"] < 450][0]["name"])',
            "violated",
        ),
        (
            "the cheapest from Rome",
            'k = [r for r in rows if r["city"] == "Rome" and r["price"] < 450]\n'
            'print(min(k, key=lambda r: r["price"])["name"])',
            "held",
        ),
        ("how many cost more than 250", 'print(sum(r["price"] > 250 for r in rows))', "not applicable"),
        ("how many cost more than 2.50", 'print(sum(r["price"] > 250 for r in rows))', "not applicable"),
        ("how many are cheap", 'print(sum(r["price"] < 300 for r in rows))', "violated"),
        (
            "towns with two or more",
            'c = [r["city"] for r in rows]\nprint(sorted(x for x in set(c) if c.count(x) >= 2))',
            "not applicable",
        ),
        ("the cheapest", 'print(min(rows, key=lambda r: r["price"])["name"])', "not applicable"),
    ],
)
def test_a_limit_that_the_request_does_not_name_decides_nothing(
    request_: str, program: str, state: str, tmp_path: Path
) -> None:
    found = verdict("limits", request_, TABLE + program, tmp_path)
    assert (found.state, bool(found.question)) == (state, state == "violated")


def test_a_name_goes_with_the_numbers_of_its_own_row(tmp_path: Path) -> None:
    right = TABLE + 'b = max(rows, key=lambda r: r["price"])\nprint(b["name"], b["price"])'
    mixed = TABLE + 'print(rows[2]["name"], rows[4]["price"] + 244)'
    assert verdict("rows", "", right, tmp_path).state == "held"
    found = verdict("rows", "", mixed, tmp_path)
    assert (found.state, "'fig'" in found.reason) == ("violated", True)
    total = TABLE + 'print("Rome", sum(r["price"] for r in rows if r["city"] == "Rome"))'
    assert verdict("rows", "", total, tmp_path).state == "held"


@pytest.mark.parametrize(
    ("saved", "state", "told"),
    [
        ('[r for r in rows if r["city"] == "Rome"]', "held", "2 of 5"),
        ('[{"name": r["name"], "all": str(r)} for r in rows]', "violated", "Python"),
        ('[{**r, "price": r["price"] if r["price"] > 200 else "cheap"} for r in rows]', "violated", "cheap"),
    ],
)
def test_a_made_file_is_read_back(saved: str, state: str, told: str, tmp_path: Path) -> None:
    found = verdict("made file", "", TABLE + f'save({saved}, "out.csv")', tmp_path)
    assert (found.state, told in found.reason) == (state, True)


@pytest.mark.parametrize(
    ("condition", "state", "told"),
    [
        ('r["city"] == "rome"', "violated", "'Rome'"),
        ('r["city"] == "Paris"', "violated", "'Bern'"),
        ('r["day"] >= "2025-01-01"', "violated", "'2024-04-11'"),
        ('r["day"].startswith("2023-03")', "violated", "2024-03-01"),
        ('r["price"] > 5000', "not applicable", ""),
        ('r["city"] == "Rome"', "not applicable", ""),
    ],
)
def test_nothing_found_tells_which_condition_nothing_meets(
    condition: str, state: str, told: str, tmp_path: Path
) -> None:
    program = TABLE + f"n = [r for r in rows if {condition}]\nprint(sum(r['price'] for r in n))"
    found = verdict("selection", "", program, tmp_path)
    assert (found.state, told in found.reason) == (state, True)


def test_a_program_may_say_in_words_that_nothing_is_there(tmp_path: Path) -> None:
    program = TABLE + 'n = [r["name"] for r in rows if r["city"] == "Paris"]\nprint(n or "none from there")'
    assert verdict("selection", "", program, tmp_path).state == "not applicable"


def test_a_value_spelled_otherwise_is_never_exempt(tmp_path: Path) -> None:
    program = TABLE + 'print(sum(r["price"] for r in rows if r["city"] == "rome"))'
    assert verdict("selection", "", program, tmp_path).question == ""


def test_a_label_before_a_zero_does_not_say_that_nothing_is_there(tmp_path: Path) -> None:
    program = (
        TABLE
        + 'n = [r for r in rows if "june" in r["day"]]\nprint("Sold in June:", sum(r["price"] for r in n))'
    )
    found = verdict("selection", "", program, tmp_path)
    assert (found.state, found.question) == ("violated", "")


@pytest.mark.parametrize(
    "content",
    ["name,city\nfig\n,Rome\n", "a,b,b\n1,²,\n-,n/a,x\n", "n\n" + "9" * 400 + "\n3\n", "name\nfig\nfig\n"],
)
@pytest.mark.parametrize("relation", RELATIONS)
def test_odd_data_are_no_error(relation: str, content: str, tmp_path: Path) -> None:
    program = TABLE + "for r in rows:\n    print(*r.values())"
    assert verdict(relation, "List 3 fig from Rome by name, n ²", program, tmp_path, content).reason


def test_of_a_sample_nothing_is_asked_that_the_request_names(tmp_path: Path) -> None:
    rows = "name,price\n" + "".join(f"fruit{n % 7},{n}\n" for n in range(29_999)) + "rare,4\n"
    program = TABLE + 'print(sum(r["price"] for r in rows if r["name"] == "rare"))'
    files = {"a.csv": rows.encode()}
    read = data_file("a.csv", files["a.csv"])
    assert read is not None
    trial = trials("What does rare cost?", program, (read,), run_here(program, files, tmp_path))
    (copy,) = next(trial)
    with pytest.raises(StopIteration) as end:
        trial.send([run_here(program, dict(copy.files), tmp_path)])
    assert end.value.value == []


GAUGE = "day,place,mm\n2024-06-01,hill,2.0\n2024-06-02,hill,-\n2024-06-03,mill,4.6\n2024-06-04,mill,0.6\n"


@pytest.mark.parametrize(
    ("request_", "program", "state"),
    [
        ("the mean", "print(round(sum(r['mm'] or 0 for r in rows) / len(rows), 1))", "violated"),
        (
            "the mean",
            "v = [r['mm'] for r in rows if r['mm'] is not None]\nprint(sum(v) / len(v))",
            "not applicable",
        ),
        (
            "the mean of hill",
            "v = [r['mm'] or 0 for r in rows if r['place'] == 'hill']\nprint('Mean', sum(v) / len(v))",
            "violated",
        ),
        ("how many days", "print(len(rows))", "not applicable"),
        ("the total", "print(sum(r['mm'] or 0 for r in rows))", "not applicable"),
    ],
)
def test_a_mean_is_not_divided_by_rows_without_a_value(
    request_: str, program: str, state: str, tmp_path: Path
) -> None:
    found = verdict("blanks", request_, TABLE + program, tmp_path, GAUGE)
    assert found.state == state
    assert state != "violated" or "have no value" in found.reason


GUESTS = "name,comes\nAnn,sí\nBo,SI\nCem,no\nDan,sí\nEva,Si\nFay,No\n"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ("print([r['name'] for r in rows if r['comes'] == 'sí'])", "violated"),
        ("print(sorted({r['comes'] for r in rows}))", "violated"),
        ("print([r['name'] for r in rows if r['comes'].lower() in ('sí', 'si')])", "held"),
        ("print([r for r in rows if r['comes'].lower() != 'no'])", "held"),
    ],
)
def test_a_value_in_several_spellings_is_one_value(program: str, state: str, tmp_path: Path) -> None:
    found = verdict("spellings", "Who comes?", TABLE + program, tmp_path, GUESTS)
    assert found.state == state
    assert state != "violated" or "'comes' has 'sí' and 'SI' and 'Si'" in found.reason


def test_values_in_one_spelling_are_no_subject_of_spellings(tmp_path: Path) -> None:
    found = verdict("spellings", "Who comes?", TABLE + "print(len(rows))", tmp_path, GUESTS.replace("SI", "sí"))
    assert found.state == "held"
    assert verdict("spellings", "Who?", TABLE + "print(1)", tmp_path, ROWS).state == "not applicable"


NAMES = "name,age\nZoe,3\nÁlvaro,4\nbo,5\nCem,6\n"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ("print(*sorted(r['name'] for r in rows), sep='\\n')", "violated"),
        ("print(*sorted((r['name'] for r in rows), key=str.casefold), sep='\\n')", "not applicable"),
        (
            "names = [r['name'] for r in rows]\n"
            "print(*sorted(names, key=lambda n: n.lower().replace('á', 'a')), sep='\\n')",
            "held",
        ),
        ("print(*[r['name'] for r in rows], sep='\\n')", "not applicable"),
        ("print(*sorted(r['age'] for r in rows), sep='\\n')", "not applicable"),
    ],
)
def test_sorted_names_stand_as_a_dictionary_has_them(program: str, state: str, tmp_path: Path) -> None:
    found = verdict("alphabet", "The guests, sorted", TABLE + program, tmp_path, NAMES)
    assert found.state == state
    assert state != "violated" or "sort with key=folded" in found.reason
