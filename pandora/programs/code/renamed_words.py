"""What is odd about a name that a program replaced by another one in source code, whatever its language.

`calcP` is replaced by `netPrice`, and so became `calcPTotal`, too; or it stands in one file as it was.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress

from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.regular_file import read_regular
from pandora.workspace.paths import is_source_code, is_test_file

RELATION = "renamed words"
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`")
_MOST_NAMES = 3
_LARGEST = 1 << 20


def renamed_words(work: Work, attempt: Try) -> list[Verdict]:
    """Return what is odd about a try that gives a name in source code another one; the task names both."""
    versions = dict(_versions(work, attempt))
    sources = {path: texts for path, texts in versions.items() if is_source_code(path)}
    pairs = Counter(pair for before, after in sources.values() for pair in _replaced(before, after))
    said = {*_WORD.findall(work.request)}
    known = {word for before, _ in versions.values() for word in _WORD.findall(before)}
    names: dict[str, str] = {}
    for (old, new), _ in pairs.most_common():
        if {old, new} <= said and new not in known and new not in names.values() and not old.isdigit():
            names.setdefault(old, new)
    by_hand = any(attempt.argument(role) for role in ("program", "command", "content"))
    if not attempt.result.ok or not by_hand:
        return []  # a library that knows the language tells names of other scopes apart
    verdicts: list[Verdict] = []
    for old, new in [*names.items()][:_MOST_NAMES]:
        verdicts += [*_parts_of_words(work, old, new, versions), *_left(work, attempt, (old, new), versions)]
    return verdicts


def _parts_of_words(
    work: Work, old: str, new: str, versions: Mapping[str, tuple[str, str]]
) -> Iterator[Verdict]:
    """A longer name of which the old one is a part, and which got the new one there, too."""
    for path, (before, after) in versions.items():
        if is_test_file(path):
            continue  # a test may have the name of what it tries in its own
        for word, other in dict.fromkeys(_replaced(before, after)):
            if word != old and old in word and other == word.replace(old, new) and other not in work.request:
                reason = f"{word} became {other} in {path}, and is another name; replace {old} as a whole word"
                question = f"Does the task ask to rename {word} as well?"
                yield Verdict(RELATION, "violated", reason, (other, word), question)
                return


def _left(
    work: Work, attempt: Try, names: tuple[str, str], versions: Mapping[str, tuple[str, str]]
) -> Iterator[Verdict]:
    """The old name in source code outside of quotes, or in a text that the request names, as it was.

    In Python it must be called, imported or a member: another scope may have a variable of this name.
    """
    old, new = names
    word = rf"(?<!\w){re.escape(old)}(?!\w)"
    forms = {
        True: re.compile(rf"{word}(?=\()|\.{word}|\bimport\b.*(?<!\bas ){word}|\bfrom\s+{word}"),
        False: re.compile(word),
    }
    removed = {change.path for change in attempt.result.changes if change.content is None}
    for path in dict.fromkeys((*versions, *(path for path in work.task.files if path not in removed))):
        text = versions[path][1] if path in versions else _text(path, work)
        code = is_source_code(path)
        if not code and path.rpartition("/")[2] not in work.request:
            continue
        lines = (_QUOTED.sub("''", line) if code else line for line in text.splitlines())
        form = forms[path.endswith(".py")]
        number = next((number for number, line in enumerate(lines, 1) if form.search(line)), 0)
        if number:
            question = f"Does the task itself say that {old} in {path} keeps its name?"
            reason = f"{path} line {number} still has {old}; it is {new} elsewhere"
            yield Verdict(RELATION, "violated", reason, (old, new), question)
            return
    yield Verdict(RELATION, "held", f"{old} is {new} wherever code has it")


def _replaced(before: str, after: str) -> Iterator[tuple[str, str]]:
    """The words of a text that became others, each with what it is now."""
    for old, new in zip(*_changed_lines(before, after), strict=True):
        one, other = _TOKEN.findall(old), _TOKEN.findall(new)
        for tag, start, end, first, last in difflib.SequenceMatcher(None, one, other, False).get_opcodes():
            if tag == "replace" and end - start == last - first:
                yield from (
                    pair
                    for pair in zip(one[start:end], other[first:last], strict=True)
                    if pair[0] != pair[1] and all(map(_WORD.fullmatch, pair))
                )


def _changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that were replaced by as many others, and these."""
    old, new = before.splitlines(), after.splitlines()
    gone: list[str] = []
    come: list[str] = []
    for tag, start, end, first, last in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if tag == "replace" and end - start == last - first:
            gone += old[start:end]
            come += new[first:last]
    return gone, come


def _versions(work: Work, attempt: Try) -> Iterator[tuple[str, tuple[str, str]]]:
    """The text of each file that a try changes, before and after."""
    for change in attempt.result.changes:
        if change.before and change.content is not None and b"\0" not in change.content:
            yield change.path, (_text(change.path, work), change.content.decode("utf-8", "replace"))


def _text(path: str, work: Work) -> str:
    with suppress(OSError):
        content, whole = read_regular(path, _LARGEST, inside=work.workspace)
        return content.decode("utf-8", "replace") if whole and b"\0" not in content else ""
    return ""
