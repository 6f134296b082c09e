"""A script that is read from documents replays the run that left them."""

from __future__ import annotations

import json
from pathlib import Path

from pandora.disk.store import Store
from pandora.inspect.prompt_reconstruction import PromptCall, RebuiltPrompt, rebuild_prompt
from pandora.inspect.rehearsal import documents_of
from pandora.inspect.replies import Replies, replies_of
from pandora.models.reply_script import read_script
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    Bench,
    checked,
    clarified,
    coded,
    planned,
    replaced,
    understood,
)
from tests.inspect.silent import MAKE, silent


def replies(bench: Bench) -> Replies:
    def rebuild(call: PromptCall) -> RebuiltPrompt:
        return rebuild_prompt(bench.workspace, call, silent(bench), MAKE)

    documents = documents_of(bench.workspace, bench.short)
    return replies_of(Store(bench.workspace), documents, bench.run, rebuild)


def replayed(bench: Bench, folder: Path, *more: str) -> Bench:
    """Another workspace in which the replies of the run made a run."""
    (folder / "other" / "work").mkdir(parents=True)
    other = Bench(folder / "other" / "work")
    other.start(*(json.loads(line) for line in replies(bench).script("m", 8192, "f").splitlines()))
    for answer in more:
        other.edit(replaced("Answer:", f"Answer: {answer}"))
        other.resume(*(json.loads(line) for line in replies(bench).script("m", 8192, "f").splitlines()))
    return other


def test_a_run_of_two_attempts_and_failed_tries_is_replayed_to_the_last_word(
    bench: Bench, tmp_path: Path
) -> None:
    once = (planned("table: print the cheapest fruit"), coded("1/0"), coded(DEAREST), coded(DEAREST))
    again = (planned("table: print it", "python: again"), coded(CHEAPEST), coded(CHEAPEST))
    bench.start(
        understood(), *once, checked("retry", "not sure"), *again, coded(CHEAPEST), coded(CHEAPEST), checked()
    )
    assert replies(bench).left_out == ()
    other = replayed(bench, tmp_path)
    assert other.model.unused == ()
    for number in range(1, 6):
        mine, theirs = (each.document().body(number).replace(each.short, "RUN") for each in (bench, other))
        assert mine == theirs


def test_a_persons_words_stand_for_the_models(bench: Bench, tmp_path: Path) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    bench.edit(replaced("1. python: print it", "1. python: print the dearest"))
    bench.resume(coded(DEAREST), coded(DEAREST), checked())
    assert bench.document().body(5) == "pear"
    other = replayed(bench, tmp_path)
    assert "1. python: print the dearest" in other.document().body(2)
    assert other.document().body(5) == "pear"


def test_questions_are_asked_again(bench: Bench, tmp_path: Path) -> None:
    bench.start(understood(), planned("python: print it", confidence="low"), clarified("Which fruit?"))
    bench.edit(replaced("Answer:", "Answer: plums"))
    bench.resume(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    asked = [line["fill"] for line in replies(bench).lines if line["phase"] == "clarify"]
    assert asked == [{"question": "Which fruit?"}]


def test_a_script_is_read_as_a_recording_is(bench: Bench, tmp_path: Path) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    path = tmp_path / "replies.jsonl"
    path.write_text(replies(bench).script("small", 4096, "of it"), encoding="utf-8")
    script = read_script(path)
    assert script.header == {"model": "small", "context": 4096, "fingerprint": "of it"}
    assert [line.matchers["phase"] for line in script.lines] == ["understand", "plan", "do", "do", "check"]


def test_what_was_answered_beside_the_sections_is_a_reply_where_it_was_given(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    kept = "asked_beside: [a do 1 answer 0.7000 yes, b do 2 answer - no, broken]\n---\n# State"
    bench.edit(replaced("---\n# State", kept), "op-python-1")
    bench.edit(replaced("---\n# State", "asked_beside: [c plan 0 answer 0.9 no]\n---\n# State"))
    lines = [(line["phase"], line["fill"], line.get("chances")) for line in replies(bench).lines]
    code = {"code": CHEAPEST}
    given = [
        ("plan", {"answer": "no"}, {"answer": 0.9}),
        ("plan", lines[2][1], None),
        ("do", code, None),
        ("do", {"answer": "yes"}, {"answer": 0.7}),
        ("do", code, None),
    ]
    assert lines[1:6] == given
    assert ("do", {"answer": "no"}, None) in lines[6:]
