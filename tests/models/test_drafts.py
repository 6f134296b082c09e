from __future__ import annotations

import contextlib
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora import interrupt
from pandora.document.form import Form, parse_form
from pandora.models.drafts import LEAST, Drafts
from pandora.models.fit import kept_measures
from pandora.models.fit.batch_costs import Batch, BatchCosts, known_batches
from pandora.models.fit.load_options import LoadOptions
from pandora.models.llama import LlamaModel, measures_key
from pandora.models.progress import Progress, heard_by
from pandora.models.protocol import GREEDY, Call, Prompt, Sampling
from tests.models.test_llama_context import StopAt

PASSAGE = list(range(100, 120))


def followed(tokens: list[int], begin: int) -> Drafts:
    """What is known of a text whose tokens from `begin` on the model wrote, one after the other."""
    drafts = Drafts()
    for end in range(begin, len(tokens) + 1):
        drafts.follow(tokens[:end])
    return drafts


def test_a_copy_is_noticed_after_its_first_tokens_and_goes_on_as_it_did() -> None:
    prompt = [1, 2, *PASSAGE, 3]
    for count in range(1, 9):
        tokens = prompt + PASSAGE[:count]
        draft = followed(tokens, len(prompt)).draft(tokens, 3)
        assert draft == (PASSAGE[count : count + 3] if count >= LEAST else [])


def test_of_two_passages_the_one_that_agrees_longer_is_followed() -> None:
    one, other = [1, 2, 3, 4, 5, 6, 90], [9, 9, 3, 4, 5, 6, 91]
    tokens = [*one, *other, 7, *one[:6]]
    assert followed(tokens, len(tokens)).draft(tokens, 1) == [90]
    tokens = [*other, *other[:-1], 92, 7, 8, *other[2:6]]
    assert followed(tokens, len(tokens)).draft(tokens, 1) == [92], "of passages as good, the latest"


def test_a_text_that_goes_round_is_its_own_passage() -> None:
    tokens = [1, 2, 3, 4, 5] * 3
    assert followed(tokens, 4).draft(tokens, 12) == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2]


def test_the_rate_grows_with_a_copy_and_falls_when_it_ends_otherwise() -> None:
    prompt = [*PASSAGE, 3]
    rates = [followed(prompt + PASSAGE[:count], len(prompt)).rate for count in (4, 8, 16)]
    assert rates == sorted(rates)
    assert 0.7 < rates[0] < rates[-1] < 1
    wrong = prompt + [token for start in range(0, 16, 4) for token in (*PASSAGE[start : start + 4], 3)]
    assert followed(wrong, len(prompt)).rate < rates[0]


def test_given_text_is_nobodys_mistake() -> None:
    drafts = Drafts()
    tokens = [*PASSAGE, 3, *PASSAGE[:4]]
    drafts.follow(tokens)
    before = drafts.rate
    drafts.follow([*tokens, 7, 8, 9])
    drafts.follow([*tokens, 7, 8, 9, *PASSAGE[:4]])
    assert drafts.rate == before


@given(st.lists(st.lists(st.integers(0, 2), max_size=6), max_size=30), st.lists(st.integers(0, 5), max_size=30))
def test_whatever_is_written_and_cut_a_draft_is_as_long_as_asked_or_empty(
    pieces: list[list[int]], cuts: list[int]
) -> None:
    drafts, tokens = Drafts(), list[int]()
    for piece, cut in itertools.zip_longest(pieces, cuts, fillvalue=None):
        tokens += piece or []
        drafts.follow(tokens)
        draft = drafts.draft(tokens, 5)
        assert len(draft) in (0, 5)
        assert set(draft) <= set(tokens)
        assert 0 <= drafts.rate < 1
        del tokens[max(0, len(tokens) - (cut or 0)) :]


def always(*, same_only: bool = True) -> BatchCosts:
    """Costs by a clock for which all batches take the same time, so that every draft pays."""
    return BatchCosts(same_only=same_only, clock=itertools.count().__next__)


CODE = """import csv

with open('a.csv') as file:
    rows = list(csv.reader(file))
for row in rows:
    print(row)
"""
FORMS = (
    parse_form("Code: {code python}\n"),
    parse_form("Animal: {dog | cat}\nSound: {line}\nWords: {text}\n"),
    parse_form("Letter: {text without [}\nSure: {yes | no}\n"),
)
PROMPT = Prompt(
    "You go on as before.", (f"```python\n{CODE}```\n" * 3, "Animal: cat\nSound: meow\n" * 6), "Go on."
)


def tokens_of(
    model: LlamaModel, form: Form, costs: BatchCosts | None, sampling: Sampling = GREEDY, document: str = "a"
) -> tuple[int, ...]:
    assert model.trace is not None
    model.costs = costs
    try:
        reply = model.fill(PROMPT, form, call=Call("do", "system", "", document), sampling=sampling)
    finally:
        model.costs = None
    assert 0 <= reply.usage.taken <= reply.usage.drafted
    assert reply.usage.drafted - reply.usage.taken <= reply.usage.evaluated
    assert costs is not None or not reply.usage.drafted
    return model.trace[-1].tokens


@pytest.mark.llama
@pytest.mark.parametrize(
    ("form", "sampling"), [*((form, GREEDY) for form in FORMS), (FORMS[0], Sampling(0.7, 1))]
)
def test_a_reply_is_the_same_with_drafts_to_the_last_token(
    model: LlamaModel, form: Form, sampling: Sampling
) -> None:
    assert tokens_of(model, form, always(), sampling) == tokens_of(model, form, None, sampling)


@pytest.mark.llama
def test_drafts_are_taken_where_a_reply_copies(fresh: LlamaModel) -> None:
    fresh.costs = always(same_only=False)
    reply = fresh.fill(PROMPT, FORMS[0], call=Call("do", "system", "", "a"))
    assert reply.usage.taken > reply.usage.written / 3
    assert reply.usage.taken > reply.usage.drafted / 2


@pytest.mark.llama
def test_a_draw_with_a_seed_is_drafted_only_where_it_cannot_change(model: LlamaModel) -> None:
    model.costs = always(same_only=False)
    try:
        reply = model.fill(PROMPT, FORMS[0], call=Call("do", "system", "", "a"), sampling=Sampling(0.7, 1))
    finally:
        model.costs = None
    assert reply.usage.drafted == 0


@pytest.mark.llama
def test_a_listener_hears_the_whole_reply_in_order(model: LlamaModel) -> None:
    alone = tokens_of(model, FORMS[0], None)
    reports: list[Progress] = []
    with heard_by(reports.append):
        assert tokens_of(model, FORMS[0], always(same_only=False)) == alone
    written = [report for report in reports if report.stage == "write"]
    assert [report.done for report in written] == sorted(report.done for report in written)
    assert written[-1].over
    assert "import csv" in written[-1].text


@pytest.mark.llama
@pytest.mark.parametrize("looks", [1, 300])
def test_a_call_that_is_stopped_in_a_batch_leaves_nothing_behind(
    fresh: LlamaModel, model: LlamaModel, looks: int
) -> None:
    with contextlib.suppress(KeyboardInterrupt), interrupt.stoppable(StopAt(looks)):
        tokens_of(fresh, FORMS[1], always(same_only=False))
    assert tokens_of(fresh, FORMS[1], None, document="c") == tokens_of(model, FORMS[1], None)


@pytest.mark.llama
def test_what_was_measured_is_kept_for_the_next_process(
    smollm2: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_measures, "cache_folder", lambda: tmp_path)
    options = LoadOptions(speculation="auto")
    model = LlamaModel.open(smollm2, context=2048, threads=1, options=options)
    assert model.costs is not None
    model.costs.note(1, 1.0)
    for _ in range(4):
        model.costs.note(1, 1.0)
    model.costs.note(8, 3.0)
    model.costs.note_agreement(8, same=True)
    model.close()
    assert known_batches(measures_key(smollm2, 1, options)) == {8: Batch(3.0, True)}
    again = LlamaModel.open(smollm2, context=2048, threads=1, options=options)
    assert again.costs is not None
    assert again.costs.tried == {8: Batch(3.0, True)}
    again.close()
