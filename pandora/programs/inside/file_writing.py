"""The text of a file that a program saves, by its ending; what has no such form is refused with a way out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from typing import Any

from pandora.programs.inside import delimited_tables
from pandora.programs.inside.file_reading import ending_of, kind_of

DELIMITERS = {".csv": ",", ".tsv": "\t", ".psv": "|"}
"""What divides the cells of a table that is written, by the file's ending."""
WRITTEN = ".csv, .tsv, .json, .jsonl, .ndjson, .yaml, .toml and text"


def text_of(value: Any, path: str) -> str:
    """What the file is to hold; ValueError where the value has no form there.

    A text is written as it is. A table takes rows: dicts, or lists of cells.
    """
    kind = kind_of(path)
    if kind == "SQLite":
        raise ValueError(f"{path}: save() writes no database; it writes {WRITTEN}")
    if kind == "JSON":
        return json.dumps(value, indent=2, ensure_ascii=False)
    if isinstance(value, str):
        return value if value.endswith("\n") else value + "\n"
    if kind == "table":
        return _table(value, path)
    if kind == "JSON lines":
        return "".join(json.dumps(part, ensure_ascii=False) + "\n" for part in _parts(value))
    if kind == "YAML":
        return _yaml(value)
    if kind == "TOML":
        return _toml(value, path)
    if kind != "text":
        raise ValueError(f"{path}: save() writes {WRITTEN}; {kind} only as a text, save('...', {path!r})")
    return "\n".join(_lines(value, path)) + "\n"


def _parts(value: Any) -> list[Any]:
    """The values that get a line each: those of a list or of anything that is looped over, or the one."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, (str, Mapping)) else [value]


def _lines(value: Any, path: str) -> list[str]:
    """The lines of a text: a value each, which must be a text, a number or None."""
    parts = sorted(value, key=str) if isinstance(value, (set, frozenset)) else _parts(value)
    if any(isinstance(part, (Mapping, list, tuple, set, frozenset)) for part in parts):
        what = "a dict" if isinstance(value, Mapping) else "a list of rows"
        raise ValueError(f"{path}: a text file cannot hold {what}; save text, or save to a .json or .csv file")
    return [str(part) for part in parts]


def _table(value: Any, path: str) -> str:
    if isinstance(value, Mapping):
        raise ValueError(
            f"{path}: a table is a list of rows, not a dict; save "
            "[{'name': key, 'value': value} for key, value in data.items()]"
        )
    rows = list(value)
    if rows and all(isinstance(row, Mapping) for row in rows):
        names = list(dict.fromkeys(name for row in rows for name in row))
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
    cells = [[getattr(cell, "written", cell) for cell in record] for record in records]
    return _delimited(cells, ending_of(path))


def _delimited(records: list[list[Any]], ending: str) -> str:
    """The text of the table; quoted throughout where it would be read otherwise without."""
    delimiter = DELIMITERS[ending]
    text = _written(records, delimiter, csv.QUOTE_MINIMAL)
    read_by = delimited_tables.delimiter_of(text, ending)
    if "\r" in text or (read_by != delimiter and read_by in text):
        return _written(records, delimiter, csv.QUOTE_ALL)
    return text


def _written(records: list[list[Any]], delimiter: str, quoting: Any) -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n", quoting=quoting).writerows(records)
    return file.getvalue()


def _yaml(value: Any) -> str:
    import yaml

    return str(yaml.safe_dump(_json(value), sort_keys=False, allow_unicode=True))


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
