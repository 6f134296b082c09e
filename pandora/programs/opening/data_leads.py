"""Leads: comments, conditions and lines that say where the words of a request stand in the data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.programs.data_columns import columns, shared_first_words, tables
from pandora.programs.language.english_words import NUMBER_WORDS
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import conjunctions
from pandora.programs.language.month_names import months_named
from pandora.programs.language.negations import negates, negates_word
from pandora.programs.language.text_language import possible_languages
from pandora.programs.language.word_stems import are_forms, may_be_forms
from pandora.programs.opening.cell_comments import date_column
from pandora.programs.request.request_text import (
    PATH,
    QUOTED,
    SENTENCE_ENDS,
    WORD,
    has_word,
    is_question,
    names_column,
    stands_apart,
    without_values,
)
from pandora.workspace.named_files import UP_TO

_MOST_PLACES = 5
LONGEST_PHRASE = 40
"""The most characters of a value of several words that a request may name."""
_CODE = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[^\W_][\w-]*[^\W_](?![\w-])")
"""A short name of letters and digits, such as `B2` or `T-1007`."""
_DIGITS = re.compile(r"(?<![\w.,:/-])\d{2,}(?![\w/-]|[.,:]\d)")
"""Digits that are a text where a column has them as one, such as `0417`."""
_SENTENCE, _NEAR = re.compile(r"(?:^|[.!?:]\s+|\n\s*)\W*$"), 40
_MOST_TOTALS = 2
_TOKEN, _SOME = re.compile(r"[^\W_]+"), 40
"""A word or a number, and so many values by which a column's language is told."""
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre|tra|fra|tussen|między|od)\s+(?:\w+\s+)?$", re.I)
"""The word for `between` right before the first end of a range, in eight languages."""
_LONGER_NAME = 4
"""The fewest letters of a value's word that a request may name with an ending."""


def condition_of_named_row(request: str, files: Iterable[str], workspace: Path) -> str:
    """A condition such as `row["name"] == "HP Victus"` where the request names just one row by a cell; else "".

    A cell names a row where it is a text, and no other of its column is the same: `yes` may be the new value.
    """
    said = PATH.sub(" ", request).casefold()
    cells = {
        (name, cell)
        for _, rows in tables(files, workspace)
        for name in rows[0]
        if len({str(row.get(name)) for row in rows}) == len(rows)
        for cell in (row.get(name) for row in rows)
        if isinstance(cell, str) and len(cell) > 1 and _stands_whole(cell, said)
    }
    longest = [one for one in cells if not any(one[1] in other[1] for other in cells - {one})]
    return f"row[{longest[0][0]!r}] == {longest[0][1]!r}" if len(longest) == 1 else ""


def part_of_named_rows(request: str, files: Iterable[str], workspace: Path) -> str:
    """A condition such as `'Anna' in row["who"]` where one word of a request is a part of some values; else "".

    A model writes `row["who"] == "Anna Berg"`, and so takes one of two by the row that it is shown. Which other
    words tell the rows apart, and which are new values, is left to it: a column that the request names may be
    the one that changes.
    """
    ways = {
        (match.condition.column, match.way): match.condition
        for match in matched_lines(request, files, workspace)
        if match.way.find(" in row[") > 0
        and match.condition
        and not names_column(match.condition.column, request)
    }
    if len(ways) != 1:
        return ""
    ((_, way),) = ways
    (condition,) = ways.values()
    rows = next((rows for _, rows in tables(files, workspace) if condition.column in rows[0]), [])
    held = [
        row
        for row in rows
        if isinstance(row.get(condition.column), str) and condition.holds(row[condition.column])
    ]
    texts = all(isinstance(row.get(condition.column), str) for row in rows)
    return way if texts and 0 < 2 * len(held) < len(rows) else ""


def _stands_whole(cell: str, said: str) -> bool:
    text = cell.casefold()
    return text in said and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", said) is not None


_AROUND = "\"'`“”„‘’«»()[],;:?!."
"""What may stand around a path in a sentence."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b(?!-)")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def group_lines(request: str, files: Iterable[str], workspace: Path, name: str = "rows") -> list[str]:
    """Return how rows are counted, and amounts added up, by a column of repeated texts that the request names.

    [] without one. `name` is the variable that has the rows.

    Source: a 1.5B model counts each group by comparing a row with itself, in three programs of four.
    """
    bare = PATH.sub(" ", request)
    counts, sums = [], []
    for _, rows in tables(files, workspace):
        amounts = [key for key, value in rows[0].items() if _is_amount(key, value)]
        for column, values, _ in columns(rows):
            if 1 < len(values) < len(rows) and names_column(column, bare) and not _has_condition(values, bare):
                counts.append(f"# Counter(row[{column!r}] for row in {name}) counts the rows of each {column}")
                sums += [
                    f"# totals({name}, {column!r}, {amount!r}) adds up {amount} for each {column}"
                    for amount in amounts[:_MOST_TOTALS]
                ]
    counts = [*counts[:_MOST_TOTALS], *sums[:_MOST_TOTALS]]
    return ["from collections import Counter", *counts] if counts else []


def _has_condition(values: Sequence[str], request: str) -> bool:
    """True for dates, and where the request names one of the values, or its first word: that is a condition.

    A word may have an ending: `e-bikes` names `e-bike`.
    """
    firsts = {word for value in values for word in value.split()[:1] if len(word) >= _LONGER_NAME}
    shorter = {word for value in values for word in value.split()[:1]} - firsts
    named = any(re.search(rf"(?<!\w){re.escape(word)}", request, re.I) for word in firsts)
    return all(map(_DATE.match, values)) or named or any(has_word(request, word) for word in shorter)


def _is_amount(key: str, value: Any) -> bool:
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return plain and key.isidentifier() and not re.search(r"(?:^|_)(?:id|no|nr|number|code|year)$", key, re.I)


@dataclass(frozen=True)
class Condition:
    """A condition of a program's filter on a column, as an expression of `row`, and which cells it holds for.

    `value` is the whole value that the cell must be, and "" for other conditions.
    """

    column: str
    expression: str
    holds: Callable[[Any], bool] = field(compare=False)
    value: str = ""


@dataclass(frozen=True)
class MatchedLine:
    """A comment (`line`) that says which column holds the request's `word`.

    `condition` finds the rows that are meant. `whole` tells that the word is a whole value.
    """

    line: str
    word: str = ""
    condition: Condition | None = None
    whole: bool = False

    @property
    def way(self) -> str:
        """The condition by which a program finds a word that is only a part of a value; "" for others."""
        return self.condition.expression if self.condition and not self.whole else ""


def place_comments(request: str, files: Iterable[str], workspace: Path) -> list[str]:
    """Return the first few lines such as `'atlas' stands in column 'server' of data/servers.csv`."""
    return [place.line for place in matched_lines(request, files, workspace)][:_MOST_PLACES]


def part_condition(request: str, files: Iterable[str], workspace: Path) -> str:
    """Return a condition such as `'nvidia' in row['gpu']` where the data has one word of the request, or "".

    Source: a 1.5B model writes `row['gpu'] == 'nvidia'` again and again, whatever its prompt says.
    """
    matches = matched_lines(request, files, workspace)
    return matches[0].way if len(matches) == 1 and not negates(request, possible_languages(request)) else ""


def matched_lines(request: str, files: Iterable[str], workspace: Path) -> list[MatchedLine]:
    """Return where the words of the request stand in the data, and its months and years in columns of dates."""
    bare = PATH.sub(" ", request)
    asking = _asking(request)
    quoted = list(QUOTED.findall(bare))
    matches: list[MatchedLine] = []
    months, years = months_named(bare), list(dict.fromkeys(_YEAR.findall(bare)))
    for path, rows in tables(files, workspace):
        column = date_column(rows) if months or years else ""
        if column:
            there = {row[column][:4] for row in rows}
            ways = [(year, _of_year(column, year)) for year in years if year in there]
            ways += [_of_months(months, column, bare)] if months else []
            # What every row is of tells none apart: `delays.csv has those of June`.
            ways = [] if all(way.holds(row[column]) for row in rows for _, way in ways) else ways
            matches += [MatchedLine(f"{word!r} is {way.expression} in {path}", word, way) for word, way in ways]
        for name, values, categories in columns(rows):
            if categories and len(values) == 2 and all(map(str.isalpha, values)) and names_column(name, bare):
                matches.append(MatchedLine(f"column {name!r} is {values[0]!r} or {values[1]!r}"))
            names = [value for value in values if _is_phrase(value) and (categories or value != value.lower())]
            phrases = [value for value in names if has_word(bare, value) and stands_apart(value, bare, values)]
            matches += [
                MatchedLine(f"{value!r} stands in column {name!r} of {path}", value, _equal(name, value), True)
                for value in phrases
            ]
            codes = [
                code for code in dict.fromkeys((*_CODE.findall(bare), *_DIGITS.findall(bare))) if code in values
            ]
            matches += [
                MatchedLine(f"{code!r} stands in column {name!r} of {path}", code, _equal(name, code), True)
                for code in codes
            ]
            paths = dict.fromkeys(path.strip(_AROUND) for path in PATH.findall(request))
            matches += [  # of a web server's log, `/login.php` is what was asked for
                MatchedLine(f"{one!r} stands in column {name!r} of {path}", one, _equal(name, one), True)
                for one in paths
                if one in values
            ]
            words = _plain_words(without_values(QUOTED.sub(" ", bare), phrases))
            words = [word for word in words if not (column and word in months)]
            shared = shared_first_words([row.get(name) for row in rows])
            for word in dict.fromkeys([*quoted, *words]):
                sure = word in quoted or (word[0].isupper() and not _begins_sentence(word, bare))
                if word.lower() == name.lower():
                    continue
                worth = sure or categories or word.casefold() in shared
                found = _matches_of_word(word, worth, name, values, f"of {path}", bare if categories else "")
                matches += [match for match in found if not match.way or has_word(asking, word)]
    whole = {place.word for place in matches if not place.way}
    return [place for place in dict.fromkeys(matches) if not (place.way and place.word in whole)]


def _asking(request: str) -> str:
    """The request without its paths, and without sentences that say what a file is where others ask.

    A word of such a sentence says what the whole file is about: it tells no rows from the others.
    """
    sentences = SENTENCE_ENDS.split(request)
    if any(map(is_question, sentences)):
        sentences = [one for one in sentences if is_question(one) or not PATH.search(one)]
    return PATH.sub(" ", " ".join(sentences))


def _equal(column: str, value: str) -> Condition:
    return Condition(column, f"row[{column!r}] == {value!r}", lambda cell: _text(cell) == value, value)


def _text(cell: object) -> str:
    return cell if isinstance(cell, str) else ""


def _of_year(column: str, year: str) -> Condition:
    return Condition(column, f"row[{column!r}][:4] == {year!r}", lambda cell: _text(cell)[:4] == year)


def _of_months(months: Mapping[str, int], column: str, request: str) -> tuple[str, Condition]:
    """The words for the months that a request names, and the condition by which a program finds their dates.

    Two of them with a word for `to` between them are the ends of a range, which may go over the end of a year.
    """
    meant = {word: number for word, number in months.items() if not negates_word(word, request)} or months
    words, numbers = list(meant), [f"{number:02}" for number in meant.values()]
    part = f"row[{column!r}][5:7]"
    if len(words) == 1:
        only = numbers[0]
        return words[0], Condition(column, f"{part} == {only!r}", lambda cell: _text(cell)[5:7] == only)
    if said := month_range(words, request):
        low, high = numbers
        if low <= high:
            within = f"{low!r} <= {part} <= {high!r}"
            return said, Condition(column, within, lambda cell: low <= _text(cell)[5:7] <= high)
        without = f"not {high!r} < {part} < {low!r}"
        return said, Condition(column, without, lambda cell: not high < _text(cell)[5:7] < low)
    among = f"{part} in {tuple(numbers)!r}"
    return ", ".join(words), Condition(column, among, lambda cell: _text(cell)[5:7] in numbers)


def month_range(words: Sequence[str], request: str) -> str:
    """How a request says two months as the ends of a range, as `March to May`; "" where it does not.

    `more in March than in May` and `March, May` are no range; `between March and May` may be one.
    """
    if len(words) != 2:
        return ""
    ends = "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words)
    found = list(re.finditer(ends, request))
    if len(found) != 2:
        return ""
    between = request[found[0].end() : found[1].start()]
    joining = set(re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[-–—]", between.casefold().replace("’", "'")))
    from_to = joining & UP_TO and "," not in between
    both = joining & conjunctions(("standard",)) and _BETWEEN.search(request[: found[0].start()])
    return f"{found[0][0]}{between}{found[1][0]}" if from_to or both else ""


def _matches_of_word(
    word: str, worth: bool, column: str, values: list[str], where: str, request: str
) -> list[MatchedLine]:
    """How a column has a word: as a value, as a part of one, or, where `request` is given, in another form."""
    line = f"{word!r} stands in column {column!r} {where}"
    hit = _matching_value(word, values, worth)
    if hit is None:
        form = _other_form(word, values, request) if request else ""
        return [MatchedLine(f"{line} as {form!r}", word, _equal(column, form))] if form else []
    if hit.casefold() == word.casefold():
        return [MatchedLine(line, word, _equal(column, hit), True)]
    if is_function_word(word):
        return []
    return [MatchedLine(f"{line} as part of {hit!r}", word, _within(word, column, values))]


def _plain_words(text: str) -> list[str]:
    """The words of a text that can be values; a number that is written out is none."""
    return [word for word in WORD.findall(text) if word.lower() not in NUMBER_WORDS]


def _is_phrase(value: str) -> bool:
    return " " in value.strip() and len(value) <= LONGEST_PHRASE


def _begins_sentence(word: str, text: str) -> bool:
    """True where a word stands at the beginning of a sentence alone: its capital letter tells nothing."""
    places = [match.start() for match in re.finditer(rf"\b{re.escape(word)}\b", text)]
    return all(_SENTENCE.search(text[max(0, place - _NEAR) : place]) for place in places)


def _other_form(word: str, values: Sequence[str], request: str) -> str:
    """The one value that is the word in another form, as `Brakes` is of `brake`; "" where there is none."""
    alike = [value for value in values if value.isalpha() and may_be_forms(word, value)]
    languages = possible_languages(request) if alike else ()
    forms = [value for value in alike if are_forms(word, value, languages)]
    return forms[0] if len(forms) == 1 else ""


def _within(word: str, column: str, values: Sequence[str]) -> Condition | None:
    """Return the condition by which a program finds `word` as a part of a column's values.

    Where it begins or ends another word of some value, as `Ann` does of `Anna`, it is a word between blanks.
    None where that finds others than those that have the word.
    """
    low = word.lower()
    values = [value for value in values if low in value.lower()]
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.I)
    having = [value for value in values if whole.search(value)]
    # Of a log, a line may write the word otherwise.
    exact = column != "message" and all(word in value for value in having)
    cell, part = (f"row[{column!r}]", word) if exact else (f"row[{column!r}].lower()", low)

    def text(value: object) -> str:
        return _text(value) if exact else _text(value).lower()

    others = {token for value in values if part in text(value) for token in _TOKEN.findall(value)} - {word}
    inside = [token for token in others if low in token.lower() and token.lower() != low]
    languages = possible_languages(" ".join(values[:_SOME])) if inside else ()
    if column == "message" or all(are_forms(word, token, languages) for token in inside):
        return Condition(column, f"{part!r} in {cell}", lambda value: part in text(value))
    apart = [value for value in values if part in text(value).split()]
    if apart != having:
        return None
    return Condition(column, f"{part!r} in {cell}.split()", lambda value: part in text(value).split())


def _matching_value(word: str, values: list[str], worth: bool) -> str | None:
    if not worth:
        return None
    folded = word.casefold()
    having = [value for value in values if folded in value.casefold()]
    pattern = re.compile(rf"\b{re.escape(folded)}\b")
    whole = (value for value in having if value.casefold() == folded)
    return next(whole, None) or next((value for value in having if pattern.search(value.casefold())), None)
