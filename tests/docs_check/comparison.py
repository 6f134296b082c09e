"""Compare what a page shows of a command with what it printed, apart from what differs from run to run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from pandora.document.figures import normal_number, numbers

ELISION = "…"
"""A line of a transcript that stands for any number of lines; a transcript may have one."""
_PROGRESS = re.compile(r"(?:system|tool|op)-[a-z0-9_.-]+: ")
_ACCOUNT = re.compile(
    r"state/system-\w{6}\.md(?: \(and \d+ more documents? of this run\))?$"
    r"|(?:accepted|waiting|escalated|failed): \d+ calls, \d+ prompt tokens"
)
_BY_THE_CLOCK = re.compile(r"loads \S+|(?:system|tool|op)-[a-z0-9_.-]+: [A-Z]+: (?:reads|writes)[ ,]")
_VARIES = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"\b(system|tool-\w+|op-\w+)-[a-z0-9]{6}(?![a-z0-9])", r"\1-RUN"),
        (r"(\bpandora \w+(?: --?[\w-]+)*) [a-z0-9]{6}(?![\w.])", r"\1 RUN"),
        (r"^[a-z0-9]{6}(?=  )", "RUN"),
        (r"\"?\b(?=[0-9a-f]*\d)[0-9a-f]{16,64}\b\"?", "DIGEST"),
        (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "TIME"),
        (r", took: [\d.]+(?=[,}])", ""),
        (r"\b(prompt|evaluated|written|seconds|tokens): [\d.]+(?=[,}])", r"\1: N"),
        (r"[\d,]+ (prompt tokens|tokens?|evaluated|written)\b", r"N \1"),
        (r"[\d.,]+ (s|tok/s|bytes)(?!\w)", r"N \1"),
        (r"\((?:0\.\d\d|1\.00)\)", "(P)"),
        # the words of an opinion that decides nothing depend on how a machine rounds
        (r"^Issues: .+(?= \(the model's opinion)", "Issues: WORDS"),
    )
)


def normal(line: str) -> str:
    """A line without what must vary: ids of runs, times, counts of tokens, speeds, digests, probabilities."""
    line = line.rstrip()
    for pattern, put in _VARIES:
        line = pattern.sub(put, line)
    return line


def answer(printed: Sequence[str]) -> list[str]:
    """What was printed without progress and without what it cost: the answer, or the question."""
    return _stripped([line for line in printed if not _PROGRESS.match(line) and not _ACCOUNT.match(line)])


def visible(shown: Sequence[str], printed: Sequence[str]) -> list[str]:
    """The part of what was printed that a page shows which shows `shown` now.

    A page may leave out all lines of progress, and the account of what a run cost. What a slow machine
    prints to say that it is at work is never shown.
    """
    lines = [line.rstrip() for line in printed if not _BY_THE_CLOCK.match(line)]
    if not any(_PROGRESS.match(line) for line in shown):
        lines = [line for line in lines if not _PROGRESS.match(line)]
    if not any(_ACCOUNT.match(line) for line in shown):
        lines = [line for line in lines if not _ACCOUNT.match(line)]
    lines = _stripped(lines)
    if ELISION in shown:
        head = list(shown).index(ELISION)
        tail = len(shown) - head - 1
        if len(lines) > head + tail:
            lines = [*lines[:head], ELISION, *lines[len(lines) - tail :]]
    return lines


def differences(shown: Sequence[str], printed: Sequence[str], first: int) -> list[str]:
    """How `printed` differs from what the page shows from its line `first` on; [] where it does not."""
    told: list[str] = []
    matcher = SequenceMatcher(None, [*map(normal, shown)], [*map(normal, printed)], autojunk=False)
    for kind, begins, ends, other, past in matcher.get_opcodes():
        if kind != "equal":
            told += [f"  line {first + number} shows:  {shown[number]}" for number in range(begins, ends)]
            told += [
                f"  {'printed' if ends > begins else f'before line {first + begins}, printed'}:  {line}"
                for line in printed[other:past]
            ]
    return told


def missing_facts(facts: Sequence[str], printed: Sequence[str]) -> list[str]:
    """The facts that no line of the answer has as words of their own; 5.40 and 5.4 are the same number."""
    text = "\n".join(answer(printed))
    values = {normal_number(number) for number in numbers(text)}
    return [
        fact
        for fact in facts
        if not (normal_number(fact) in values if numbers(fact) == [fact] else _has_words(text, fact))
    ]


def _has_words(text: str, words: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text))


def _stripped(lines: Sequence[str]) -> list[str]:
    """The lines without blank ones at both ends."""
    kept = list(lines)
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept
