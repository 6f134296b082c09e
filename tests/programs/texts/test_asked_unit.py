from __future__ import annotations

import pytest

from pandora.programs.texts.asked_unit import share_for_amount


@pytest.mark.parametrize(
    ("said", "question", "share"),
    [
        ("30 % des Preises", "Wie hoch ist die Gebühr in Euro", "30 %"),
        ("30% of the price", "How high is the fee in euros?", "30%"),
        ("El 30 % del precio", "¿Cuánto es en euros?", "30 %"),
        ("126 Euro (30 % von 420 Euro)", "Wie hoch ist die Gebühr in Euro", ""),
        ("30 %, so it is €126", "How high is the fee in euros?", ""),
        ("126.00", "How high is the fee in euros?", ""),
        ("30 %", "How high is the fee, in percent?", ""),
        ("30 %", "How many euros are lost in Europe?", ""),
    ],
)
def test_a_share_is_no_amount(said: str, question: str, share: str) -> None:
    assert share_for_amount(said, question) == share
