"""A label of a mermaid flow chart holds words, whatever they are."""

from __future__ import annotations

import re

import pytest

from pandora.document.mermaid import box, dotted_line, escaped

WORDS = r"(?:[\w .,:-]|#\d+;)*"


@pytest.mark.parametrize(
    "text",
    [
        'say "hi"; then [x](y){z}|<b>',
        "`code` and **bold** #35; & %% -->",
        "1. a list",
        "- a list",
        "\x1b[31mred\nnext",
    ],
)
def test_nothing_in_a_label_means_anything_to_mermaid(text: str) -> None:
    assert re.fullmatch(rf'    n0\["{WORDS}<br/>{WORDS}"\]', box("n0", [text, text]))
    assert re.fullmatch(rf'    n0 -\. "{WORDS}" \.- n1', dotted_line("n0", "n1", text))
    assert not re.match(r"\d*[.-]", escaped(text))


def test_plain_words_stay_as_they_are() -> None:
    assert box("n0", ["three laptops: 1.50", "accepted"], "done") == (
        '    n0["three laptops: 1.50<br/>accepted"]:::done'
    )
