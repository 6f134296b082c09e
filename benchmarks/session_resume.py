"""The time to resume a session of many turns, beside that of taking one turn."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.figures import Measure, Row
from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace, shipped_system
from pandora.engine.host import Host
from pandora.models.scripted import ScriptedModel
from pandora.sessions.session_document import Session
from pandora.sessions.session_runs import resume, start, turn

KEY, TITLE, GOAL = "session_resume", "Resuming a session", 1.5
OF = "resume of all turns / one turn"
TURNS = 30
CODE = "count = globals().get('count', 0) + 1\nFINAL(count)"
_REPLIES = (
    '{"phase": "understand", "fill": {"goal": "go on", "facts": [], "assumptions": [], "unknowns": []}}\n'
    '{"phase": "plan", "fill": {"persist": [], "units": [], "checks": [], "worth keeping": "none"}}\n'
    '{"phase": "do", "fill": {"code": "CODE"}}\n'
)


def measure_session_resume(turns: int = TURNS) -> Measure:
    """Take the turns with recorded replies, and resume; the last turn is what the resume is held against."""
    with tempfile.TemporaryDirectory(prefix="pandora-bench-") as folder:
        root = Path(folder)
        (root / "state").mkdir()
        (root / "system").symlink_to(shipped_system())
        script, budget = root / "replies.jsonl", Budget(calls=400)
        script.write_text(_REPLIES.replace("CODE", CODE.replace("\n", "\\n")) * turns, encoding="utf-8")
        host = Host(Workspace(root), ScriptedModel(script), Ledger(budget), scaffold=False)
        session = Session(host.store, "system-resume")
        start("Count.", host, budget, run="resume")
        one = 0.0
        for _ in range(turns - 1):
            begun = time.perf_counter()
            turn(session, "Go on.", host, budget)
            one = time.perf_counter() - begun
        begun = time.perf_counter()
        report = resume(session, host)
        whole = time.perf_counter() - begun
        details = {"calls": report.usage.calls, "value": str(report.entry["value"])}
    rows = (
        Row("resume", f"resume of {turns} turns", whole, "s", whole / one),
        Row("turn", "one turn", one, "s", 1.0),
    )
    return Measure(KEY, TITLE, OF, GOAL, rows, whole / one, details=details)
