"""The operation `answer`: return a text, without any action."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.workspace.operation_context import OperationContext, Result


def answer(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return `text` as the result; an empty text is a failure."""
    text = arguments.get("text", "").strip()
    return Result(True, text) if text else Result(False, "the answer is empty", 1)
