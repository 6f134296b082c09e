"""Numbers that a script compares or sorts as texts, as "98.5" above "1043.0": found by running it.

A traced copy of the code says at each comparison, and each sort, which compares texts of numbers, whether they
stand in another order than the numbers do. What does is mended where it is compared: what is printed stays.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pandora.programs.code.code_mutations import Mutation
from pandora.programs.parsed_program import lines_of_tree, read_program

MARK = "\x01numbers as text:"
"""How a line begins in which a traced script tells a place: the line and column, what it is, and its order."""
_TOLD = re.compile(
    rf"{MARK} (?P<line>\d+) (?P<column>\d+) (?P<kind>compared|value|first) (?P<type>int|float) "
    r"(?P<order>same|other)\n?"
)
_TRACED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_BARE = "[item[1:] for item in"
"""How the line begins that takes the numbers off again by which was sorted."""
_MOST_LINES = 12
"""The most lines that conversions change."""
_SORTS = frozenset({"sorted", "min", "max"})
_HELPERS = f'''
import re
is_number = re.compile(r"\\s*[-+]?\\d+(?:\\.\\d+)?\\s*").fullmatch
told = set()
def are_numbers(keys):
    return len(keys) > 1 and all(isinstance(key, str) and is_number(key) for key in keys)
def tell(line, column, kind, keys):
    order = "other" if sorted(keys) != sorted(keys, key=float) else "same"
    mark = line, column, kind, "int" if all("." not in key for key in keys) else "float", order
    if mark not in told:
        told.add(mark)
        print("{MARK}", *mark, flush=True)
def compared(sign, left, right, line, column):
    if are_numbers([left, right]):
        tell(line, column, "compared", [left, right])
    return {{"Lt": lambda: left < right, "LtE": lambda: left <= right, "Gt": lambda: left > right,
            "GtE": lambda: left >= right}}[sign]()
def ordered(items, key, line, column):
    items = items if isinstance(items, list) else list(items)
    keys = [key(item) if key else item for item in items]
    if are_numbers(keys):
        tell(line, column, "value", keys)
    elif keys and all(isinstance(one, (tuple, list)) and one for one in keys):
        if are_numbers([one[0] for one in keys]):
            tell(line, column, "first", [one[0] for one in keys])
    return items
'''
"""What a traced script calls, each place told once; it runs with names of its own."""
_PROLOGUE = f"_traced = {{}}\nexec({_HELPERS!r}, _traced)"


def traced(source: str) -> str:
    """The code with what tells of each comparison and sort of texts of numbers; "" for no Python."""
    try:
        tree = ast.parse(source)
        made = ast.fix_missing_locations(_Tracer().visit(tree))
        first = 1 if ast.get_docstring(tree) is not None else 0
        while first < len(made.body) and getattr(made.body[first], "module", "") == "__future__":
            first += 1
        body = [*made.body[:first], *ast.parse(_PROLOGUE).body, *made.body[first:]]
        return ast.unparse(ast.Module(body, []))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def without_marks(printed: str) -> str:
    """What a traced script printed itself."""
    return _TOLD.sub("", printed)


def conversions(path: str, source: str, printed: Iterable[str]) -> list[Mutation]:
    """Return the edit that compares as numbers what a traced script told of; [] where no order is another one.

    It converts each place of the file that compared texts of numbers, also those whose order was right.
    """
    told: dict[Place, tuple[str, str]] = {}
    wrong = False
    for match in (match for text in printed for match in _TOLD.finditer(text)):
        place = int(match["line"]), int(match["column"]), match["kind"] == "compared"
        fraction = "float" in (match["type"], told.get(place, ("", ""))[1])
        told[place] = match["kind"], "float" if fraction else "int"
        wrong |= match["order"] == "other"
    if not wrong:
        return []
    before = lines_of_tree(source)
    lines = list(before)
    insertions = sorted(_insertions(ast.parse(source), told, before), key=lambda one: one[:2], reverse=True)
    for line, column, text in insertions:  # of two at one place, the inner one comes last, and so in front
        lines[line - 1] = lines[line - 1][:column] + text.encode() + lines[line - 1][column:]
    after = b"".join(lines).decode()
    if not insertions or read_program(after).tree is None:
        return []
    first = insertions[-1][0]
    shown = (rows[first - 1].decode().strip() for rows in (before, lines))
    return [Mutation(path, after, first, *shown)]


def may_be_converted(before: str, after: str) -> bool:
    """True where a few lines are new in a text of code, and one of them converts something to a number."""
    known = {*before.splitlines()}
    lines = [line for line in after.splitlines() if line not in known]
    marks = ("int(", "float(", _BARE)
    return len(lines) <= _MOST_LINES and any(mark in line for line in lines for mark in marks)


Place = tuple[int, int, bool]
"""The line and column of a comparison, or of a sort: two of these may begin at the same one."""
Insertion = tuple[int, int, str]
"""A line, a column in its bytes, and the text that is put there."""


def _unrounded(tree: ast.AST, call: ast.Call, lines: Sequence[bytes]) -> list[Insertion]:
    """The insertions by which formatted numbers are sorted by the numbers themselves; [] where none are.

    So `lines = [(f"{km:.1f}", name) for …]`, which is sorted then, has `km` as its first part until it is.
    """
    holder = call.func.value if isinstance(call.func, ast.Attribute) else None
    if not isinstance(holder, ast.Name) or call.keywords[1:]:
        return []
    line = lines[call.lineno - 1].decode()
    shown = [part for part in map(_formatted, _made_as(tree, holder.id)) if part is not None]
    if len(shown) != 1 or line.strip() != ast.get_source_segment(b"".join(lines).decode(), call):
        return []
    (value,) = shown[0].values
    if not isinstance(value, ast.FormattedValue):
        return []
    number = ast.unparse(value.value)
    indent = line[: len(line) - len(line.lstrip())]
    bare = f"\n{indent}{holder.id} = {_BARE} {holder.id}]"
    return [
        (shown[0].lineno, shown[0].col_offset, f"{number}, "),
        (call.lineno, call.end_col_offset or 0, bare),
    ]


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


def _insertions(
    tree: ast.AST, told: Mapping[Place, tuple[str, str]], lines: Sequence[bytes]
) -> Iterator[Insertion]:
    """What converts each place that was told, those of an expression before those of its parts."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare | ast.Call):
            continue
        place = node.lineno, node.col_offset, isinstance(node, ast.Compare)
        if place not in told:
            continue
        kind, number = told[place]
        if isinstance(node, ast.Compare) and _is_traced(node):
            for part in (node.left, node.comparators[0]):
                yield from _around(part, f"{number}(", ")")
        elif isinstance(node, ast.Call) and _sorted_by(node) is not None:
            key = next((word.value for word in node.keywords if word.arg == "key"), None)
            if key is None and kind == "first" and (unrounded := _unrounded(tree, node, lines)):
                yield from unrounded
            elif key is None:
                yield from _with_key(node, _by_first("item", number) if kind == "first" else number, lines)
            elif kind == "first":
                begin, end = _by_first("\0", number).split("\0")
                yield from _around(key, f"{begin}(", f")(item){end}")
            else:
                yield from _around(key, f"lambda item: {number}((", ")(item))")


def _by_first(whole: str, number: str) -> str:
    """The key that gives what `whole` gives for an item, with its first part as a number."""
    return f"lambda item: (lambda first, *rest: ({number}(first), *rest))(*{whole})"


def _around(node: ast.expr, before: str, behind: str) -> Iterator[Insertion]:
    yield node.lineno, node.col_offset, before
    yield node.end_lineno or node.lineno, node.end_col_offset or 0, behind


def _with_key(call: ast.Call, key: str, lines: Sequence[bytes]) -> Iterator[Insertion]:
    """A key as the last argument of a call; a generator beside it stands in brackets of its own."""
    line, column = call.end_lineno or call.lineno, (call.end_col_offset or 0) - 1
    alone = call.args[0] if call.args and not call.keywords else None
    if isinstance(alone, ast.GeneratorExp) and (alone.end_lineno, alone.end_col_offset) == (line, column + 1):
        yield alone.lineno, alone.col_offset, "("
        yield line, column, f"), key={key}"
        return
    inside = b"".join(lines[call.lineno - 1 : line - 1]) + lines[line - 1][:column]
    comma = "" if not (call.args or call.keywords) or inside.rstrip().endswith(b",") else ", "
    yield line, column, f"{comma}key={key}"


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
        return self._call("compared", node, [sign, node.left, node.comparators[0]])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Hand what is sorted, with its key, to what looks at it first."""
        self.generic_visit(node)
        items = _sorted_by(node)
        if items is None or any(word.arg is None for word in node.keywords):
            return node
        key = next((word.value for word in node.keywords if word.arg == "key"), ast.Constant(None))
        seen = self._call("ordered", node, [items, key])
        if isinstance(node.func, ast.Attribute):
            return ast.Call(ast.Attribute(seen, "sort", ast.Load()), [], node.keywords)
        return ast.Call(node.func, [seen], node.keywords)

    def _call(self, name: str, node: ast.expr, arguments: list[ast.expr]) -> ast.Call:
        place = [ast.Constant(node.lineno), ast.Constant(node.col_offset)]
        helper = ast.Subscript(ast.Name("_traced", ast.Load()), ast.Constant(name), ast.Load())
        return ast.Call(helper, [*arguments, *place], [])
