"""The pairs of an old and a new name that a request about code may mean by a renaming."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection, Sequence
from itertools import product
from pathlib import Path, PurePosixPath

from pandora.programs.code.definitions import LARGEST, definitions
from pandora.programs.language.function_words import is_function_word
from pandora.programs.request.request_text import SENTENCE_ENDS
from pandora.programs.texts.sentences import capitals_within
from pandora.regular_file import read_regular

MOST_PAIRS = 6
"""The most pairs of names of which one may be a renaming."""
MOST_FILES = 2000
"""The most files of a folder whose names are known to be no new ones."""
_MODULE = re.compile(r"(?<![\w$-])[^\W\d]\w*\.py(?![\w$/-])")
_WORD = re.compile(r"(?<![\w$./-])[^\W\d]\w+(?![\w$/-]|\.\w)")


def possible_renamings(files: Sequence[str], workspace: Path, request: str) -> list[tuple[str, str]]:
    """Return pairs of names in a request: one that a Python file defines, and one that no file has.

    The new one looks like a name of code: it has `_`, a digit or a capital within, or a capital as the
    old one has. So it is with modules: the name of a file that is there, and of one that is not. [] where
    there are too many. Where there is none, the new one is a plain word behind the old one in its sentence.
    """
    sources = [_text(workspace / path, workspace) for path in files if path.endswith(".py")]
    defined = {one.name.rpartition(".")[2] for source in sources for one in definitions(source)}
    said = list(dict.fromkeys(_WORD.findall(request)))
    known = {name for source in sources for name in _names_in(source)}
    capitals = set(capitals_within(request))
    known |= {path.stem for path in sorted(workspace.iterdir())[:MOST_FILES]}  # `the README` is no name of code
    new = [word for word in said if word not in known and (_is_of_code(word) or word in capitals)]
    pairs = [
        (one, other)
        for one, other in product((word for word in said if word in defined), new)
        if _is_of_code(other) or one[0].isupper()
    ]
    pairs += _modules(files, workspace, request)
    pairs = pairs or _plain_pairs(request, defined, known)
    return pairs if len(pairs) <= MOST_PAIRS else []


def _plain_pairs(request: str, defined: Collection[str], known: Collection[str]) -> list[tuple[str, str]]:
    """Pairs of a defined name and a word of the same sentence behind it that no file has as a name.

    Both begin with a small letter, and words such as `of` and `should` are none.
    """
    pairs: dict[tuple[str, str], None] = {}
    for sentence in SENTENCE_ENDS.split(request):
        said = [word for word in _WORD.findall(sentence) if word[0].islower()]
        for place, old in enumerate(said):
            behind = [word for word in said[place + 1 :] if word not in known and not is_function_word(word)]
            pairs |= dict.fromkeys((old, new) for new in behind if old in defined)
    return list(pairs)


def _modules(files: Sequence[str], workspace: Path, request: str) -> list[tuple[str, str]]:
    """Pairs of modules that a request names: one that is there, and one that is not."""
    said = list(dict.fromkeys(_MODULE.findall(request)))
    there = {PurePosixPath(path).name for path in files if (workspace / path).is_file()}
    return list(product((name for name in said if name in there), (name for name in said if name not in there)))


def _names_in(source: str) -> set[str]:
    """The names of Python code, without the words of its texts and comments; of other code all words."""
    names = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME:
                names.add(token.string)
    except (tokenize.TokenError, SyntaxError):
        return set(re.findall(r"\w+", source))
    return names


def _is_of_code(word: str) -> bool:
    return "_" in word or any(map(str.isdigit, word)) or any(map(str.isupper, word[1:]))


def _text(path: Path, workspace: Path) -> str:
    try:
        data, whole = read_regular(path, LARGEST, inside=workspace)
    except OSError:
        return ""
    return data.decode("utf-8", "replace") if whole else ""
