"""Which steps of a plan need which earlier ones: told by the plan, or seen from its words; else all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_MARK = re.compile(r"\s*\(after (?P<steps>nothing|\d+(?:(?:, ?| and )\d+)*)\)\s*$", re.I)
_REFERS = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|their|result|results|output|outputs|answer|answers|above"
    r"|previous|previously|preceding|earlier|prior|before|after|afterwards|then|next|finally|same|both|each|again"
    r"|found|steps?|combined?|compared?|merged?|joined?)\b",
    re.I,
)
"""Words that may stand for what an earlier step gave. One too many costs time, one too few a wrong result."""
_URL = re.compile(r"\bhttps?://\S+", re.I)
_PATH = re.compile(r"[\w.*?/~-]*\.[A-Za-z]\w{0,7}\b|[\w.~-]+/[\w.*?/~-]*")
_READS_ONLY = ("none", "network")


@dataclass(frozen=True)
class Planned:
    """A step as the plan has it, without its mark, and what it may do to files: its pattern's `effects`."""

    action: str
    text: str
    effects: str = "workspace"
    after: frozenset[int] | None = None


def planned(number: int, action: str, text: str, effects: str) -> Planned:
    """A step of a plan; `(after 1, 3)` or `(after nothing)` at its end says which steps it needs."""
    mark = _MARK.search(text)
    if mark:
        steps = frozenset(int(each) for each in re.findall(r"\d+", mark["steps"]))
        if all(1 <= each < number for each in steps):
            return Planned(action, text[: mark.start()], effects, steps)
    return Planned(action, text, effects)


def needs(plan: Sequence[Planned]) -> dict[int, frozenset[int]]:
    """For each step, from 1, the earlier steps that it needs. Looks at words alone, so it never changes."""
    found: dict[int, frozenset[int]] = {}
    for number, step in enumerate(plan, 1):
        earlier = frozenset(range(1, number))
        if step.after is not None:
            found[number] = step.after
        else:
            found[number] = frozenset(each for each in earlier if not apart(plan[each - 1], step))
    return found


def apart(earlier: Planned, step: Planned) -> bool:
    """True where the words show that `step` needs nothing of `earlier`, and neither changes the other's files.

    The step must name its files or pages itself and refer to nothing else. Where one of the two may change
    files, both must name theirs, one by one, and share none.
    """
    if "system" in (earlier.effects, step.effects) or _REFERS.search(_bare(step.text)):
        return False
    mine, theirs = _named(step.text), _named(earlier.text)
    if not mine and not _URL.search(step.text):
        return False
    if step.effects in _READS_ONLY and earlier.effects in _READS_ONLY:
        return True
    whole = (
        mine and theirs and not any(set(path) & set("*?") or path.endswith("/") for path in (*mine, *theirs))
    )
    return bool(whole) and not {_last(path) for path in mine} & {_last(path) for path in theirs}


def _bare(text: str) -> str:
    """The words of a step without the names in it."""
    return _PATH.sub(" ", _URL.sub(" ", text))


def _named(text: str) -> set[str]:
    return set(_PATH.findall(_URL.sub(" ", text)))


def _last(path: str) -> str:
    """A path may be written from another folder: only its last name tells files apart for sure."""
    return path.rstrip("/").rsplit("/", 1)[-1].casefold()
