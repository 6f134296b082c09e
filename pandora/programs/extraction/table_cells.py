"""The cells of a table that is read out of texts: one row for each text, each cell with its quote."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from pandora.programs.extraction.text_values import CHOSEN, HeldValue
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.inside.number_columns import SpelledFloat, SpelledInt, numbers
from pandora.programs.inside.text_folding import folded
from pandora.programs.inside.written_dates import TextDate, date_of, possible_days
from pandora.programs.language.locale_words import currency_of, is_currency_code
from pandora.programs.request.request_text import has_word, names_column
from pandora.programs.texts.text_dates import written_like

NOT_SAID, NOTHING, ITS_NAME = "not said", "-", "the file's name"
FOR_NOTHING = "not said: the task's word for that"
"""What is said of a cell that the task has filled where a text says nothing."""
OF_CHOICES = "a choice of the task"
"""What is said of a cell whose words the request gives, as `fixed = yes or no`."""
_QUOTE = re.compile(r"^(?P<value>.*?)\s*\[(?P<quote>line (?P<line>\d+)(?:: (?P<words>.*))?|[^\]]*)\]$")
_AMOUNT = re.compile(
    r"(?P<before>[$€£¥]|[A-Z]{3}\b)?\s?(?P<number>[-−]?\d[\d.,'’\u00a0\u202f ]*?)\s?"
    r"(?P<after>[$€£¥]|[A-Z]{3}|[^\W\d_]{3,12})?"
)
_TWO_DECIMALS = re.compile(r"[-−]?\d+(?:[.,'’\u00a0\u202f ]\d{3})*[.,]\d{2}")
_LABELLED = re.compile(r"(?:[^\W\d_][^\W\d]*[.:º°]*\s+){1,3}(?P<code>\S*\d\S*)")
_OF_CODES = re.compile(r"n[uú]m|nummer|(?<!\w)(?:n[or]?[°º.]*|id|ref\.?|code|c[oó]d\w*)(?!\w)|#", re.I)
"""Names of columns of numbers that are codes, such as `invoice number`, `Kundennummer` and `no.`."""
_CODE = re.compile(r"\S*\d\S*")
"""A word with a digit, such as a number of an invoice."""
_CLEARLY_NEARER = 60
"""So many days nearer to the others of its column is one reading of a date than the other, to be taken."""
_COUNTED = re.compile(r"(?P<number>\d[\d.,]*)\s+(?P<thing>[^\W\d_][^\d]*)")
_MEASURED = re.compile(r"(?P<number>[-−]?\d[\d.,]*|)\s?(?P<unit>[^\W\d_]{1,12}|[%°]\w?|)")
_WIDEST = 12
"""So many digits numbers within words are compared by."""
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?")


@dataclass(frozen=True)
class Cell:
    """A cell: its value ("" where there is none), the text's own `words` for it, their line, and what is said.

    `line` is 0 where no line of the text carries the value; `note` then says why.
    """

    value: str = ""
    words: str = ""
    line: int = 0
    note: str = ""


@dataclass(frozen=True)
class Row:
    """The cells that were read out of the text at `path`, by column."""

    path: str
    cells: Mapping[str, Cell]


def shown_cell(value: HeldValue | None, note: str) -> str:
    """A cell with its quote, as the result of a reading has it: `2024-02-07 [line 5: 7 February 2024]`."""
    if value is None:
        return f"{NOTHING} [{note}]"
    if value.line == CHOSEN:
        return f"{value.value} [{OF_CHOICES}]"
    other = f": {value.words}" if value.words != value.value else ""
    return f"{value.value} [line {value.line}{other}]" if value.line else f"{value.value} [{ITS_NAME}]"


def shown_for_nothing(value: str) -> str:
    """A cell whose text says nothing, with what the task has written there: `0`."""
    return f"{value} [{FOR_NOTHING}]"


def filled_for_nothing(rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """The rows with the task's word for nothing in each empty cell of a column that has it in another row."""
    words = {
        column: cell
        for row in rows
        for column in columns
        if (cell := row.cells[column]).note == FOR_NOTHING and cell.value
    }
    return [
        Row(
            row.path,
            {
                column: words[column] if column in words and not cell.value and cell.note == NOT_SAID else cell
                for column, cell in row.cells.items()
            },
        )
        for row in rows
    ]


def shown_row(path: str, cells: Mapping[str, str]) -> str:
    """What was read out of a text: its path, and below it a line for each column."""
    return "\n".join([path, *(f"{column}: {cell}" for column, cell in cells.items())])


def read_row(text: str, path: str, columns: Sequence[str]) -> Row | None:
    """Read what `shown_row` wrote, also where a person put it on one line; None where it is of no such form."""
    form = re.escape(path) + "".join(rf"\s+{re.escape(column)}:[ \t]*(.*?)" for column in columns) + r"\s*"
    match = re.fullmatch(form, text.strip(), re.S)
    if match is None:
        return None
    return Row(path, {column: _cell(cell) for column, cell in zip(columns, match.groups(), strict=True)})


def quotes_of(row: Row) -> str:
    """The place in its text that each cell of a row rests on, on one line: `name a.txt:1, date a.txt:5`."""
    return ", ".join(
        f"{column} {row.path}:{cell.line}" if cell.line else f"{column} {cell.note}"
        for column, cell in row.cells.items()
    ).replace("; ", ", ")


def _cell(text: str) -> Cell:
    text = " ".join(text.split())
    match = _QUOTE.match(text)
    value = match["value"] if match else text
    value = "" if value == NOTHING else value
    if match and match["line"]:
        return Cell(value, match["words"] or value, int(match["line"]))
    return Cell(value, value, note=match["quote"] if match else NOT_SAID if not value else "written by hand")


def plain_counts(rows: Sequence[Row], columns: Sequence[str], request: str) -> tuple[list[Row], list[str]]:
    """Return the rows with plain numbers in each column that has mostly such, and questions about others.

    A cell such as "14 owls" among them is the number where the request names the owls. Where it does not, the
    cell is told: of several counted things in a text the wrong one may have been read.
    """
    cells = {column: [row.cells[column] for row in rows] for column in columns}
    doubts = []
    for column, column_cells in cells.items():
        said = [cell.value for cell in column_cells if cell.value]
        if 2 * sum(value.isdigit() for value in said) <= len(said):
            continue
        for place, cell in enumerate(column_cells):
            match = _COUNTED.fullmatch(cell.value)
            if not match:
                continue
            things = [word for word in match["thing"].split() if len(word) > 2]
            if any(names_column(word[: max(3, len(word) - 2)], request) for word in things):
                cells[column][place] = replace(cell, value=match["number"], words=match["number"])
            elif things:
                doubts.append(f"{column} of {rows[place].path}: {cell.value}, which the task does not name?")
    return [
        Row(row.path, {column: cells[column][place] for column in columns}) for place, row in enumerate(rows)
    ], doubts


def settled_columns(rows: Sequence[Row], columns: Sequence[str]) -> dict[str, list[str]]:
    """Return the values of each column as the table has them.

    Dates stay as they were written anew only where the whole column has dates; one whose figures do not tell
    day from month is read as the day that is nearer to the others. Amounts lose their currency and their marks
    of thousands where the whole column has amounts, and measures the unit that the column's name has. Any other
    column has the texts' own words.
    """
    return {column: _settled([row.cells[column] for row in rows], column) for column in columns}


def in_order(values: Mapping[str, Sequence[str]], column: str, falling: bool) -> dict[str, list[str]]:
    """Return a table with its rows in the order of a column.

    They go by number or by date where the whole column is of these, else by word, in which figures are numbers:
    9:00 comes before 10:30, and `Room 9` before `Room 10`. An empty cell is last.
    Rows that are alike in the column keep their order.
    """
    keys = _sort_keys(values[column])
    said = [place for place, value in enumerate(values[column]) if value]
    places = sorted(said, key=lambda place: keys[place], reverse=falling)
    places += [place for place, value in enumerate(values[column]) if not value]
    return {name: [cells[place] for place in places] for name, cells in values.items()}


def _sort_keys(cells: Sequence[str]) -> list[tuple[float, str]]:
    if all(_PLAIN_NUMBER.fullmatch(cell) for cell in cells if cell):
        return [(float(cell or 0), "") for cell in cells]
    days = [date_of(cell, "\n".join(cells)) for cell in cells]
    if all(entry and entry.day for entry, cell in zip(days, cells, strict=True) if cell):
        return [(float(entry.day.toordinal()) if entry and entry.day else 0, "") for entry in days]
    return [(0, re.sub(r"\d+", lambda row: row[0].zfill(_WIDEST), folded(cell))) for cell in cells]


def date_of_cell(cell: Cell, hints: str = "") -> TextDate | None:
    """The date that a cell is, by its words or, where these have no year, by its value; None for others."""
    return date_of(cell.words, hints) or (date_of(cell.value, hints) if cell.value != cell.words else None)


def _settled(cells: Sequence[Cell], column: str) -> list[str]:
    said = [cell for cell in cells if cell.value]
    dates = [date_of_cell(cell) for cell in said]
    if said and all(dates) and any(cell.value != cell.words for cell in said):
        return [_day_beside(cell, said) if cell.value else "" for cell in cells]
    words = [(cell.value if cell.value.isdigit() else cell.words) if cell.value else "" for cell in cells]
    bare = _without_unit(words, column)
    return _plain_amounts(bare) or _without_labels(bare, column)


def _without_unit(texts: Sequence[str], column: str) -> list[str]:
    """The texts without the unit that the column's name has: of `31,0 kg` the number in `weight in kg`."""
    matches = [_MEASURED.fullmatch(text) for text in texts]
    units = {match["unit"] for match in matches if match and match["unit"]}
    if len(units) != 1 or not has_word(column, *units) or not all(matches):
        return list(texts)
    return [match["number"] if match else "" for match in matches]


def _day_beside(cell: Cell, column: Sequence[Cell]) -> str:
    """The date of a cell as the others of its column are written; one that is not clear lies nearer to them."""
    if cell.value != cell.words or not (readings := possible_days(cell.words)):
        return cell.value
    known = [entry.day for other in column if other.value != other.words and (entry := date_of_cell(other))]
    days = sorted(day for day in known if day)
    if not days:
        return cell.value
    away = {day: max((days[0] - day).days, (day - days[-1]).days, 0) for day in readings}
    near, *others = sorted(away, key=lambda day: away[day])
    if any(away[day] < away[near] + _CLEARLY_NEARER for day in others):
        return cell.value
    example = next(other for other in column if other.value != other.words)
    return written_like(near, example.value)


def _plain_amounts(texts: Sequence[str]) -> list[str]:
    """The texts of a column of amounts as plain numbers; [] where it is no such column.

    Where not all of it is written alike, each amount must tell by its two decimals how it is.
    """
    matches = [_AMOUNT.fullmatch(text) for text in texts if text]
    amounts = [match for match in matches if match]
    units = {match["before"] or match["after"] for match in amounts} - {None}
    given = [match["number"].strip() for match in amounts]
    if (
        not given
        or len(amounts) < len(matches)
        or len({*map(_currency, units)}) > 1
        or "" in map(_currency, units)
    ):
        return []
    if any(re.match(r"[-−]?0\d", number) for number in given):
        return []  # a code or a telephone number
    unit = _currency(next(iter(units), ""))
    read = numbers([f"{number} {unit}".strip() for number in given], False)
    if read is not None:
        plain = iter([_plain(read[f"{number} {unit}".strip()]) for number in given])
    elif all(map(_TWO_DECIMALS.fullmatch, given)):
        plain = iter(
            [f"{re.sub(r'[^-0-9]', '', number[:-3].replace('−', '-'))}.{number[-2:]}" for number in given]
        )
    else:
        return []
    return [next(plain) if text else "" for text in texts]


def _currency(unit: str) -> str:
    """The code of a currency that a unit of an amount is: `EUR` of `euros`; a sign itself, else "".

    `INV` of `INV-2041` is none, and the number of an invoice no amount.
    """
    if len(unit) < 3:
        return {"€": "EUR", "£": "GBP"}.get(unit, unit)
    return unit if is_currency_code(unit) else currency_of(unit)


def _without_labels(texts: Sequence[str], column: str) -> list[str]:
    """The texts of a column of codes, such as numbers of invoices, without the label that some have before it.

    Most of the column must be single words with digits: `20417` for `Bill 20417` among `KR-118` and `5590-B`.
    Its name or the label must be that of numbers, or the name have the label: `Boeing 737` stays among `A320`.
    """
    said = [text for text in texts if text]
    if 2 * sum(_CODE.fullmatch(text) is not None for text in said) <= len(said):
        return list(texts)
    matches = [_LABELLED.fullmatch(text) for text in texts]
    of_codes = _OF_CODES.search(column) is not None
    return [
        match["code"] if match and (of_codes or _has_label(column, match)) else text
        for match, text in zip(matches, texts, strict=True)
    ]


def _has_label(column: str, labelled: re.Match[str]) -> bool:
    label = labelled[0][: labelled.start("code")]
    return _OF_CODES.search(label) is not None or all(
        has_word(column, word.strip(".:º°")) for word in label.split()
    )


def _plain(number: SpelledInt | SpelledFloat) -> str:
    """A number in figures with as many decimals as its text has."""
    if isinstance(number, int):
        return str(int(number))
    decimals = len(re.split(r"[.,]", re.sub(r"\D+$", "", number.written))[-1])
    return f"{float(number):.{decimals}f}"


def _typed(column: Sequence[str]) -> list[str | int | float | None]:
    """The values of a column for JSON: numbers where all of it is numbers, and there None for an empty cell."""
    said = [value for value in column if value]
    if not said or not all(_PLAIN_NUMBER.fullmatch(value) for value in said):
        return list(column)
    return [(float(value) if "." in value else int(value)) if value else None for value in column]


def table_text(values: Mapping[str, Sequence[str]], path: str = "") -> str:
    """Return the table as the file at `path` holds it, by its ending; without a path as a table of markdown."""
    columns = list(values)
    rows = [list(cells) for cells in zip(*values.values(), strict=True)]
    ending = PurePosixPath(path).suffix.casefold()
    if ending in (".json", ".jsonl", ".ndjson"):
        typed = {column: _typed(values[column]) for column in columns}
        records = [dict(zip(columns, cells, strict=True)) for cells in zip(*typed.values(), strict=True)]
        if ending == ".json":
            return json.dumps(records, ensure_ascii=False, indent=2) + "\n"
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    if ending in DELIMITERS:
        out = io.StringIO()
        writer = csv.writer(out, delimiter=DELIMITERS[ending], lineterminator="\n")
        writer.writerows([columns, *rows])
        return out.getvalue()
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
