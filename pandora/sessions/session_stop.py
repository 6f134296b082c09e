"""Stop the process that works on a session, as its lease names it."""

from __future__ import annotations

import os
import signal

from pandora.disk.lease import holder_process
from pandora.errors import UsageError
from pandora.sessions.session_document import Session


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
        raise UsageError(f"process {number}, which works on session {session.run}: {error.strerror}") from None
    return f"process {number} was asked to stop; `pandora session resume {session.run}` goes on"
