from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pandora.sessions.delegation import ChildReply, ChildRequest, LeafReply, LeafRequest
from pandora.sessions.session_kernel import BlockResult, Kernel, KernelSettings


class Replies:
    """A delegate that answers each lane by a function, and keeps the requests."""

    def __init__(
        self,
        leaf: Callable[[str], Any] = lambda text: text,
        child: Callable[[Any], ChildReply] = lambda values: ChildReply(
            "failed", error="no child", kind="error"
        ),
    ) -> None:
        self.leaf, self.child = leaf, child
        self.leaves: list[LeafRequest] = []
        self.children: list[ChildRequest] = []

    def ask(self, request: LeafRequest) -> Sequence[LeafReply]:
        self.leaves.append(request)
        return [self._leaf(text) for text in request.texts]

    def _leaf(self, text: str) -> LeafReply:
        value = self.leaf(text)
        if isinstance(value, Exception):
            return LeafReply(error=str(value), kind="error", child="op-leaf-aaaaaa-1")
        return LeafReply(value, child="op-leaf-aaaaaa-1")

    def delegate(self, request: ChildRequest) -> Sequence[ChildReply]:
        self.children.append(request)
        return [self.child(values) for values in request.values]


def a_kernel(delegate: Replies | None = None, seconds: float = 10.0, **options: Any) -> Kernel:
    return Kernel(KernelSettings(seconds, **options), delegate or Replies())


def ran(kernel: Kernel, *blocks: str) -> BlockResult:
    """The result of the last of some blocks; none is run after an error or a FINAL."""
    for number, block in enumerate(blocks, 1):
        result = kernel.run(block, number)
        if result.error is not None or result.final is not None:
            break
    return result


def final(kernel: Kernel, *blocks: str) -> str:
    result = ran(kernel, *blocks)
    assert result.final is not None, result.error
    return result.final.text
