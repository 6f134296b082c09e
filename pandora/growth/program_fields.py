"""The literals of a program that stand in its task's own words, and the script in which they are fields."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_NUMBER = re.compile(r"(?<![\w/.-])\d+(?:[.,]\d+)*(?![\w/-]|[.,]\d)")
_BEFORE, _AFTER = r"(?<![\w/.-])", r"(?![\w/-]|\.\w)"
_PATH = re.compile(r"[\w./-]*\.[A-Za-z]\w{0,7}")


@dataclass(frozen=True)
class Field:
    """A literal that became a field of a form: its label, and the words of the task that it stands for.

    `number` tells that the program has it as a number, `lower` that it has it in small letters.
    """

    label: str
    words: str
    number: bool = False
    lower: bool = False

    @property
    def key(self) -> str:
        """Its name among the arguments of a script."""
        return self.label.lower()


@dataclass(frozen=True)
class Fields:
    """The fields of a program, and the task whose words they are."""

    task: str
    fields: tuple[Field, ...]

    @property
    def blanks(self) -> str:
        """The task with each field's label, in capitals, in the place of its words."""
        parts = self._parts()
        return "".join(part if isinstance(part, str) else part.label.upper() for part in parts)

    @property
    def values(self) -> dict[str, str]:
        """The words of each field in this task, by key."""
        return {field.key: field.words for field in self.fields}

    def match(self, task: str) -> dict[str, str] | None:
        """The words that another task has in the place of the fields; None where it is of another kind.

        It is of this kind where all other words are the same, whatever the case of their letters.
        """
        pattern, seen = "", set[str]()
        for part in self._parts():
            if isinstance(part, str):
                pattern += re.sub(r"(?:\\\s|\s)+", r"\\s+", re.escape(part))
                continue
            name = f"f{self.fields.index(part)}"
            inside = r"\d+(?:[.,]\d+)*" if part.number else r"\S.*?"
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>{inside})"
            seen.add(name)
        match = re.fullmatch(rf"\s*{pattern}\s*", task, re.I | re.S)
        if match is None:
            return None
        return {field.key: match[f"f{number}"] for number, field in enumerate(self.fields)}

    def _parts(self) -> list[str | Field]:
        """The task in parts: its other words, and its fields."""
        places = [(span, field) for field in self.fields for span in _places(field, self.task)]
        places.sort(key=lambda place: (place[0][0], -place[0][1]))
        parts: list[str | Field] = []
        at = 0
        for (start, end), field in places:
            if start >= at:
                parts += [self.task[at:start], field]
                at = end
        return [part for part in (*parts, self.task[at:]) if part != ""]


def _places(field: Field, task: str) -> Iterator[tuple[int, int]]:
    """The places of a field's words in a task."""
    if field.number:
        wanted = _value(field.words)
        yield from (match.span() for match in _NUMBER.finditer(task) if _value(match[0]) == wanted)
        return
    pattern = f"{_BEFORE}{re.escape(field.words)}{_AFTER}"
    yield from (match.span() for match in re.finditer(pattern, task))


def _value(words: str) -> float:
    """A number of a task as a value; a comma with three digits behind it parts thousands."""
    plain = re.sub(r",(?=\d{3}(?:\D|$))", "", words).replace(",", ".")
    try:
        return float(plain)
    except ValueError:
        return float("nan")


def fields_of(source: str, task: str, columns: Sequence[str] = ()) -> Fields:
    """The literals of a program that stand in the words of its task, as fields; () where none does.

    `columns` are those of the task's files: such a literal is labelled so. Raises SyntaxError where the program
    cannot be parsed.
    """
    fields: dict[tuple[str, bool], Field] = {}
    counts: dict[str, int] = {}
    for node in _literals(ast.parse(source)):
        value = node.value
        number = not isinstance(value, str)
        words = _words_of(value, task)
        if not words or (words, number) in fields:
            continue
        kind = (
            "Number"
            if number
            else "File"
            if _PATH.fullmatch(words)
            else "Column"
            if words in columns
            else "Name"
        )
        counts[kind] = counts.get(kind, 0) + 1
        label = kind if counts[kind] == 1 else f"{kind} {counts[kind]}"
        lower = isinstance(value, str) and value != words
        fields[words, number] = Field(label, words, number, lower)
    return Fields(task, tuple(fields.values()))


def _words_of(value: object, task: str) -> str:
    """The words of the task that a literal stands for; "" where it stands for none."""
    if isinstance(value, str):
        if not any(character.isalnum() for character in value):
            return ""
        pattern = f"{_BEFORE}{re.escape(value)}{_AFTER}"
        match = re.search(pattern, task) or (re.search(pattern, task, re.I) if value == value.lower() else None)
        return match[0] if match else ""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return next((match[0] for match in _NUMBER.finditer(task) if _value(match[0]) == float(value)), "")
    return ""


def _literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """The literals that may become fields, in the order of the source.

    Left out are the parts of f-strings, which are words around a result, whole numbers in brackets, which are
    places in a list, patterns of `match`, and texts that stand alone.
    """
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left_out.update(id(part) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.Subscript):
            left_out.update(id(part) for part in ast.walk(node.slice) if _is_number(part))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(id(node.value))
        elif isinstance(node, ast.MatchValue):
            left_out.update(id(part) for part in ast.walk(node))
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in left_out]
    yield from sorted(constants, key=lambda node: (node.lineno, node.col_offset))


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def script_of(source: str, fields: Fields) -> str:
    """The program as a script that takes its fields as one JSON object from its standard input."""
    tree = copy.deepcopy(ast.parse(source))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    given = next(name for name in ("given", "fields", "arguments", "given_fields") if name not in names)
    places = {id(node): field for node in _literals(tree) if (field := _field_of(node, fields))}
    changed = _Replaced(places, given).visit(tree)
    program = ast.unparse(ast.fix_missing_locations(changed))
    return f"import json\nimport sys\n\n{given} = json.load(sys.stdin)\n{program}\n"


def _field_of(node: ast.Constant, fields: Fields) -> Field | None:
    words, number = _words_of(node.value, fields.task), not isinstance(node.value, str)
    return next((field for field in fields.fields if (field.words, field.number) == (words, number)), None)


class _Replaced(ast.NodeTransformer):
    """Puts the argument of a field in the place of each literal that is one."""

    def __init__(self, places: Mapping[int, Field], given: str) -> None:
        self._places, self._given = places, given

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """The field's argument, as a number where the literal is one."""
        field = self._places.get(id(node))
        if field is None:
            return node
        argument = ast.parse(f"{self._given}[{field.key!r}]", mode="eval").body
        if field.number:
            return ast.Call(ast.Name("number", ast.Load()), [argument], [])
        if field.lower:
            return ast.Call(ast.Attribute(argument, "lower", ast.Load()), [], [])
        return argument
