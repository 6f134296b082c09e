from __future__ import annotations

from pandora.programs.rules.unfounded_facts import invented_numbers


def test_numbers_that_stand_nowhere_are_invented() -> None:
    texts = ["In 1998 it cost 12,500 marks.\n"]
    assert invented_numbers("It cost 12500 in 1998, 3 times as much.", "", texts) == []
    assert invented_numbers("It cost 14,998 in 1998, for 20.", "a text of 20 lines", texts) == ["14998"]


def test_a_number_of_another_notation_is_not_invented() -> None:
    texts = ["between 1.2 and 1.5 bar, by 6 June at half past eight\n"]
    assert invented_numbers("1,2 bis 1,5 bar, 06.06., 08:30", "", texts) == []
    assert invented_numbers("1,2 bis 1,7 bar", "", texts) == ["17"]
