"""Which grown pattern a request asks for in the pattern's own words: code sees it before a model chooses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from pandora.engine.pattern import Library, Pattern
from pandora.operations.registry import OPERATIONS

SHORTEST = 3
"""Words with fewer letters, such as `of` and `a`, say nothing of what is asked for."""
_WORD = re.compile(r"[^\W_]+")


def asked_for(menu: Mapping[str, Pattern], library: Library, request: str, files: Sequence[str]) -> str:
    """The grown pattern of `menu` whose line and description have every word of a request; "" for none.

    The names of files do not count. A request about several files, or one that says more than the pattern
    (`the words that begin with a capital`), is the model's to choose for; so is one that two patterns fit.
    """
    if len(files) > 1:
        return ""
    for path in files:
        for name in (path, PurePosixPath(path).name):
            request = request.replace(name, " ")
    words = _words(request)
    fitting = [
        name
        for name, pattern in menu.items()
        if words and all(_has(_own_words(pattern), word) for word in words) and is_grown(pattern, library)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def is_grown(pattern: Pattern, library: Library) -> bool:
    """True for an operation with a script of its own, and for a tool whose menu is one such operation."""
    if pattern.level == "operation":
        operation = OPERATIONS.get(pattern.handler)
        return operation is not None and operation.grown
    names = [str(name) for name in pattern.keys.get("menu") or ()]
    operations = {other.name: other for other in library.all(("operation",))[0]} if len(names) == 1 else {}
    return len(names) == 1 and names[0] in operations and is_grown(operations[names[0]], library)


def _own_words(pattern: Pattern) -> set[str]:
    """The words of the pattern's line and of the description below its heading."""
    described = pattern.file.parts.get(pattern.name.upper())
    return _words(f"{pattern.when} {described.text if described else ''}")


def _words(text: str) -> set[str]:
    words = map(str.casefold, _WORD.findall(text))
    return {word for word in words if len(word) >= SHORTEST or word.isdigit()}


def _has(words: set[str], word: str) -> bool:
    """True where `word` is one of `words`, or one and the same but for a last letter, as in the plural."""
    return word in words or word[:-1] in words or any(other[:-1] == word for other in words)
