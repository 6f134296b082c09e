"""What a program that is a query does with its columns, as Python: its conditions, and what it measures.

The relations that look into a program know Python. What they look for in a query is the same: which values it
compares with, by which columns it measures its rows, which it only tests for blanks.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pandora.programs.inside.text_folding import folded

_BEGIN = re.compile(r"^found = query\('''\n", re.M)
_QUERY = re.compile(r"^found = query\('''\n(?P<sql>.*?)\n''', (?P<tables>[^\n]*)\)$", re.M | re.S)
_STEPWISE = re.compile(r"^found = query\('''\n\s*WITH\b", re.M | re.I)
_FILES = re.compile(r"^file_rows, line_rows = file_tables\(", re.M)
_TABLE = re.compile(r"(\w+)=(\w+)")
_SIGNS: Mapping[type[exp.Expr], str] = {
    **{exp.EQ: "==", exp.NullSafeEQ: "==", exp.NEQ: "!=", exp.NullSafeNEQ: "!="},
    **{exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">="},
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_CALLS: Mapping[type[exp.Expr], str] = {exp.Sum: "sum", exp.Avg: "mean", exp.Min: "min", exp.Max: "max"}


def is_query(program: str) -> bool:
    """True for a program that began as a query."""
    return _BEGIN.search(program) is not None


def is_stepwise(program: str) -> bool:
    """True for a program that began as a query which first keeps its rows, in a WITH, and then asks these."""
    return _STEPWISE.search(program) is not None


def asks_files(program: str) -> bool:
    """True for a program that is a query over the files themselves, not over what a table holds."""
    return is_query(program) and _FILES.search(program) is not None


def query_call(sql: str, tables: Mapping[str, str]) -> str:
    """The statement of a program that runs a query; `tables` are the variables of its tables' rows, by name."""
    given = ", ".join(f"{name}={variable}" for name, variable in tables.items())
    text = sql.replace("\\", "\\\\").replace("'''", "''\\'")
    return f"found = query('''\n{text}\n''', {given})"


def sql_of_queries(source: str) -> list[str]:
    """The queries of a program, in order; [] where it asks none so."""
    return [read[0].sql(dialect="sqlite") for match in _QUERY.finditer(source) if (read := _read_call(match))]


def parsed_query(sql: str) -> exp.Expr | None:
    """A query as a tree; None for what cannot be read."""
    try:
        return sqlglot.parse_one(sql, read="sqlite")
    except (SqlglotError, RecursionError):
        return None


def selected_names(sql: str) -> list[str]:
    """The names of the columns that a query finds; [] where it takes all of a table, or cannot be read."""
    parsed = parsed_query(sql)
    selects = parsed.selects if isinstance(parsed, exp.Query) else []
    names = [select.alias_or_name for select in selects]
    return [] if any(select.is_star for select in selects) else names


def _read_call(match: re.Match[str]) -> tuple[exp.Expr, dict[str, str]] | None:
    """The query of such a statement and its tables; None where it cannot be read."""
    try:
        sql = str(ast.literal_eval(f"'''\n{match['sql']}\n'''"))
        return sqlglot.parse_one(sql, read="sqlite"), dict(_TABLE.findall(match["tables"]))
    except (SqlglotError, RecursionError, SyntaxError, ValueError):
        return None


def texts_of_queries(source: str) -> list[str]:
    """The texts that the queries of a program look for, without the signs for any letters around them."""
    trees = (read[0] for match in _QUERY.finditer(source) if (read := _read_call(match)))
    literals = (node for tree in trees for node in tree.find_all(exp.Literal))
    return [node.name.strip("%_ ") for node in literals if node.is_string]


def equalities_of_query(source: str) -> list[tuple[str, str]]:
    """The columns with the texts that the one query of a program wants in them; [] where it asks for more."""
    matches = [*_QUERY.finditer(source)]
    read = _read_call(matches[0]) if len(matches) == 1 else None
    where = read[0].args.get("where") if read else None
    if where is None or where.find(exp.Select) is not None:
        return []
    found = []
    for condition in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
        if not isinstance(condition, exp.EQ):
            return []
        column, value = condition.this, condition.expression
        column = column.this if isinstance(column, exp.Lower) else column
        if not isinstance(column, exp.Column) or not isinstance(value, exp.Literal) or not value.is_string:
            return []
        found.append((column.name, value.name))
    return found


def python_shape(source: str) -> str:
    """Python that has the conditions and the measures of a query; any other program stays as it is.

    Its conditions may be run: each is asked of each row of its table.
    """
    matches = [*_QUERY.finditer(source)]
    if not matches:
        return source
    lines = [source[: matches[0].start()].rstrip("\n")]
    for match in matches:
        if read := _read_call(match):
            lines += _lines_of(*read)
    return "\n".join([*lines, ""])


def _lines_of(tree: exp.Expr, variables: Mapping[str, str]) -> Iterator[str]:
    """The loops over the tables of a query with its conditions, and what it does with columns besides."""
    selected = {part.alias for part in tree.find_all(exp.CTE)}
    found = (table for table in tree.find_all(exp.Table) if table.name not in selected)
    names = {table.alias_or_name: table.name for table in found}
    asked: dict[str, list[str]] = {}
    told = set[int]()
    for node in tree.walk(bfs=False):
        condition, column = _condition(node)
        if column is not None:
            table = names.get(column.table, next(iter(names.values()), ""))
            asked.setdefault(variables.get(table, ""), []).append(condition)
            told.add(id(column))
    for variable, conditions in asked.items():
        if variable:
            yield f"for row in {variable}:"
            yield from (f"    {condition}" for condition in conditions)
    for node in tree.find_all(exp.Column):
        if id(node) not in told:
            yield f"lambda row: {_use(node)}"


def _condition(node: exp.Expr) -> tuple[str, exp.Column | None]:
    """A comparison of a column with values, and the column; ("", None) for anything else."""
    sign = _SIGNS.get(type(node))
    if sign and isinstance(node, exp.Binary):
        column, value = node.this, node.expression
        if isinstance(value, exp.Column):
            column, value, sign = value, column, _TURNED.get(sign, sign)
        if isinstance(column, exp.Column) and isinstance(value, exp.Literal):
            return _compared(column, sign, value), column
    if isinstance(node, exp.Is) and isinstance(node.this, exp.Column):
        return f"row.get({node.this.name!r}) == None", node.this
    if isinstance(node, exp.In) and isinstance(node.this, exp.Column):
        values = [value for value in node.expressions if isinstance(value, exp.Literal)]
        if values and len(values) == len(node.expressions):
            return " or ".join(_compared(node.this, "==", value) for value in values), node.this
    if (
        isinstance(node, exp.Like)
        and isinstance(node.this, exp.Column)
        and isinstance(node.expression, exp.Literal)
    ):
        text = node.expression.name
        if "%" not in text.strip("%") and "_" not in text and text.strip("%"):
            part, column = folded(text.strip("%")), f"folded(row.get({node.this.name!r}))"
            if not text.startswith("%"):
                return f"{column}.startswith({part!r})", node.this
            return f"{part!r} in {column}", node.this
    return "", None


def _compared(column: exp.Column, sign: str, value: exp.Literal) -> str:
    cell = f"row.get({column.name!r})"
    if value.is_string and sign in ("==", "!="):
        return f"folded({cell}) {sign} {folded(value.name)!r}"
    return f"{cell} is not None and {cell} {sign} {value.name if not value.is_string else repr(value.name)}"


def _use(node: exp.Column) -> str:
    """What a query does with a column, as an expression of Python: `sum(row['kg'])`, `sorted(row['kg'])`."""
    text = f"row[{node.name!r}]"
    above = node.parent
    while above is not None and not isinstance(above, exp.Query):
        if called := _CALLS.get(type(above)):
            text = f"{called}({text})"
        elif isinstance(above, exp.Ordered):
            text = f"sorted({text})"
        above = above.parent
    ast.parse(text)
    return text


def query_without_limits(
    source: str, known: Callable[[float], bool], own: Callable[[str, bool], bool]
) -> tuple[str, list[str]]:
    """A program that is a query without the limits that nobody gave it, and these; "" without any.

    As `without_limits` of other programs: comparisons with numbers that are not `known`, and with texts that
    are its `own`, by the text and whether what has it is left out.
    """
    removed: list[str] = []

    def without(node: exp.Expr) -> exp.Expr:
        if _condition(node)[1] is None or not isinstance(node, exp.Binary):
            return node
        value = node.expression if isinstance(node.expression, exp.Literal) else node.this
        left_out = isinstance(node, (exp.NEQ, exp.NullSafeNEQ))
        ordered = _SIGNS.get(type(node), "") in _TURNED
        limited = ordered and value.is_number and not known(float(value.name))
        if not limited and not (not ordered and value.is_string and own(value.name, left_out)):
            return node
        removed.append(node.sql(dialect="sqlite"))
        return exp.EQ(this=exp.Literal.number(1), expression=exp.Literal.number(1))

    def altered(match: re.Match[str]) -> str:
        if (read := _read_call(match)) is None:
            return match[0]
        tree, tables = read
        return query_call(tree.transform(without).sql(dialect="sqlite", pretty=True), tables)

    program = _QUERY.sub(altered, source)
    return (program, removed) if removed else ("", [])
