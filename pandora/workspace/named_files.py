"""Find the workspace files that a text names: by path, glob or folder, or by their kind."""

from __future__ import annotations

import mimetypes
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

from pandora.regular_file import read_regular
from pandora.workspace.file_walk import Test, files_below
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
NAME_BEHIND_NUMBERS = re.compile(
    r"(?<![\w/.-])(?P<name>(?:\d[\d._-]* ){1,3}[^\W\d][\w-]*\.[A-Za-z]\w{0,7})(?![\w/])"
)
"""A name that begins with numbers and blanks, such as `2024-03-05 minutes.txt`."""
_JOINED = re.compile(r"(?:[^\W\d_]+\.){2,}[^\W\d_]+")
"""Three words and more with a point between them."""
_POINTED, _SEARCHED_FOR_WORDS = re.compile(r"[^\W\d]\w*\.[^\W\d]\w*"), 64 << 10
"""Two words with a point between them, and the most bytes of a file that are searched for them."""
_SEARCHED = 4 << 20
"""The most bytes of a file that are searched for a name."""
_TYPES = mimetypes.MimeTypes()
"""The types of Python's own table, and not those of the machine, so that a task means the same everywhere."""
_CONFIGURATION = (".toml", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".env", ".md", ".log", ".bak", ".rst")
"""Endings of files that are no types of media."""
_ENDED = re.compile(r"\.[A-Za-z]\w{0,7}\Z")
_ENDING = re.compile(r"(?<![\w*/.])\.[A-Za-z]\w{0,9}\b(?!\.)")
_DOT_FILE = re.compile(r"(?<![\w/.*?~-])((?:\./)?\.[A-Za-z][\w-]*(?:\.[\w-]+)*)(?![\w/*?-]|\.\w)")
"""A name that begins with a point, as `.env` and `.gitlab-ci.yml` do."""
_RANGE = re.compile(
    r"(?<![\w/.-])(?P<first>[\w./-]*\d[\w-]*\.[A-Za-z]\w{0,7})\s+(?P<word>[^\W\d_][\w'’]{0,7}|[-–—])\s+"
    r"(?P<last>[\w./-]*\d[\w-]*\.[A-Za-z]\w{0,7})(?![\w/])"
)
UP_TO = frozenset(
    "to through thru till until bis à jusqu'à a al hasta fino até ao tot tm do - – —".split()  # noqa: SIM905
)
"""What stands between the ends of a range in eight languages; what `with` or `and` join are two files."""
_NUMBERED = re.compile(r"(?P<before>.*?)(?P<number>\d{1,6})(?P<behind>[^\d]*)")
_BEGINNING = re.compile(r"(?<![\w./-])\w{3,}[_-](?![\w-])")
URL = re.compile(r"\b[a-z][a-z+.-]*://\S+")
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.(?P<last>[A-Za-z]\w*)")
_HOST = re.compile(
    r"(?:[a-z\d-]+\.){2,}(?:com|org|net|edu|gov|info|io|eu|de|at|ch|fr|es|it|nl|uk|example|local|localhost)",
    re.I,
)
"""A name of three parts and more that ends as those of hosts do."""
_DOMAIN = re.compile(r"[a-z\d-]+\.(?:com|org|net|edu|gov|eu|de|at|ch|fr|es|it|nl|uk)", re.I)
"""A name of two parts that ends as those of sites do, as `amazon.com`."""
_NEXT_WORD = re.compile(r".*\.[A-Z]\w*[a-z]\w*|.*\.\..*")
"""Two words with a point between that ends a sentence or an abbreviation: `the list.Then`, `St.Gallen`."""
KINDS = frozenset(
    re.findall(
        r"\w+",
        "txt md rst csv tsv json jsonl xml yaml yml toml ini cfg conf log eml html css py js ts sql tex xlsx"
        " ods docx odt pdf jpg jpeg png gif svg webp heic tif tiff mp3 wav flac ogg mp4 mov avi zip bak tmp",
    )
)
"""Endings by which people call files."""


def _without_addresses(text: str) -> str:
    """A text without what is an address of a page or of somebody's mail: `party@lime.example` is no file.

    `logo@2x.png` is one.
    """
    return _MAIL.sub(lambda mail: mail[0] if mail["last"].lower() in KINDS else " ", URL.sub(" ", text))


def named_paths(text: str, workspace: Path, hides: Test = never) -> tuple[list[str], list[str]]:
    """Return the files that `text` names (globs and folders expanded), and the named paths that are missing.

    A name with blanks or brackets, such as `Rent May (2).csv`, counts where a file has it, and in quotes. One
    that begins with a point counts where a file has it: `.md` may be an ending as well.
    """
    existing: dict[str, None] = {}
    absent: dict[str, None] = {}
    names, rest = _names_in(_without_addresses(text), workspace, hides)
    for name in names:
        hits = list(_existing(name, workspace, hides))
        for path in hits:
            existing[path] = None
        called = f"{name}(" in text and not _has_known_ending(name)  # `math.ceil(x)`
        if not hits and not os.path.isdir(workspace / name) and _looks_like_a_path(name) and not called:
            absent[name] = None
    for path in _between(text, workspace, hides):
        existing[path] = None
    for match in _DOT_FILE.finditer(rest):
        existing |= dict.fromkeys(path for path in _existing(match[1], workspace, hides) if "/" not in path)
    for glob in part_globs(rest):
        for path in _existing(glob, workspace, hides):
            existing[path] = None
    return list(existing), list(absent)


def _between(text: str, workspace: Path, hides: Test) -> list[str]:
    """The files between two that a text names as a range: `message1.txt to message5.txt`, in any language.

    Between the two stands a dash or a word for `to`; they differ in one number. Both are there: else the one is
    to get the name of the other.
    """
    ranges = [match for match in _RANGE.finditer(text) if match["word"].casefold().replace("’", "'") in UP_TO]
    there = [*files_below(workspace, hides)] if ranges else []
    names_there = {*there, *(path.rsplit("/", 1)[-1] for path in there)}
    found: list[str] = []
    for match in ranges:
        first, last = _NUMBERED.fullmatch(match["first"]), _NUMBERED.fullmatch(match["last"])
        if first is None or last is None:
            continue
        if not {match["first"], match["last"]} <= names_there:
            continue
        if (first["before"], first["behind"]) != (last["before"], last["behind"]):
            continue
        for path in there:
            name = path if "/" in match["first"] else path.rsplit("/", 1)[-1]
            own = _NUMBERED.fullmatch(name)
            alike = own and (own["before"], own["behind"]) == (first["before"], first["behind"])
            if own and alike and int(first["number"]) <= int(own["number"]) <= int(last["number"]):
                found.append(path)
    return sorted(found)


def _names_in(text: str, workspace: Path, hides: Test) -> tuple[list[str], str]:
    """The names of files, folders and globs that a text has, in its order; and it without the unusual ones."""
    places: dict[int, str] = {}
    unusual = [
        path for path in files_below(workspace, hides) if not _PATH.fullmatch(path) and _ENDED.search(path)
    ]
    spellings = dict.fromkeys([*unusual, *(path.rsplit("/", 1)[-1] for path in unusual)])
    for name in sorted((name for name in spellings if name in text), key=len, reverse=True):
        text = _taken(rf"(?<![\w/.-])(?:\./)?({re.escape(name)})(?![\w/-]|\.\w)", text, places)
    blanks = any(" " in path.rsplit("/", 1)[-1] for path in unusual)  # where names have some, a new one may
    for match in (*_QUOTED.finditer(text), *(NAME_BEHIND_NUMBERS.finditer(text) if blanks else ())):
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
    prose = URL.sub(" ", text)
    files = list(files_below(workspace, hides))
    folders = dict.fromkeys(parent.as_posix() for file in files for parent in Path(file).parents)
    named = [f"{path}/" for path in folders if path != "." and _is_word_of(path.rsplit("/", 1)[-1], prose)]
    return [file for file in files if file.startswith(tuple(named))] if named else []


def files_of_kind(text: str, workspace: Path, hides: Test) -> list[str]:
    """Return at most SCANNED files of a kind that a text calls by its ending: `the txt files`, `alle JPGs`."""
    called = kinds_called(text)
    return [path for path in files_below(workspace, hides) if ending_of(path) in called] if called else []


def kinds_called(text: str) -> frozenset[str]:
    """The endings of KINDS that stand by themselves in a text, also as in `JPGs` and `txt-Dateien`."""
    prose = URL.sub(" ", text)
    return frozenset(
        kind for kind in KINDS if re.search(rf"(?<![\w./\\-]){kind}s?(?![\w/\\]|\.\w)", prose, re.I)
    )


def ending_of(path: str) -> str:
    """The ending of a file's name in small letters, without the dot."""
    return Path(path).suffix[1:].casefold()


def _is_word_of(name: str, text: str) -> bool:
    """True where a text has a name by itself: no part of a path, of a file's name or of a longer word."""
    return re.search(rf"(?<![\w./\\-]){re.escape(name)}(?![\w/\\-]|\.\w)", text) is not None


def part_globs(text: str) -> list[str]:
    """The globs for files of which `text` names the ending, as `.bak`, or the beginning, as `invoice_`.

    An ending is the same in capitals: `.JPG`.
    """
    endings = [f"*{_in_any_case(ending)}" for ending in _ENDING.findall(text)]
    return [*endings, *(f"{beginning}*" for beginning in _BEGINNING.findall(text))]


def _in_any_case(ending: str) -> str:
    """The glob for an ending in small letters and in capitals."""
    pairs = ((letter.lower(), letter.upper()) for letter in ending)
    return "".join(f"[{small}{capital}]" if small != capital else small for small, capital in pairs)


def _looks_like_a_path(name: str) -> bool:
    """False for abbreviations (`e.g`, `w/`), numbers with a unit, names of hosts, and words that points join.

    Such words are `day.month.year`, `shop.orders.total` and `the list.Then`, if what they end with is no ending
    of files.
    """
    if "/" in name:
        return not re.fullmatch(r"[A-Za-z]/", name)
    words = any(form.fullmatch(name) for form in (_JOINED, _DOMAIN, _NEXT_WORD))
    if words and not _has_known_ending(name):
        return False
    return not re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]?|\d+\.\w+|[eE]\.g|[iI]\.e", name) and not _HOST.fullmatch(
        name
    )


def _has_known_ending(name: str) -> bool:
    """True for a name that ends as files do; `server.port` may be one, or a key."""
    known = any(_TYPES.guess_type(name)) or name.lower().endswith(_CONFIGURATION)
    return known or ending_of(name) in KINDS or is_source_code(name)


def without_words_of_files(
    names: Sequence[str], files: Sequence[str], workspace: Path, *, asks: bool = False
) -> list[str]:
    """The names of files that are not there but those that are what some other files hold.

    So is the path `/login.php` of a web server's log, and, where a request only `asks`, any other name that
    stands in one of the files. So are `server.port` of a configuration and `row.total` of a program: no kind of
    file ends so, and one of the files has both words.
    """
    pointed = {name for name in names if _POINTED.fullmatch(name) and not _has_known_ending(name)}
    held = {name for name in names if asks or name.startswith("/")}
    texts = []
    for path in files if pointed or held else ():
        with suppress(OSError):
            content = read_regular(path, _SEARCHED if held else _SEARCHED_FOR_WORDS, inside=workspace)[0]
            texts.append(content.decode("utf-8", "ignore"))
    words = [{*re.findall(r"\w+", text[:_SEARCHED_FOR_WORDS])} for text in texts] if pointed else []
    inside = {name for name in pointed if any({*name.split(".")} <= own for own in words)}
    inside |= {name for name in held if any(_holds(text, name) for text in texts)}
    return [name for name in names if name not in inside]


def _holds(text: str, name: str) -> bool:
    """True where a name stands in a text, and is no part of a longer one."""
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w/-]|\.\w)", text) is not None


def _existing(name: str, workspace: Path, hides: Test) -> Iterator[str]:
    relative = name.removeprefix("./")
    if relative.startswith(("/", "~")) or ".." in relative.split("/"):
        return
    path = workspace / relative
    if os.path.isfile(path):  # Path.is_file raises for a path that may not be read
        yield relative
    elif os.path.isdir(path):
        below = relative.rstrip("/") + "/"
        yield from sorted(file for file in files_below(workspace, hides, below) if file.startswith(below))
    elif "*" in relative or "?" in relative:
        yield from sorted(file for file in files_below(workspace, hides) if fnmatch(file, relative))
    elif "/" not in relative:
        hits = [file for file in files_below(workspace, hides) if file.rsplit("/", 1)[-1] == relative]
        if len(hits) == 1:
            yield hits[0]
