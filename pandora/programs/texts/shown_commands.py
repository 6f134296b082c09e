"""The commands that an answer shows as code, by which two answers about a machine are compared."""

from __future__ import annotations

import re

_BLOCK = re.compile(r"^[ \t]*```[^\n]*\n(?P<code>.*?)^[ \t]*```", re.S | re.M)
_INLINE = re.compile(r"`(?P<code>[^`\n]+)`")
_BEFORE = {"sudo", "$", "#", ">"}
"""What stands before a command."""


def shown_commands(answer: str) -> frozenset[str]:
    """Return the first words of the lines of code blocks, and of code of several words within a sentence.

    So `sudo ss -tlnp` is `ss`. Comments and single words such as `PID` are none.
    """
    lines = [line for block in _BLOCK.finditer(answer) for line in block["code"].splitlines()]
    inline = (match["code"] for match in _INLINE.finditer(_BLOCK.sub(" ", answer)))
    lines += [code for code in inline if " " in code.strip()]
    return frozenset(word for line in lines if (word := _first_word(line)))


def show_other_commands(one: str, other: str) -> bool:
    """True where each of two answers shows a command that the other has not: `ss -tlnp` and `lsof -i :3000`."""
    mine, theirs = shown_commands(one), shown_commands(other)
    return bool(mine - theirs and theirs - mine)


def _first_word(line: str) -> str:
    tokens = line.split()
    if tokens[:1] == ["#"]:
        return ""
    return next((token for token in tokens if token not in _BEFORE), "")
