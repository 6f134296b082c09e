"""Numbers that a script compares or sorts as texts, as "98.5" above "1043.0": found by running it.

A traced copy of the code says at each comparison, and each sort, which compares texts of numbers, whether they
stand in another order than the numbers do. What does is mended where it is compared: what is printed stays.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

from pandora.programs.code.code_mutations import Mutation

MARK = "\x01numbers as text:"
"""How a line begins in which a traced script tells a place: the line and column, what it is, and its order."""
_TOLD = re.compile(
    rf"^{MARK} (?P<line>\d+) (?P<column>\d+) (?P<kind>value|first) (?P<type>int|float) "
    r"(?P<order>same|other)\n?",
    re.M,
)
_TRACED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_BARE = "[item[1:] for item in"
"""How the line begins that takes the numbers off again by which was sorted."""
_MOST_LINES = 12
"""The most lines that conversions change."""
_SORTS = frozenset({"sorted", "min", "max"})
_PROLOGUE = f'''
import re as _traced_re
_traced_number = _traced_re.compile(r"\\s*[-+]?\\d+(?:\\.\\d+)?\\s*").fullmatch
def _traced_are_numbers(keys):
    return len(keys) > 1 and all(isinstance(key, str) and _traced_number(key) for key in keys)
def _traced_tell(line, column, kind, keys):
    wrong = sorted(keys) != sorted(keys, key=float)
    whole = all("." not in key for key in keys)
    number = "int" if whole else "float"
    print("{MARK}", line, column, kind, number, "other" if wrong else "same", flush=True)
def _traced_compared(sign, left, right, line, column):
    if _traced_are_numbers([left, right]):
        _traced_tell(line, column, "value", [left, right])
    return {{"Lt": lambda: left < right, "LtE": lambda: left <= right, "Gt": lambda: left > right,
            "GtE": lambda: left >= right}}[sign]()
def _traced_ordered(items, key, line, column):
    items = items if isinstance(items, list) else list(items)
    keys = [key(item) if key else item for item in items]
    if _traced_are_numbers(keys):
        _traced_tell(line, column, "value", keys)
    elif keys and all(isinstance(one, (tuple, list)) and one for one in keys):
        if _traced_are_numbers([one[0] for one in keys]):
            _traced_tell(line, column, "first", [one[0] for one in keys])
    return items
'''


def traced(source: str) -> str:
    """The code with what tells of each comparison and sort of texts of numbers; "" for no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    made = ast.fix_missing_locations(_Tracer().visit(tree))
    first = 1 if ast.get_docstring(tree) is not None else 0
    while first < len(made.body) and getattr(made.body[first], "module", "") == "__future__":
        first += 1
    body = [*made.body[:first], *ast.parse(_PROLOGUE).body, *made.body[first:]]
    return ast.unparse(ast.Module(body, []))


def without_marks(printed: str) -> str:
    """What a traced script printed itself."""
    return _TOLD.sub("", printed)


def conversions(path: str, source: str, printed: Iterable[str]) -> list[Mutation]:
    """Return the edit that compares as numbers what a traced script told of; [] where no order is another one.

    It converts each place of the file that compared texts of numbers, also those whose order was right.
    """
    told: dict[tuple[int, int], tuple[str, str]] = {}
    wrong = False
    for match in (match for text in printed for match in _TOLD.finditer(text)):
        place = int(match["line"]), int(match["column"])
        fraction = "float" in (match["type"], told.get(place, ("", ""))[1])
        told[place] = match["kind"], "float" if fraction else "int"
        wrong |= match["order"] == "other"
    if not wrong:
        return []
    lines = source.splitlines(keepends=True)
    edits = sorted(_edits(ast.parse(source), told, source), key=lambda edit: edit[0], reverse=True)
    changed = list(lines)
    for (line, start), (last, end), text in edits:
        if line != last:
            return []
        row = changed[line - 1].encode()
        changed[line - 1] = (row[:start] + text.encode() + row[end:]).decode()
    first = edits[-1][0][0] if edits else 0
    after = "".join(changed)
    if not edits or after == source:
        return []
    return [Mutation(path, after, first, lines[first - 1].strip(), changed[first - 1].strip())]


def may_be_converted(before: str, after: str) -> bool:
    """True where a few lines are new in a text of code, and one of them converts something to a number."""
    lines = [line for line in after.splitlines() if line not in before.splitlines()]
    marks = ("int(", "float(", _BARE)
    return len(lines) <= _MOST_LINES and any(mark in line for line in lines for mark in marks)


Span = tuple[tuple[int, int], tuple[int, int], str]


def _unrounded(tree: ast.AST, call: ast.Call, source: str) -> list[Span]:
    """The edits that sort by the numbers themselves what is made of formatted ones; [] where none are.

    So `lines = [(f"{km:.1f}", name) for …]`, which is sorted then, has `km` as its first part until it is.
    """
    holder = call.func.value if isinstance(call.func, ast.Attribute) else None
    if not isinstance(holder, ast.Name) or call.keywords[1:]:
        return []
    line = source.splitlines()[call.lineno - 1]
    shown = [part for part in map(_formatted, _made_as(tree, holder.id)) if part is not None]
    if len(shown) != 1 or line.strip() != ast.get_source_segment(source, call):
        return []
    (value,) = shown[0].values
    if not isinstance(value, ast.FormattedValue):
        return []
    number = ast.unparse(value.value)
    before = (shown[0].lineno, shown[0].col_offset)
    behind = (call.lineno, call.end_col_offset or 0)
    indent = line[: len(line) - len(line.lstrip())]
    bare = f"\n{indent}{holder.id} = {_BARE} {holder.id}]"
    return [(before, before, f"{number}, "), (behind, behind, bare)]


def _made_as(tree: ast.AST, name: str) -> Iterator[ast.expr]:
    """What a variable's list is made of, each time that it is made by a comprehension."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        own = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if own and isinstance(node, ast.Assign) and isinstance(node.value, ast.ListComp):
            yield node.value.elt


def _formatted(made: ast.expr) -> ast.JoinedStr | None:
    """The first part of a tuple where it is nothing but a formatted number, as `f"{km:.1f}"`."""
    first = made.elts[0] if isinstance(made, ast.Tuple) and made.elts else None
    whole = isinstance(first, ast.JoinedStr) and len(first.values) == 1
    return first if whole and isinstance(first, ast.JoinedStr) else None


def _edits(tree: ast.AST, told: Mapping[tuple[int, int], tuple[str, str]], source: str) -> Iterator[Span]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare | ast.Call) or (node.lineno, node.col_offset) not in told:
            continue
        kind, number = told[node.lineno, node.col_offset]
        if isinstance(node, ast.Compare) and _is_traced(node):
            for part in (node.left, node.comparators[0]):
                yield _span(part, f"{number}({ast.get_source_segment(source, part)})")
        elif isinstance(node, ast.Call) and _sorted_by(node) is not None:
            key = next((word.value for word in node.keywords if word.arg == "key"), None)
            if key is None and kind == "first" and (unrounded := _unrounded(tree, node, source)):
                yield from unrounded
            elif key is not None:
                yield _span(key, _numeric(ast.get_source_segment(source, key) or "", kind, number))
            else:
                last = (node.end_lineno or node.lineno, (node.end_col_offset or 0) - 1)
                empty = not (node.args or node.keywords)
                yield last, last, f"{'' if empty else ', '}key={_numeric('', kind, number)}"


def _numeric(key: str, kind: str, number: str) -> str:
    """The key by which items are sorted as numbers: themselves, or what `key` gives."""
    if kind == "value":
        return f"lambda item: {number}(({key})(item))" if key else number
    whole = f"({key})(item)" if key else "item"
    return f"lambda item: (lambda first, *rest: ({number}(first), *rest))(*{whole})"


def _span(node: ast.expr, text: str) -> Span:
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0), text


def _is_traced(node: ast.Compare) -> bool:
    return len(node.ops) == 1 and isinstance(node.ops[0], _TRACED)


def _sorted_by(node: ast.Call) -> ast.expr | None:
    """What a call sorts, or takes the extreme of; None for any other call."""
    if isinstance(node.func, ast.Attribute) and node.func.attr == "sort" and not node.args:
        return node.func.value
    plain = isinstance(node.func, ast.Name) and node.func.id in _SORTS and len(node.args) == 1
    return node.args[0] if plain and not isinstance(node.args[0], ast.Starred) else None


class _Tracer(ast.NodeTransformer):
    """Puts what tells of it around each comparison and each sort."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Hand both sides to what compares them and tells."""
        self.generic_visit(node)
        if not _is_traced(node):
            return node
        sign = ast.Constant(type(node.ops[0]).__name__)
        return self._call("_traced_compared", node, [sign, node.left, node.comparators[0]])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Hand what is sorted, with its key, to what looks at it first."""
        self.generic_visit(node)
        items = _sorted_by(node)
        if items is None or any(word.arg is None for word in node.keywords):
            return node
        key = next((word.value for word in node.keywords if word.arg == "key"), ast.Constant(None))
        seen = self._call("_traced_ordered", node, [items, key])
        if isinstance(node.func, ast.Attribute):
            return ast.Call(ast.Attribute(seen, "sort", ast.Load()), [], node.keywords)
        return ast.Call(node.func, [seen], node.keywords)

    def _call(self, name: str, node: ast.expr, arguments: list[ast.expr]) -> ast.Call:
        place = [ast.Constant(node.lineno), ast.Constant(node.col_offset)]
        return ast.Call(ast.Name(name, ast.Load()), [*arguments, *place], [])
