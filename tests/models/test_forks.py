"""Forks of a greedy reply: where it parts, that only the tail is decoded, and that they stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.document.form import Form, parse_form
from pandora.models.ceilings import GivenCeilings
from pandora.models.fit.load_options import LoadOptions
from pandora.models.foreseen import foreseeing
from pandora.models.forks import CODE_STOP, Draw, Step, WrittenBlank, WrittenChoice, fork_of, second_best
from pandora.models.llama import LlamaModel
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling

KINDS = ("mixture", "windowed", "hybrid", "windowed hybrid", "recurrent")
CODE = parse_form("Kind: {yes | no}\nCode: {code python}\nSure: {yes | no}\nWhy: {line}\n")
PROMPT = Prompt("You write programs.", ("Task: the sum of a column. " * 8,), "# DO\nWrite the program.")
OPENING = {"code": "rows = 1\n"}
FORKS = [Sampling(0.7, fork, fork) for fork in (1, 2, 3)]


class Words:
    """A tokenizer whose tokens are places in a list of texts; the text "" ends a reply."""

    def __init__(self) -> None:
        self.texts: list[str] = [""]

    def token(self, text: str) -> int:
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def piece(self, token: int) -> bytes:
        return self.texts[token].encode()

    def ends(self, token: int) -> bool:
        return token == 0


def parted(
    draws: Sequence[tuple[str, str, float]], before: str = "python\n", stop: str = CODE_STOP
) -> list[str]:
    """The beginnings of all forks of a blank, by its texts with their second best ones and margins."""
    words: Any = Words()
    blank = WrittenBlank([Draw(words.token(a), words.token(b), m) for a, b, m in draws], stop, before)
    steps: list[Step] = [WrittenChoice(0, 1.0, ()), blank]
    texts, fork = [], 1
    while (begun := fork_of(steps, fork, words)) is not None:
        last = begun[-1]
        assert begun[:-1] == steps[:1]
        assert isinstance(last, WrittenBlank)
        texts.append("".join(words.texts[draw.token] for draw in last.draws))
        fork += 1
    return texts


def test_forks_part_at_the_smallest_margins_first() -> None:
    draws = [("a", "b", 2.0), (" =", " +", 0.5), (" 1", " 2", 1.0), ("", " + c", 3.0)]
    assert parted(draws) == ["a +", "a = 2", "b", "a = 1 + c"]


@pytest.mark.parametrize(
    ("draws", "before"),
    [
        ([("\n", "\n\n", 0.1)], "python\n"),
        ([("x", " x", 0.1)], "python\n"),
        ([("", "\n", 0.1)], "python\n"),
        ([("pr", "print", 0.1), ("int", "int", 9.0)], "python\n"),
        ([("print", "pr", 0.1)], "python\n"),
        ([("x = 1", "# the sum", 0.1)], "python\n"),
        ([("# the", "x = 1", 0.1)], "python\n"),
        ([(" sum", " total", 0.1)], "python\nx = '#'  # the"),
        ([(" sum", " total", 0.1)], 'python\ndef f():\n    """The'),
        ([("x", "", 0.1)], "python\n"),
        ([("x", "\n```", 0.1)], "python\n"),
    ],
)
def test_what_makes_no_difference_is_no_fork(draws: list[tuple[str, str, float]], before: str) -> None:
    assert parted(draws, before) == []


@pytest.mark.parametrize("before", ["python\nx = '#", 'python\nx = """a', "text\n# a"])
def test_a_mark_within_a_text_begins_no_comment(before: str) -> None:
    assert parted([(" sum", " total", 0.1)], before) == [" total"]


def test_two_forks_never_begin_with_the_same_text() -> None:
    draws = [("a", "ab", 0.1), ("x", "b", 0.2), ("", "!", 0.3)]
    assert parted(draws) == ["ab", "ax!"]


def test_the_second_best_is_found_and_the_logits_are_as_before() -> None:
    logits = numpy.array([1.0, 4.0, 3.5], dtype=numpy.float32)
    assert second_best(logits, 1) == (2, 0.5)
    assert logits.tolist() == [1.0, 4.0, 3.5]


def ask(model: LlamaModel, sampling: Sampling, ahead: Sequence[Sampling] = (), form: Form = CODE) -> Reply:
    call = Call("do", "operation", "python", "op-a")
    with foreseeing(ahead):
        return model.fill(PROMPT, form, call=call, sampling=sampling, opening=OPENING)


def opened(path: Path, width: int = 1) -> LlamaModel:
    options, given = LoadOptions(width=width), GivenCeilings(code=60)
    return LlamaModel.open(path, context=2048, threads=1, options=options, given=given)


@pytest.fixture(params=KINDS)
def tiny(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_tiny_gguf(tmp_path / "tiny.gguf", request.param)


def test_forks_are_the_same_in_any_process_in_any_order_and_together(tiny: Path) -> None:
    model = opened(tiny)
    first = ask(model, GREEDY)
    forks = [ask(model, fork) for fork in FORKS]
    assert len({first.raw, *(fork.raw for fork in forks)}) == 4
    assert all(str(fork.filled.values["code"]).startswith(OPENING["code"]) for fork in forks)
    model.close()
    later = opened(tiny)
    assert [ask(later, fork).raw for fork in reversed(FORKS)] == [fork.raw for fork in reversed(forks)]
    assert ask(later, GREEDY).raw == first.raw
    later.close()
    together = opened(tiny, width=4)
    replies = [ask(together, fork, FORKS[number + 1 :]) for number, fork in enumerate(FORKS)]
    together.close()
    assert [reply.raw for reply in replies] == [fork.raw for fork in forks]


def test_only_what_follows_a_fork_is_decoded(tmp_path: Path) -> None:
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"))
    first = ask(model, GREEDY)
    for fork in FORKS:
        reply = ask(model, fork)
        assert reply.usage.prompt > first.usage.prompt
        assert reply.usage.prompt + reply.usage.written <= first.usage.prompt + first.usage.written + 110
        assert reply.usage.evaluated < 30, "the labels after the tail, and no prompt"
    model.close()


def test_a_reply_that_has_no_further_fork_is_sampled(tmp_path: Path) -> None:
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"))
    form = parse_form("Sure: {yes | no}\n")
    ask(model, GREEDY, form=form)
    far = Sampling(0.7, 9000, 9000)
    assert ask(model, far).raw == ask(model, Sampling(0.7, 9000)).raw
    assert ask(model, far, form=form).filled.values == ask(model, GREEDY, form=form).filled.values
    model.close()
