"""What a question is shown: all sources that fit, the questions above and beside it, and no other answer."""

from __future__ import annotations

from pathlib import Path

from pandora.questions.question_context import LONGEST
from tests.questions.thinker import Thinker, Thinking, part_of


def test_all_that_fits_is_shown_whole_to_every_question(thinking: Thinking) -> None:
    """Thinking 2: what the context holds of the sources goes in whole, whatever words the question has."""
    thinking.notes(rain="It rained in May.\n\nNobody measured it.", dust="Dust came from the south.")
    thinking.begin(sources=["notes"], question="Why is the sky blue?").sit(1)
    asked = [prompt for call, prompt in thinking.model.asked if part_of(call) == "do"]
    assert len(asked) > 3
    for prompt in asked:
        for words in ("It rained in May.", "Nobody measured it.", "Dust came from the south."):
            assert words in prompt.parts[0]
    assert "Left out" not in thinking.body(1)


def test_what_does_not_fit_is_chosen_from_every_file_and_told(thinking: Thinking) -> None:
    """Thinking 2: past that, something of each file is shown, and the document says what was left out."""
    long = "\n\n".join(f"The sky is blue above place {n}, {'as somebody wrote ' * 30}." for n in range(150))
    thinking.notes(long=long, other="Rayleigh measured the light.")
    thinking.model = Thinker(context=4096)
    thinking.begin(sources=["notes"]).sit(1)
    body = thinking.body(1)
    assert "Rayleigh measured the light." in body  # though it has no word of the question
    told = next(line for line in body.split("\n") if "Left out, since it did not fit" in line)
    assert "notes/long.md:" in told
    assert thinking.model.count(told) <= LONGEST["left out"] * 2
    assert all(thinking.model.count(prompt.text) < 4096 for _, prompt in thinking.model.asked)


def test_a_question_is_not_shown_the_answers_of_others(thinking: Thinking) -> None:
    """Thinking 3: a child does not see the answer above it before it has its own."""
    thinking.notes(rain="It rained in May.").begin(sources=["notes"]).sit(1)
    first = thinking.graph.question(thinking.graph.root).answer
    assert first is not None
    below = [
        (call, prompt)
        for call, prompt in thinking.model.asked
        if call.level == "tool" and part_of(call) == "do"
    ]
    assert below
    for _, prompt in below:
        assert first.text not in prompt.user
        assert "Perhaps it is" not in prompt.user


def test_lines_of_a_source_keep_their_indentation(thinking: Thinking, folder: Path) -> None:
    thinking.notes(code="steps:\n  - first\n    - deeper").begin(sources=["notes"]).sit(1)
    assert "    steps:\n      - first\n        - deeper" in thinking.body(1)
