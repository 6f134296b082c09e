"""Small edits of Python code by which a fault is often mended, each a change of one place in one file.

They are those that mutation-based repair makes (Debroy and Wong 2010, Weimer et al. 2009): another comparison,
an operand or a condition less, a number one off, an argument that a call leaves out, a loop for a condition,
another format of a number. A loop that forgets the last of its runs is mended so, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

MOST_MUTATIONS = 600
"""The most edits of all files together."""
_COMPARISONS: Mapping[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">", ">="),
    ast.LtE: ("<", ">=", ">"),
    ast.Gt: (">=", "<", "<="),
    ast.GtE: (">", "<=", "<"),
    ast.Eq: ("!=", ">=", "<="),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
_SIGNS: Mapping[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("-",),
    ast.Sub: ("+",),
    ast.Mult: ("/",),
    ast.Div: ("*", "//"),
    ast.FloorDiv: ("/",),
    ast.Mod: ("//",),
}
_FORMATS = ("", ":02d", ":.2f", ":.1f", ":.0f", ":g")
_FIELD = re.compile(r"(?<!\{)\{(?P<number>[^{}:!'\"]+)(?P<form>(?::[^{}'\"]*)?)\}(?!\})")
"""A field of a formatted text, and its format."""
_OTHERS = {"min": "max", "max": "min", "int": "round", "floor": "ceil", "ceil": "floor"}


@dataclass(frozen=True)
class Mutation:
    """An edit: the file, the text of the whole file with it, the line, and the code before and behind."""

    path: str
    source: str
    line: int
    before: str
    after: str

    @property
    def said(self) -> str:
        """The edit in one line."""
        return f"{self.path} line {self.line}: `{_short(self.before)}` becomes `{_short(self.after)}`"


def _short(code: str) -> str:
    return " ".join(code.split())[:80]


def mutations(files: Mapping[str, str]) -> list[Mutation]:
    """Return the edits of the files, those first that faults need most often; none of what is no Python."""
    found: list[tuple[int, Mutation]] = []
    signatures = _signatures(files)
    for path, source in files.items():
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        edits = _Edits(path, source)
        for rank, node, after in _edits_of(tree, edits, signatures):
            mutation = edits.made(node, after)
            if mutation is not None:
                found.append((rank, mutation))
    found.sort(key=lambda pair: pair[0])
    by_source = {(one.path, one.source): one for _, one in reversed(found)}
    kept = [one for _, one in found if by_source.get((one.path, one.source)) is one]
    return kept[:MOST_MUTATIONS]


class _Edits:
    """The places of a file's nodes in its text."""

    def __init__(self, path: str, source: str) -> None:
        self.path, self.source = path, source
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def _offset(self, line: int, column: int) -> int:
        text = self._lines[line - 1].encode()[:column].decode("utf-8", "ignore")
        return self._starts[line - 1] + len(text)

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node begins and ends in the text."""
        end = node.end_lineno or node.lineno
        return self._offset(node.lineno, node.col_offset), self._offset(end, node.end_col_offset or 0)

    def code(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        first, last = self.span(node)
        return self.source[first:last]

    def between(self, node: ast.expr, left: ast.expr, right: ast.expr, sign: str) -> str:
        """The text of a node with `sign` in place of what stands between two of its parts."""
        (first, last), end, begin = self.span(node), self.span(left)[1], self.span(right)[0]
        gap = self.source[end:begin]
        before, behind = gap[: len(gap) - len(gap.lstrip(" )"))], gap[len(gap.rstrip(" (")) :]
        return f"{self.source[first:end]}{before}{sign}{behind}{self.source[begin:last]}"

    def made(self, node: ast.expr | ast.stmt, after: str) -> Mutation | None:
        """The edit that puts `after` in the place of a node; None where the file is no Python then."""
        first, last = self.span(node)
        source = self.source[:first] + after + self.source[last:]
        if source == self.source:
            return None
        try:
            ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        return Mutation(self.path, source, node.lineno, self.source[first:last], after)


def _signatures(files: Mapping[str, str]) -> dict[str, ast.FunctionDef]:
    """The functions that the files define, by name."""
    functions: dict[str, ast.FunctionDef] = {}
    for source in files.values():
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        functions |= {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return functions


Edit = tuple[int, ast.expr | ast.stmt, str]
"""How seldom a fault needs an edit, the node, and what takes its place."""


def _edits_of(tree: ast.Module, edits: _Edits, signatures: Mapping[str, ast.FunctionDef]) -> Iterator[Edit]:
    scopes: list[tuple[ast.AST, list[str]]] = [(tree, [])]
    while scopes:
        scope, names = scopes.pop()
        if isinstance(scope, ast.JoinedStr):
            yield from _of_format(scope, edits)
            continue  # before Python 3.12 its parts have no right places
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [*names, *_bound_in(scope)]
        for field in ("body", "orelse", "finalbody"):
            block = getattr(scope, field, [])
            if isinstance(block, list) and all(isinstance(one, ast.stmt) for one in block):
                yield from _of_block(block, edits)
                yield from _of_loops(block, edits)
        if isinstance(scope, ast.stmt | ast.expr):
            yield from _of_node(scope, edits, names, signatures)
        scopes += [(child, names) for child in ast.iter_child_nodes(scope)]


def _bound_in(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The parameters of a function and the names that it sets."""
    given = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
    stored = [
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    return list(dict.fromkeys([*given, *stored]))


def _of_block(block: list[ast.stmt], edits: _Edits) -> Iterator[Edit]:
    """A condition that becomes a loop where it is about what its body changes; two with one body, one loop."""
    for one, other in zip(block, [*block[1:], None], strict=False):
        if not isinstance(one, ast.If) or one.orelse or not _changes_own_test(one):
            continue
        test, body = edits.code(one.test), edits.source[edits.span(one.test)[1] : edits.span(one)[1]]
        if isinstance(other, ast.If) and not other.orelse and _same(one.body, other.body):
            both = f"while {test} or {edits.code(other.test)}{body}"
            last = edits.span(other)[1]
            first = edits.span(one)[0]
            whole = ast.If(one.test, one.body, [])
            ast.copy_location(whole, one)
            whole.end_lineno, whole.end_col_offset = other.end_lineno, other.end_col_offset
            assert edits.source[first:last]
            yield 1, whole, both
        yield 1, one, f"while {test}{body}"


def _of_loops(block: list[ast.stmt], edits: _Edits) -> Iterator[Edit]:
    """What a loop does where a run of alike things ends, once more behind it, for the last one; and a `return`
    that ends the first round, behind it."""
    for one, behind in zip(block, [*block[1:], None], strict=False):
        if not isinstance(one, ast.For | ast.While) or one.orelse:
            continue
        indent = " " * one.col_offset
        for inner in ast.walk(one):
            for branch in (inner.body, inner.orelse) if isinstance(inner, ast.If) else ():
                for statement in branch:
                    ends = isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr)
                    if not ends or statement.lineno != statement.end_lineno:
                        continue
                    if behind is not None:
                        yield 2, behind, f"{edits.code(statement)}\n{indent}{edits.code(behind)}"
                    else:
                        yield 2, one, f"{edits.code(one)}\n{indent}{edits.code(statement)}"
        last = one.body[-1]
        if isinstance(last, ast.Return) and len(one.body) > 1 and last.lineno == last.end_lineno:
            (first, _), (begin, end) = edits.span(one), edits.span(last)
            kept = edits.source[first:begin].rstrip()
            yield 3, one, f"{kept}{edits.source[end : edits.span(one)[1]]}\n{indent}{edits.code(last)}"


def _changes_own_test(node: ast.If) -> bool:
    tested = {name.id for name in ast.walk(node.test) if isinstance(name, ast.Name)}
    stored = {
        name.id
        for one in node.body
        for name in ast.walk(one)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    ends = any(isinstance(inner, ast.Return | ast.Raise) for one in node.body for inner in ast.walk(one))
    return bool(tested & stored) and not ends


def _same(one: list[ast.stmt], other: list[ast.stmt]) -> bool:
    return [ast.dump(node) for node in one] == [ast.dump(node) for node in other]


def _of_node(
    node: ast.stmt | ast.expr,
    edits: _Edits,
    names: list[str],
    signatures: Mapping[str, ast.FunctionDef],
) -> Iterator[Edit]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for place, sign in enumerate(_COMPARISONS.get(type(node.ops[0]), ())):
            yield 3 * bool(place), node, edits.between(node, node.left, node.comparators[0], sign)
        yield from _as_numbers(node, [node.left, node.comparators[0]], edits)
    elif isinstance(node, ast.BoolOp):
        sign = "or" if isinstance(node.op, ast.And) else "and"
        if len(node.values) == 2:
            yield 2, node, edits.between(node, node.values[0], node.values[1], sign)
        for left_out in range(len(node.values)):
            kept = [edits.code(value) for place, value in enumerate(node.values) if place != left_out]
            yield 3, node, (" and " if sign == "or" else " or ").join(kept)
    elif isinstance(node, ast.BinOp):
        for place, sign in enumerate(_SIGNS.get(type(node.op), ())):
            yield 2 + place, node, edits.between(node, node.left, node.right, sign)
        yield 1, node, edits.code(node.left)
        yield 3, node, edits.code(node.right)
        yield from _as_numbers(node, [node.left, node.right], edits)
    elif isinstance(node, ast.Lambda):
        yield from _as_numbers(node, [node.body], edits)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield 2, node, edits.code(node.operand)
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node, edits, names, signatures)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        yield from ((5, node, name) for name in names if name != node.id)
    elif isinstance(node, ast.If | ast.While):
        yield 4, node.test, f"not ({edits.code(node.test)})"
    elif isinstance(node, ast.AugAssign):
        for sign in _SIGNS.get(type(node.op), ()):
            code = edits.code(node)
            end = edits.span(node.target)[1] - edits.span(node)[0]
            begin = edits.span(node.value)[0] - edits.span(node)[0]
            yield 3, node, f"{code[:end]} {sign}= {code[begin:]}"
        yield 5, node, "pass"
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in names:
        yield 6, node, "pass"


def _of_format(node: ast.JoinedStr, edits: _Edits) -> Iterator[Edit]:
    """A text with another format of one of its numbers: without leading zeros, or with so many decimals."""
    code = edits.code(node)
    for field in _FIELD.finditer(code):
        for form in dict.fromkeys((*_FORMATS, field["form"])):
            number = f"int({field['number']})" if form == field["form"] else field["number"]
            if number != field["number"] or form != field["form"]:
                yield 3, node, f"{code[: field.start()]}{{{number}{form}}}{code[field.end() :]}"


def _as_numbers(node: ast.expr, parts: Sequence[ast.expr], edits: _Edits) -> Iterator[Edit]:
    """A node whose parts that are cells of a row are read as numbers: a file of rows has them as texts."""
    cells = [part for part in parts if _is_cell(part)]
    if not cells:
        return
    first = edits.span(node)[0]
    for kind in ("int", "float"):
        code = edits.code(node)
        for part in reversed(cells):
            begin, end = (place - first for place in edits.span(part))
            code = f"{code[:begin]}{kind}({code[begin:end]}){code[end:]}"
        yield 2 + (kind == "float"), node, code


def _is_cell(node: ast.expr) -> bool:
    """True for `row["price"]` and `row.get("price")`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return bool(node.args) and isinstance(node.args[0], ast.Constant)
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)


def _of_constant(node: ast.Constant) -> Iterator[Edit]:
    value = node.value
    if isinstance(value, bool):
        yield 3, node, repr(not value)
    elif isinstance(value, int):
        yield 4, node, repr(value + 1)
        yield 4, node, f"({value - 1})" if value < 1 else repr(value - 1)


def _of_call(
    node: ast.Call, edits: _Edits, names: list[str], signatures: Mapping[str, ast.FunctionDef]
) -> Iterator[Edit]:
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    called = called or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
    whole = edits.code(node)
    if other := _OTHERS.get(called):
        head = edits.code(node.func)
        yield 3, node, f"{head[: len(head) - len(called)]}{other}{whole[len(head) :]}"
    if len(node.args) == 1 and not node.keywords:
        yield 5, node, edits.code(node.args[0])
    if len(node.args) == 2 and not node.keywords:
        one, two = (edits.code(argument) for argument in node.args)
        yield 4, node, f"{edits.code(node.func)}({two}, {one})"
    if called in ("range",) and node.args and not node.keywords:
        at = 1 if len(node.args) > 1 else 0
        given = [edits.code(argument) for argument in node.args]
        for step in (" + 1", " - 1"):
            yield 3, node, f"range({', '.join([*given[:at], given[at] + step, *given[at + 1 :]])})"
    if (function := signatures.get(called)) is not None:
        yield from _with_left_out(node, function, edits, names)


def _with_left_out(
    node: ast.Call, function: ast.FunctionDef, edits: _Edits, names: list[str]
) -> Iterator[Edit]:
    """The call with an argument that it leaves to its default: the variable of that name, or another one."""
    given = {keyword.arg for keyword in node.keywords}
    parameters = [argument.arg for argument in function.args.args]
    left = [name for name in parameters[len(node.args) :] if name not in given and name != "self"]
    optional = {*parameters[len(parameters) - len(function.args.defaults) :]}
    code = edits.code(node)
    if not code.endswith(")"):
        return
    comma = ", " if node.args or node.keywords else ""
    for parameter in left:
        if parameter not in optional:
            continue
        for name in names:
            positional = parameter == left[0] and not node.keywords
            argument = name if positional else f"{parameter}={name}"
            yield (0 if name == parameter else 5), node, f"{code[:-1].rstrip()}{comma}{argument})"
