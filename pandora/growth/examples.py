"""Examples of a capability: what goes in, and what a person says must come out."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pandora.errors import DocumentError, Problem, UsageError
from pandora.regular_file import read_text

LEAST = 3
"""With fewer examples nothing is built: two to see, and one kept back."""
MOST = 60
LONGEST = 1 << 20
"""The most bytes of a file of examples, and of all files of one example."""
SINGLE = "text"
"""The name of an input that has no name of its own."""
_KEY = re.compile(r"[a-z][a-z0-9 _]{0,29}")
_KEYS = ("input", "output", "files", "writes")


@dataclass(frozen=True)
class Example:
    """One example: `given` has an input for each field by name, `files` the workspace files by path.

    `output` is the text that must be printed, None where nobody has said it yet. `writes` are the files that
    must be there afterwards with these contents; of a file that goes, the content is None. One that a person
    was `asked` about is never kept back: the question showed it.
    """

    given: Mapping[str, str]
    output: str | None
    files: Mapping[str, str] = field(default_factory=dict)
    writes: Mapping[str, str | None] = field(default_factory=dict)
    asked: bool = False

    @property
    def whole(self) -> bool:
        """True where a person has said what must come out."""
        return self.output is not None or bool(self.writes)

    @property
    def digest(self) -> str:
        """The digest of what goes in, by which examples are divided."""
        taken = json.dumps([dict(self.given), dict(self.files)], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(taken.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def named(self) -> str:
        """What goes in, on one line, for a question to a person."""
        return ", ".join(f"{key} {' '.join(value.split())[:80]!r}" for key, value in self.given.items())

    def as_object(self) -> dict[str, Any]:
        """The example as a file of examples has it."""
        entry: dict[str, Any] = {"input": dict(self.given), "output": self.output}
        entry |= {"files": dict(self.files)} if self.files else {}
        return entry | ({"writes": dict(self.writes)} if self.writes else {})


def variable_of(name: str) -> str:
    """The variable of a script that has the input `name`."""
    return re.sub(r"\W", "_", name)


def read_examples(path: Path, root: Path, hides: Callable[[str], bool]) -> list[Example]:
    """Read a file of examples: JSON lines, or one JSON list.

    Each is an object with `input` (a text, or texts by name) and `output` (a text, or a value that is printed
    as JSON), and perhaps `files` and `writes` (contents by path). A file of the workspace at `root` that an
    input names is taken into its example, unless `hides` says that nobody may read it. Raises DocumentError
    with the line of each mistake, UsageError where the file cannot be read.
    """
    try:
        text = read_text(path, LONGEST)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: the examples cannot be read ({error}); give a file of JSON lines") from None
    examples, problems = [], []
    for number, entry in _entries(text, str(path)):
        problem = _problem(entry)
        if problem:
            problems.append(Problem(str(path), number, *problem))
        else:
            examples.append(_with_workspace_files(_example(entry), root, hides))
    if not problems and len(examples) > MOST:
        problems.append(Problem(str(path), 1, f"there are {len(examples)} examples", f"give {MOST} at most"))
    if not problems and not examples:
        remedy = 'write {"input": …, "output": …}, one object a line'
        problems.append(Problem(str(path), 1, "there is no example", remedy))
    fields = {tuple(sorted(example.given)) for example in examples}
    if not problems and len(fields) > 1:
        names = "; ".join(", ".join(names) for names in sorted(fields))
        problems.append(Problem(str(path), 1, f"the inputs have different names: {names}", "give all the same"))
    if problems:
        raise DocumentError(*problems)
    return list({example.digest: example for example in examples}.values())


def _entries(text: str, shown: str) -> list[tuple[int, Any]]:
    """The objects of a file with their lines; raises DocumentError for what is no JSON."""
    try:
        value = json.loads(text)
        return [(1, entry) for entry in (value if isinstance(value, list) else [value])]
    except (ValueError, RecursionError):
        pass
    entries: list[tuple[int, Any]] = []
    problems = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entries.append((number, json.loads(line)))
        except (ValueError, RecursionError) as error:
            problems.append(Problem(shown, number, f"no JSON ({error})", "write one object a line"))
    if problems:
        raise DocumentError(*problems[:20])
    return entries


def _problem(entry: Any) -> tuple[str, str] | None:
    """What is wrong with an example and what to do, None where it is right."""
    if not isinstance(entry, dict):
        return "an example must be an object", 'write {"input": …, "output": …}'
    if unknown := [key for key in entry if key not in _KEYS]:
        return f"unknown key {unknown[0]!r}", f"an example has {', '.join(_KEYS)}"
    given = entry.get("input")
    texts = given if isinstance(given, dict) else {SINGLE: given}
    if not texts or not all(isinstance(value, str | int | float) for value in texts.values()):
        return "`input` must be a text, or texts by name", 'write {"input": {"path": "a.txt"}, …}'
    for name in texts:
        if not _KEY.fullmatch(str(name)):
            return f"the name {name!r} of an input is no field", "use small letters, digits and blanks"
    for key in ("files", "writes"):
        part = entry.get(key, {})
        contents = part.values() if isinstance(part, dict) else [0]
        if not all(isinstance(text, str) or (text is None and key == "writes") for text in contents):
            return f"`{key}` must be contents by path", f'write "{key}": {{"a.txt": "…"}}'
        for name in part:
            if not name or name.startswith(("/", "~")) or ".." in name.split("/") or "\\" in name:
                return f"`{key}` names {name!r}", "name files inside the workspace"
    return None


def _example(entry: Mapping[str, Any]) -> Example:
    given = entry["input"] if isinstance(entry["input"], dict) else {SINGLE: entry["input"]}
    output = entry.get("output")
    if output is not None and not isinstance(output, str):
        output = json.dumps(output, ensure_ascii=False)
    texts = {str(name): str(value) for name, value in given.items()}
    return Example(texts, output, dict(entry.get("files", {})), dict(entry.get("writes", {})))


def _with_workspace_files(example: Example, root: Path, hides: Callable[[str], bool]) -> Example:
    """The example with the files of the workspace that its inputs name and it does not bring itself."""
    files = dict(example.files)
    for value in example.given.values():
        for name in value.split("\n"):
            path = root / name
            if not name or name in files or name.startswith(("/", "~")) or ".." in name.split("/"):
                continue
            try:
                if path.is_file() and not hides(name):
                    files[name] = read_text(path, LONGEST)
            except (OSError, ValueError):
                continue  # not a text: it is no file of the example, and the script's trial will say so
    return replace(example, files=files)


def encode(examples: Sequence[Example]) -> bytes:
    """Return the examples as JSON lines, which `decode` reads again."""
    return b"".join(
        json.dumps(example.as_object(), ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
        for example in examples
    )


def decode(data: bytes) -> list[Example]:
    """Read what `encode` wrote."""
    lines = data.decode("utf-8", "surrogatepass").split("\n")
    return [_example(json.loads(line)) for line in lines if line.strip()]


def divide(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Return the visible two thirds and the hidden third, as the digests of what goes in order them.

    Nobody chooses which are hidden: neither their order in the file nor a model.
    """
    asked = [example for example in examples if example.asked]
    ordered = sorted((one for one in examples if not one.asked), key=lambda example: example.digest)
    hidden = max(1, len(ordered) // 3) if len(ordered) >= LEAST else 0
    return [*ordered[hidden:], *asked], ordered[:hidden]


def same_output(expected: str, printed: str) -> bool:
    """True where two outputs are the same but for blanks at the ends of lines, or are equal as JSON."""

    def bare(text: str) -> list[str]:
        return [line.rstrip() for line in text.strip().splitlines()]

    if bare(expected) == bare(printed):
        return True
    try:
        values = json.loads(expected), json.loads(printed)
    except (ValueError, RecursionError):
        return False
    return isinstance(values[0], list | dict) and values[0] == values[1]
