"""Counting tokens with a model's own tokenizer, without loading its weights."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from pandora.check.token_costs import WORDS, Meter
from pandora.errors import PandoraError
from pandora.models.api_keys import Keys
from pandora.models.open import gguf_path, open_model


@contextmanager
def meter_of(spec: str, keys: Keys | None = None, template: str = "") -> Iterator[Meter]:
    """A meter with the tokenizer and chat frame of the model `spec`; raises what opening that model would.

    `keys` says which API key a server gets, and `template` what takes the place of a GGUF's own chat template.
    """
    path = gguf_path(spec)
    if path is None:
        model = open_model(spec, keys=keys)
        try:
            yield Meter(model.count, 0, exact=bool(getattr(model, "counts_exactly", True)))
        finally:
            model.close()
        return
    from pandora.models.gguf_frame import gguf_frame
    from pandora.models.llama_library import load_gguf
    from pandora.models.tokenizer import Tokenizer

    handle = load_gguf(path, vocab_only=True)
    tokenizer = Tokenizer(handle, owns=True)
    try:
        frame = gguf_frame(path, handle, tokenizer, template=template)
        head = tokenizer.encode(frame.head, special=True)
        begins = int(tokenizer.first is not None and head[:1] != [tokenizer.first])
        rest = [*tokenizer.encode(frame.middle, special=True), *tokenizer.encode(frame.tail, special=True)]
        yield Meter(tokenizer.count, begins + len(head) + len(rest))
    finally:
        tokenizer.close()


@contextmanager
def meter_or_words(spec: str, keys: Keys | None = None, template: str = "") -> Iterator[Meter]:
    """As `meter_of`, or a meter of words, a lower bound, where the model has no tokenizer on this machine."""
    with ExitStack() as stack:
        try:
            meter = stack.enter_context(meter_of(spec, keys, template)) if spec else WORDS
        except PandoraError:
            meter = WORDS
        yield meter if meter.exact else WORDS
