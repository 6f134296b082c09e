"""A report read back from its text: its headings, its claims with the quotes that they cite, other lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

SOURCES = "Sources"
"""The heading of the numbered references."""
_HEADING = re.compile(r"^(?P<level>#{2,6}) (?P<title>.*)$")
_REFERENCE = re.compile(
    r"^(?P<number>\d+)\. “(?P<quote>.*)” – (?P<place>.+?) \(sha256 (?P<digest>[0-9a-f]+)\)$"
)
_CLAIM = re.compile(r".+?(?:\s?\[\d+\])+[.!?:;]?[\"”’]?(?=\s|$)")
_NUMBER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Reference:
    """A numbered quote of a report: what stands where, in which source."""

    number: int
    quote: str
    place: str
    digest: str


@dataclass(frozen=True)
class ReportLine:
    """A heading (`level` is above 0), a claim with its references, or another line of a report."""

    text: str
    level: int = 0
    cited: tuple[Reference, ...] = ()


def read_report(text: str) -> tuple[ReportLine, ...]:
    """The lines of a report, the numbered references left out: they stand at the claims that cite them."""
    references = {
        int(match["number"]): Reference(int(match["number"]), match["quote"], match["place"], match["digest"])
        for match in map(_REFERENCE.fullmatch, text.split("\n"))
        if match
    }
    return tuple(_lines(text, references))


def _lines(text: str, references: Mapping[int, Reference]) -> Iterator[ReportLine]:
    title = ""
    for line in filter(str.strip, text.split("\n")):
        if heading := _HEADING.match(line):
            title = heading["title"].strip()
            if title != SOURCES:
                yield ReportLine(title, len(heading["level"]))
        elif title != SOURCES:
            yield from _claims(line.removeprefix("- "), references)


def _claims(line: str, references: Mapping[int, Reference]) -> Iterator[ReportLine]:
    """The claims of a line, and what stands between and after them."""
    end = 0
    for match in _CLAIM.finditer(line):
        numbers = dict.fromkeys(int(number) for number in _NUMBER.findall(match[0]))
        cited = tuple(references[number] for number in numbers if number in references)
        yield ReportLine(match[0].strip(), cited=cited)
        end = match.end()
    if line[end:].strip():
        yield ReportLine(line[end:].strip())
