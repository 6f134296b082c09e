from __future__ import annotations

import pytest

from pandora.programs.repairs.finished_program import (
    finished_program,
    with_saves_in_place,
    with_saves_to,
)

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


def test_a_table_is_saved_as_its_opening_says() -> None:
    begun = "made = []  # a dict for each row of 'a.csv'; at the end: save(made, 'a.csv', like='1234,50')\n"
    written = f"{begun}made.append({{'x': 1.5}})\n"
    saved = f"{written}save(made, 'a.csv', like='1234,50')\n"
    assert finished_program(f"{written}save(made, 'a.csv')\n") == saved
    assert finished_program(written) == saved


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
