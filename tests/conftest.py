from __future__ import annotations

from hypothesis import settings

# A machine that is busy with something else is no failure.
settings.register_profile("pandora", deadline=None)
settings.load_profile("pandora")
