"""Values held to the text that they were copied from: as its words, as the same number, or as the same date."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from pandora.document.figures import normal_number, numbers
from pandora.programs.inside.written_dates import TextDate, date_of, dates_in, days_of_year
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import or_word, part_of_date_words, weekday_numbers
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.text_language import possible_languages
from pandora.programs.texts.sentences import capitals_within
from pandora.programs.texts.text_dates import without_example, written_as
from pandora.programs.texts.text_notation import in_notation_of
from pandora.programs.texts.worked_out_dates import worked_out_dates

_TOKEN = re.compile(r"\w+(?:[.,:]\d+)*")
_NUMBER = re.compile(
    r"(?:[$€£¥]|[A-Z]{3}(?=\s))?\s?(?P<number>\d[\d.,'’\u00a0\u202f ]*)\s?(?:[$€£¥]|[A-Z]{3})?"
)
_BEFORE_MINUS = re.compile(r"(?:[^\W\d][.:]?|[:$€£¥=(|;])\s*[-−]$")
"""What stands before a minus sign: a word or a mark, no number as in a range, and no beginning of a line."""
_AMOUNT = re.compile(r"\d[\d.,' \u00a0]*[.,]\d\d")
FEWEST_OF_AMOUNT = 4
"""The fewest figures by which an amount is known again without its mark."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TIME = re.compile(r"(?<![\w:.])\d{1,2}[:.h]\d\d(?::\d\d)?(?![\w:])(?:\s*(?:Uhr|[ap]\.?m\.?))?", re.I)
_GLUE = re.compile(r"[-/@._]")
_MARKS = ".,;:!?()[]"
_STOP = re.compile(r"(?<=[^\W\d_]{4})[.,;:]+$|(?<=\d)[.,;:]+$")
"""A mark that ends a sentence behind a value; a short word may be an abbreviation with its dot."""
_NOTHING = re.compile(r"[\W_]*$")
_QUOTED = "\"'“”„‚‘’`«»"
_SLASHED = re.compile(r"[^\W\d_]{1,2}[./][^\W\d_]\.?")
"""A word such as `n/a` or `k.A.`."""
LONGEST_FOR_NOTHING = 20
"""The most characters of a word that stands where a text says nothing."""
MOST_RUNS = 3
"""The most pieces of a text that one value is joined from."""


FEWEST_DIGITS, LONGEST_ROW = 6, 40
"""The fewest digits of a row that is the same with other marks between, and its most letters and digits."""
_BETWEEN = r"[ \u00a0/().-]"
CHOSEN = -1
"""The line of a value that no text need carry: the request gives the words to choose from."""
_CHOICE = r"[^\W\d_][\w-]{0,20}"
_BLANKS = re.compile(r"[^\S\n]+")
_NAME_WORD = re.compile(r"[^\W\d_][\w'’-]*")


@dataclass(frozen=True)
class HeldValue:
    """A value that a text carries, the text's own `words` for it, and the line where they begin (from 1).

    The name of the text itself stands in line 0, and what is CHOSEN in none.
    """

    value: str
    words: str
    line: int


def is_nothing(value: str) -> bool:
    """True for a value that says that the text says nothing: empty, or signs alone, as `-`."""
    return _NOTHING.match(value) is not None


def stands_for_nothing(value: str, request: str) -> bool:
    """True for a value by which a request has it said that a text says nothing: `0 if none`, "unknown", n/a."""
    value = value.strip().strip(_QUOTED)
    if not value or len(value) > LONGEST_FOR_NOTHING:
        return False
    if value == "0":
        return re.search(r"(?<![\w.,:])0(?![\w.,:]*\w)", request) is not None
    quoted = rf"[{_QUOTED}]{re.escape(value)}[{_QUOTED}]"
    return re.search(quoted, request, re.I) is not None or (
        _SLASHED.fullmatch(value) is not None
        and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", request, re.I) is not None
    )


def choices_of(column: str, request: str) -> tuple[str, ...]:
    """The words among which a request has the cells of a column chosen, as `fixed = yes or no`; () for none.

    A slash tells of them by itself, as in `fixed yes/no`. Words that `or` joins stand behind a mark: those of
    `the date sent or received` are no choices.
    """
    joining = {word.casefold() for word in map(or_word, possible_languages(request)) if word}
    either = f"(?:{'|'.join(map(re.escape, joining)) or '(?!)'})"
    slashed = rf"[^\w\n,;./]{{0,4}}({_CHOICE}(?: ?/ ?{_CHOICE})+)"
    joined = rf" ?[^\w\s,;./][^\w\n,;./]{{0,3}}({_CHOICE}(?: ?, ?{_CHOICE}){{0,20}},? {either} {_CHOICE})"
    listed = re.search(
        rf"(?<!\w){re.escape(column)}(?!\w)(?:{slashed}|{joined})(?![\w-])", _BLANKS.sub(" ", request), re.I
    )
    choices = re.split(rf" ?/ ?|,? {either} | ?, ?", listed[1] or listed[2], flags=re.I) if listed else ()
    return () if joining.intersection(map(str.casefold, choices)) else (*choices,)


def choices_for(value: str, choices: Sequence[str], text: str) -> tuple[str, ...]:
    """The choices to which a value is held: none for another one that is itself what a text has.

    So is one with a digit, as a date for `DD/MM/YYYY`, an address and a name: `sender: name or company` says
    what kind of value is wanted.
    """
    free = held_choice(value, choices) is None and (
        any(letter.isdigit() or letter == "@" for letter in value) or _is_name(value, choices, text)
    )
    return () if free else (*choices,)


def _is_name(value: str, choices: Sequence[str], text: str) -> bool:
    """True for a name of a text: several words with capitals, or one within a sentence.

    One word is none where a choice has a capital itself, as the nouns of German have. Nor is what has one of
    the choices in it.
    """
    named = [word for word in _NAME_WORD.findall(value) if not is_function_word(word)]
    if not named or not all(word[0].isupper() for word in named) or _as_words(value, text) is None:
        return False
    if {*map(str.casefold, choices)} & {*map(str.casefold, named)}:
        return False
    return len(named) > 1 or (all(map(str.islower, choices)) and named[0] in capitals_within(text))


def held_choice(value: str, choices: Sequence[str]) -> HeldValue | None:
    """The one of the request's choices that a value is; None for none."""
    said = value.strip().strip(_QUOTED + "*<>.").casefold()
    chosen = next((choice for choice in choices if choice.casefold() == said), None)
    return HeldValue(chosen, chosen, CHOSEN) if chosen is not None else None


def held_value(value: str, text: str, request: str = "") -> HeldValue | None:
    """Return a value as the text carries it; None where no words of the text do.

    A date is written as the request asks (see `written_as`); any other value as the text writes it.
    """
    value = value.strip().strip('"“”„`*<>').strip()
    value = _STOP.sub("", value)
    if carried := _as_date(value, text, request):
        return carried
    if carried := _as_words(value, text):
        return _in_figures(carried, text) or carried
    return (
        _as_number(value, text)
        or _as_joined(value, text)
        or _as_noted(value, text)
        or _as_row(value, text)
        or _as_worked_out(value, text, request)
        or _as_day_of_more(value, text, request)
    )


def name_of_text(value: str, path: str) -> HeldValue | None:
    """Return the name of the text at `path` where a value is that, its path, or the name without its ending."""
    own = PurePosixPath(path)
    names = [name.casefold() for name in (path, own.name, own.stem)]
    return HeldValue(own.name, own.name, 0) if value.strip().casefold() in names else None


def held_cell(value: str, text: str, path: str, choices: Sequence[str], request: str) -> HeldValue | None:
    """Return a cell of the text at `path`: one of `choices` if it is held to them, or what the text carries.

    None where the value says nothing, and where neither the text nor its name carries it.
    """
    if held_to := choices_for(value, choices, text):
        return held_choice(value, held_to)
    return None if is_nothing(value) else held_value(value, text, request) or name_of_text(value, path)


def _as_date(value: str, text: str, request: str) -> HeldValue | None:
    wanted = date_of(value, f"{text}\n{request}") or _of_the_year(value, text, request)
    if wanted is None or wanted.day is None:
        return None
    if f"{wanted.day.year}" in _years(text, request):
        for entry in days_of_year(text, wanted.day.year):
            if entry.day == wanted.day:
                return _at(text, entry.start, entry.end, written_as(wanted.day, request))
    dates = dates_in(text, request)
    for entry in dates:
        if entry.day == wanted.day:
            return _at(text, entry.start, entry.end, written_as(wanted.day, request))
    turned = sorted((wanted.day.day, wanted.day.month))
    for entry in dates:  # a model that took the day for the month means these words, and code reads them
        words = text[entry.start : entry.end]
        figures = [int(part) for part in re.findall(r"\d+", words)]
        if len(figures) == 3 and sorted(figures[:2]) == turned and wanted.day.year % 100 == figures[2] % 100:
            return _at(text, entry.start, entry.end, written_as(entry.day, request) if entry.day else "")
    return None


def _as_worked_out(value: str, text: str, request: str) -> HeldValue | None:
    """A date that a span of the text gives, such as `within 14 days`, from the one date that it counts from.

    Such dates stand in the prompt by which the text is read.
    """
    wanted = date_of(value, f"{text}\n{request}")
    for known in worked_out_dates(without_example(request), [text]) if wanted and wanted.day else ():
        if wanted and known.day == wanted.day:
            lines = enumerate(text.split("\n"), 1)
            line = next(
                (place for place, said in lines if known.span in " ".join(with_digits(said).split())), 0
            )
            return HeldValue(written_as(known.day, request), known.span, line) if line else None
    return None


def _as_day_of_more(value: str, text: str, request: str) -> HeldValue | None:
    """The one day of a value with a day of the week, perhaps another one than the text says it is.

    A time beside it is left out where the request asks for a day: a small model joins `8 May` and `6:30`.
    """
    years = _years(text, request)
    days = [entry for entry in dates_in(value) if entry.day]
    days = days or (days_of_year(value, int(next(iter(years)))) if len(years) == 1 else [])
    if len(days) != 1 or days[0].day is None:
        return None
    rest = f"{value[: days[0].start]} {value[days[0].end :]}"
    without_time = _TIME.sub(" ", rest)
    asks_for_day = {*map(str.casefold, _NAME_WORD.findall(request))} & part_of_date_words("day")
    if without_time != rest and not asks_for_day:
        return None
    if any(word.casefold() not in weekday_numbers() for word in re.findall(r"\w+", without_time)):
        return None
    return _as_date(days[0].day.isoformat(), text, request)


def _years(text: str, request: str) -> set[str]:
    """The years that the request has, or else the text."""
    return set(_YEAR.findall(request)) or set(_YEAR.findall(text))


def _of_the_year(value: str, text: str, request: str) -> TextDate | None:
    """The date of a value such as `10 May`, where there is one year that it can be of; else None."""
    years = _years(text, request)
    days = days_of_year(value, int(next(iter(years)))) if len(years) == 1 else []
    whole = len(days) == 1 and not re.search(r"\w", value[: days[0].start] + value[days[0].end :])
    return days[0] if whole else None


def _as_words(value: str, text: str) -> HeldValue | None:
    places = list(_runs(value, text))
    if not places:
        return None
    start, end = next((place for place in places if "\n" not in text[place[0] : place[1]]), places[0])
    lead, tail = re.match(r"[^\w\s]*", value), re.search(r"[^\w\s]*$", value)
    if _is_negative(text, start):
        start -= 1
    elif lead and lead[0] and text[:start].endswith(lead[0]):
        start -= len(lead[0])
    if tail and tail[0] and text[end:].startswith(tail[0]):
        end += len(tail[0])
    return _at(text, start, end)


def _is_negative(text: str, start: int) -> bool:
    """True for the figures of a number with a minus sign before it, which is no dash and no mark of a list."""
    return text[start : start + 1].isdigit() and bool(_BEFORE_MINUS.search(text[:start].rpartition("\n")[2]))


def _runs(value: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the words of a value stand in the text one after another, and are no part of longer words."""
    wanted = [_plain(match[0]) for match in _TOKEN.finditer(value)]
    tokens = list(_TOKEN.finditer(text))
    said = [_plain(token[0]) for token in tokens]
    for place in range(len(tokens) - len(wanted) + 1) if wanted else ():
        if said[place : place + len(wanted)] == wanted:
            start, end = tokens[place].start(), tokens[place + len(wanted) - 1].end()
            if _is_whole(text, start, end):
                yield start, end


def _is_whole(text: str, start: int, end: int) -> bool:
    return not _is_glued(text[max(0, start - 2) : start][::-1]) and not _is_glued(text[end : end + 2])


def _is_glued(beside: str) -> bool:
    """True where what stands beside a word is a mark within a longer one, as in KP-20417 or example.org."""
    return len(beside) == 2 and _GLUE.match(beside) is not None and beside[1].isalnum()


def _as_number(value: str, text: str) -> HeldValue | None:
    bare = value.lstrip("-−")
    match = _NUMBER.fullmatch(bare)
    if match is None:
        return None
    if bare != value:
        carried = _as_number(bare, text)
        return carried if carried and carried.words.startswith(("-", "−")) else None
    wanted = normal_number(match["number"].strip())
    for number in numbers(text):
        if normal_number(number) == wanted and (carried := _as_words(number, text)):
            return carried
    if wanted.isdigit() and (joined := re.search(rf"(?<![\w.,-]){wanted}(?=-[^\W\d_]{{3,}})", text)):
        return _at(text, *joined.span())  # a 3-room flat
    if unmarked := _without_its_mark(wanted, text):
        return unmarked
    lines = enumerate(text.split("\n"), 1)
    return next((spelled for place, line in lines if (spelled := _spelled(wanted, line, place))), None)


def _without_its_mark(wanted: str, text: str) -> HeldValue | None:
    """The one amount of the text that has these figures, such as `181.40` for 18140."""
    amounts = {number for number in numbers(text) if _AMOUNT.fullmatch(number)}
    alike = [number for number in amounts if "".join(filter(str.isdigit, number)) == wanted]
    return _as_words(alike[0], text) if len(alike) == 1 and len(wanted) >= FEWEST_OF_AMOUNT else None


def _spelled(wanted: str, line: str, place: int) -> HeldValue | None:
    """The number as words of a line, such as `twenty-seven` for 27."""
    spelled = next((words for words, figures in _number_words(line) if figures == wanted), "")
    return HeldValue(wanted, spelled, place) if spelled else None


def _in_figures(carried: HeldValue, text: str) -> HeldValue | None:
    """A value whose words are a number, such as `twenty-seven`, in figures; None for other words."""
    if any(letter.isdigit() for letter in carried.words):
        return None
    line = text.split("\n")[carried.line - 1]
    figures = next((figures for words, figures in _number_words(line) if words == carried.words), "")
    return HeldValue(figures, carried.words, carried.line) if figures else None


def _number_words(line: str) -> Iterator[tuple[str, str]]:
    """The words of a line that are a whole number, each with its figures."""
    before, behind = line.split(), with_digits(line).split()
    matcher = difflib.SequenceMatcher(None, before, behind, autojunk=False)
    for kind, start, end, low, high in matcher.get_opcodes() if before != behind else ():
        figures = " ".join(behind[low:high]).strip(_MARKS)
        if kind == "replace" and figures.isdigit():
            yield " ".join(before[start:end]).strip(_MARKS), figures


def _as_noted(value: str, text: str) -> HeldValue | None:
    """A value in the notation of the text: `14:30` where this has 2:30 pm, `1234.50` for 1 234,50."""
    noted = in_notation_of(text, value)
    return _as_words(noted, text) if noted != value else None


def _as_row(value: str, text: str) -> HeldValue | None:
    """A telephone number, an account or a code of many digits, whatever stands between its parts."""
    marks = [letter for letter in value if letter.isalnum()]
    if sum(map(str.isdigit, marks)) < FEWEST_DIGITS or len(marks) > LONGEST_ROW or date_of(value):
        return None
    row = re.compile(r"(?<![\w.,])\+?" + rf"{_BETWEEN}{{0,3}}".join(map(re.escape, marks)) + r"(?!\w)", re.I)
    places = (match.span() for match in row.finditer(text))
    return next((_at(text, *place) for place in places if _is_whole(text, *place)), None)


def _as_joined(value: str, text: str) -> HeldValue | None:
    """A value of two or three parts with commas between, each of which the text carries."""
    parts = [part for part in re.split(r"\s*[,;]\s+", value) if part]
    if not 1 < len(parts) <= MOST_RUNS:
        return None
    carried = [_as_words(part, text) for part in parts]
    whole = [part for part in carried if part]
    if len(whole) < len(parts):
        return None
    joined = ", ".join(part.words for part in whole)
    return HeldValue(joined, joined, whole[0].line)


def _at(text: str, start: int, end: int, value: str = "") -> HeldValue:
    words = " ".join(text[start:end].split())
    return HeldValue(value or words, words, text.count("\n", 0, start) + 1)


def _plain(token: str) -> str:
    return unicodedata.normalize("NFKC", token).casefold()
