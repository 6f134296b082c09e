"""Columns of dates as any country writes them; to a program each is ISO text that is a date, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, SupportsIndex

_CLOCK = r"(?P<clock>\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)"
_ISO = re.compile(
    r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)"
    rf"(?:[T ]\s?{_CLOCK}(?P<zone>\s?(?:Z|UTC|[+-]\d\d:?\d\d))?)?",
    re.ASCII,
)
_DAY = re.compile(
    r"(?P<first>\d\d?)(?P<mark>[-/.])(?P<second>\d\d?)(?P=mark)(?P<year>\d{4}|\d\d)"
    rf"(?:,?\s{{1,2}}{_CLOCK}[\s\u202f\u00a0]?(?P<half>[AaPp]\.?[Mm]\.?)?)?",
    re.ASCII,
)
_FULL = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?", re.ASCII)
_PARTS = re.compile(r"(?P<gap>[T ])\s?\d\d?:\d\d(?P<seconds>:\S*?)?(?P<zone>\s?(?:Z|UTC|[+-]\d\d:?\d\d))?")
"""The time of day of an ISO text, with the mark before it."""
_LONGEST = 40
_FROM_ISO = datetime.fromisoformat
_USUAL = {len("2024-03-13"), len("2024-03-13 14:05"), len("2024-03-13 14:05:59")}
_TURN = 69
"""The two-digit year from which on a year is of the last century, as in POSIX."""
_CENTURY, _MONTHS, _NOON = 100, 12, 12


@dataclass(frozen=True)
class DateSpelling:
    """How a column writes its dates: the order of year, month and day, what stands between, and their width.

    `half` is what stands behind a time before noon, such as ` AM`, "" where hours go to 24; `padded_hour` and
    `seconds` tell how times are written, `gap` is what stands before them, and `null` is written for none.
    """

    order: str
    mark: str
    padded: bool
    short_year: bool
    null: str = field(default="", compare=False)
    half: str = field(default="", compare=False)
    padded_hour: bool = field(default=True, compare=False)
    seconds: bool = field(default=True, compare=False)
    gap: str = field(default=" ", compare=False)
    unit = ""

    def of(self, value: object) -> object:
        """A date, or ISO text of one, as this column writes it; any other value unchanged."""
        if isinstance(value, date):
            text = value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
        elif isinstance(value, str) and _FULL.fullmatch(value):
            text = str(value)
        else:
            return value
        year, month, day = text[:4], text[5:7], text[8:10]
        if not self.padded:
            month, day = month.lstrip("0"), day.lstrip("0")
        parts = {"y": year[2:] if self.short_year else year, "m": month, "d": day}
        clock = text[10:] if self.order == "ymd" else self._clock(text[10:].replace("T", " "))
        return self.mark.join(parts[part] for part in self.order) + clock

    def _clock(self, text: str) -> str:
        """A time of day, with the blank before it, as this column writes it."""
        match = re.fullmatch(r" (\d\d)(:\d\d)(:00)?(.*)", text)
        if match is None:
            return text
        hour, rest = int(match[1]), match[2] + (match[3] or "" if self.seconds or match[4] else "") + match[4]
        half = self.half.replace("a", "p").replace("A", "P") if hour >= _NOON else self.half
        hour = (hour % _NOON or _NOON) if half else hour
        return f"{self.gap}{hour:02}{rest}{half}" if self.padded_hour else f"{self.gap}{hour}{rest}{half}"


PLAIN = DateSpelling("ymd", "-", True, False)
"""ISO's own."""


class Day(str):
    """A date, with a time or without: ISO text such as "2024-03-13" that has `.year`, `.weekday()` and more.

    It is equal to its own text in the file ("13.03.2024") and is compared with that form, with ISO text and
    with dates. `written` is the text in the file.
    """

    __slots__ = ("spelling", "written")
    written: str
    spelling: DateSpelling | None

    def __new__(cls, iso: str, text: str = "", spelling: DateSpelling | None = None) -> Day:
        """The date that `iso` is, which stands in the file as `text`."""
        day = super().__new__(cls, iso)
        day.written = text or iso
        day.spelling = spelling
        return day

    @property
    def moment(self) -> date:
        """The date, or the datetime where a time is told; ValueError where there is no such day."""
        text = str.__str__(self)
        if len(text) == len("2024-03-13"):
            return date.fromisoformat(text.replace("/", "-").replace(".", "-"))
        return datetime.fromisoformat(text[:10].replace("/", "-").replace(".", "-") + _plain_time(text[10:]))

    def date(self) -> date:
        """The day alone."""
        moment = self.moment
        return moment.date() if isinstance(moment, datetime) else moment

    def alike(self, moment: Any) -> str:
        """The ISO text of another moment, with what divides its parts, its seconds and its zone as here."""
        if not isinstance(moment, datetime):
            return str(moment.isoformat())
        own = _PARTS.fullmatch(str.__str__(self)[10:])
        seconds = (own and own["seconds"]) or moment.second or moment.microsecond
        form, gap = "auto" if seconds else "minutes", own["gap"] if own else " "
        if own is None or not own["zone"] or moment.utcoffset() != self.utcoffset():
            return moment.isoformat(gap, form)
        return moment.replace(tzinfo=None).isoformat(gap, form) + own["zone"]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(datetime, name):
            raise AttributeError(f"'str' object has no attribute {name!r}", name=name, obj=self)
        moment = self.moment
        return getattr(moment if hasattr(moment, name) else _with_time(moment), name)

    def __str__(self) -> str:
        return str.__str__(self)

    def __format__(self, form: str) -> str:
        return self.moment.strftime(form) if "%" in form else str.__format__(str(self), form)

    def _compare(self, other: object, compare: Callable[[Any, Any], bool]) -> Any:
        if isinstance(other, date):
            if not isinstance(other, datetime):
                return compare(self.date(), other)
            return compare(*_alike(self.moment, other))
        if not isinstance(other, str):
            return NotImplemented
        return compare(
            _sortable(str(self)), _sortable(str(other) if isinstance(other, Day) else self._iso(other))
        )

    def _iso(self, text: str) -> str:
        """ISO text of a date that is written as this one is in the file; other text unchanged."""
        if self.spelling is None or not _DAY.fullmatch(text):
            return text
        order = self.spelling.order
        return (_iso_of_day(text, order) or text) if order != "ymd" else text

    def __eq__(self, other: object) -> bool:
        equal = self._compare(other, lambda a, b: bool(a == b))
        return bool(equal) if equal is not NotImplemented else False

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: object) -> Any:
        return self._compare(other, lambda a, b: bool(a < b))

    def __le__(self, other: object) -> Any:
        return self._compare(other, lambda a, b: bool(a <= b))

    def __gt__(self, other: object) -> Any:
        return self._compare(other, lambda a, b: bool(a > b))

    def __ge__(self, other: object) -> Any:
        return self._compare(other, lambda a, b: bool(a >= b))

    __hash__ = str.__hash__

    def __add__(self, other: Any) -> Any:
        if isinstance(other, timedelta):
            return Day(self.alike(self.moment + other))
        return str(self) + other

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, timedelta):
            return Day(self.alike(self.moment - other))
        if isinstance(other, (date, Day)):
            one, two = _alike(self.moment, other.moment if isinstance(other, Day) else other)
            return one - two
        if isinstance(other, str) and _FULL.fullmatch(iso := self._iso(other)):
            return self - Day(iso)
        return NotImplemented

    def __rsub__(self, other: Any) -> Any:
        if isinstance(other, str) and _FULL.fullmatch(iso := self._iso(other)):
            return Day(iso) - self
        if not isinstance(other, date):
            return NotImplemented
        one, two = _alike(other, self.moment)
        return one - two

    def __contains__(self, part: object) -> bool:
        return isinstance(part, str) and (part in str(self) or (_has_mark(part, self) and part in self.written))

    def startswith(self, *given: Any) -> bool:
        """As of text: of the ISO form, or of the form in the file."""
        return str(self).startswith(*given) or (_has_mark(given[0], self) and self.written.startswith(*given))

    def endswith(self, *given: Any) -> bool:
        """As of text: of the ISO form, or of the form in the file."""
        return str(self).endswith(*given) or (_has_mark(given[0], self) and self.written.endswith(*given))

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        """As of text: of the ISO form, or of the form in the file where only that has the mark."""
        text = self.written if sep and sep not in str(self) and sep in self.written else str(self)
        return text.split(sep, maxsplit)

    def replace(self, *given: Any, **parts: Any) -> Any:
        """As of text; with `year=` or the like, as of a date."""
        return self.moment.replace(**parts) if parts else str(self).replace(*given)


def _sortable(text: str) -> str:
    """ISO text as it is compared: with a blank before the time, and two figures for the hour."""
    if len(text) <= len("2024-03-13") or text[10] not in "T ":
        return text
    return f"{text[:10]} {'0' * (text[12:13] == ':')}{text[11:]}"


def _with_time(moment: date) -> datetime:
    return moment if isinstance(moment, datetime) else datetime.combine(moment, time())


def _alike(one: date, two: date) -> tuple[Any, Any]:
    """Two moments as datetimes where one of them is."""
    if isinstance(one, datetime) or isinstance(two, datetime):
        return _with_time(one), _with_time(two)
    return one, two


def _has_mark(part: object, day: Day) -> bool:
    """True where a part of a date can only be one of its form in the file: it has that form's mark."""
    return day.spelling is not None and isinstance(part, str) and day.spelling.mark in part


def _plain_time(text: str) -> str:
    """A time of day with its zone as `fromisoformat` takes it."""
    clock = text[:1] + text[1:].strip().replace("UTC", "Z").replace(" ", "").replace(",", ".")
    return re.sub(r"^(.)(\d:)", r"\g<1>0\2", clock)


def days(given: Sequence[str], order: str = "") -> dict[str, Day] | None:
    """The date of each text of a column; None where one is none, or the column does not settle what it is.

    Of 03/04/2024 the column settles which the month is: one of its dates has a day over 12. Where none has,
    `order` does, "dmy" or "mdy", if it is given.
    """
    texts = list(dict.fromkeys(given))
    first = texts[0]
    if len(first) > _LONGEST or not first[0].isdigit():
        return None
    if _ISO.fullmatch(first):
        return _iso_days(texts)
    match = _DAY.fullmatch(first)
    return _written_days(texts, match["mark"], order) if match else None


def _iso_days(texts: list[str]) -> dict[str, Day] | None:
    """Dates that begin with the year; those that are written plainly stay letter for letter."""
    days: dict[str, Day] = {}
    marks = set()
    for text in texts:
        match = _ISO.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            return None
        marks.add(match["mark"])
        rest = text[match.end("day") :]
        iso = f"{match['year']}-{match['month']:0>2}-{match['day']:0>2}{rest}"
        spelling = None
        if not text.startswith(iso[:10]):
            padded = len(match["month"]) + len(match["day"]) == len("0303")
            spelling = DateSpelling("ymd", match["mark"], padded, False)
        days[text] = Day(iso, text, spelling)
    return days if len(marks) == 1 and all(map(_is_real, days.values())) else None


def _is_real(day: Day) -> bool:
    try:
        return bool(_FROM_ISO(str(day)) if len(day) in _USUAL else day.moment)
    except ValueError:
        return False


def _written_days(texts: list[str], mark: str, order: str) -> dict[str, Day] | None:
    order = order_of(texts) or order
    matches = [_DAY.fullmatch(text) for text in texts]
    if not order or not all(match and match["mark"] == mark for match in matches):
        return None
    widths = [(len(match["first"]), len(match["second"]), len(match["year"])) for match in matches if match]
    short = {year == len("24") for _, _, year in widths}
    padded = all(first + second == len("0303") for first, second, _ in widths)
    if len(short) > 1 or (True in short and (mark == "-" or not (padded or mark == "/" or _is_late(matches)))):
        return None  # 1.2.24 may be a version
    times = [(match["clock"], match["half"], match[0]) for match in matches if match and match["clock"]]
    spelling = DateSpelling(
        order,
        mark,
        padded,
        True in short,
        half=next((_as_forenoon(text, half) for _, half, text in times if half), ""),
        padded_hour=any(clock.startswith("0") for clock, _, _ in times)
        or all(clock[1:2] != ":" for clock, _, _ in times),
        seconds=not times or any(clock.count(":") > 1 for clock, _, _ in times),
        gap=", " if times and all("," in text for _, _, text in times) else " ",
    )
    days: dict[str, Day] = {}
    for text in texts:
        iso = _iso_of_day(text, order)
        if not iso:
            return None
        days[text] = Day(iso, text, spelling)
    return days


def _as_forenoon(text: str, half: str) -> str:
    """What stands behind the time of a text that ends with `half`, as before noon: ` AM` of `9:30 PM`."""
    before = text.removesuffix(half)
    return before[len(before.rstrip()) :] + half.replace("p", "a").replace("P", "A")


def _is_late(matches: Sequence[re.Match[str] | None]) -> bool:
    return any(match and int(match["first"]) > _MONTHS for match in matches)


def order_of(texts: Sequence[str]) -> str:
    """ "dmy" or "mdy" where these dates settle it; "" where they do not, or are none."""
    matches = [_DAY.fullmatch(text) for text in texts if len(text) <= _LONGEST]
    if len(matches) < len(texts) or not matches or not all(matches):
        return ""
    pairs = [(int(match["first"]), int(match["second"])) for match in matches if match]
    dmy = all(month <= _MONTHS for _, month in pairs)
    mdy = all(month <= _MONTHS for month, _ in pairs)
    if matches[0] and matches[0]["mark"] == "." and dmy:
        return "dmy"
    return "" if dmy == mdy else "dmy" if dmy else "mdy"


def is_unsettled(texts: Sequence[str]) -> bool:
    """True where texts are dates, but either number may be the month."""
    return not order_of(texts) and all(
        len(text) <= _LONGEST and _iso_of_day(text, "dmy") and _iso_of_day(text, "mdy") for text in texts
    )


def _iso_of_day(text: str, order: str) -> str:
    """ISO text of a date that is written in this order; "" where there is no such day or time."""
    match = _DAY.fullmatch(text)
    if match is None:
        return ""
    year = int(match["year"])
    if len(match["year"]) == len("24"):
        year += 19 * _CENTURY if year >= _TURN else 20 * _CENTURY
    first, second = int(match["first"]), int(match["second"])
    day, month = (first, second) if order == "dmy" else (second, first)
    try:
        iso = date(year, month, day).isoformat()
        clock = match["clock"]
        if not clock:
            return iso
        hour, _, rest = clock.partition(":")
        if half := (match["half"] or "").lower()[:1]:
            if not 0 < int(hour) <= _NOON:
                return ""
            hour = str(int(hour) % _NOON + (_NOON if half == "p" else 0))
        iso = f"{iso} {int(hour):02}:{rest}"
        datetime.fromisoformat(iso[:10] + _plain_time(iso[10:]))
    except ValueError:
        return ""
    return iso
