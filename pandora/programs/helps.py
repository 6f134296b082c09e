"""The helps that a pattern may name."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.programs.code_help import CodeHelp
from pandora.programs.data_help import DataHelp
from pandora.programs.help import Help
from pandora.programs.plain_help import PlainHelp
from pandora.programs.text_help import TextHelp

HELPS: Mapping[str, Help] = {"code": CodeHelp(), "data": DataHelp(), "text": TextHelp()}
"""By the name that a pattern's `help:` says."""
PLAIN: Help = PlainHelp()


def help_named(name: str | None) -> Help:
    """The help of that name; the plain one without a name. KeyError for a name that no help has."""
    return HELPS[name] if name else PLAIN
