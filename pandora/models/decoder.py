"""What the writer of a form needs from the context that decodes its tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pandora.models.llama_context import Logits
    from pandora.models.sequences import Sequences


class Decoder(Protocol):
    """A context, or one writer's share of it; `LlamaContext` says what each of these does."""

    @property
    def sequences(self) -> Sequences:
        """Which sequence holds which tokens."""

    @property
    def goes_back(self) -> bool:
        """True where a cut by any number of tokens is exact and costs nothing."""

    def start(self, tokens: list[int], owner: str, room: int, marks: Sequence[int] = ()) -> tuple[int, int]:
        """Begin a call with `tokens`; return its sequence and how many of the tokens that holds already."""

    def extend(self, slot: int, tokens: list[int], heard: Callable[[int], None] | None = None) -> Logits:
        """Decode `tokens` at the end of `slot`; returns the logits after the last."""

    def extend_by_draft(self, slot: int, tokens: list[int]) -> list[Logits]:
        """Decode `tokens` in one batch at the end of `slot`; return the logits after each."""

    def cut(self, slot: int, length: int) -> int:
        """Cut `slot` to `length` tokens; return how many it holds then."""

    def bookmark(self, slot: int) -> None:
        """Make a cut to the present end of `slot` exact and cheap."""
