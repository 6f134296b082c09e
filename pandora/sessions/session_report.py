"""The report of a session: what an operator has to know to go on, from its files alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pandora.document.body import parse
from pandora.document.form import parse_form
from pandora.document.task_text import task_of
from pandora.engine.questions import ceiling_of
from pandora.outcome import Status
from pandora.sessions.inside.value_statuses import STATUSES
from pandora.sessions.session_document import Session, Turn
from pandora.sessions.session_views import (
    Entry,
    attached_elsewhere,
    children_of,
    head_entries,
    head_entry,
    leaves_of,
    sessions_below,
)

_DESIGN = parse_form(
    "Assumptions: {0..9 of}\n  {line}\nUnknowns: {0..9 of}\n  {line}\nWorth keeping: {given}\nGoal: {given}"
)


def report(session: Session) -> Entry:
    """The answers to the questions of an operator, as plain values.

    `line` is the current line of work, oldest turn first. `branches` are the heads beside it and the sessions
    that were made from it, each with why. `values` are the variables of the current head by how they stand.
    `resume` is the head that resume takes, `attach` those that are worth attaching from. `checks` are behind
    the current value. `uncertain` says what else is not known, from the designs of the turns.
    """
    heads = head_entries(session)
    current = head_entry(session, None) if session.current() else None
    on_line = _line(session, current["head"] if current else None)
    turns = {turn.number: turn for turn in session.turns()}
    last = turns[max(turns)] if turns else None
    return {
        "session": session.id,
        "task": task_of(session.document),
        "current": _brief(current) if current else None,
        "open": _open(last) if last is not None else None,
        "goes on": next_command(session) or None,
        "line": [_turn(turns[number]) for number in on_line],
        "branches": [*_beside(heads, on_line, turns), *_sessions_beside(session)],
        "values": _by_status(current["state"] if current else []),
        "resume": current["head"] if current else None,
        "attach": _worth_attaching(session, heads),
        "checks": current["checks"] if current else [],
        "uncertain": _uncertain(session, turns, on_line),
        "steering": [steer.line.removeprefix("- ") for steer in session.steering()],
    }


def next_command(session: Session) -> str:
    """The command that goes on with a last turn that has no FINAL, with more of what it was out of; else ""."""
    turns = session.turns()
    if not turns or turns[-1].status == Status.ACCEPTED.value:
        return ""
    last = turns[-1].document
    more = ""
    if turns[-1].status == Status.ESCALATED.value:
        ceiling = ceiling_of(last)
        more = (
            f" --{ceiling.name} {2 * max(ceiling.limit, 1)}" if ceiling else f" --blocks {2 * session.blocks}"
        )
    return f"pandora session resume {session.name.run}{more}"


def report_text(report: Mapping[str, Any]) -> str:
    """The report as lines for people."""
    lines = [f"session {report['session']}: {report['task']}"]
    if current := report["current"]:
        lines.append(f"current head: {current['head']} (turn {current['turn']}, {current['status']})")
        lines.append(f"  value: {current['value']}")
    else:
        lines.append("current head: none yet")
    if opened := report["open"]:
        lines.append(
            f"turn {opened['turn']} is {opened['status']}" + (f": {opened['why']}" if opened["why"] else "")
        )
        lines.append(f"`{report['goes on']}` goes on with it")
    lines.append("line of work:")
    lines += [f"  turn {turn['turn']} → {turn['head']}: {turn['task']}" for turn in report["line"]] or [
        "  none"
    ]
    lines.append("branches:")
    lines += [_branch_line(branch) for branch in report["branches"]] or ["  none"]
    lines.append("values:")
    lines += [f"  {status}: {', '.join(names)}" for status, names in report["values"].items() if names] or [
        "  none"
    ]
    lines.append(f"resume takes: {report['resume'] or 'no head'}")
    lines.append("worth attaching from:")
    lines += [f"  {head['head']}: {head['why']}" for head in report["attach"]] or ["  none"]
    lines.append("checks behind the value:")
    lines += [f"  {_mark(check)} {check['name']}" for check in report["checks"]] or ["  none"]
    if report["uncertain"]:
        lines += ["uncertain:", *(f"  {line}" for line in report["uncertain"])]
    if report["steering"]:
        lines += ["steering:", *(f"  {line}" for line in report["steering"])]
    return "\n".join(lines)


def _mark(check: Mapping[str, Any]) -> str:
    declared = " (declared)" if check.get("declared") else ""
    return f"{'ok' if check['holds'] else 'FAIL'}{declared}"


def _branch_line(branch: Mapping[str, Any]) -> str:
    why = f": {branch['why']}" if branch["why"] else ""
    head = f" {branch['head']}" if branch["head"] else ""
    return f"  {branch['what']} {branch['name']}{head} ({branch['standing']}){why}"


def _brief(head: Entry) -> Entry:
    return {key: head[key] for key in ("head", "turn", "value", "status", "expression", "names")}


def _turn(turn: Turn) -> Entry:
    return {"turn": turn.number, "task": turn.task, "head": turn.head.get("id"), "document": turn.id}


def _open(last: Turn) -> Entry | None:
    if last.status == Status.ACCEPTED.value:
        return None
    why = str(last.document.meta.get("stopped") or "") or last.document.body(5).split("\n")[0]
    return {"turn": last.number, "status": "open" if last.open else last.status, "why": why or None}


def _line(session: Session, current: str | None) -> list[int]:
    """The numbers of the turns from which the current head came, oldest first."""
    turns = {str(turn.head.get("id")): turn for turn in session.turns() if turn.head}
    line: list[int] = []
    while current in turns and turns[str(current)].number not in line:
        turn = turns[str(current)]
        line.append(turn.number)
        current = str(turn.basis.get("head"))
    return line[::-1]


def _beside(heads: list[Entry], on_line: list[int], turns: Mapping[int, Turn]) -> list[Entry]:
    """The heads of turns that are not on the current line."""
    return [
        {
            "what": "turn",
            "name": str(head["turn"]),
            "head": head["head"],
            "standing": head["standing"],
            "why": head["why"] or turns[head["turn"]].task,
        }
        for head in heads
        if head["turn"] not in on_line
    ]


def _sessions_beside(session: Session) -> list[Entry]:
    """The sessions that turns delegated to, and those that others attached from a head of this one."""
    branches = []
    for turn in session.turns():
        for child in children_of(session, turn):
            branches.append(_session_entry(child, "attached child" if child.source else "child"))
    branches += [_session_entry(other, "attached session") for other in attached_elsewhere(session)]
    return branches


def _session_entry(place: Session, what: str) -> Entry:
    heads = place.heads()
    head = place.current() or (heads[-1] if heads else None)
    return {
        "what": what,
        "name": place.id,
        "head": head.id if head else None,
        "standing": head.kind if head else "no head",
        "why": task_of(place.document),
    }


def _by_status(state: list[Entry]) -> dict[str, list[str]]:
    """The names of variables by how they stand; functions and modules stand in no way and are left out."""
    values: dict[str, list[str]] = {status: [] for status in (*STATUSES, "unrestorable")}
    for variable in state:
        if variable["status"] in values:
            values[variable["status"]].append(variable["name"])
    return values


def _worth_attaching(session: Session, heads: list[Entry]) -> list[Entry]:
    """The sound heads of the session and of its children, but for rejected ones, with what they hold."""
    kept = {turn.number: _design(turn).get("worth keeping", "") for turn in session.turns()}
    worth = [
        {
            "head": head["head"],
            "why": f"{head['standing']}: {kept.get(head['turn']) or head['value'] or ''}".strip(),
        }
        for head in heads
        if head["standing"] in ("current", "older")
    ]
    for place in sessions_below(session):
        current = place.current()
        if place.id != session.id and current:
            worth.append({"head": current.id, "why": f"child: {task_of(place.document)}"})
    return worth


def _design(turn: Turn) -> dict[str, str]:
    """The lines of a turn's design, each list on one line."""
    values = {}
    for number in (1, 2):
        for key, value in parse(_DESIGN, turn.document.body(number)).values.items():
            text = value if isinstance(value, str) else "; ".join(item.get("line", "") for item in value)
            if text.strip():
                values[key] = text.strip()
    return values


def _uncertain(session: Session, turns: Mapping[int, Turn], on_line: list[int]) -> list[str]:
    """What the turns of the current line took for granted or did not know, and which of their leaves failed."""
    lines = []
    for number in on_line:
        design = _design(turns[number])
        lines += [f"turn {number} assumes: {design['assumptions']}"] if "assumptions" in design else []
        lines += [f"turn {number} did not know: {design['unknowns']}"] if "unknowns" in design else []
        leaves = leaves_of(session, turns[number])
        failed = [leaf for leaf in leaves if leaf.status != Status.ACCEPTED.value]
        if failed:
            lines.append(
                f"turn {number}: {len(failed)} of {len(leaves)} leaves failed, the first: {failed[0].output}"
            )
    return lines
