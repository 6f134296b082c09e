"""The operation `answer`: return a text, without any action."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.workspace.operation_context import OperationContext, Result

ASKED = "(asked)"
"""The argument with the parts of a request that asks for several things, one a line; code fills it."""


def answer(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return `text` as the result, or a line for each part of the request; an empty text is a failure.

    Where the form asked for each part by itself, the arguments have what was answered to it by the part in
    small letters.
    """
    if "text" in arguments:
        text = arguments["text"].strip()
        return Result(True, text) if text else Result(False, "the answer is empty", 1)
    parts = {part: arguments.get(part.lower(), "").strip() for part in arguments.get(ASKED, "").splitlines()}
    if empty := [part for part, said in parts.items() if not said]:
        return Result(False, f"nothing is answered to: {'; '.join(empty)}", 1)
    if not parts:
        return Result(False, "the answer is empty", 1)
    return Result(True, "\n".join(f"{part}: {said}" for part, said in parts.items()))
