"""The account of a session: a page that may be shown to anybody, of what was run and what remains uncertain."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from pandora.budget import Usage, used_of
from pandora.document.counted import counted
from pandora.document.fill import one_line
from pandora.outcome import Status
from pandora.sessions.delegates import name_within_run
from pandora.sessions.heads import HeadError
from pandora.sessions.session_document import PublishedHead, Session
from pandora.sessions.session_report import report
from pandora.sessions.session_views import head_entry, leaves_of, sessions_below, turn_entries
from pandora.sessions.state_view import Value, area_of
from pandora.workspace.secrets import Redactor

_PATH = re.compile(r"(?<![\w.:/~-])(?:/|[A-Za-z]:[\\/])[^\s\"'<>|:,;()\[\]]*[^\s\"'<>|:,;()\[\].!?]")
"""An absolute path, as texts and errors have them."""


TITLES = {
    "run": "What was run",
    "state": "What state persisted",
    "branches": "Which branches were created",
    "attached": "Which heads were attached",
    "failed": "Which lanes failed",
    "checks": "Which checks passed",
    "uncertain": "What remains uncertain",
}
"""The parts of an account, by their names in JSON."""


def account(session: Session, redact: Redactor) -> str:
    """The account in markdown: what was run and persisted, branches, attached heads, failures, doubts.

    Values of secrets are removed, and the folders of paths of this machine: their names stay.
    """
    told = account_parts(session, redact)
    lines = [f"# Session {told['session']}", "", told["task"]]
    for name, title in TITLES.items():
        lines += ["", f"## {title}", *(f"- {line}" for line in told[name] or ["none"])]
    return "\n".join(lines) + "\n"


def account_parts(session: Session, redact: Redactor) -> dict[str, Any]:
    """The account as plain values: session and task, and the lines of each part of TITLES."""
    facts = report(session)
    parts = {
        "run": _run_lines(session),
        "state": _state_lines(session),
        "branches": [_branch(branch) for branch in facts["branches"]],
        "attached": _attached(session),
        "failed": _failures(session),
        "checks": [f"{'passed' if check['holds'] else 'failed'}: {check['name']}" for check in facts["checks"]],
        "uncertain": _doubts(facts),
    }

    def shown(line: str) -> str:
        return redact(_PATH.sub(_without_folder, one_line(line)))

    told = {name: [shown(line) for line in lines] for name, lines in parts.items()}
    return {"session": session.run, "task": shown(facts["task"]), **told}


def _without_folder(match: re.Match[str]) -> str:
    """The name alone of a path whose folder is one of this machine's."""
    path = Path(match[0])
    return path.name if path.parent.is_dir() else match[0]


def _run_lines(session: Session) -> list[str]:
    lines = []
    for turn in turn_entries(session):
        head = f", head {turn['head']} ({turn['kind']})" if turn["head"] else ""
        lines.append(
            f"turn {turn['turn']}: {turn['task']} — {turn['status']}{head}; {counted(turn['blocks'], 'block')}"
        )
    model, total = str(session.document.meta.get("model", "")), Usage()
    leaves = 0
    for place in sessions_below(session):
        for turn_of in place.turns():
            asked = leaves_of(place, turn_of)
            leaves += len(asked)
            for leaf in asked:
                total.add(leaf.used)
            total.add(used_of(turn_of.document.meta))
    cost = f"{total.calls} calls, {total.prompt} prompt tokens, {total.written} written"
    noun = "leaf" if leaves == 1 else "leaves"
    return [*lines, f"model {model}: {cost}; {leaves} {noun}"]


def _state_lines(session: Session) -> list[str]:
    """The variables of the current head; where there is none, those that the last turn left behind."""
    published = _last_head(session)
    if published is None:
        return []
    try:
        head = head_entry(session, published.id)
    except HeadError as error:
        return [f"head {published.id} ({published.standing}): {error}"]
    sound = head["standing"] in ("current", "older")
    lines = [f"head {head['head']}: {head['value']} ({head['status'] if sound else head['standing']})"]
    for variable in head["state"]:
        status = f" ({variable['status']})" if variable["status"] else ""
        lines.append(f"{variable['name']}: {variable['shown']}{status}")
    return lines


def _last_head(session: Session) -> PublishedHead | None:
    return session.current() or next(reversed(session.heads()), None)


def _branch(branch: dict[str, Any]) -> str:
    why = f": {branch['why']}" if branch["why"] else ""
    return f"{branch['what']} {branch['name']} ({branch['standing']}){why}"


def _attached(session: Session) -> list[str]:
    return [
        f"{place.id} from head {place.source.get('head')} of {place.source.get('session')}"
        for place in sessions_below(session)
        if place.source
    ]


def _failures(session: Session) -> list[str]:
    """The children and leaves that failed, and the lanes that failed for another reason, such as a shape."""
    lines, told = [], set[str]()
    lanes: list[tuple[str, Value]] = []
    for place in sessions_below(session):
        if place.id != session.id and not place.current():
            lines.append(f"child {place.id} published no sound head")
            told.add(name_within_run(place.id))
        for turn in place.turns():
            failed = [leaf for leaf in leaves_of(place, turn) if leaf.status != Status.ACCEPTED.value]
            lines += [f"leaf {leaf.document}: {leaf.output}" for leaf in failed]
            told.update(name_within_run(leaf.document) for leaf in failed)
        if published := _last_head(place):
            with suppress(HeadError):  # one of another version: the views say so
                state = place.head(published.id)[1].state
                lanes += area_of(place.store, state, "failures").items()
    for name, value in lanes:
        if value.status == "failed" and not any(f"child={child!r}" in value.stub for child in told):
            lines.append(f"{name}: {value.stub}")
    return lines


def _doubts(facts: dict[str, Any]) -> list[str]:
    values = facts["values"]
    lines = [
        f"{status}: {', '.join(values[status])}" for status in values if status != "verified" and values[status]
    ]
    return [*lines, *facts["uncertain"]]
