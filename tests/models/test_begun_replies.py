"""Replies to one prompt that are written in step are those that are written one after the other."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora import interrupt
from pandora.document.form import Form, parse_form
from pandora.errors import ReplyError
from pandora.models import llama_context
from pandora.models.ceilings import GivenCeilings
from pandora.models.fit import kept_measures
from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.row_gains import known_gains
from pandora.models.foreseen import foreseeing, foreseen
from pandora.models.llama import LlamaModel, measures_key
from pandora.models.progress import Progress, heard_by
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling

KINDS = ("mixture", "windowed", "hybrid", "windowed hybrid", "recurrent")
CODE = parse_form("Code: {code python}\nSure: {yes | no}\n")
PROMPT = Prompt("You write programs.", ("Task: the sum of a column. " * 8,), "# DO\nWrite the program.")
DRAWS = [Sampling(0.5, seed) for seed in (1, 2, 3)]


def ask(model: LlamaModel, sampling: Sampling, ahead: Sequence[Sampling] = (), form: Form = CODE) -> Reply:
    with foreseeing(ahead):
        return model.fill(PROMPT, form, call=Call("do", "operation", "python", "op-a"), sampling=sampling)


def opened(path: Path, width: int | None = 4, context: int = 2048, code: int = 60) -> LlamaModel:
    options, limits = LoadOptions(width=width), GivenCeilings(code=code)
    return LlamaModel.open(path, context=context, threads=1, options=options, given=limits)


@pytest.fixture(params=KINDS)
def tiny(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_tiny_gguf(tmp_path / "tiny.gguf", request.param)


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of sequences that were decoded in one batch."""
    sizes: list[int] = []
    plain = llama_context.LlamaContext.extend_each

    def counted(self: llama_context.LlamaContext, steps: Sequence[tuple[int, int]]) -> object:
        sizes.append(len(steps))
        return plain(self, steps)

    monkeypatch.setattr(llama_context.LlamaContext, "extend_each", counted)
    return sizes


def test_replies_written_together_are_those_written_one_by_one(tiny: Path, batches: list[int]) -> None:
    alone = opened(tiny, 1)
    expected = [ask(alone, draw) for draw in (GREEDY, *DRAWS)]
    alone.close()
    assert batches == []
    together = opened(tiny)
    replies = [ask(together, GREEDY)]
    for number, draw in enumerate(DRAWS):
        replies.append(ask(together, draw, DRAWS[number + 1 :]))
    together.close()
    assert max(batches) == 3
    assert sorted(batches, reverse=True) == batches, "a sequence whose reply has ended leaves the batch"
    assert [reply.raw for reply in replies] == [reply.raw for reply in expected]
    assert [reply.usage.written for reply in replies] == [reply.usage.written for reply in expected]
    # The sequences are copied from the shared prefix: only what follows where it can be taken up is read again.
    assert all(reply.usage.evaluated < 40 for reply in replies[1:])


def test_what_was_begun_is_dropped_where_another_thing_is_asked_and_its_tokens_are_told(tiny: Path) -> None:
    model = opened(tiny)
    first = ask(model, DRAWS[0], DRAWS[1:])
    assert model.begun.holds_any
    other = Prompt("You write programs.", ("Another task.",), "# DO\nWrite it.")
    told = model.fill(other, CODE, call=Call("do", "operation", "python", "op-b"))
    assert not model.begun.holds_any
    model.close()
    alone = opened(tiny, 1)
    assert ask(alone, DRAWS[0]).raw == first.raw
    plain = alone.fill(other, CODE, call=Call("do", "operation", "python", "op-b"))
    alone.close()
    assert told.raw == plain.raw
    assert told.usage.evaluated > plain.usage.evaluated


def test_a_reply_that_is_not_whole_is_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"))
    plain, calls = LlamaModel._write, []

    def written(self: LlamaModel, asked: object, sampling: Sampling, *share: object) -> object:
        calls.append(sampling)
        if sampling == DRAWS[1]:
            raise ReplyError("op-a: it is not whole")
        return plain(self, asked, sampling, *share)  # type: ignore[arg-type]

    monkeypatch.setattr(LlamaModel, "_write", written)
    ask(model, DRAWS[0], DRAWS[1:])
    with pytest.raises(ReplyError, match="not whole"):
        ask(model, DRAWS[1], DRAWS[2:])
    ask(model, DRAWS[2])
    assert calls == [*DRAWS, DRAWS[2]]
    model.close()


def test_a_stop_in_the_middle_leaves_the_model_as_it_was(tmp_path: Path) -> None:
    class StopAt(threading.Event):
        looks = 60

        def is_set(self) -> bool:
            self.looks -= 1
            return self.looks <= 0

    before = threading.active_count()
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"))
    with pytest.raises(KeyboardInterrupt), interrupt.stoppable(StopAt()):
        ask(model, DRAWS[0], DRAWS[1:])
    assert not model.begun.holds_any
    expected = ask(model, DRAWS[0])
    assert ask(model, DRAWS[0], DRAWS[1:]).raw == expected.raw
    with interrupt.stoppable(StopAt()):
        model.close()
    for thread in threading.enumerate():
        if thread.name == "a reply in step":
            thread.join(5)
    assert threading.active_count() == before


def test_the_first_of_them_is_heard_and_the_others_are_not(tmp_path: Path) -> None:
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"))
    heard: list[Progress] = []
    with heard_by(heard.append):
        first = ask(model, DRAWS[0], DRAWS[1:])
    model.close()
    texts = [report.text.strip() for report in heard if report.stage == "write"]
    assert texts[-1] == first.raw
    assert all(first.raw.startswith(text[:20]) for text in texts)


@pytest.mark.parametrize(("context", "begun"), [(1024, 1), (2048, 3), (8192, 8)])
def test_as_many_are_begun_as_have_room(tmp_path: Path, context: int, begun: int, batches: list[int]) -> None:
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"), 8, context, 400)
    many = [Sampling(0.5, seed) for seed in range(1, 9)]
    ask(model, many[0], many[1:])
    model.close()
    assert max(batches, default=1) == begun


def test_what_has_no_room_any_more_is_dropped_and_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: list[int]
) -> None:
    path = write_tiny_gguf(tmp_path / "tiny.gguf", "mixture")
    alone = opened(path, 1, 1024, 400)
    expected = [ask(alone, draw).raw for draw in DRAWS]
    alone.close()
    monkeypatch.setattr("pandora.models.llama.most_tokens", lambda *of: 8)  # far too few
    model = opened(path, 8, 1024, 400)
    replies = [ask(model, draw, DRAWS[number + 1 :]).raw for number, draw in enumerate(DRAWS)]
    model.close()
    # Batches change the last digits, which may turn a choice after many tokens.
    assert [reply[:100] for reply in replies] == [reply[:100] for reply in expected]
    assert max(batches) == 3
    assert batches.count(3) < batches.count(2), "the third one had to go"


def test_the_content_of_a_file_is_written_alone(tmp_path: Path, batches: list[int]) -> None:
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"))
    with contextlib.suppress(ReplyError):  # a tiny model may not end
        ask(model, DRAWS[0], DRAWS[1:], parse_form("Content: {code python of a file}\n"))
    model.close()
    assert batches == []


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_measures, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def test_the_width_is_measured_at_the_first_vote_and_kept(tiny: Path, cache: Path) -> None:
    options = LoadOptions(width=None)
    model = LlamaModel.open(tiny, context=2048, threads=1, options=options)
    expected = ask(model, GREEDY)
    assert not model.begun.gains.known
    reply = ask(model, DRAWS[0], DRAWS[1:])
    gains = model.begun.gains
    assert set(gains.gains) >= {1, 2, 3, 4}
    assert gains.gains[1] == 1.0
    model.close()
    key = measures_key(tiny, 1, options)
    assert known_gains(key).gains == {rows: round(gain, 2) for rows, gain in gains.gains.items()}
    again = LlamaModel.open(tiny, context=2048, threads=1, options=options)
    assert again.begun.gains.known
    assert ask(again, GREEDY).raw == expected.raw, "what was measured leaves nothing behind"
    again.close()
    assert reply.usage.evaluated >= sum(rows for rows in gains.gains)


def test_where_the_width_is_one_nothing_is_begun(tmp_path: Path, batches: list[int]) -> None:
    model = opened(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"), 1)
    before = threading.active_count()
    ask(model, DRAWS[0], DRAWS[1:])
    assert threading.active_count() == before
    assert not model.begun.holds_any
    model.close()
    assert batches == []


def test_what_is_foreseen_is_of_this_thread_and_block() -> None:
    assert foreseen() == ()
    with foreseeing(DRAWS):
        assert foreseen() == tuple(DRAWS)
        seen: list[object] = []
        thread = threading.Thread(target=lambda: seen.append(foreseen()))
        thread.start()
        thread.join()
        assert seen == [()]
    assert foreseen() == ()
