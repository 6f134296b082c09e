"""The gaps of a text, such as `____` and `XXX`, and how a program fills them in without touching the rest."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

from pandora.programs.inside.file_reading import decoded, encoded_like
from pandora.programs.inside.numerals import CURRENCY

GAP = re.compile(
    r"_{3,}|\.{4,}+(?![ \t]*[^\w\n]?[ \t]*\d{1,3}(?:[.,]\d{1,2})?[^\w\n]{0,2}$)"
    r"|(?<=[:=])\s*(?:…|\?{2,}|\.{3})\s*$|(?<!\w)(?:TB[DAC]|X{3,})(?!\w)"
    r"|(?<=[:=|])[ \t]*tb[dac](?=[ \t]*(?:\||$))"
    r"|\{\{?\s?[^\W\d]\w*\s?\}\}?|(?<!\w)<[^\W\d][\w -]{0,30}>"
    rf"|(?<=[:=|])[ \t]*\?(?=[ \t]*(?:\||(?:{CURRENCY}|[^\W\d_]{{1,10}})?[ \t]*$))",
    re.M,
)
"""What stands in a text where something is to be filled in: `____`, `TBD`, `XXX`, `{name}`, `Flour: ? kg`.

Dots that lead to a number at the end of the line, as in a table of contents or a menu, are none.
"""
NAMED_GAP = re.compile(
    rf"{GAP.pattern}|(?<![\w?])\?{{2,}}(?![\w?])|(?<!\w)X{{2,}}(?!\w)|(?<=[:=])[ \t]*(?:…|\.{{3}})(?=[ \t])"
    r"|(?<![\w\]])\[[^\W\d_][^\[\]\n]{1,40}\](?![(\[:])",
    re.M,
)
"""The same, and what is a gap only where a request names it: `???` within a line, `[TOTAL]`."""
_CAPITALS = re.compile(r"(?<![\w/.-])[A-ZÀ-ÖØ-Þ]{3,}(?:_[A-ZÀ-ÖØ-Þ]+)*(?![\w/-]|\.\w)")
"""A word in capitals, which may stand for a value: `NAME`, `START_DATE`."""
_QUOTED = re.compile(r"[\"“„«»'‘’`]\s?([^\"“”„«»'‘’`\n]{2,60}?)\s?[\"“”«»'‘’`](?!\w)")
LABELLED = re.compile(r"(\S.*?)\s*[:=]\s*(\S.*)")
"""Words with a value behind a colon: `Spent so far: 0.00`."""
_LABEL_ALONE = re.compile(r"(\S.*?)\s*:")
_SEVERAL = re.compile(r"(?<!\w)(TB[DAC]|tb[dac]|X{2,})'?s(?!\w)")
"""Gaps as a request counts them: `two TBDs`."""
_MARKS = ".,;:!?"
_NUMBER = re.compile(r"(?<!\w)[-−]?\d(?:[\d.,'’]*\d)?(?!\w)")
COMMA_AMOUNT = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:[. \u00a0\u202f]\d{3})+|\d+),\d{2}(?![\w.,]\d|\w)")
"""An amount with a decimal comma, such as 1.234,50."""
_COMMA_DECIMAL = re.compile(r"(?<![\w.,])\d+,\d{1,2}(?![\w.,]\d|\w)")
POINT_AMOUNT = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:[, \u00a0\u202f]\d{3})+|\d+)\.\d{2}(?![\w.,]\d|\w)")
"""An amount with a decimal point, such as 1,234.50."""


_CURRENCY_BEFORE = re.compile(rf"({CURRENCY}|(?<!\w)[A-Z][^\W\d_]{{1,4}})[ \u00a0]?\Z")
_CURRENCY_BEHIND = re.compile(rf"[ \u00a0]?({CURRENCY}|[A-Z][^\W\d_]{{1,4}}(?!\w))")
_LONGEST_CURRENCY = 8
_NEAR = 200
"""So many characters before and behind a gap are looked at for words that stand there already."""


def fill(path: str, values: Mapping[str, object], like: str = "") -> str:
    """Fill in the gaps of a text file and keep the rest; return the new text.

    `values` maps each gap, or words with one gap among them (`"Net: ??? EUR"`), to what stands in its place; of
    words without one, such as `"Spent: 0.00"`, the part behind the colon is it. A number gets two decimals
    where it has any, and is written as `like`, or as the amounts of the text; a whole number gets them only
    beside the currency of those amounts, for it may be a count or a year. A word that stands around the
    gap already, such as a unit, is not written twice. What is filled in already stays.
    """
    with open(path, "rb") as file:
        raw = file.read()
    text = decoded(raw)
    like = like or _amount_of(text)
    money = set(_currencies(text))
    values = _settled(values, text)
    if blank := [key for key, value in values.items() if value is None]:
        raise ValueError(f"nothing stands in place of {', '.join(map(repr, blank))}; give each its value first")
    for key, value in values.items():
        words = _gap_meant(key, text)
        value = _cell_for(words, value, text)
        said = as_written(value, like, exact=True)
        gap = _gap_in(words, value, said)
        place = _place_of(words, text)
        counted = type(value) is int and bool(like)  # beside a currency it gets decimals, too
        amount = as_written(float(str(value)), like) if counted or isinstance(value, float) else said
        if place is None and any(_stands(words.replace(gap, form, 1), text) for form in (said, amount)):
            continue
        if place is None:
            there = ", ".join(dict.fromkeys(match[0].strip() for match in NAMED_GAP.finditer(text)))
            raise ValueError(f"{path} does not have {words!r}; its gaps are: {there or 'none'}")
        if words == gap and words.endswith(":"):
            text = _put_behind(text, place.end(), value, said, amount, money)
            continue
        starts = _starts_of(gap, text) if words == gap else [text.rfind(gap, *place.span())]
        pieces, done = [], 0
        for start in starts:
            if start < done:
                continue
            begin, end = _whole_gap(text, start, start + len(gap))
            before, behind = text[max(0, begin - _NEAR) : begin], text[end : end + _NEAR]
            form = amount if money.intersection(_beside(before, behind)) else said
            pieces += [text[done:begin], _fitting(form, before, behind)]
            done = end
        text = "".join([*pieces, text[done:]])
    encoded = encoded_like(text, raw)
    with open(path, "wb") as file:
        file.write(encoded)
    return text


def _starts_of(gap: str, text: str) -> list[int]:
    """Where a gap begins in a text, each time, without its signs elsewhere: the `?` that ends a question.

    Of what is nowhere a gap, such as `0.00`, each place counts.
    """
    gaps = (match for match in NAMED_GAP.finditer(text) if match[0].strip() == gap)
    own = [match.start() + match[0].index(gap) for match in gaps]
    return own or [match.start() for match in _places_of(gap, text)]


def _whole_gap(text: str, start: int, end: int) -> tuple[int, int]:
    """A gap from `start` to `end` with all of its signs: the six of `______`, where `____` was meant."""
    sign = text[start]
    if sign.isalnum() or len({*text[start:end]}) > 1:
        return start, end
    while start > 0 and text[start - 1] == sign:
        start -= 1
    while text[end : end + 1] == sign:
        end += 1
    return start, end


def _amount_of(text: str) -> str:
    """An amount of a text, with what divides thousands where one has that; "" where it has none."""
    commas, points = ([match[0] for match in form.finditer(text)] for form in (COMMA_AMOUNT, POINT_AMOUNT))
    decimal = _COMMA_DECIMAL.search(text) if not commas and not points else None
    return max(commas or points, key=len, default=decimal[0] if decimal else "")


def _put_behind(text: str, end: int, value: object, said: str, amount: str, money: set[str]) -> str:
    """A text with a value behind a label that ends there: in the gap of its line, or in place of its value.

    A number stands in place of the first number there, with what is behind it.
    """
    stop = end + len(text[end:].partition("\n")[0].rstrip())
    gap = NAMED_GAP.search(text, end, stop) or (_is_number(value) and _NUMBER.search(text, end, stop)) or None
    start, stop = gap.span() if gap else (end, stop)
    before, behind = text[max(0, start - _NEAR) : start], text[stop : stop + _NEAR]
    form = amount if money.intersection(_beside(before, behind)) else said
    return f"{text[:start].rstrip(' ')} {_fitting(form, before, behind)}{text[stop:]}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _currencies(text: str) -> Iterator[str]:
    """The signs and words in capitals that stand beside the amounts of a text: €, EUR, Euro."""
    for amounts in (COMMA_AMOUNT, POINT_AMOUNT):
        for match in amounts.finditer(text):
            yield from _beside(text[: match.start()], text[match.end() :])


def _beside(before: str, behind: str) -> list[str]:
    """What may be a currency right before and behind a place."""
    found = (_CURRENCY_BEFORE.search(before[-_LONGEST_CURRENCY:]), _CURRENCY_BEHIND.match(behind))
    return [match[1] for match in found if match]


def _cell_for(words: str, value: object, text: str) -> object:
    """A value; of a whole row its one cell whose column the line of the gap names.

    Raises ValueError where that is none, or one of several.
    """
    if not isinstance(value, Mapping):
        return value
    line = next((line for line in text.splitlines() if words in " ".join(line.split())), words).casefold()
    named = [column for column in value if re.search(rf"(?<![^\W_]){re.escape(str(column).casefold())}", line)]
    if len(named) != 1:
        raise ValueError(f"{words!r} gets a whole row; give one of its cells: {', '.join(map(str, value))}")
    return value[named[0]]


def _settled(values: Mapping[str, object], text: str) -> Mapping[str, object]:
    """The values without a gap that has none, where another spelling of it has one: `[PRO_KIND]`.

    So has the label of a line, `Net:`, of which it is the only one with a gap: `Net: ____`.
    """
    empty = [key for key, value in values.items() if value is None]
    lines = [line.strip(" \t-*•·") for line in text.splitlines() if NAMED_GAP.search(line)]
    labels = [
        key.strip()
        for key, value in values.items()
        if value is not None and _LABEL_ALONE.fullmatch(key.strip())
    ]
    named = {
        label: [key for key in empty if key.strip(" \t-*•·").startswith(label)]
        for label in labels
        if sum(line.startswith(label) for line in lines) == 1
    }
    values = {key: value for key, value in values.items() if [key] not in named.values()}
    given = {_bare(key) for key, value in values.items() if value is not None and _place_of(key, text) is None}
    spelled = {_bare(key): key for key, value in values.items() if value is None and _bare(key) in given}
    return {
        spelled.get(_bare(key), key): value
        for key, value in values.items()
        if value is not None or _bare(key) not in spelled
    }


def has_all(path: str, values: Mapping[str, object]) -> bool:
    """True where a text has each of the gaps, or of the words with one, that a dict would fill in."""
    with open(path, "rb") as file:
        text = decoded(file.read())
    keys = [_gap_meant(key, text) if isinstance(key, str) else "" for key in values]
    return bool(keys) and all(_place_of(key, text) for key in keys)


def _place_of(words: str, text: str) -> re.Match[str] | None:
    """Where words stand in a text, whatever blanks are between them."""
    return next(_places_of(words, text), None)


def _places_of(words: str, text: str) -> Iterator[re.Match[str]]:
    """Each place of words in a text, that are no part of a longer word."""
    if not words.split():
        return iter(())
    form = r"\s+".join(map(re.escape, words.split()))
    begin = r"(?<![^\W_])" if words.strip()[0].isalnum() else ""
    end = r"(?![^\W_])" if words.strip()[-1].isalnum() else ""
    return re.finditer(rf"{begin}{form}{end}", text)


def _stands(words: str, text: str) -> bool:
    """True where words stand in a text that are no part of a longer word or number."""
    return any(
        not re.search(r"[\w.,]\Z", text[: place.start()]) and not re.match(r"\w|[.,]\d", text[place.end() :])
        for place in _places_of(words, text)
    )


def _gap_in(words: str, value: object, said: str) -> str:
    """The gap among words; of words without one the part behind their colon, or all of them.

    For a number it is the first number behind the colon: of `Total: 0.00 EUR` the currency stays.
    """
    gap = next((match[0].strip() for match in NAMED_GAP.finditer(words)), "")
    labelled = LABELLED.fullmatch(words.strip())
    if gap or labelled is None or said.casefold().startswith(labelled[1].casefold()):
        return gap or words.strip()
    number = _NUMBER.search(labelled[2]) if _is_number(value) else None
    return number[0] if number else labelled[2]


def _fitting(said: str, before: str, behind: str) -> str:
    """What is to stand in a gap, without the words that stand right before and behind it already."""
    own = said.split()
    around = (before.split()[-1:], behind.split("\n")[0].split()[:1])
    if len(own) > 1 and around[1] and own[-1].strip(_MARKS) == around[1][0].strip(_MARKS):
        own = own[:-1]
    if len(own) > 1 and around[0] and own[0] == around[0][0]:
        own = own[1:]
    return said if own == said.split() else " ".join(own)


def _gap_meant(key: str, text: str) -> str:
    """The gap with a name that a key is, also without its marks and in another spelling: `PRO_KIND`.

    The label of one line, such as `Name`, is what stands before its colon.
    """
    if NAMED_GAP.search(key):
        return key
    label = re.compile(rf"^[ \t]*(?:[-*•·][ \t]+)?({re.escape(key.strip())}[ \t]*:)", re.M)
    labels: list[str] = label.findall(text) if key.strip() else []
    if len(labels) == 1 and len([*_places_of(labels[0], text)]) == 1:
        return labels[0]
    named = dict.fromkeys(match[0].strip() for match in NAMED_GAP.finditer(text))
    bare = {gap: _bare(gap) for gap in named if _bare(gap)}
    meant = [gap for gap, name in bare.items() if name == _bare(key)]
    return meant[0] if len(meant) == 1 else _line_of_words(key, text)


def _line_of_words(key: str, text: str) -> str:
    """The one line with a gap that has these words, which are no gap themselves: its gap is meant.

    Raises ValueError for one of several such lines, and of several gaps of a line.
    """
    if _CAPITALS.fullmatch(key.strip()) or not any(map(str.isalpha, key)) or LABELLED.fullmatch(key.strip()):
        return key
    lines = [line for line in text.splitlines() if NAMED_GAP.search(line) and _place_of(key, line)]
    if len(lines) > 1 or any(len(NAMED_GAP.findall(line)) > 1 for line in lines):
        raise ValueError(
            f"{key!r} may be several gaps; give the words right before the gap with it: {lines[:3]}"
        )
    return lines[0].strip() if lines else key


def _bare(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def as_written(value: object, like: str = "", *, exact: bool = False) -> str:
    """A value as a text has it: a number with decimals has two of them, as `like` (1.234,50) is written.

    One that is `exact` keeps a third one where it has just three: 49.695 kilos are no amount of money.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int):
        return str(value)
    decimal = re.search(r"([.,])\d+\D*$", like)
    thousands = re.search(r"\d([., '’\u00a0\u202f])\d{3}(?!\d)", like) if decimal else None
    third = exact and math.isclose(value, round(value, 3)) and not math.isclose(value, round(value, 2))
    written = f"{value:,.{3 if third else 2}f}"
    marks = {",": thousands[1] if thousands else "", ".": decimal[1] if decimal else "."}
    return "".join(marks.get(letter, letter) for letter in written)


def labelled_gaps(request: str, text: str) -> list[str]:
    """The lines with a gap whose label, the words before it, stands in a request: `Hours: ____` and "hours"."""
    lines = []
    for line in text.splitlines():
        gap = GAP.search(line)
        label = line[: gap.start()].strip(" \t:=-*•·") if gap else ""
        if label and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", request, re.I):
            lines.append(" ".join(line.split()))
    return lines


def named_lines(request: str, text: str) -> list[str]:
    """The lines of a label that a request has in quotes, with its value or nothing behind it: `Spent: 0.00`."""
    quoted = {match[1].strip(" :").casefold() for match in _QUOTED.finditer(request)}
    lines = [line.strip(" \t-*•·") for line in text.splitlines()]
    pairs = [
        (match[1].casefold(), line)
        for line in lines
        if (match := LABELLED.fullmatch(line) or _LABEL_ALONE.fullmatch(line))
    ]
    return [
        " ".join(line.split())
        for label, line in pairs
        if label in quoted and sum(label == other for other, _ in pairs) == 1
    ]


def gap_lines(text: str, gap: str) -> list[str]:
    """The lines of a text that have a gap, without the blanks around and between their words.

    Of a line that has it several times there is a part for each, with the words before it, or behind it where
    there are none: `Date: ____` and `Name: ____`.
    """
    word = re.compile(rf"(?<!\w){re.escape(gap)}(?!\w)") if _CAPITALS.fullmatch(gap) else None
    lines = []
    for line in text.splitlines():
        gaps = [match for match in NAMED_GAP.finditer(line) if match[0].strip()]
        own = [match.span() for match in gaps if match[0].strip() == gap]
        own = own or ([match.span() for match in word.finditer(line)] if word else [])
        places = sorted({*own, *(match.span() for match in gaps)})
        for start, end in own if len(own) > 1 else ():
            at = places.index((start, end))
            before = line[places[at - 1][1] if at else 0 : end]
            behind = line[start : places[at + 1][0] if at + 1 < len(places) else len(line)]
            lines.append(" ".join((before if before.strip() != gap else behind).split()))
        lines += [" ".join(line.split())] if len(own) == 1 else []
    return lines


def named_gaps(request: str, text: str) -> list[str]:
    """The gaps of a text that a request names, in the order of the text; [] where it names none.

    Words in capitals are gaps, too, as in `the points, where it says POINTS`.
    """
    said = _SEVERAL.sub(r"\1", request)
    named = {*(match[0].strip() for match in NAMED_GAP.finditer(said)), *re.findall(r"\w+", said)}
    own = dict.fromkeys(match[0].strip() for match in NAMED_GAP.finditer(text))
    gaps = [gap for gap in own if gap in named and (not gap.startswith("[") or text.count(gap) == 1)]
    return gaps or _words_for_values(request, text)


def _words_for_values(request: str, text: str) -> list[str]:
    """The words that a request and one place of a text have in capitals, in the order of the text.

    One of them at the least stands in the request in small letters, too, as what is to be put there: `VAT` and
    `NATO` are words as others are. What stands beside an amount is its currency.
    """
    asked, currencies = _CAPITALS.findall(request), {*_currencies(text)}
    named = [word for word in _CAPITALS.findall(text) if word in asked and text.count(word) == 1]
    named = [word for word in named if word not in currencies]
    small = {word for word in re.findall(r"\w+", request) if word.islower()}
    return named if any(word.casefold() in small for word in named) else []
