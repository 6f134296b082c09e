"""Find the workspace files that a text names by path, glob or folder, or else those that it is likely about."""

from __future__ import annotations

import ast
import mimetypes
import os
import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from pandora.regular_file import read_regular, read_text
from pandora.workspace.operation_context import never
from pandora.workspace.paths import is_source_code

_PATH = re.compile(
    r"(?<![\w/.~-])(~?/?(?:[\w.*?-]+/)*[\w*?-][\w.*?-]*\.[A-Za-z]\w{0,7}|(?:[\w.-]+/)+)(?![\w/])"
)
_MARKS = "\"'`“”„‘’‚«»‹›"
_QUOTED = re.compile(
    rf"[{_MARKS}](?P<name>(?:[^\s{_MARKS}]+ ){{1,3}}[^\s{_MARKS}]+\.[A-Za-z]\w{{0,7}})[{_MARKS}]"
)
"""A name of two to four words in quotes, with an ending."""
_JOINED = re.compile(r"(?:[^\W\d_]+\.){2,}[^\W\d_]+")
"""Three words and more with a point between them."""
_TYPES = mimetypes.MimeTypes()
"""The types of Python's own table, and not those of the machine, so that a task means the same everywhere."""
_CONFIGURATION = (".toml", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".env", ".md", ".log", ".bak", ".rst")
"""Endings of files that are no types of media."""
_ENDED = re.compile(r"\.[A-Za-z]\w{0,7}\Z")
_ENDING = re.compile(r"(?<![\w*/.])\.[A-Za-z]\w{0,9}\b(?!\.)")
_BEGINNING = re.compile(r"(?<![\w./-])\w{3,}[_-](?![\w-])")
_IDENTIFIER = re.compile(
    r"(?<![\w./-])(?:[^\W\d]\w*_\w+|_\w{3,}|[a-z][a-z0-9]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*)(?![\w/-]|\.\w)"
)
_URL = re.compile(r"\b[a-z][a-z+.-]*://\S+")
_HOST = re.compile(
    r"(?:[a-z\d-]+\.){2,}(?:com|org|net|edu|gov|info|io|eu|de|at|ch|fr|es|it|nl|uk|example|local|localhost)",
    re.I,
)
"""A name of three parts and more that ends as those of hosts do."""
_SKIP = {"state", "system", "out", ".git", ".venv", "node_modules", "__pycache__", "pandora.toml"}
KINDS = frozenset(
    re.findall(
        r"\w+",
        "txt md rst csv tsv json jsonl xml yaml yml toml ini cfg conf log eml html css py js ts sql tex xlsx"
        " ods docx odt pdf jpg jpeg png gif svg webp heic tif tiff mp3 wav flac ogg mp4 mov avi zip bak tmp",
    )
)
"""Endings by which people call files, none of which is another word."""
_WORD = re.compile(r"[^\W_]+")
_NO_NAME = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
"""Characters of file names that a prompt cannot show and a program could not find again."""
Test = Callable[[str], bool]
LIKELIEST = 8
"""The most files that are guessed for a text that names none."""
SCANNED = 2000
_SCORED, _PARSED = 64 << 10, 256 << 10
"""The most bytes of a file that are searched for words, and of a module that is parsed for its imports."""


def named_paths(text: str, workspace: Path, hides: Test = never) -> tuple[list[str], list[str]]:
    """Return the files that `text` names (globs and folders expanded), and the named paths that are missing.

    A name with blanks or brackets, such as `Rent May (2).csv`, counts where a file has it, and in quotes.
    """
    existing: dict[str, None] = {}
    absent: dict[str, None] = {}
    names, rest = _names_in(_URL.sub(" ", text), workspace, hides)
    for name in names:
        hits = list(_existing(name, workspace, hides))
        for path in hits:
            existing[path] = None
        if not hits and not os.path.isdir(workspace / name) and _looks_like_a_path(name):
            absent[name] = None
    for glob in part_globs(rest):
        for path in _existing(glob, workspace, hides):
            existing[path] = None
    return list(existing), list(absent)


def _names_in(text: str, workspace: Path, hides: Test) -> tuple[list[str], str]:
    """The names of files, folders and globs that a text has, in its order; and it without the unusual ones."""
    places: dict[int, str] = {}
    unusual = [path for path in _walk(workspace, hides) if not _PATH.fullmatch(path) and _ENDED.search(path)]
    spellings = dict.fromkeys([*unusual, *(path.rsplit("/", 1)[-1] for path in unusual)])
    for name in sorted((name for name in spellings if name in text), key=len, reverse=True):
        text = _taken(rf"(?<![\w/.-])(?:\./)?({re.escape(name)})(?![\w/-]|\.\w)", text, places)
    for match in _QUOTED.finditer(text):
        last = match["name"].rsplit(" ", 1)[-1]
        if not any(_existing(last, workspace, hides)):  # "sum up notes.md" names notes.md
            text = _taken(f"({re.escape(match['name'])})", text, places)
    _taken(_PATH, text, places)
    return [places[place].rstrip(".") for place in sorted(places)], text


def _taken(pattern: str | re.Pattern[str], text: str, places: dict[int, str]) -> str:
    """Put what a pattern finds into `places`, by where it stands, and return the text without it."""
    matches = list(re.finditer(pattern, text))
    for match in matches:
        places[match.start(1)] = match[1]
        text = f"{text[: match.start(1)]}{' ' * len(match[1])}{text[match.end(1) :]}"
    return text


def folder_files(text: str, workspace: Path, hides: Test) -> list[str]:
    """Return at most SCANNED files that lie in folders whose names are words of `text`, in any language.

    A name counts as a whole word, in the folder's own letters: `invoices` in "in the folder invoices".
    """
    prose = _URL.sub(" ", text)
    files = list(_walk(workspace, hides))
    folders = dict.fromkeys(parent.as_posix() for file in files for parent in Path(file).parents)
    named = [f"{path}/" for path in folders if path != "." and _is_word_of(path.rsplit("/", 1)[-1], prose)]
    return [file for file in files if file.startswith(tuple(named))] if named else []


def files_of_kind(text: str, workspace: Path, hides: Test) -> list[str]:
    """Return at most SCANNED files of a kind that a text calls by its ending: `the txt files`, `alle JPGs`."""
    files = list(_walk(workspace, hides))
    there = {_ended_by(path) for path in files} & KINDS
    words = {word.casefold().removesuffix("s") for word in _WORD.findall(_URL.sub(" ", text))}
    called = {kind for kind in there if kind in words and _is_called(kind, text)}
    return [path for path in files if _ended_by(path) in called]


def _ended_by(path: str) -> str:
    return Path(path).suffix[1:].casefold()


def _is_called(kind: str, text: str) -> bool:
    """True where the ending stands by itself in a text, also as in `JPGs` and `txt-Dateien`."""
    return re.search(rf"(?<![\w./\\-]){kind}s?(?![\w/\\]|\.\w)", text, re.I) is not None


def _is_word_of(name: str, text: str) -> bool:
    """True where a text has a name by itself: no part of a path, of a file's name or of a longer word."""
    return re.search(rf"(?<![\w./\\-]){re.escape(name)}(?![\w/\\-]|\.\w)", text) is not None


def part_globs(text: str) -> list[str]:
    """The globs for files of which `text` names the ending, as `.bak`, or the beginning, as `invoice_`."""
    endings = [f"*{ending}" for ending in _ENDING.findall(text)]
    return [*endings, *(f"{beginning}*" for beginning in _BEGINNING.findall(text))]


def _looks_like_a_path(name: str) -> bool:
    """False for abbreviations (`e.g`, `w/`), numbers with a unit, names of hosts, and words that points join.

    Such words are `day.month.year` and `shop.orders.total`, if what they end with is no ending of files.
    """
    if "/" in name:
        return not re.fullmatch(r"[A-Za-z]/", name)
    if _JOINED.fullmatch(name) and not any(_TYPES.guess_type(name)) and not name.endswith(_CONFIGURATION):
        return False
    return not re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]?|\d+\.\w+|[eE]\.g|[iI]\.e", name) and not _HOST.fullmatch(
        name
    )


def _existing(name: str, workspace: Path, hides: Test) -> Iterator[str]:
    relative = name.removeprefix("./")
    if relative.startswith(("/", "~")) or ".." in relative.split("/"):
        return
    path = workspace / relative
    if os.path.isfile(path):  # Path.is_file raises for a path that may not be read
        yield relative
    elif os.path.isdir(path):
        below = relative.rstrip("/") + "/"
        yield from sorted(file for file in _walk(workspace, hides, below) if file.startswith(below))
    elif "*" in relative or "?" in relative:
        yield from sorted(file for file in _walk(workspace, hides) if fnmatch(file, relative))
    elif "/" not in relative:
        hits = [file for file in _walk(workspace, hides) if file.rsplit("/", 1)[-1] == relative]
        if len(hits) == 1:
            yield hits[0]


def _walk(workspace: Path, hides: Test, named: str = "") -> Iterator[str]:
    """Yield at most SCANNED files of the workspace, without hidden ones and the engine's own folders.

    What lies in a workspace or an export below it is left out, unless the folder that is `named` is there.
    """
    left = SCANNED
    folders = [workspace]
    while folders:
        folder = folders.pop(0)
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        for entry in entries:
            if (
                entry.name.startswith(".")
                or _NO_NAME.search(entry.name)
                or (folder == workspace and entry.name in _SKIP)
            ):
                continue
            if entry.name in ("node_modules", "__pycache__") or os.path.islink(entry):
                continue
            if os.path.isdir(entry):
                below = f"{entry.relative_to(workspace).as_posix()}/"
                if named.startswith(below) or (named and below.startswith(named)) or not _is_apart(entry):
                    folders.append(entry)
            elif os.path.isfile(entry) and not hides(entry.relative_to(workspace).as_posix()):
                yield str(entry.relative_to(workspace))
                left -= 1
                if left <= 0:
                    return


def _is_apart(folder: Path) -> bool:
    """True where a folder is a workspace of its own, or a run that was exported with its workspace."""
    return any(os.path.isfile(folder / part / "system" / "pattern.md") for part in ("", "workspace"))


def likely_files(text: str, workspace: Path, hides: Test = never) -> list[str]:
    """Return at most LIKELIEST files, those with the most words of `text` in name or content."""
    files = list(_walk(workspace, hides))
    if len(files) <= LIKELIEST:
        return files
    words = set(re.findall(r"\w{3,}", text.lower()))
    scores = []
    for path in files:
        try:
            data, _ = read_regular(path, _SCORED, inside=workspace)
        except OSError:
            continue
        content = path.lower() + " " + data.decode("utf-8", "ignore").lower()
        score = sum(1 for word in words if re.search(rf"\b{re.escape(word)}", content))
        if b"\0" not in data and score:
            scores.append((-score, path))
    best = [path for _, path in sorted(scores)[:LIKELIEST]]
    return best


def files_with_identifiers(text: str, workspace: Path, hides: Test = never) -> list[str]:
    """Return the files that hold an identifier of `text`, such as `calc_tot`, if program code is among them.

    An identifier is told from other words by an underscore or a capital within. Program code comes first.
    """
    names = dict.fromkeys(_IDENTIFIER.findall(_URL.sub(" ", text)))
    if not names:
        return []
    form = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    holding = []
    for path in _walk(workspace, hides):
        try:
            data, _ = read_regular(path, _SCORED, inside=workspace)
        except OSError:
            continue
        if b"\0" not in data and form.search(data.decode("utf-8", "replace")):
            holding.append(path)
    holding.sort(key=lambda path: not is_source_code(path))
    return holding[:LIKELIEST] if holding and is_source_code(holding[0]) else []


def shares_words(text: str, files: Sequence[str], workspace: Path) -> bool:
    """True where the names or contents of `files` have a word of `text` with five letters or more.

    What follows a word's beginning may differ, as in `trams` and `tram`.
    """
    stems = {word[: max(4, len(word) - 2)] for word in re.findall(r"[^\W\d_]{5,}", text.casefold())}
    sizes = {len(stem) for stem in stems}
    for path in files if stems else ():
        try:
            data, _ = read_regular(path, _SCORED, inside=workspace)
        except OSError:
            continue
        file_words = set(re.findall(r"[^\W\d_]{4,}", f"{path} {data.decode('utf-8', 'ignore')}".casefold()))
        if any(word[:size] in stems for word in file_words for size in sizes):
            return True
    return False


def with_imports(named: list[str], workspace: Path) -> list[str]:
    """Return `named` and the workspace's modules that the Python files in `named` import."""
    files = dict.fromkeys(named)
    for path in named:
        if path.endswith(".py"):
            for module in _imports(path, workspace):
                for root in (Path(path).parent, Path(".")):
                    candidate = root / (module.replace(".", "/") + ".py")
                    if os.path.isfile(workspace / candidate):
                        files[str(candidate)] = None
    return list(files)


def _imports(path: str, workspace: Path) -> Iterator[str]:
    try:
        tree = ast.parse(read_text(path, _PARSED, inside=workspace))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
