from __future__ import annotations

import contextlib
import functools
import itertools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.tiny_gguf import ARCHITECTURES, write_tiny_gguf
from pandora import interrupt
from pandora.models.chat_frame import CHATML
from pandora.models.checkpoints import Limit, most_bytes
from pandora.models.fit.batch_costs import BatchCosts
from pandora.models.llama import LlamaModel
from pandora.models.llama_context import LlamaContext, spaced
from pandora.models.llama_library import is_recurrent, library, load_gguf
from pandora.models.protocol import GREEDY, Call, Prompt
from pandora.models.tokenizer import Tokenizer

if TYPE_CHECKING:
    from pandora.models.llama_context import Logits

CELLS, SLOTS = 1024, 5
ROUNDING = 0.4
"""Logits that lie closer together than this may change their order with how tokens are divided in batches."""
EXAMPLES = int(os.environ.get("TORTURE_EXAMPLES", "1000"))

Step = tuple[str, tuple[str, ...], int]


@dataclass(frozen=True)
class Asked:
    """One call: its owner and prompt, how its reply is written, and at which node of a batch it is stopped."""

    owner: str
    prompt: Prompt
    steps: tuple[Step, ...]
    breaks_at: int = 0


@dataclass(frozen=True)
class Written:
    """The tokens of prompt and reply, the reply's text, and the options chosen."""

    tokens: tuple[int, ...]
    text: str
    chosen: tuple[int, ...]


class StopAt(threading.Event):
    """Is set when it is looked at for the nth time."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    def is_set(self) -> bool:
        self._looks -= 1
        return self._looks <= 0


class Tiny:
    """A tiny model; `afresh` does a call in a context of its own."""

    def __init__(self, path: Path) -> None:
        self.handle = load_gguf(path)
        self.tokenizer = Tokenizer(self.handle)
        self.recurrent = is_recurrent(self.handle)
        self.afresh: Callable[[Asked], Written] = functools.cache(self._afresh)

    def close(self) -> None:
        library().llama_model_free(self.handle)

    def model(self, slots: int = SLOTS, limit: Limit = most_bytes, cells: int = CELLS) -> LlamaModel:
        context = LlamaContext(self.handle, self.tokenizer.size, cells, 1, slots, limit=limit)
        model = LlamaModel("tiny", self.handle, context, CHATML, "")
        model.trace = []
        return model

    def _afresh(self, asked: Asked) -> Written:
        with context_of(self.model(slots=1)) as (model, _):
            return write(model, asked)

    def margin(self, one: Written, other: Written) -> float:
        """How far apart a fresh context's logits are where two replies begin to differ; 0 where they do not."""
        pairs = enumerate(zip(one.tokens, other.tokens, strict=False))
        at = next((place for place, (left, right) in pairs if left != right), None)
        shorter, longer = sorted((one, other), key=lambda written: len(written.tokens))
        if at is None and len(shorter.tokens) == len(longer.tokens):
            return 0.0 if one == other else float("inf")
        if at is None:  # the shorter one ended there: by a token that it does not hold
            return self._lead(longer.tokens[: len(shorter.tokens) + 1])
        with context_of(self.model(slots=1)) as (_, context):
            tokens = list(one.tokens[:at])
            logits = context.extend(context.start(tokens, "", 0)[0], tokens)
        return abs(float(logits[one.tokens[at]] - logits[other.tokens[at]]))

    def _lead(self, tokens: Sequence[int]) -> float:
        """By how much the last token's logit differs from the highest of all others, in a fresh context."""
        *before, last = tokens
        with context_of(self.model(slots=1)) as (_, context):
            logits = context.extend(context.start(before, "", 0)[0], before)
        others = [float(logit) for token, logit in enumerate(logits) if token != last]
        return abs(float(logits[last]) - max(others))


@contextlib.contextmanager
def context_of(model: LlamaModel) -> Iterator[tuple[LlamaModel, LlamaContext]]:
    """Yield the model and its context, and free the context alone: the weights serve many tests."""
    context = model._context
    try:
        yield model, context
    finally:
        context.close()


def write(model: LlamaModel, asked: Asked) -> Written:
    call = Call("do", "system", "", asked.owner)
    writer, _ = model.form_writer(asked.prompt, call, GREEDY, 100)
    chosen = list[int]()
    for kind, texts, limit in asked.steps:
        if kind == "literal":
            writer.literal(texts[0])
        elif kind == "free":
            writer.free(texts[0], limit)
        else:
            chosen.append(writer.choose(texts)[0])
    return Written(tuple(writer.tokens), writer.text, tuple(chosen))


@pytest.fixture(scope="module", params=ARCHITECTURES)
def tiny(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tiny]:
    path = write_tiny_gguf(tmp_path_factory.mktemp("tiny") / "tiny.gguf", request.param)
    assert path.stat().st_size < 1_000_000
    made = Tiny(path)
    assert made.recurrent is ("hybrid" in request.param or "recurrent" in request.param)
    yield made
    made.close()


LINES = [f"{number}. {text}" for number, text in enumerate(("a red fox", "two hens", "red", "no corn at all"))]
prompts = st.builds(
    Prompt,
    st.sampled_from(("You are careful and go on as it was before.", "You write programs.")),
    st.lists(st.sampled_from([*LINES, "\n".join(LINES), LINES[0] * 6]), max_size=3).map(tuple),
    st.sampled_from(("# PLAN\nSay what to do.", "# DO\nDo it.", "# DO\nDo it again.")),
)
literals = st.tuples(
    st.just("literal"), st.sampled_from((("Steps:",), ("\n1.",), ("\nimport csv\n",))), st.just(0)
)
stops = st.sampled_from((("\n",), ("\n```",), ("\n\n",), ("``",), ("`\n",), ("\n`",)))
options = st.sampled_from(((" yes", " no"), ("a", "ab", "b"), ("\n2.", "")))
blanks = st.one_of(
    st.tuples(st.just("free"), stops, st.integers(8, 30)),
    st.tuples(st.just("choose"), options, st.just(0)),
)
replies = st.lists(st.tuples(literals, blanks), min_size=1, max_size=3).map(lambda pairs: sum(pairs, ()))
breaks = st.one_of(st.just(0), st.just(0), st.just(0), st.integers(1, 400))
calls = st.builds(Asked, st.sampled_from(("parent", "child", "other")), prompts, replies, breaks)
limits = st.sampled_from((most_bytes, lambda held: 200_000, lambda held: 5_000, lambda held: 0))
property_of_calls = given(st.lists(calls, min_size=3, max_size=6), limits)


def replies_as_in_fresh_contexts(
    tiny: Tiny, asked: list[Asked], limit: Limit, costs: BatchCosts | None = None
) -> None:
    with context_of(tiny.model(limit=limit)) as (model, _):
        model.costs = costs
        for call in asked:
            if call.breaks_at:
                with contextlib.suppress(KeyboardInterrupt), interrupt.stoppable(StopAt(call.breaks_at)):
                    write(model, call)
                continue
            written, expected = write(model, call), tiny.afresh(call)
            assert tiny.margin(expected, written) < ROUNDING, (written.text, expected.text)


def test_prompts_over_one_long_beginning_get_the_replies_of_fresh_contexts(tiny: Tiny) -> None:
    steps: tuple[Step, ...] = (("literal", ("Answer:",), 0), ("free", ("``",), 24))
    beginning = tuple("\n".join(LINES) for _ in range(3))
    asked = [
        Asked("parent", Prompt("You are careful.", (*beginning, f"Case {number}."), "Go on."), steps)
        for number in range(6)
    ]
    replies_as_in_fresh_contexts(tiny, asked * 2, most_bytes)


@settings(max_examples=5, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@property_of_calls
def test_any_order_of_calls_gets_the_replies_of_fresh_contexts(
    tiny: Tiny, asked: list[Asked], limit: Limit
) -> None:
    replies_as_in_fresh_contexts(tiny, asked, limit)


@settings(max_examples=5, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@property_of_calls
def test_any_order_of_calls_with_drafts_gets_the_replies_of_fresh_contexts(
    tiny: Tiny, asked: list[Asked], limit: Limit
) -> None:
    for same_only in (True, False):
        costs = BatchCosts(same_only=same_only, clock=itertools.count().__next__)
        replies_as_in_fresh_contexts(tiny, asked, limit, costs)


@pytest.mark.torture
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@property_of_calls
def test_any_order_of_many_calls_gets_the_replies_of_fresh_contexts(
    tiny: Tiny, asked: list[Asked], limit: Limit
) -> None:
    replies_as_in_fresh_contexts(tiny, asked, limit)
    costs = BatchCosts(same_only=False, clock=itertools.count().__next__)
    replies_as_in_fresh_contexts(tiny, asked, limit, costs)


def test_a_draft_is_worth_single_tokens_and_is_cut_off_again(tiny: Tiny) -> None:
    with context_of(tiny.model()) as (_, context):
        tokens, more = list(range(60)), [7, 8, 9, 10, 7, 8]
        slot, _ = context.start(tokens, "", 0)
        context.extend(slot, tokens)
        assert context.goes_back is not tiny.recurrent
        if tiny.recurrent:
            with pytest.raises(ValueError, match="cannot go back"):
                context.extend_by_draft(slot, more)
            return
        ahead = context.extend_by_draft(slot, more)
        assert context.cut(slot, 60) == 60
        for token, expected in zip(more, ahead, strict=True):
            assert abs(context.extend(slot, [token]) - expected).max() < ROUNDING


def test_a_model_that_cannot_go_back_drafts_nothing(tiny: Tiny) -> None:
    call = Call("do", "system", "", "a")
    prompt = Prompt("You are careful.", ("\n".join(LINES) * 3,), "Go on.")
    with context_of(tiny.model()) as (model, _):
        model.costs = BatchCosts(same_only=False, clock=itertools.count().__next__)
        writer, _ = model.form_writer(prompt, call, GREEDY, 100)
        writer.free("", 60)
    assert writer.drafted == 0 or not tiny.recurrent


def test_without_memory_for_checkpoints_prompts_are_evaluated_whole(tiny: Tiny) -> None:
    with context_of(tiny.model(limit=lambda held: 0)) as (_, context):
        first = list(range(60))
        context.extend(context.start(first, "a", 0, marks=(40,))[0], first)
        slot, held = context.start([*first[:50], 99], "b", 0)
        assert (slot, held) == ((1, 0) if tiny.recurrent else (1, 50))
        context.extend(slot, [*first[:50], 99][held:])
        assert context.cut(slot, 45) == (0 if tiny.recurrent else 45)


def test_a_sequence_is_taken_up_where_its_state_was_kept_and_where_calls_parted(tiny: Tiny) -> None:
    def shared_with(other: list[int]) -> int:
        slot, held = context.start(other, "", 0)
        context.extend(slot, other[held:])
        return held

    with context_of(tiny.model()) as (_, context):
        first = list(range(100))
        context.extend(context.start(first, "", 0, marks=(30, 60))[0], first)
        assert shared_with([*first[:80], 101]) == (60 if tiny.recurrent else 80)
        assert shared_with([*first[:80], 102]) == 80
        assert shared_with([*first[:40], 103]) == (30 if tiny.recurrent else 40)
        assert shared_with([104, *first]) == 0


def test_a_window_in_whose_cells_others_were_written_is_not_shared(tiny: Tiny) -> None:
    def extended(context: LlamaContext, tokens: list[int], owner: str) -> Logits:
        slot, held = context.start(tokens, owner, 0)
        return context.extend(slot, tokens[held:])

    kept = list(range(34))
    with context_of(tiny.model(cells=256)) as (_, context):
        extended(context, [50 + number % 70 for number in range(139)], "a")
        extended(context, kept, "b")
        extended(context, [40 + number % 80 for number in range(182)], "c")  # goes round, over b's beginning
        logits = extended(context, [*kept[:22], 7], "d")
    with context_of(tiny.model(slots=1)) as (_, context):
        fresh = extended(context, [*kept[:22], 7], "d")
    assert abs(logits - fresh).max() < ROUNDING


def test_a_cut_goes_back_to_the_bookmark(tiny: Tiny) -> None:
    with context_of(tiny.model()) as (_, context):
        tokens = list(range(40))
        slot, _ = context.start(tokens, "", 0)
        context.extend(slot, tokens)
        context.bookmark(slot)
        expected = context.extend(slot, [7, 8])
        context.extend(slot, [9])
        assert context.cut(slot, 40) == 40
        assert abs(context.extend(slot, [7, 8]) - expected).max() < ROUNDING
        context.bookmark(slot)
        assert context.cut(slot, 41) == (39 if tiny.recurrent else 41)


def test_marks_close_together_are_one() -> None:
    assert spaced((5, 20, 21, 50, 90, 70), 4, 60) == [20, 50]
    assert spaced((), 0, 10) == []
