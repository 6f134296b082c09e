"""Queries for the gaps of a text: what a model is told of the gaps, and the lines that put the values in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pandora.programs.help import Work
from pandora.programs.opening.asked_gaps import AskedGap, asked_gaps
from pandora.programs.opening.gap_lines import GAPS, PLACES, filling_call, places_line
from pandora.programs.opening.gap_places import Gaps, gaps_to_fill
from pandora.programs.sql.query_shape import query_call


def gaps_of_work(work: Work) -> Gaps | None:
    """The gaps that a task is to fill in with what other files hold; None where it fills in none."""
    task = work.task
    if task.kind_of_task != "change" or work.untrusted or len(task.files) < 2 or task.given:
        return None
    return gaps_to_fill(work.request, task.files, work.workspace)


def without_file_of(gaps: Gaps, work: Work) -> Work:
    """The work about all other files: what the gaps are filled in with."""
    return replace(
        work, task=replace(work.task, files=tuple(path for path in work.task.files if path != gaps.path))
    )


def asking_lines(gaps: Gaps) -> str:
    """What a prompt says of the gaps: the one value or the rows that are wanted, or a query for each gap."""
    asked = asked_gaps(gaps)
    if len(asked) > 1:
        comments = "\n".join(map(comment_of, asked))
        return f"Write a query for each gap of {gaps.path}, in this order:\n{comments}"
    if asked[0].rows:
        return f"The query gives these rows for {gaps.path}: {asked[0].says}"
    return f"The query gives one value, for the gap in this line of {gaps.path}: {asked[0].says}"


def begun_gap_query(gaps: Gaps) -> str:
    """How the queries for several gaps begin: with the comment of the first; "" for one query."""
    asked = asked_gaps(gaps)
    return f"{comment_of(asked[0])}\nSELECT" if len(asked) > 1 else ""


def comment_of(asked: AskedGap) -> str:
    """The comment of SQL that stands before a gap's query."""
    return f"-- {asked.says}"


def filling_lines(gaps: Gaps, queries: Sequence[str], given: Mapping[str, str], request: str) -> list[str]:
    """The lines of the program that runs the queries, a gap each, and fills in what they find."""
    lines = [f"{GAPS} = {{}}"]
    for asked, sql in zip(asked_gaps(gaps), queries, strict=False):
        lines += [comment_of(asked).replace("--", "#", 1), query_call(sql.strip(), given)]
        if not asked.rows:
            lines.append(f"{GAPS}[{json.dumps(asked.key, ensure_ascii=False)}] = list(found[0].values())[0]")
            continue
        lines += [
            places_line(asked),
            "for name, value, *_ in map(dict.values, found):",
            f"    if str(name) in {PLACES}:",
            f"        {GAPS}[{PLACES}[str(name)]] = value",
        ]
    return [*lines, filling_call(request, gaps.path)]
