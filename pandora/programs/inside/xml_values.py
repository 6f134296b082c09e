"""XML as plain values: elements that repeat become rows, attributes and inner elements their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandora.programs.inside.typed_columns import column, columns

DEEPEST = 100
TEXT = "text"
"""The key of an element's own text, where it has attributes or elements too."""


class _Element:
    __slots__ = ("children", "name", "texts")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.children: list[tuple[str, Any]] = [
            (_local_name(key), value.strip()) for key, value in attributes.items()
        ]
        self.texts: list[str] = []

    def value(self) -> Any:
        """A text, where the element has nothing else; the list, where it repeats one name; or a dict."""
        text = "".join(self.texts).strip()
        if not self.children:
            return text
        groups: dict[str, list[Any]] = {}
        for name, value in self.children:
            groups.setdefault(name, []).append(value)
        if text:
            groups.setdefault(TEXT, []).append(text)
        return {name: _rows(values) if len(values) > 1 else values[0] for name, values in groups.items()}


class _Builder:
    """A parser target that makes each value when its element ends, so that a cut file gives values too."""

    def __init__(self) -> None:
        self.open: list[_Element] = []
        self.root: Any = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= DEEPEST:
            raise ValueError(f"elements lie more than {DEEPEST} deep")
        self.open.append(_Element(_local_name(name), attributes))

    def data(self, text: str) -> None:
        self.open[-1].texts.append(text)

    def end(self, name: str) -> None:
        element = self.open.pop()
        if self.open:
            self.open[-1].children.append((element.name, element.value()))
        else:
            self.root = element.value()

    def close(self) -> None:
        pass


def parse(content: str, whole: bool = True) -> Any:
    """The value of an XML document; of one that is not `whole`, of the elements that ended.

    Rows where all that the document holds is one element that repeats. ValueError, which begins with the
    line's number, where it is not XML or declares entities, which may grow without bound.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    builder = _Builder()
    parser = DefusedXMLParser(target=builder)
    try:
        parser.feed(content)
        if whole:
            parser.close()
    except ParseError as error:
        raise ValueError(f"{error.position[0]}: not XML: {str(error).partition(':')[0]}") from None
    except DefusedXmlException:
        raise ValueError("1: XML with entities of its own, which is not read") from None
    except ValueError as error:
        raise ValueError(f"1: not read as XML: {error}") from None
    for _ in range(len(builder.open)):  # what a cut left open ends here, without its broken last part
        builder.end("")
    return _unwrap(builder.root)


def _unwrap(value: Any) -> Any:
    """Return the rows alone, where the document has nothing else inside one or more wrapper elements."""
    inner = value
    while isinstance(inner, dict) and len(inner) == 1:
        inner = next(iter(inner.values()))
        if isinstance(inner, list):
            return inner
    return value


def _rows(values: Sequence[Any]) -> list[Any]:
    """Make rows of elements of one name: all get the same columns, and columns of numbers become numbers."""
    if all(isinstance(value, str) for value in values):
        return column(values, comma_divides=True)
    if not all(isinstance(value, dict) for value in values):
        return list(values)
    names = dict.fromkeys(name for value in values for name in value)
    cells = {name: [value.get(name) for value in values] for name in names}
    texts = [name for name in names if all(cell is None or isinstance(cell, str) for cell in cells[name])]
    typed = columns([[cell or "" for cell in cells[name]] for name in texts], comma_divides=True)
    for name, converted in zip(texts, typed, strict=True):
        cells[name] = [
            None if cell is None else value for cell, value in zip(cells[name], converted, strict=True)
        ]
    return [dict(zip(names, row, strict=True)) for row in zip(*cells.values(), strict=True)]


def _local_name(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]
