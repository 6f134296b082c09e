"""The entries of lists in texts (`Plumber: …`, a day with its lines), and values that are of another entry.

A small model that is asked for what an entry does not have takes it from the entry beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pandora.programs.language.number_words import with_digits
from pandora.programs.language.unit_words import units
from pandora.programs.texts.sentences import LONGER, SENTENCE, longer_words, row, words

FEWEST_ENTRIES = 3
"""The fewest entries of a list."""
MOST_OF_LABEL = 6
"""The most words of a label."""
_LABELLED = re.compile(r"[ \t]*(?:[-*•]\s+)?(?P<label>[^\W\d_][^:\n]{0,50}):[ \t]+(?P<rest>\S.*)")
_ITEM = re.compile(r"[ \t]*(?:[-*•]|\d+[.)])[ \t]+(?P<item>\S.*)")
_SHARED = 2
"""The fewest words that an item shares with a request and its answer where it is what they are about."""
_BELOW = re.compile(r"(?:[ \t]+|[-*•]\s+)\S")
"""A line that belongs to the heading above it: it is indented, or an item of a list."""
_VALUE = re.compile(r"(?<![\w.,:])\d+(?:[.,: /-]\d+)*(?![\w]|[.,:]\d)")
_BEGINNING, _SHORT_LINE = 5, 8
"""So many letters of two words are alike where the words count as one; the most words of a line of a list."""
_LONGEST_UNIT = 20
"""The most characters of a word for a unit, with the blank before it."""
_ASKED = re.compile(r", and the task is about .+ \((?P<place>[^()]+:\d+)\); where the text does not tell it")
"""What `from_another_entry` says, as far as it names the entry that is asked about."""


@dataclass(frozen=True)
class Entry:
    """An entry of a list: the line on which it begins, what names it, and its lines."""

    line: int
    label: str
    lines: tuple[str, ...]


def lists_in(text: str) -> list[list[Entry]]:
    """Return the lists of a text: lines that each begin with a label, and headings with lines below them."""
    lines = text.splitlines()
    return [found for found in (*_labelled(lines), _headed(lines)) if len(found) >= FEWEST_ENTRIES]


def _labelled(lines: Sequence[str]) -> Iterator[list[Entry]]:
    found: list[Entry] = []
    for number, line in enumerate([*lines, ""], 1):
        match = _LABELLED.fullmatch(line)
        if match and len(words(match["label"])) <= MOST_OF_LABEL:
            found.append(Entry(number, match["label"], (match["rest"],)))
        else:
            yield found
            found = []


def _headed(lines: Sequence[str]) -> list[Entry]:
    found: list[Entry] = []
    heading, number, below = "", 0, list[str]()
    for place, line in enumerate([*lines, "end"], 1):
        if _BELOW.match(line):
            below.append(line.strip())
            continue
        if heading and below:
            found.append(Entry(number, heading, tuple(below)))
        is_heading = 0 < len(words(line)) <= MOST_OF_LABEL and not line.rstrip().endswith((".", "!", "?"))
        heading, number, below = (line.strip(" \t:#*"), place, []) if is_heading else ("", 0, [])
    return found


def from_another_entry(said: str, request: str, texts: Mapping[str, str]) -> str:
    """Return why a value of an answer is not what a request asks for; "" where it may be.

    It stands in entries of a list only, and the request names another one, which has it not.
    """
    lists = {path: lists_in(text) for path, text in texts.items()}
    times = Counter(label for found in lists.values() for label in _labels(found))
    for path, text in texts.items():
        for entries in lists[path]:
            if any(times[entry.label] > 1 for entry in entries):
                continue  # what many files have is a field of a record, as `Name` and `Telephone`
            for sentence in filter(str.strip, SENTENCE.split(said)):
                for value, holders, meant in _holders(sentence, said, request, text, entries):
                    if not meant or any(entry in meant for entry in holders):
                        continue
                    if not any(longer_words(line) for entry in holders for line in entry.lines):
                        continue  # a field whose whole value it is
                    where = f"{value} stands under {holders[0].label!r} ({path}:{holders[0].line})"
                    about = f"the task is about {meant[0].label!r} ({path}:{meant[0].line})"
                    return f"{where}, and {about}; where the text does not tell it, say so"
    return ""


def of_another_item(said: str, request: str, texts: Mapping[str, str]) -> str:
    """Return why a value of an answer is of another item of a list than the request; "" where it may be.

    It stands in items alone that share no longer word with the request or the answer, and another item shares
    two and has no such value: `metro tickets: 3 x 2.85 €` says nothing of the hotel.
    """
    asked, answered = _begun(longer_words(request)), _begun(longer_words(said))
    for path, text in texts.items():
        items = [*_items(text)]
        if len(items) < FEWEST_ENTRIES:
            continue
        about = [item for item in items if len(_begun(longer_words(item.label)) & asked & answered) >= _SHARED]
        for sentence in filter(str.strip, SENTENCE.split(said)):
            for value in _values(sentence, text):
                holders = [item for item in items if value in row(item.label)]
                inside = sum(row(item.label).count(value) for item in holders)
                if not holders or row(text).count(value) > inside or value in row(request):
                    continue
                shares = [item for item in holders if _begun(longer_words(item.label)) & (asked | answered)]
                if about and not shares:
                    where = f"{value.strip()} stands in {holders[0].label!r} ({path}:{holders[0].line})"
                    meant = f"the task is about {about[0].label!r} ({path}:{about[0].line})"
                    return f"{where}, and {meant}; where the text does not tell it, say so"
    return ""


def _items(text: str) -> Iterator[Entry]:
    """The items of the lists of a text, each with the indented lines below it."""
    item, number = list[str](), 0
    for place, line in enumerate([*text.splitlines(), ""], 1):
        if item and line[:1].isspace() and line.strip() and not _ITEM.match(line):
            item.append(line.strip())
            continue
        if item:
            yield Entry(number, " ".join(item), (" ".join(item),))
        match = _ITEM.match(line)
        item, number = ([match["item"].strip()], place) if match else ([], 0)


def _begun(found: Iterable[str]) -> set[str]:
    """The beginnings of words, by which `night` and `nights` count as one."""
    return {word[:_BEGINNING] for word in found}


def of_another_label(said: str, request: str, texts: Mapping[str, str]) -> str:
    """Return why an answer says what stands behind a label that the request does not mean; "" where it may.

    The labels begin with the same word (`Red, one blink:`), and the request has what tells another one from
    them, a number in words too, and nothing that tells the one that the answer has.
    """
    asked, answer = _marks(request), row(said)
    for path, text in texts.items():
        for entries in _alike(text):
            counts = Counter(word for entry in entries for word in _marks(entry.label))
            own = {entry: {word for word in _marks(entry.label) if counts[word] == 1} for entry in entries}
            meant = [entry for entry in entries if own[entry] & asked]
            given = [entry for entry in entries if row(entry.label) in answer]
            if len(meant) == 1 and given and meant[0] not in given:
                where = f"it is what {path}:{given[0].line} says of {given[0].label!r}"
                return f"{where}, and the task is about {meant[0].label!r} ({path}:{meant[0].line})"
    return ""


def _alike(text: str) -> list[list[Entry]]:
    """The lines with a label of several words, by the first of them, where several begin with it."""
    found: dict[str, list[Entry]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _LABELLED.fullmatch(line)
        if match and 1 < len(words(match["label"])) <= MOST_OF_LABEL:
            entry = Entry(number, match["label"], (match["rest"],))
            found.setdefault(words(match["label"])[0], []).append(entry)
    return [entries for entries in found.values() if len(entries) > 1]


def _marks(text: str) -> set[str]:
    """The longer words of a text, and its numbers, those in words too."""
    return longer_words(text) | {word for word in words(with_digits(text)) if word.isdigit()}


def not_told(reasons: Sequence[str], texts: Mapping[str, str]) -> str:
    """Return the question for a person where all tries, two at least, gave values of other entries; else "".

    It shows the entry that the task is about: its text does not tell what is asked, so nothing here does.
    """
    asked = [match for reason in reasons if (match := _ASKED.search(reason))]
    if len(asked) < max(2, len(reasons)) or len({match["place"] for match in asked}) > 1:
        return ""
    path, _, line = asked[0]["place"].rpartition(":")
    text = texts.get(path, "")
    for entry in (*(entry for entries in lists_in(text) for entry in entries), *_items(text)):
        if str(entry.line) == line:
            shown = "; ".join(entry.lines)
            if entry.lines == (entry.label,):
                return f"{path} says only this of it: {shown}. Where does it stand?"
            return (
                f"{path} does not tell it under {entry.label!r}, where it says: {shown}. Where does it stand?"
            )
    return ""


def lines_beside(said: str, question: str, request: str, text: str) -> tuple[str, str] | None:
    """Return the line of an entry that an answer's value stands on, where it has no word of the question, and
    another line of the entry, which has some; None where there is no such value.
    """
    for entries in lists_in(text):
        for sentence in filter(str.strip, SENTENCE.split(said)):
            for value, holders, meant in _holders(sentence, said, request, text, entries):
                for entry in holders:
                    asked = longer_words(question) - longer_words(entry.label)
                    about = [line for line in entry.lines if asked & longer_words(line)]
                    own = [line for line in entry.lines if row(value) in row(line)]
                    if (longer_words(said) - asked) & {word for line in own for word in longer_words(line)}:
                        continue  # it says what stands on that line
                    if entry in meant and about and not set(about) & set(own):
                        return own[0], about[-1]
    return None


def line_apart(said: str, question: str, text: str) -> tuple[str, str] | None:
    """Return the short line that alone has a value of an answer, and another one with the question's own words.

    None where there is no such. The question's words are two that stand side by side. Of `season ticket` the
    first line has one word, as in `family day ticket 11.00`, and the text speaks of season tickets where it
    gives no price.
    """
    asked = [word[:_BEGINNING] for word in words(question)]
    pairs = [pair for pair in pairwise(asked) if all(len(word) >= LONGER and word.isalpha() for word in pair)]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    begun = [[word[:_BEGINNING] for word in words(line)] for line in lines]
    for value in _values(said, text):
        own = [place for place, line in enumerate(lines) if row(value) in row(line)]
        if len(own) != 1 or len(begun[own[0]]) > _SHORT_LINE:
            continue
        there = set(begun[own[0]])
        for pair in (pair for pair in pairs if len(there.intersection(pair)) == 1):
            if others := [place for place, line in enumerate(begun) if pair in pairwise(line)]:
                return lines[own[0]], lines[others[0]]
    return None


def _labels(lists: Iterable[Sequence[Entry]]) -> set[str]:
    return {entry.label for entries in lists for entry in entries}


def _holders(
    sentence: str, answer: str, request: str, text: str, entries: Sequence[Entry]
) -> Iterator[tuple[str, list[Entry], list[Entry]]]:
    """The values of a sentence that stand in entries only, with these, and the entries that the request names.

    An entry is named by a word of its label that no other label has. Where the answer names an entry that
    holds the value, it says whose it is.
    """
    asked, said = longer_words(request), longer_words(answer)
    counts = Counter(word for entry in entries for word in longer_words(entry.label))
    own = [{word for word in longer_words(entry.label) if counts[word] == 1} for entry in entries]
    meant = [entry for entry, names in zip(entries, own, strict=True) if names & asked]
    named = [entry for entry, names in zip(entries, own, strict=True) if names & said - asked]
    for value in _values(sentence, text):
        holders = [entry for entry in entries if any(value in row(line) for line in entry.lines)]
        inside = sum(row(line).count(value) for entry in entries for line in entry.lines)
        if not holders or row(text).count(value) > inside or value in row(request):
            continue
        if not any(entry in named for entry in holders):
            yield value.strip(), holders, meant


def _values(sentence: str, text: str) -> list[str]:
    """The numbers of a sentence as rows of words, each with its unit where the text has them so: `30 min`.

    Else a number of one digit stands with the word before it.
    """
    values, there = [], row(text)
    for match in _VALUE.finditer(sentence):
        behind = row(" ".join([match[0], *words(sentence[match.end() : match.end() + _LONGEST_UNIT])[:1]]))
        if behind.split()[-1] in units() and behind in there:
            values.append(behind)
            continue
        before = words(sentence[: match.start()])[-1:] if len(match[0]) == 1 else []
        if len(match[0]) > 1 or (before and before[0].isalpha()):
            values.append(row(" ".join([*before, match[0]])))
    return values
