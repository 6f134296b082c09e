"""A key of a structured file that the request names, and that a change of the file's other keys leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandora.programs.file_difference import changed_values
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import OF_KEYS, kind_of
from pandora.programs.inside.text_folding import folded
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.unit_words import units
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.request.request_text import PATH
from pandora.workspace.change import Change, content_before

_SHORTEST, _ENDING = 4, 2
"""The fewest letters of a key that a request names, and the most that an ending adds."""
_DEEPEST = 4
_SPAN = re.compile(r"\d[\d.,]*\s*([^\W\d_]+)")


def named_settings(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict against a change that leaves out a key which the request names; the task may want that.

    It is looked for where the request names other keys, too, and these, or what is below them, changed. A name
    that the file has several times tells nothing.
    """
    if not attempt.result.ok:
        return []
    return [verdict for change in attempt.result.changes for verdict in _of_change(work, change)]


def _of_change(work: Work, change: Change) -> Iterator[Verdict]:
    before = content_before(change, work.workspace, LARGEST_CHECKED)
    if kind_of(change.path) not in OF_KEYS or not before or change.content is None:
        return
    try:
        there = [*_keys(parse_content(change.path, before))]
    except (ValueError, RecursionError):
        return
    # `3 Tage` is how long something is to be, and no key `tage`.
    without_spans = _SPAN.sub(lambda span: " " if span[1].casefold() in units() else span[0], work.request)
    said = {folded(word) for word in re.findall(r"\w+", PATH.sub(" ", without_spans))}
    last = [folded(key[-1]) for key in there]
    named = [key for key in there if last.count(folded(key[-1])) == 1 and _is_said(folded(key[-1]), said)]
    changed = [tuple(map(str, key)) for key in changed_values(change.path, before, change.content)]
    done = [key for key in named if any(other[: len(key)] == key for other in changed)]
    left = [key for key in named if key not in done and not any(key[: len(one)] == one for one in done)]
    if done and left:
        name = ".".join(left[0])
        reason = f"the task names {name} of {change.path}, which is as it was; change all that the task names"
        question = f"Does the task leave {left[0][-1]} as it is?"
        yield Verdict("named settings", "violated", reason, (name, "changed"), question)


def _keys(value: object, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of all keys of objects within objects."""
    if isinstance(value, dict) and len(above) < _DEEPEST:
        for key, below in value.items():
            yield (*above, str(key))
            yield from _keys(below, (*above, str(key)))


def _is_said(name: str, said: set[str]) -> bool:
    """True for a name that is a word of a request, perhaps with an ending."""
    plain = len(name) >= _SHORTEST and name.isalpha() and not is_function_word(name)
    return plain and any(word.startswith(name) and len(word) <= len(name) + _ENDING for word in said)
