"""The joins that a query needs and does not write, and columns that it takes from the wrong table.

`SELECT name, COUNT(*) FROM visits GROUP BY name`, with the names in `members`, is joined by the reference that
the values of both tables show. A row without one in the other table stays. `v.name` is `m.name` where only
members have names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from pandora.programs.inside.text_folding import folded_name
from pandora.programs.sql.queried_tables import QueriedTable, Reference

Columns = Mapping[str, set[str]]
"""The folded names of each table's columns, by the table's name in small letters."""


def join_what_lacks(tree: exp.Expr, tables: Sequence[QueriedTable]) -> None:
    """Add to each SELECT of the tree the joins that its columns need."""
    columns = {
        table.name.casefold(): {folded_name(column.name) for column in table.columns} for table in tables
    }
    references = [reference for table in tables for reference in table.references]
    for within in [*tree.find_all(exp.In)]:
        _take_own_key(within, columns, references)
    for select in [*tree.find_all(exp.Select)]:
        _join(select, columns, references)


def _take_own_key(within: exp.In, columns: Columns, references: Sequence[Reference]) -> None:
    """Let `no IN (SELECT no FROM visits)` have what visits calls so: `no` of the outer row is always in it."""
    outer, query = within.this, within.args.get("query")
    select = query.this if isinstance(query, exp.Subquery) else query
    if not isinstance(outer, exp.Column) or not isinstance(select, exp.Select) or len(select.expressions) != 1:
        return
    shown, sources = select.expressions[0], _sources(select)
    if not isinstance(shown, exp.Column) or shown.table or len(sources) != 1:
        return
    (table,) = sources.values()
    name = folded_name(shown.name)
    if name != folded_name(outer.name) or name in columns.get(table, {name}):
        return
    keys = {
        reference.column
        for reference in references
        if reference.table.casefold() == table and folded_name(reference.key) == name
    }
    if len(keys) == 1:
        shown.set("this", exp.to_identifier(keys.pop(), quoted=True))


def _join(select: exp.Select, columns: Columns, references: Sequence[Reference]) -> None:
    sources = _sources(select)
    if not sources or not set(sources.values()) <= set(columns):
        return  # rows of another query: which columns they have is not known
    own = list(_own_columns(select))
    alike = _compared_columns(select, sources)
    for column in own:
        _take_from_its_table(column, sources, columns)
        _take_from_the_first(column, sources, columns, alike)
    added: dict[str, exp.Join] = {}
    for column in own:
        for table in _tables_that_lack(column, select, sources, columns):
            joins = [join for alias in sources if (join := _joined(alias, sources[alias], table, references))]
            if table not in added and joins:
                added[table] = joins[0]
            if table in added and column.table:
                column.set("table", exp.to_identifier(table, quoted=True))
    if not added:
        return
    holders = [*sources.items(), *((table, table) for table in added)]
    for column in own:
        held = [alias for alias, table in holders if folded_name(column.name) in columns[table]]
        if not column.table and held:
            column.set("table", exp.to_identifier(held[0], quoted=True))
    if any(isinstance(shown, exp.Star) for shown in select.expressions):
        every = [exp.Column(this=exp.Star(), table=exp.to_identifier(name, quoted=True)) for name in sources]
        shown = [part for part in select.expressions if not isinstance(part, exp.Star)]
        select.set("expressions", [*every, *shown])
    select.set("joins", [*(select.args.get("joins") or ()), *added.values()])


def _take_from_its_table(column: exp.Column, sources: Mapping[str, str], columns: Columns) -> None:
    """Name the one table of a SELECT that has the column where the query names another one.

    A table that has a name in the query is known by that alone: `members.name` of `members m` is `m.name`.
    """
    name, named = folded_name(column.name), column.table.casefold()
    by_name = {alias.casefold(): table for alias, table in sources.items()}
    if not named or (named in by_name and name in columns[by_name[named]]):
        return
    theirs = [alias for alias, table in sources.items() if named in by_name or table == named]
    having = [alias for alias in theirs if name in columns[sources[alias]]]
    if len(having) == 1:
        column.set("table", exp.to_identifier(having[0], quoted=True))


def _compared_columns(select: exp.Select, sources: Mapping[str, str]) -> list[set[tuple[str, str]]]:
    """The pairs of columns, by table and name, that the joins of a SELECT hold for equal."""
    by_name = {alias.casefold(): table for alias, table in sources.items()}
    conditions = [join.args.get("on") for join in select.args.get("joins") or ()]
    equal = [part for condition in conditions if condition is not None for part in condition.find_all(exp.EQ)]
    sides = [(part.this, part.expression) for part in equal]
    return [
        {(by_name.get(side.table.casefold(), ""), folded_name(side.name)) for side in pair}
        for pair in sides
        if all(isinstance(side, exp.Column) for side in pair)
    ]


def _take_from_the_first(
    column: exp.Column, sources: Mapping[str, str], columns: Columns, alike: Sequence[set[tuple[str, str]]]
) -> None:
    """Name the first of several tables that have a column where it is the same in all of them.

    So it is of a table that is joined with itself, and where the join holds the columns for equal.
    """
    name = folded_name(column.name)
    having = [alias for alias, table in sources.items() if name in columns[table]]
    tables = {sources[alias] for alias in having}
    same = len(tables) == 1 or {(table, name) for table in tables} in alike
    if not column.table and len(having) > 1 and same:
        column.set("table", exp.to_identifier(having[0], quoted=True))


def _sources(select: exp.Select) -> dict[str, str]:
    """The tables of a SELECT by the names that it gives them; none where it reads from something else, too."""
    parts = [select.args.get("from_"), *(select.args.get("joins") or ())]
    read = [part.this for part in parts if part is not None]
    if not all(isinstance(table, exp.Table) for table in read):
        return {}
    return {table.alias_or_name: table.name.casefold() for table in read}


def _own_columns(select: exp.Select) -> Iterator[exp.Column]:
    """The columns that a SELECT names itself, but for those that it made: of these, the name is what counts."""
    made = {folded_name(part.alias) for part in select.expressions if isinstance(part, exp.Alias)}
    shown = {id(column) for part in select.expressions for column in part.find_all(exp.Column)}
    for column in select.find_all(exp.Column):
        if column.parent_select is select and (id(column) in shown or folded_name(column.name) not in made):
            yield column


def _tables_that_lack(
    column: exp.Column, select: exp.Select, sources: Mapping[str, str], columns: Columns
) -> list[str]:
    """The one table that the column stands in, where neither this SELECT nor one around it reads from it."""
    known = dict(sources)
    around = select.parent_select
    while around is not None:
        known |= _sources(around)
        around = around.parent_select
    name, table = folded_name(column.name), column.table.casefold()
    by_alias = {alias.casefold(): source for alias, source in known.items()}
    if table and table not in by_alias:
        return [table] if name in columns.get(table, ()) else []
    read = [by_alias[table]] if table else list(known.values())
    if any(name in columns.get(source, ()) or source not in columns for source in read):
        return []
    holding = [other for other, names in columns.items() if name in names]
    return holding if len(holding) == 1 else []


def _joined(alias: str, table: str, other: str, references: Sequence[Reference]) -> exp.Join | None:
    """The join of a table, by its name in the query, with another one; None where no key tells it."""
    for reference in references:
        ends = {reference.table.casefold(): reference.column, reference.other.casefold(): reference.key}
        if set(ends) == {table, other} and len(ends) == 2:
            condition = exp.EQ(this=_column(alias, ends[table]), expression=_column(other, ends[other]))
            return exp.Join(this=exp.to_table(other), side="LEFT", on=condition)
    return None


def _column(table: str, name: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(table, quoted=True))
