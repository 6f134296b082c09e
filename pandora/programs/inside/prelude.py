"""Ready-made functions for the small programs that a model writes; importable there as `pandora_data`."""

from __future__ import annotations

import csv
import glob
import io
import json
import math
import os
import re
from decimal import Decimal
from typing import Any

Row = dict[str, Any]
KEPT, KEPT_SIZE = ".kept", 1 << 20
_KEPT = re.compile(r"[A-Za-z_]\w{0,39}")

_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,299})")
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d{0,299})\.\d{1,300}(?:[eE][+-]?\d{1,2})?")
_DELIMITERS = (",", "\t", ";", "|")
_PATHLIKE = re.compile(r"[\w./-]+\.\w{1,5}")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

# 8,665,550 or 8665550 or 8'665'550, or with the thin and no-break spaces of print; then 1.234.567; then plain.
_DIGITS = (
    r"\d{1,3}(?:[,'\u00a0\u202f\u2009]\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+(?:\.\d+)?|\.\d+"
)
_MONEY = r"\s*[$€£¥]?\s*"
_NUMBER = re.compile(
    rf"(?<!\w)(?P<minus>^\s*[-−–]\s*|[-−])?[$€£¥]?\s?(?P<digits>{_DIGITS})(?P<power>[eE][+-]?\d{{1,2}}(?!\w))?"
)
_ANYWHERE = re.compile(rf"(?P<minus>)(?P<digits>{_DIGITS})(?P<power>)")
# Only where it is all there is: "1 234" and "3,5" in a sentence are two numbers.
_GROUPED = r"\d{1,3}(?: \d{3})+|\d+,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d+"
_ALONE = re.compile(rf"(?P<minus>[-−–]?){_MONEY}(?P<digits>{_GROUPED})\s*[%$€£¥]?")
_SCALE = re.compile(r"\s*(thousand|million|billion|trillion)\b", re.IGNORECASE)
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}


class Written(float):
    """A number of a table that is written otherwise than Python would: 12.50 is saved as 12.50 again."""

    written: str

    def __new__(cls, text: str) -> Written:
        """The number that `text` is."""
        number = super().__new__(cls, text)
        number.written = text
        return number


def table(path: str) -> list[Row]:
    """The rows of a CSV, TSV, JSON or JSON lines file, each a dict by column name.

    A column becomes numbers only where every value is one, written plainly (007 stays text); its blanks
    become None.
    """
    kind = os.path.splitext(str(path))[1].lower()
    if kind == ".json":
        return _rows_of(load(path), path)
    if kind in (".jsonl", ".ndjson"):
        return _rows_of(_json_lines(path), path)
    return parse(text(path))


def load(path: str) -> Any:
    """The value of a JSON file, the rows of a table, or the text of any other file."""
    kind = os.path.splitext(str(path))[1].lower()
    if kind == ".json":
        try:
            return json.loads(text(path))
        except json.JSONDecodeError as error:
            raise ValueError(f"{path} is not JSON: line {error.lineno}: {error.msg}") from None
    if kind in (".jsonl", ".ndjson"):
        return _json_lines(path)
    return table(path) if kind in (".csv", ".tsv") else text(path)


def text(path: str) -> str:
    """The text of a file."""
    with open(path, "rb") as file:
        raw = file.read()
    for encoding in ("utf-16",) if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            return raw.decode(encoding).replace("\r\n", "\n")
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "replace").replace("\r\n", "\n")


def lines(path: str) -> list[str]:
    """The lines of a file, without their ends."""
    return text(path).splitlines()


def words(path: str) -> list[str]:
    """The words of a file in lower case, in order; an inner apostrophe belongs to the word."""
    return _WORD.findall(text(path).lower())


def files(pattern: str = "**/*") -> list[str]:
    """The workspace's files that match a pattern, sorted; a bare name or folder is looked for everywhere."""
    if os.path.isdir(pattern):
        pattern = os.path.join(pattern, "**", "*")
    found = _glob(pattern)
    if not found and "/" not in pattern:
        found = _glob(os.path.join("**", pattern))
    return found


def number(value: object) -> int | float:
    """The first number in a text such as "8,665,550 (July 2015 est.)", "$1.5 billion" or "-3 %".

    The first that stands on its own, otherwise the first digits: 19 in "COVID-19", 2 in "km2".
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    told = value if isinstance(value, str) else ""
    match = _ALONE.fullmatch(told.strip())
    if match:
        digits = match["digits"].replace(" ", "").replace(".", "").replace(",", ".")
        return _numeral(match["minus"], digits, 0)
    match = _NUMBER.search(told) or _ANYWHERE.search(told)
    if match is None:
        raise ValueError(f"no number in {value!r}")
    digits = re.sub(r"[,'\u00a0\u202f\u2009]", "", match["digits"])
    if digits.count(".") > 1:
        digits = digits.replace(".", "")
    scale = _SCALE.match(told, match.end())
    return _numeral(match["minus"], digits + (match["power"] or ""), _SCALES[scale[1].lower()] if scale else 0)


def totals(rows: Any, by: str, of: str) -> list[tuple[Any, float]]:
    """Pairs of each value of the column `by` and the sum of the column `of` there, the largest first."""
    sums: dict[Any, list[float]] = {}
    for row in rows:
        if row.get(of) not in (None, ""):
            sums.setdefault(row.get(by), []).append(number(row[of]))
    added = [(each, round(math.fsum(amounts), 10)) for each, amounts in sums.items()]
    return sorted(added, key=lambda pair: -pair[1])


def save(value: Any, path: str) -> None:
    """Write a file by its ending: JSON, CSV from a list of dicts, or text; its folder is made.

    `save(path, value)` is understood too.
    """
    if isinstance(path, str) and isinstance(value, str) and "\n" not in value and _PATHLIKE.fullmatch(value):
        if not _PATHLIKE.fullmatch(path):
            value, path = path, value
    elif not isinstance(path, str):
        value, path = path, str(value)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    kind = os.path.splitext(path)[1].lower()
    with open(path, "w", encoding="utf-8", newline="") as file:
        if kind == ".json":
            json.dump(value, file, indent=2, ensure_ascii=False)
        elif kind == ".csv" and not isinstance(value, str):
            rows = list(value)
            if rows and isinstance(rows[0], dict):
                writer = csv.DictWriter(file, list(rows[0]), extrasaction="ignore", lineterminator="\n")
                writer.writeheader()
                writer.writerows(
                    {key: getattr(each, "written", each) for key, each in row.items()} for row in rows
                )
            else:
                csv.writer(file, lineterminator="\n").writerows(rows)
        else:
            lines = value if isinstance(value, str) else "\n".join(str(each) for each in value)
            file.write(lines if lines.endswith("\n") else lines + "\n")


def keep(name: str, value: Any) -> None:
    """Keep a value for later programs of the run, as JSON; `kept(name)` gives it back."""
    if not isinstance(name, str) or not _KEPT.fullmatch(name):
        raise ValueError(f"{name!r} is no name: letters, digits and _ make one")
    try:
        told = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{name} cannot be kept as JSON: {error}") from None
    if len(told.encode("utf-8", "replace")) > KEPT_SIZE:
        raise ValueError(
            f"{name} is too large to be kept: over {KEPT_SIZE >> 10} KiB of JSON; save it as a file"
        )
    os.makedirs(KEPT, exist_ok=True)
    with open(os.path.join(KEPT, f"{name}.json"), "w", encoding="utf-8", errors="replace") as file:
        file.write(told)


def kept(name: str) -> Any:
    """The value that an earlier program of the run kept under a name."""
    try:
        with open(os.path.join(KEPT, f"{name}.json"), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        names = sorted(os.path.splitext(each)[0] for each in os.listdir(KEPT)) if os.path.isdir(KEPT) else []
        told = f"there are: {', '.join(names)}" if names else "nothing was kept so far"
        raise KeyError(f"nothing was kept as {name!r}; {told}") from None


def _plain(value: Any) -> Any:
    """What JSON has no word for: sets become sorted lists, dates and decimals text."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    if isinstance(value, (bytes, bytearray)) or callable(value):
        raise TypeError(f"{type(value).__name__} is no value of JSON")
    return str(value)


def _numeral(minus: str | None, digits: str, power: int) -> int | float:
    """An int where the text has no point, or where `power` makes it whole."""
    _, figures, exponent = Decimal(digits).as_tuple()
    assert isinstance(exponent, int)  # else it were a NaN, which has no digits
    exact = Decimal((1 if minus else 0, figures, exponent + power))
    if exact != exact.to_integral_value() or not (power or digits.isdigit()):
        return float(exact)
    return int(exact)


def _glob(pattern: str) -> list[str]:
    found = glob.glob(pattern, recursive=True)
    return sorted(os.path.normpath(path).replace(os.sep, "/") for path in found if os.path.isfile(path))


def _json_lines(path: str) -> list[Any]:
    values = []
    for place, line in enumerate(lines(path), start=1):
        if line.strip():
            try:
                values.append(json.loads(line))
            except json.JSONDecodeError as error:
                raise ValueError(f"{path} line {place} is not JSON: {error.msg}") from None
    return values


def _rows_of(value: Any, path: str) -> list[Row]:
    if isinstance(value, dict):
        inner = [part for part in value.values() if isinstance(part, list)]
        value = inner[0] if len(inner) == 1 else value
    if isinstance(value, list) and all(isinstance(row, dict) for row in value):
        return list(value)
    raise ValueError(f"{path} is no list of rows; use load({str(path)!r}) and look at its keys")


def parse(content: str) -> list[Row]:
    """The rows of delimited text; ValueError where it cannot be read as such."""
    delimiter = sniff(content)
    reader = csv.reader(io.StringIO(content), delimiter=delimiter, skipinitialspace=True)
    try:
        stripped = [[cell.strip() for cell in record] for record in reader]
    except csv.Error as error:
        raise ValueError(f"not a table: line {reader.line_num}: {error}") from None
    records = [record for record in stripped if any(record)]
    if not records:
        return []
    width = max(len(record) for record in records)
    names = _names(records[0], width)
    rows = [record + [""] * (width - len(record)) for record in records[1:]]
    columns = [_convert([row[place] for row in rows]) for place in range(width)]
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def sniff(content: str) -> str:
    """The delimiter that gives the first lines the most columns, the same number in each."""
    best, most = ",", (0, 0)
    for delimiter in _DELIMITERS:
        head = io.StringIO("\n".join(content.splitlines()[:50]))
        try:
            widths = [len(record) for record in csv.reader(head, delimiter=delimiter) if record]
        except csv.Error:  # a longer cell than a table has
            continue
        if widths:
            same = sum(width == widths[0] for width in widths) if widths[0] > 1 else 0
            if (same, widths[0]) > most:
                best, most = delimiter, (same, widths[0])
    return best


def _names(header: list[str], width: int) -> list[str]:
    names: list[str] = []
    for place in range(width):
        name = (header[place] if place < len(header) else "") or f"column_{place + 1}"
        again = sum(earlier == name for earlier in header[:place])
        names.append(f"{name}_{again + 1}" if again else name)
    return names


def _convert(values: list[str]) -> list[Any]:
    given = [value for value in values if value]
    if not given or not all(_WHOLE.fullmatch(value) or _DECIMAL.fullmatch(value) for value in given):
        return list(values)
    return [
        None if not value else int(value) if _WHOLE.fullmatch(value) else _decimal(value) for value in values
    ]


def _decimal(text: str) -> float:
    return float(text) if repr(float(text)) == text else Written(text)
