"""The tools of `pandora mcp` for long-horizon sessions: begin, take a turn, go on, attach, steer, and read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.engine.events import Watcher
from pandora.engine.host import Host
from pandora.engine.recorded_model import RecordedModel
from pandora.engine.run import UNRECORDED, budget_of, host_of, model_of, settings_of
from pandora.errors import UsageError
from pandora.mcp.client_session import Caller
from pandora.sessions import session_runs
from pandora.sessions.session_document import Session, named_session
from pandora.sessions.session_report import report
from pandora.sessions.session_views import head_entries, head_entry
from pandora.settings import PROFILE

Result = dict[str, Any]
RUNNING = ("start", "turn", "resume", "attach")
"""The tools that run a turn, behind `pandora_session_`."""
READING = ("report", "heads", "head")
"""The tools that only read."""
WHATS = ("narrow", "evidence", "decompose", "reject", "from")
"""What a line of steering may be."""


class SessionTools:
    """Runs the turns of sessions for clients, and reads them; `watch` makes the watcher of a call."""

    def __init__(
        self, workspace: Workspace, options: Mapping[str, Any], watch: Callable[[Caller], Watcher]
    ) -> None:
        self._workspace, self._options, self._watch = workspace, dict(options), watch

    def pandora_session_start(
        self,
        caller: Caller,
        question: str,
        over: str | None = None,
        new_session: str | None = None,
        profile: str | None = None,
    ) -> Result:
        """Begin a session and take its first turn; `over` is a file or folder that it is about.

        A turn ends with a head. Gives `{session, turn, status, value, head, kind, current, reason, failed,
        usage}`; a `kind` other than final means that FINAL was not reached, and `failed` counts lanes.
        """
        paths = [self._workspace.root / over] if over else []
        for path in paths:
            if not path.exists():
                raise UsageError(f"{over}:1: there is no such file or folder; give a path in the workspace")

        def work(host: Host, budget: Budget, fixed: Sequence[str]) -> session_runs.TurnReport:
            return session_runs.start(
                question, host, budget, paths, run=new_session or "", by="client", fixed=fixed
            )

        return self._run(caller, None, work, profile)

    def pandora_session_turn(
        self, caller: Caller, session: str, text: str, profile: str | None = None
    ) -> Result:
        """Take the next turn of a session, from its current head."""
        opened = self._session(session)

        def work(host: Host, budget: Budget, fixed: Sequence[str]) -> session_runs.TurnReport:
            return session_runs.turn(opened, text, host, budget, "client", fixed)

        return self._run(caller, opened, work, profile)

    def pandora_session_resume(self, caller: Caller, session: str, profile: str | None = None) -> Result:
        """Go on with a turn that was stopped, or with what edits made stale; after FINAL it costs nothing."""
        opened = self._session(session)
        return self._run(caller, opened, lambda host, *_: session_runs.resume(opened, host), profile)

    def pandora_session_attach(
        self,
        caller: Caller,
        source: str,
        text: str,
        new_session: str | None = None,
        profile: str | None = None,
    ) -> Result:
        """Begin a session from a head, or from a session's latest sound head; the source does not change."""

        def work(host: Host, budget: Budget, fixed: Sequence[str]) -> session_runs.TurnReport:
            return session_runs.attach(source, text, host, budget, new_session or "", "client", fixed)

        return self._run(caller, None, work, profile)

    def pandora_session_steer(
        self, session: str, what: str, text: str | None = None, head: str | None = None
    ) -> Result:
        """Steer the next turn: narrow, evidence or decompose with a text; reject or from with a head."""
        if what not in WHATS:
            raise UsageError(f"what is {what!r}; use one of {', '.join(WHATS)}")
        line = session_runs.steer(self._session(session), what, head or "", text or "")
        return dict(vars(line))

    def pandora_session_report(self, session: str) -> Result:
        """How a session stands: line of work, branches, values, heads for resume and attach, checks."""
        return report(self._session(session))

    def pandora_session_heads(self, session: str) -> Result:
        """The heads of a session: current, older, partial, rejected or wreckage."""
        return {"heads": head_entries(self._session(session))}

    def pandora_session_head(self, session: str, head: str | None = None) -> Result:
        """One head in full: value, variables and checks; the current one where none is named."""
        return head_entry(self._session(session), head)

    def _session(self, name: str) -> Session:
        return named_session(self._workspace, Store(self._workspace), name)

    def _run(
        self,
        caller: Caller,
        session: Session | None,
        work: Callable[[Host, Budget, Sequence[str]], session_runs.TurnReport],
        profile: str | None,
    ) -> Result:
        """Do the work with the settings of a profile, where the client names one."""
        options = {**self._options, **({PROFILE: profile} if profile else {})}
        settings = settings_of(self._workspace, options)
        recorded = RecordedModel.of(session.document.meta) if session else UNRECORDED
        model = model_of(settings, options, recorded)
        try:
            host = host_of(self._workspace, model, settings, options, self._watch(caller))
            fixed = list(filter(settings.is_given, session_runs.CEILINGS))
            return work(host, budget_of(settings, model), fixed).entry
        finally:
            model.close()


def head_resource(workspace: Workspace, session: str, head: str) -> Result:
    """What a client reads of a head as a resource; raises UsageError where there is none."""
    return head_entry(named_session(workspace, Store(workspace), session), head)
