from __future__ import annotations

from pandora.programs.rules.unfounded_facts import invented_numbers


def test_numbers_that_stand_nowhere_are_invented() -> None:
    texts = ["In 1998 it cost 12,500 marks.\n"]
    assert invented_numbers("It cost 12500 in 1998, 3 times as much.", "", texts) == []
    assert invented_numbers("It cost 14,998 in 1998, for 20.", "a text of 20 lines", texts) == ["14998"]
