"""Who works on a session, as its lease names it, and how that process is stopped."""

from __future__ import annotations

import os
import signal

from pandora.disk.lease import holder_process
from pandora.errors import HeldError, UsageError
from pandora.sessions.session_document import Session


def is_at_work(session: Session) -> bool:
    """True while a process, of this machine or of another, works on the session."""
    try:
        return holder_process(session.workspace.document(f"system-{session.run}")) != 0
    except HeldError:
        return True


def stop(session: Session) -> str:
    """Interrupt the process of this machine that works on the session; returns a line that says what was done.

    Raises HeldError where the holder is on another machine, and UsageError where it may not be signalled.
    """
    number = holder_process(session.workspace.document(f"system-{session.run}"))
    if not number:
        return f"nobody works on session {session.run}"
    try:
        os.kill(number, signal.SIGINT)
    except (ProcessLookupError, PermissionError) as error:
        problem = (
            f"process {number}, which works on session {session.run}, cannot be signalled: {error.strerror}"
        )
        raise UsageError(f"{problem}; stop it as the user who started it") from None
    return f"process {number} was asked to stop; `pandora session resume {session.run}` goes on"
