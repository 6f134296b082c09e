from __future__ import annotations

import pytest

from pandora.programs.repairs.finished_program import (
    finished_program,
    with_changed_text_saved,
    with_changes_saved,
    with_saves_in_place,
    with_saves_to,
)

KEPT = "kept = [row for row in rows if row['status'] == 'paid']  # 3 of 5 rows\n"
MADE = "made = []  # a dict for each row of 'owing.csv'; at the end: save(made, 'owing.csv')\n"
LOOP = "for row in rows:\n    if row['due']:\n        made.append({'name': row['name']})\n"


@pytest.mark.parametrize(
    ("program", "end"),
    [
        (MADE + LOOP + "print(len(made))\n", "save(made, 'owing.csv')\n"),
        (MADE + LOOP + "save(made, 'owing.csv')\nprint(len(made))\n", "print(len(made))\n"),
        (MADE + LOOP + "with open('owing.csv', 'w') as f:\n    f.write('x')\n", "    f.write('x')\n"),
        (MADE + "print('nothing was put into it')\n", "print('nothing was put into it')\n"),
        (MADE + LOOP + "print(", "print("),
        ("made = []\n" + LOOP, "made.append({'name': row['name']})\n"),
        (MADE + LOOP + "with Path('a').open('w') as f:\n    print(1, file=f)\n", "    print(1, file=f)\n"),
        (MADE + LOOP + "open('names.txt', encoding='latin-1')\n", "save(made, 'owing.csv')\n"),
    ],
)
def test_the_rows_that_a_program_made_are_saved(program: str, end: str) -> None:
    assert finished_program(program).endswith(end)
    assert finished_program(finished_program(program)) == finished_program(program)


def test_a_program_takes_the_rows_that_its_opening_keeps() -> None:
    written = KEPT + (
        "# all rows\nsums = totals(rows, 'name', 'amount')\nfor row in rows:\n    print(row['rows'])\n"
        "print(f'{len(rows)} rows', '5 rows')\n"
    )
    assert finished_program(written) == KEPT + (
        "# all rows\nsums = totals(kept, 'name', 'amount')\nfor row in kept:\n    print(row['rows'])\n"
        "print(f'{len(kept)} rows', '5 rows')\n"
    )


@pytest.mark.parametrize(
    "written",
    [
        KEPT + "print(len(kept) / len(rows))\n",
        KEPT + "for row in kept:\n    print(row['name'])\n",
        "print(len(rows))\n",
        KEPT + "rows = [row for row in rows if row['due']]\nprint(len(rows))\n",
    ],
)
def test_a_program_that_knows_its_kept_rows_stays_as_it_is(written: str) -> None:
    assert finished_program(written) == written


def test_a_table_is_saved_as_its_opening_says() -> None:
    begun = "made = []  # a dict for each row of 'a.csv'; at the end: save(made, 'a.csv', like='1234,50')\n"
    written = f"{begun}made.append({{'x': 1.5}})\n"
    saved = f"{written}save(made, 'a.csv', like='1234,50')\n"
    assert finished_program(f"{written}save(made, 'a.csv')\n") == saved
    assert finished_program(written) == saved


LOADED = 'rain = table("rain.tsv")\nreport = load("report.json")\n'


@pytest.mark.parametrize(
    ("code", "saved"),
    [
        ("report['mean'] = 4.9\nprint(report['mean'])\n", "save(report, 'report.json')"),
        ("report['days'][0]['mean'] += 1\n", "save(report, 'report.json')"),
        ("for row in rain:\n    row['mm'] = row['mm'] or 0\n", ""),  # may be but a way to a number
        ("report['mean'] = 4.9\nsave(report, 'report.json')\n", ""),
        ("report['mean'] = 4.9\nfill('letter.txt', {})\n", ""),
        ("old = load('old.json')\nold['mm'] = 1\nreport['mean'] = 4.9\n", ""),  # which is meant is not known
        ("found = {}\nfound['mean'] = 4.9\n", ""),
        ("report['mean'] = (\n", ""),
    ],
)
def test_what_is_loaded_and_changed_is_saved_where_nothing_else_is_written(code: str, saved: str) -> None:
    finished = with_changes_saved(LOADED + code)
    assert finished.removeprefix(LOADED + code.rstrip()).strip() == saved


@pytest.mark.parametrize(
    ("program", "request_", "saved"),
    [
        ('save(rows, "out/b.csv")  # all\n', "Remove them from list.json", "save(rows, 'list.json')  # all\n"),
        ('save(rows, "out/list.json")\n', "Remove them from list.json", "save(rows, 'list.json')\n"),
        ('save(rows, "list.json")\n', "Remove them from list.json", 'save(rows, "list.json")\n'),
        (
            'save(rows, "rest.json")\n',
            "Put the others of list.json into rest.json",
            'save(rows, "rest.json")\n',
        ),
        ('save(a, "x.csv")\nsave(b, "y.csv")\n', "Part list.json", 'save(a, "x.csv")\nsave(b, "y.csv")\n'),
        ("save(rows, name)\n", "Remove them from list.json", "save(rows, name)\n"),
        ("save(rows,", "Remove them from list.json", "save(rows,"),
        ("print('ö', save(rows, 'out/ä.csv'))\n", "Sort list.json", "print('ö', save(rows, 'list.json'))\n"),
        ("save(rows, 'list_copy.json')\n", "Make a sorted copy of list.json", "save(rows, 'list_copy.json')\n"),
    ],
)
def test_what_is_to_change_a_file_saves_there(program: str, request_: str, saved: str) -> None:
    assert with_saves_in_place(program, "list.json", request_) == saved


@pytest.mark.parametrize(
    ("saved", "becomes"),
    [
        ("save([claim], 'out/b.csv')", "save(claim, 'claim.json')"),
        ("save(claim, 'out/claim.json')", "save(claim, 'claim.json')"),
        ("save([claim], 'claim.json')", "save(claim, 'claim.json')"),
        ("save(claim, 'copy.json')", "save(claim, 'copy.json')"),
        ("save(trips, 'out/b.csv')", "save(trips, 'out/b.csv')"),
    ],
)
def test_what_is_loaded_and_changed_is_saved_where_it_came_from(saved: str, becomes: str) -> None:
    begun = (
        "claim = load('claim.json')\ntrips = table('trips.csv')\nclaim['km'] = sum(t['km'] for t in trips)\n"
    )
    assert (
        with_saves_in_place(begun + saved + "\n", "", "fill in the km in claim.json") == f"{begun}{becomes}\n"
    )


@pytest.mark.parametrize(
    ("saved", "becomes"),
    [
        ("save(rows, 'out/b.csv')", "save(rows, 'strong.csv')"),
        ("save(rows, 'out/strong.csv')", "save(rows, 'strong.csv')"),
        ("save(rows, 'weak.csv')", "save(rows, 'weak.csv')"),
        (
            "save(rows, 'out/a.csv')\nsave(rows, 'out/b.csv')",
            "save(rows, 'out/a.csv')\nsave(rows, 'out/b.csv')",
        ),
        ("save(rows, name)", "save(rows, name)"),
        ("save(", "save("),
    ],
)
def test_what_is_saved_where_the_instructions_save_is_the_file_that_is_asked_for(
    saved: str, becomes: str
) -> None:
    assert with_saves_to(saved, "strong.csv", "make me a strong.csv out of hives.tsv") == becomes


def test_a_text_that_is_changed_is_saved_to_its_own_file() -> None:
    begun = 'note = text("note.md")\nrows = table("a.csv")\nnote = note.replace("?", "7")\n'
    saved = begun + "save(note, 'note.md')\n"
    assert with_changed_text_saved(begun, "fill it in") == saved
    shown = begun + "save([{'note': note}], 'out/b.csv')\n"
    assert with_changed_text_saved(shown, "fill it in") == saved
    for other, request in (
        (shown, "save b.csv, too"),
        (begun + "save(rows, 'a.csv')\n", "fill it in"),
        (saved, "fill it in"),
        ('note = text("note.md")\nfound = note.replace("?", "7")\n', "fill it in"),
        ('note = text("note.md")\nnote = note.lower()\nprint(len(note))\n', "fill it in"),
        ('note = text("note.md")\nmove("note.md", "old/")\nnote += "."\n', "fill it in"),
    ):
        assert with_changed_text_saved(other, request) == other


def test_an_attribute_and_an_argument_called_rows_keep_their_names() -> None:
    kept = "rows = table('a.csv')\nkept = [row for row in rows if row['a'] == 'x']  # 2 of 4 rows\n"
    rest = "print(shown(sheet.rows, rows=3), len(rows))\n"
    assert finished_program(kept + rest) == kept + rest.replace("len(rows)", "len(kept)")


@pytest.mark.parametrize("path", ["b.csv", "sub/b.csv"])
def test_what_is_saved_under_the_asked_name_elsewhere_is_saved_where_it_is_asked(path: str) -> None:
    assert with_saves_to("save(made, 'out/b.csv')\n", path, f"make {path}") == f"save(made, {path!r})\n"


@pytest.mark.parametrize(
    ("request_", "becomes"),
    [
        ("sort list.csv by name and write it to the folder out", "out/list.csv"),
        ("sort list.csv by name, into out/ please", "out/list.csv"),
        ("sort list.csv by name and put it in 'out'", "out/list.csv"),
        ("Sortiere list.csv nach dem Namen und schreibe sie in den Ordner out.", "out/list.csv"),
        ("Ordena list.csv por nombre y guárdalo en la carpeta out", "out/list.csv"),
        ("find out which rows of list.csv are late and mark them", "list.csv"),
        ("sort list.csv by name", "list.csv"),
    ],
)
def test_what_is_asked_for_in_the_folder_of_the_instructions_is_saved_there(
    request_: str, becomes: str
) -> None:
    saved = with_saves_in_place("save(rows, 'out/list.csv')\n", "list.csv", request_)
    assert saved == f"save(rows, {becomes!r})\n"
