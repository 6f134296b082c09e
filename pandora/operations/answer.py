"""The operation `answer`: words that need no action."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.workspace.operation_context import OperationContext, Result


def answer(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Give `text` back; an empty one is no answer."""
    text = arguments.get("text", "").strip()
    return Result(True, text) if text else Result(False, "the answer is empty", 1)
