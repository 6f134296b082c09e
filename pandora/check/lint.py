"""Every problem in a workspace's `state/` and `system/`, each at a line that an editor can jump to."""

from __future__ import annotations

from pandora.check.lint_state import state_problems
from pandora.check.lint_system import system_problems
from pandora.check.token_costs import WORDS, Meter
from pandora.disk.layout import Workspace
from pandora.errors import Problem


def lint(workspace: Workspace, meter: Meter = WORDS) -> list[Problem]:
    """All problems, by path and line, each once; a person's edit as such is none."""
    problems = dict.fromkeys([*system_problems(workspace, meter), *state_problems(workspace)])
    return sorted(problems, key=lambda problem: (problem.path, problem.line))
