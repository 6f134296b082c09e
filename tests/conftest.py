from __future__ import annotations

import signal

from hypothesis import settings

# A machine that is busy with something else is no failure.
settings.register_profile("pandora", deadline=None)
settings.load_profile("pandora")

# What a shell starts in the background ignores SIGINT, and so would every process that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
