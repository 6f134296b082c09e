from __future__ import annotations

from typing import Any

import pytest

from pandora.models.token_estimate import estimate_tokens

TABLE = "".join(f"{row * 7919 % 100000},{row * 1.37:.2f},{row * 31 % 997}\n" for row in range(200))
PROSE = "The ferry leaves the harbour at noon, and the bakery by the quay is open until six. " * 20
GERMAN = "Die Fähre verlässt mittags den Hafen, und die Bäckerei am Kai hat bis sechs Uhr geöffnet. " * 20
CODE = "def total(rows):\n    return sum(float(row['price']) for row in rows if row['kind'] == 'fruit')\n" * 20


@pytest.mark.llama
@pytest.mark.parametrize("text", [TABLE, PROSE, GERMAN, CODE])
def test_an_estimate_is_close_to_what_a_tokenizer_counts(text: str, model: Any) -> None:
    assert 0.8 <= estimate_tokens(text) / model.count(text) <= 1.6


def test_a_table_counts_for_more_than_prose() -> None:
    assert estimate_tokens(TABLE) / len(TABLE) > 2.5 * estimate_tokens(PROSE) / len(PROSE)


def test_letters_beyond_ascii_count_by_their_bytes() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("模型") == 3
    assert estimate_tokens("\ud800") >= 1
