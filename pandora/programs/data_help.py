"""The help of patterns that work on data: a program begins with the task's files loaded."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.programs.help import Work
from pandora.programs.opening import data_opening
from pandora.programs.plain_help import PlainHelp


class DataHelp(PlainHelp):
    """Programs begin with the task's files, or with the words of a task that has none."""

    def begin(self, work: Work, number: int) -> Mapping[str, str]:
        """The lines that load the files and name what the request mentions of them."""
        return data_opening(work)
