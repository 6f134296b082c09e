"""Find every problem in a workspace's `state/` and `system/`, each with its path and line."""

from __future__ import annotations

from pandora.check.lint_state import state_problems
from pandora.check.lint_system import system_problems
from pandora.check.token_costs import WORDS, Meter
from pandora.disk.layout import Workspace
from pandora.errors import Problem


def lint(workspace: Workspace, meter: Meter = WORDS) -> list[Problem]:
    """All problems, sorted by path and line, each once; that a person edited a file is no problem by itself."""
    problems = dict.fromkeys([*system_problems(workspace, meter), *state_problems(workspace)])
    return sorted(problems, key=lambda problem: (problem.path, problem.line))
