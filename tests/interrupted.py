"""The environment of a process that a test interrupts."""

from __future__ import annotations

import os


def unmeasured() -> dict[str, str]:
    """This process's environment, without the variables by which coverage measures what is started in it.

    Coverage takes a lock in every thread that begins. A signal that raises while it is taken leaves it locked
    for ever, and the process never ends.
    """
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_PROCESS_")}
