"""The draws that are likely to be asked for next with the same prompt, told to a model before they are."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pandora.models.protocol import Sampling

_local = threading.local()


@contextmanager
def foreseeing(samplings: Sequence[Sampling]) -> Iterator[None]:
    """In the `with` block, models that are asked in this thread may draw by `samplings`, too, in their order.

    It is a hint: a model gives what it drew ahead only to the call that asks for just that, and drops it at
    any other.
    """
    before = foreseen()
    _local.samplings = tuple(samplings)
    try:
        yield
    finally:
        _local.samplings = before


def foreseen() -> tuple[Sampling, ...]:
    """What is foreseen in this thread; () where nothing is."""
    return getattr(_local, "samplings", ())
