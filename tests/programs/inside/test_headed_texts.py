"""Texts that begin with lines such as `Status: open`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.inside.headed_texts import head_of, rows_of_texts
from pandora.programs.inside.program_functions import records
from pandora.programs.opening.loaded_variables import loaded_files

OPEN = "Ticket: T-7\nReceived: 2024-01-06\nStatus: open\n\nThe lift stops. Note: soon.\n"
NOTE = "---\ntitle: Bread\ntags: [oven]\n---\n# Bread\nMix: all\n"


@pytest.mark.parametrize(
    ("text", "fields", "below"),
    [
        (OPEN, ["Ticket", "Received", "Status"], "The lift stops. Note: soon."),
        (NOTE, ["title", "tags"], "# Bread\nMix: all"),
        ("Von: Ada\nBetreff: Fest am 3.: Kuchen\nHallo", ["Von", "Betreff"], "Hallo"),
        ("One field: alone\n\nText", [], "One field: alone\n\nText"),
        ("http://a.example\nwhat he said: no", [], "http://a.example\nwhat he said: no"),
        ("", [], ""),
    ],
)
def test_the_head_of_a_text_is_its_first_fields(text: str, fields: list[str], below: str) -> None:
    head, rest = head_of(text)
    assert ([*head], rest) == (fields, below)


def test_the_fields_that_nearly_all_texts_have_are_typed_columns() -> None:
    texts = [
        (f"{at}.txt", f"Day: 0{at}.03.2024\nHours: {at},5\nRoom: {'' if at == 3 else at}\n\nx")
        for at in range(1, 6)
    ]
    rows = rows_of_texts([*texts[:4], ("5.txt", texts[4][1].replace("x", "Only: this"))])
    assert rows[1] == {"path": "2.txt", "Day": "2024-03-02", "Hours": 2.5, "Room": 2, "text": "x"}
    assert (rows[2]["Room"], [*rows[4]]) == (None, ["path", "Day", "Hours", "Room", "text"])
    assert rows_of_texts([("a.txt", OPEN), ("b.txt", "no head at all")]) == []


def test_a_program_begins_with_such_texts_as_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tickets").mkdir()
    for at in range(5):
        (tmp_path / "tickets" / f"t{at}.txt").write_text(OPEN.replace("7", str(at)), encoding="utf-8")
    paths = tuple(f"tickets/t{at}.txt" for at in range(5))
    (variable,) = loaded_files(paths, tmp_path, flat=True)
    assert variable.line.startswith(
        "rows = records('tickets/*.txt')  # list of 5 like {'path': 'tickets/t0.txt', 'Tick"
    )
    assert loaded_files(paths, tmp_path)[0].name == "documents"
    monkeypatch.chdir(tmp_path)
    assert records("tickets/*.txt") == variable.value
    with pytest.raises(ValueError, match="do not begin with the same fields"):
        records("nothing/*.txt")
