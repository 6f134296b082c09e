from __future__ import annotations

import pytest

from pandora.programs.language.spoken_times import numbers_of_times, spoken_times


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("let the lamp go off at half past eight in the evening", ["20:30"]),
        ("Schalte das Licht um halb neun abends aus", ["20:30"]),
        ("éteins la lampe à huit heures et demie du soir", ["20:30"]),
        ("apaga la luz a las ocho y media de la tarde", ["20:30"]),
        ("spegni la luce alle otto e mezza di sera", ["20:30"]),
        ("start the backup at 3 at night", ["03:00"]),
        ("lock the door at ten at night", ["22:00"]),
        ("from 9 a.m. on, at 12 am and at 12 pm", ["09:00", "00:00", "12:00"]),
        ("at quarter to nine", ["08:45 20:45"]),
        ("um Viertel nach acht", ["08:15 20:15"]),
        ("at a quarter to twelve in the morning, and at a quarter to twelve at night", ["11:45", "23:45"]),
        ("at twelve at night, and at half past twelve in the afternoon", ["00:00", "12:30"]),
        ("at half past twelve tonight", ["00:30"]),
        ("cierra a las 12 de la noche y no a las 9 de la noche", ["00:00", "21:00"]),
        ("at noon, and at midnight", ["12:00", "00:00 24:00"]),
        ("at 22:00, version 3.45.1, 5 pmol and 3.4 pm", []),
    ],
)
def test_times_of_day_in_words(text: str, times: list[str]) -> None:
    assert [" ".join(said.times) for said in spoken_times(text) if said.in_words] == times


def test_a_number_may_be_an_hour_of_either_half_of_the_day() -> None:
    (time,) = spoken_times("at 7")
    assert (time.words, time.times, time.in_words) == ("7", ("07:00", "19:00"), False)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("from 4 pm until 10:30 p.m.", {"16", "22", "00", "30"}),
        ("at 9:00 and 14 pm", set()),
    ],
)
def test_the_numbers_of_times_that_are_counted_from_noon(text: str, numbers: set[str]) -> None:
    assert numbers_of_times(text) == numbers
