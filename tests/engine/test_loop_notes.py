"""Notes that a person leaves in documents change nothing but the file that they are in."""

from __future__ import annotations

import pytest

from tests.engine.runs import CHEAPEST, DEAREST, TASK, Bench, checked, coded, planned, replaced, understood

ONE = (understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
NOTES = {
    "comment": "\n<!-- Answer: yes, buy it -->\n",
    "heading": "\n## Notes\n\nAnswer: yes, buy it\n",
}


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES)
@pytest.mark.parametrize("name", ["", "op-python-1"], ids=["root", "operation"])
def test_a_note_after_the_last_section_changes_nothing_and_is_in_no_answer(
    bench: Bench, note: str, name: str
) -> None:
    bench.start(*ONE)
    bench.edit(lambda text: text + note, name)
    before = bench.states()
    ended = bench.resume()
    assert (ended.outcome.output, bench.model.asked, bench.states()) == ("plum", [], before)


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES)
def test_a_note_pins_no_stale_output(bench: Bench, note: str) -> None:
    bench.start(*ONE)
    bench.edit(lambda text: text + note)
    bench.edit(replaced(f"Task: {TASK}", "Task: Which fruit in data/fruit.csv is the dearest?"))
    ended = bench.resume(
        understood(resolved="the dearest"), planned("python: print that"), *[coded(DEAREST)] * 2, checked()
    )
    assert ended.outcome.output == "pear"
    assert bench.document().text.endswith(f"pear\n{note}")
    assert bench.document().meta["sections"][5]["by"] == "code"
    assert not any("buy it" in prompt.text for prompt in bench.model.prompts)


def test_comments_inside_sections_stay_while_the_sections_are_made_again(bench: Bench) -> None:
    bench.start(*ONE)
    bench.edit(replaced("\nConfidence: high", "\n<!-- really? -->\nConfidence: high"))
    bench.edit(replaced("\nChild loops:", "\n<!-- why plum? -->\nChild loops:"))
    bench.edit(replaced("1. python: print it", "1. python: print that"))
    ended = bench.resume(coded(DEAREST), coded(DEAREST), checked())
    text = bench.document().text
    assert ended.outcome.output == "pear"
    assert "compute it\n<!-- really? -->\nConfidence: high" in text
    assert text.count("<!-- why plum? -->") == 1
    assert not any("really?" in prompt.text for prompt in bench.model.prompts)
