"""Printed lines of a name and a number each, and the order in which they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pandora.programs.language.locale_words import calendar_words
from pandora.programs.texts.sentences import words

FEWEST_LINES = 3
"""The fewest lines of a list that has an order."""
_LINE = re.compile(
    r"(?P<name>.*?[^\W\d_].*?)(?P<mark>[\s:=|–-]*[\s:=|]|(?<=\w)[–-])(?P<number>[-−]?\d+(?:\.\d+)?)(?P<unit>\D*)"
)
_PLACE = re.compile(r"\s*(\d+)[.)]\s+")
"""The place of a line in a list that is numbered: `2. Ann: 5`."""
_NEARLY = 1e-6


@dataclass(frozen=True)
class RankedLines:
    """Consecutive lines of a text, from line `first` on, each with a name and a number."""

    lines: tuple[str, ...]
    first: int
    numbers: tuple[float, ...]
    names: tuple[str, ...]

    def stands_in_order(self, largest_first: bool) -> bool:
        """True where the lines stand in the order of their numbers."""
        return list(self.numbers) == sorted(self.numbers, reverse=largest_first)

    @property
    def is_by_name(self) -> bool:
        """True where the names have an order of their own: that of the alphabet, or of months and days."""
        names = [name.casefold() for name in self.names]
        of_calendar = all(not calendar_words().isdisjoint(words(name)) for name in names)
        return of_calendar or names in (sorted(names), sorted(names, reverse=True))

    def in_order(self, largest_first: bool) -> str:
        """The text with these lines ordered by their numbers; those with the same number stay as they were.

        Of a numbered list each place keeps its number.
        """
        places = sorted(
            range(len(self.numbers)), key=lambda at: -self.numbers[at] if largest_first else self.numbers[at]
        )
        end = self.first + len(places)
        lines = self.lines[self.first : end]
        ordered = [lines[place] for place in places]
        numbered = [match for line in lines if (match := _PLACE.match(line))]
        if [match[1] for match in numbered] == [str(number) for number in range(1, len(lines) + 1)]:
            names = [line[match.end() :] for line, match in zip(lines, numbered, strict=True)]
            ordered = [match[0] + names[place] for match, place in zip(numbered, places, strict=True)]
        return "\n".join((*self.lines[: self.first], *ordered, *self.lines[end:]))


def ranked_lines(text: str) -> RankedLines | None:
    """Return the lines of a list of names and numbers; None without such.

    They have the same mark before the number and the same unit behind it. A last line with the sum of the
    others is none of them.
    """
    lines = text.split("\n")
    found = [_LINE.fullmatch(line.rstrip()) for line in lines]
    frames = [(match["mark"], match["unit"]) if match else None for match in found]
    frame = max((one for one in frames if one), key=frames.count, default=None)
    places = [place for place, one in enumerate(frames) if one == frame]
    if frame is None or places != [*range(places[0], places[-1] + 1)]:
        return None
    listed = [match for place in places if (match := found[place])]
    numbers = [float(match["number"].replace("−", "-")) for match in listed]
    if len(numbers) > FEWEST_LINES and abs(sum(numbers[:-1]) - numbers[-1]) <= _NEARLY * abs(numbers[-1]):
        numbers.pop()
    if len(numbers) < FEWEST_LINES:
        return None
    names = tuple(_PLACE.sub("", match["name"]).strip() for match in listed[: len(numbers)])
    return RankedLines(tuple(lines), places[0], tuple(numbers), names)
