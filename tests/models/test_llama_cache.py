from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.prefix import unique_tokens
from pandora.document.form import parse_form
from pandora.models.llama import LlamaModel
from pandora.models.llama_context import LlamaContext
from pandora.models.llama_library import library, load_gguf
from pandora.models.protocol import Call, Prompt, Reply
from pandora.models.tokenizer import Tokenizer

pytestmark = pytest.mark.llama

PATTERN = "Animal: cat\nSound: meow\n\n" * 8
FORM = parse_form("Animal: {dog | cat}\nSound: {line}\n")
BASE = "You are careful and go on as it was before."


def ask(model: LlamaModel, document: str, *parts: str) -> Reply:
    return model.fill(Prompt(BASE, parts, "Go on."), FORM, call=Call("plan", "system", "", document))


def test_after_its_children_the_parent_evaluates_only_what_is_new(fresh: LlamaModel) -> None:
    ask(fresh, "system-a", PATTERN)
    for number in range(3):
        ask(fresh, f"tool-{number}", f"Case {number}.", PATTERN)
    reply = ask(fresh, "system-a", PATTERN, "One more.")
    fixed = fresh.count(BASE) + fresh.count(PATTERN.strip("\n"))
    assert reply.usage.evaluated < reply.usage.prompt - fixed < 40


def test_a_tree_evaluates_each_token_once(fresh: LlamaModel) -> None:
    sections = [PATTERN]
    for step in range(4):
        ask(fresh, "system-a", *sections)
        for number in range(2):
            ask(fresh, f"tool-{step}-{number}", f"Case {step} {number}.")
            ask(fresh, f"tool-{step}-{number}", f"Case {step} {number}.", "More of it.")
        sections.append(f"Result {step}: done.")
    assert fresh.trace is not None
    evaluated = sum(call.evaluated for call in fresh.trace)
    given = sum(call.sampled.count(False) for call in fresh.trace)
    assert evaluated <= unique_tokens(fresh.trace) * 1.05
    assert evaluated < given / 2


def test_a_cached_prefix_gives_the_same_values_as_a_fresh_context(fresh: LlamaModel, smollm2: Path) -> None:
    ask(fresh, "system-a", PATTERN)
    ask(fresh, "tool-b", "Animal: dog\nSound: woof\n\n" * 8)
    warm = ask(fresh, "system-a", PATTERN, "One more.")
    other = LlamaModel.open(smollm2, context=2048, threads=1)
    cold = ask(other, "system-a", PATTERN, "One more.")
    other.close()
    assert warm.filled.values == cold.filled.values == {"animal": "cat", "sound": "meow"}
    assert warm.usage.evaluated < cold.usage.evaluated
    assert warm.filled.probabilities["animal"] == pytest.approx(cold.filled.probabilities["animal"], abs=0.2)


@pytest.mark.torture
def test_a_cache_that_overflows_still_replies_the_same(smollm2: Path) -> None:
    small = LlamaModel.open(smollm2, context=1024, threads=1)
    first = ask(small, "system-a", PATTERN)
    for number in range(4):
        ask(small, f"tool-{number}", f"Case {number}: woof.\n" * 16, PATTERN)
    again = ask(small, "system-a", PATTERN)
    small.close()
    assert again.usage.evaluated > 40
    assert again.filled.values == first.filled.values


def test_a_copied_prefix_is_worth_as_much_as_a_decoded_one(smollm2: Path) -> None:
    """Sequences neither lose tokens nor see one another's: their logits agree up to rounding."""
    import numpy

    handle = load_gguf(smollm2)
    tokenizer = Tokenizer(handle)
    shared, end = tokenizer.encode(PATTERN), tokenizer.encode("Animal:")
    context = LlamaContext(handle, tokenizer.size, 1024, 1, slots=4)
    alone_slot, _ = context.start(shared + end, "a", 0)
    alone = context.extend(alone_slot, shared + end)
    other = tokenizer.encode("Nothing of the kind. " * 30)
    context.extend(context.start(other, "b", 0)[0], other)
    slot, held = context.start(shared + end + end, "c", 0)
    assert (slot == alone_slot) == (held == len(shared + end))
    slot, held = context.start(shared + tokenizer.encode(" x"), "d", 0)
    assert held == len(shared)
    assert slot != alone_slot
    copied = context.extend(slot, end)
    assert context.cut(slot, len(shared)) == len(shared)
    again = context.extend(slot, end)
    context.close()
    library().llama_model_free(handle)
    for logits in (copied, again):
        assert logits.argmax() == alone.argmax()
        assert numpy.corrcoef(logits, alone)[0, 1] > 0.99
