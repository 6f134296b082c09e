"""The text of a file that a program saves, by its ending; what has no such form is refused with a way out."""

from __future__ import annotations

import configparser
import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pandora.programs.inside import delimited_tables, yaml_values
from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.file_reading import ending_of, kind_of
from pandora.programs.inside.markdown_tables import ENDINGS, MarkdownTable, markdown, table_in
from pandora.programs.inside.number_columns import NumberSpelling
from pandora.programs.inside.typed_columns import Flag

DELIMITERS = {".csv": ",", ".tsv": "\t", ".psv": "|"}
"""What divides the cells of a table that is written, by the file's ending."""
_POINT = re.compile(r"-?\d+\.(\d+)")
WRITTEN = ".csv, .tsv, .json, .jsonl, .ndjson, .yaml, .toml, .ini and text"


@dataclass(frozen=True)
class TableForm:
    """What divides the cells of a table, and how its columns write their numbers and dates, by their names.

    `above` are the lines above its header, such as a title, and `rows` what stands below it. `names` are the
    columns with their names in the file, where two may be called the same and one may have none; all have none
    where the table has no header. `quoted` tells that all its cells have quotes. A table in a text is
    `markdown`.
    """

    delimiter: str
    spellings: Mapping[str, Any]
    above: str = ""
    rows: Sequence[Mapping[str, Any]] = ()
    markdown: MarkdownTable | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    quoted: bool = False


def table_form(content: str, path: str) -> TableForm | None:
    """The form of a table that stands in a file already; None where it is no table."""
    if kind_of(path) == "text" and ending_of(path) in ENDINGS and (table := table_in(content)):
        return TableForm("|", {}, markdown=table)
    if kind_of(path) != "table" or not content.strip():
        return None
    try:
        rows = delimited_tables.parse(content, ending_of(path))
    except ValueError:
        return None
    delimiter = delimited_tables.delimiter_of(content, ending_of(path))
    above, header = delimited_tables.head_of(content, ending_of(path))
    width = len(rows[0]) if rows else len(header)
    header = [*header, *[""] * (width - len(header))]
    names = dict(zip(delimited_tables.unique_names(header, width), header, strict=True))
    spellings = {name: _spelling(row[name] for row in rows) for name in names if rows}
    quoted = _is_quoted(content[len(above) :].strip("\n"), delimiter)
    return TableForm(delimiter, spellings, above, rows, names=names, quoted=quoted)


def _is_quoted(content: str, delimiter: str) -> bool:
    """True where all cells of a table stand in quotes."""
    records = list(csv.reader(io.StringIO(content), delimiter=delimiter))
    return _written(records, delimiter, csv.QUOTE_ALL) == f"{content}\n"


def text_of(value: Any, path: str, form: TableForm | None = None) -> str:
    """What the file is to hold; ValueError where the value has no form there.

    A text is written as it is. A table takes rows: dicts, or lists of cells. A number or date that was read
    from a table is written as it stood there, and a new one in such a column likewise. `form` is that of the
    table that is written over.
    """
    kind = kind_of(path)
    if kind == "SQLite":
        raise ValueError(f"{path}: save() writes no database; it writes {WRITTEN}")
    if kind == "spreadsheet":
        raise ValueError(f"{path}: save() writes no spreadsheet; it writes {WRITTEN}")
    if kind == "JSON":
        return json.dumps(value, indent=2, ensure_ascii=False)
    if isinstance(value, str):
        return value if value.endswith("\n") else value + "\n"
    if kind == "table":
        return _table(value, path, form)
    if kind == "JSON lines":
        return "".join(json.dumps(part, ensure_ascii=False) + "\n" for part in _parts(value))
    if kind == "YAML":
        return yaml_values.text_of(_json(value))
    if kind == "TOML":
        return _toml(value, path)
    sections = value.values() if kind == "INI" and isinstance(value, Mapping) else ()
    if sections and all(isinstance(keys, Mapping) for keys in sections):
        return _ini(value)
    if form is not None and form.markdown is not None and value == []:
        return form.markdown.with_lines([])
    if kind == "text" and (rows := _rows(value)):
        if form is not None and form.markdown is not None:
            return form.markdown.with_rows(rows)
        if ending_of(path) == ".md":
            return markdown(rows)
    if kind != "text":
        raise ValueError(f"{path}: save() writes {WRITTEN}; {kind} only as a text, save('...', {path!r})")
    text = "\n".join(line.removesuffix("\n") for line in _lines(value, path))
    return text if text.endswith("\n") else f"{text}\n"


def _ini(sections: Mapping[str, Mapping[str, Any]]) -> str:
    """The sections of an INI file with their keys; None is a key without a value."""
    parser = configparser.ConfigParser(interpolation=None, strict=False, allow_no_value=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    for name, keys in sections.items():
        if name != parser.default_section:
            parser.add_section(name)
        for key, value in keys.items():
            parser.set(name, str(key), None if value is None else str(value))
    written = io.StringIO()
    parser.write(written)
    return written.getvalue()


def _rows(value: Any) -> list[Mapping[str, Any]]:
    """The rows of a table of dicts; [] for any other value."""
    rows = _parts(value)
    return rows if all(isinstance(row, Mapping) for row in rows) and not isinstance(value, Mapping) else []


def _as_written(cell: Any) -> Any:
    return getattr(cell, "written", cell)


def _parts(value: Any) -> list[Any]:
    """The values that get a line each: those of a list or of anything that is looped over, or the one."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, (str, Mapping)) else [value]


def _lines(value: Any, path: str) -> list[str]:
    """The lines of a text: a value each, which must be a text, a number or None.

    One row with one value, such as `[{"total": 663.5}]`, is that value.
    """
    parts = sorted(value, key=str) if isinstance(value, (set, frozenset)) else _parts(value)
    rows = [] if isinstance(value, Mapping) or ending_of(path) == ".md" else parts
    if len(rows) == 1 and isinstance(rows[0], Mapping) and len(rows[0]) == 1:
        parts = [*rows[0].values()]
    if any(isinstance(part, (Mapping, list, tuple, set, frozenset)) for part in parts):
        what = "a dict" if isinstance(value, Mapping) else "a list of rows"
        way = "save to a .json or .csv file"
        row = next((part for part in parts if isinstance(part, Mapping) and part), None)
        if row is not None:
            keys = " ".join(f"{{row[{key!r}]}}" for key in list(row)[:2])
            way = f'a line of what is asked for each row, such as f"{keys}"'
        if ending_of(path) == ".md":
            way = "save rows that are dicts, [{'name': ...}, ...], as a table"
        raise ValueError(f"{path}: a text file cannot hold {what}; save text, or {way}")
    return [str(part) for part in parts]


def _in_place(names: list[str], rows: Sequence[Mapping[str, Any]], form: TableForm | None) -> list[str]:
    """The columns of rows, where one that got a new name, and so went to the end, stands where it stood."""
    before = list(form.rows[0]) if form and form.rows else []
    gone = [name for name in before if name not in names]
    if form is None or len(gone) != 1 or len(names) != len(before) or len(rows) != len(form.rows):
        return names
    (old,) = gone
    *others, new = names
    same = others == [name for name in before if name != old] and all(
        row.get(new) == there[old] for row, there in zip(rows, form.rows, strict=True)
    )
    return [new if name == old else name for name in before] if same else names


def _table(value: Any, path: str, form: TableForm | None) -> str:
    if isinstance(value, Mapping):
        raise ValueError(
            f"{path}: a table is a list of rows, not a dict; save "
            "[{'name': key, 'value': value} for key, value in data.items()]"
        )
    rows = list(value)
    if not rows and form:
        records = [list(form.names)]
    elif rows and all(isinstance(row, Mapping) for row in rows):
        names = _in_place(list(dict.fromkeys(name for row in rows for name in row)), rows, form)
        records = [names, *([row.get(name) for name in names] for row in rows)]
    elif all(isinstance(row, (list, tuple)) for row in rows):
        records = [list(row) for row in rows]
    else:
        raise ValueError(f"{path}: a table is a list of rows, each a dict; save [{{'name': ...}}, ...]")
    for record in records:
        for cell in record:
            if isinstance(cell, (Mapping, list, tuple, set, frozenset)):
                raise ValueError(
                    f"{path}: a cell cannot hold {json.dumps(cell, default=str)[:60]}; make it text, such as "
                    "', '.join(...), or save to a .json file"
                )
    if rows and all(isinstance(row, Mapping) for row in rows):
        columns = [_spelled(column, form) for column in zip(*records, strict=True)]
        records = [list(record) for record in zip(*columns, strict=True)]
    cells = [[getattr(cell, "written", cell) for cell in record] for record in records]
    if form and cells:
        cells[0] = [form.names.get(name, name) if isinstance(name, str) else name for name in cells[0]]
    if form and form.names and not any(form.names.values()):
        del cells[:1]
    delimiter = form.delimiter if form else DELIMITERS[ending_of(path)]
    written = _delimited(cells, ending_of(path), delimiter, form is not None and form.quoted)
    return f"{form.above}{written}" if form else written


def _spelling(cells: Iterable[Any]) -> Any:
    """How the cells of a column are spelled, None where they are written plainly; "" where they differ."""
    spellings = {spelling for cell in cells if (spelling := getattr(cell, "spelling", None)) is not None}
    return "" if len(spellings) > 1 else next(iter(spellings), None)


def _spelled(column: Sequence[Any], form: TableForm | None) -> list[Any]:
    """A column, its name first, all of whose numbers and dates are written alike."""
    name, *cells = column
    there = [row[name] for row in form.rows if name in row] if form else []
    cells = _with_words(cells, there)
    spelling = form.spellings.get(name) if form else None
    spelling = spelling or _spelling(cells)
    spelling = _decimals(there) if spelling is None else spelling
    if spelling is None:
        return [name, *cells]
    if not spelling:  # from several files: dates as ISO has them
        return [name, *(str(cell) if isinstance(cell, str) else cell for cell in cells)]
    return [name, *(_cell(cell, spelling) for cell in cells)]


def _with_words(cells: Sequence[Any], there: Sequence[Any]) -> list[Any]:
    """The cells, with true, false and moments as those that are there, or were read, are written."""
    known = [*there, *cells]
    flag = next((cell for cell in known if isinstance(cell, Flag)), None)
    day = next((cell for cell in known if isinstance(cell, Day) and cell.spelling is None), None)
    return [
        flag.alike(cell)
        if isinstance(cell, bool) and flag
        else day.alike(cell)
        if isinstance(cell, datetime) and day is not None
        else cell
        for cell in cells
    ]


def _decimals(there: Sequence[Any]) -> NumberSpelling | None:
    """The spelling of a column whose plain numbers all have the same number of decimals; None for another."""
    texts = [str(_as_written(cell)) for cell in there if cell is not None and not isinstance(cell, str)]
    forms = [_POINT.fullmatch(text) for text in texts]
    lengths = {len(form[1]) if form else 0 for form in forms}
    (decimals,) = lengths if len(lengths) == 1 else (0,)
    return NumberSpelling(".", "", "", "", decimals) if decimals else None


def _cell(cell: Any, spelling: Any) -> Any:
    if cell is None:
        return spelling.null
    if hasattr(cell, "written") and not hasattr(cell, "spelling"):
        return cell
    return cell.written if getattr(cell, "spelling", None) == spelling else spelling.of(cell)


def _delimited(records: list[list[Any]], ending: str, delimiter: str, quoted: bool) -> str:
    """The text of the table; quoted throughout where it is to be, or would be read otherwise without."""
    if quoted:
        return _written(records, delimiter, csv.QUOTE_ALL)
    text = _written(records, delimiter, csv.QUOTE_MINIMAL)
    read_by = delimited_tables.delimiter_of(text, ending)
    if "\r" in text or (read_by != delimiter and read_by in text):
        return _written(records, delimiter, csv.QUOTE_ALL)
    return text


def _written(records: list[list[Any]], delimiter: str, quoting: Any) -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n", quoting=quoting).writerows(records)
    return file.getvalue()


def _toml(value: Any, path: str) -> str:
    import tomlkit
    from tomlkit.exceptions import ConvertError

    if not isinstance(value, Mapping):
        raise ValueError(f"{path}: TOML holds a dict; save {{'rows': rows}}")
    try:
        return str(tomlkit.dumps(_json(value)))
    except (ConvertError, ValueError, TypeError):
        raise ValueError(f"{path}: TOML has no word for None; leave such values out") from None


def _json(value: Any) -> Any:
    """The value in JSON's kinds alone: dates and sets as `keep` has them."""
    return json.loads(json.dumps(value, default=str))
