from __future__ import annotations

import pytest

from pandora.budget import Budget
from pandora.research.roles import CALLS, EXECUTOR, SCOUT, child_task, may_call, own_budget
from tests.research.desk import Desk


def test_the_table_says_who_may_call_whom() -> None:
    """Research R16: only the pairs of the table; planners, extractors and synthesizers call nobody."""
    allowed = {(caller, called) for caller, names in CALLS.items() for called in names}
    assert {(one, other) for one in CALLS for other in CALLS if may_call(one, other)} == allowed
    assert all(not CALLS[role] for role in ("planner", "extractor", "synthesizer"))
    assert not may_call("manager", "extractor")
    assert not may_call("scout", EXECUTOR)


def test_a_third_level_executor_starts_no_executor_and_may_start_a_scout() -> None:
    """Research 4 and R16: an executor below two others starts none; a scout makes the tree no deeper."""
    assert may_call(EXECUTOR, EXECUTOR, 2)
    assert not may_call(EXECUTOR, EXECUTOR, 3)
    assert may_call(EXECUTOR, SCOUT, 3)


def test_each_role_has_the_context_of_its_own_level() -> None:
    """Research ✎4: three levels of executors and an extractor all have room, and the tree's ceilings."""
    above = Budget(context=3000, depth=3, calls=77)
    contexts = [own_budget(8192, above, EXECUTOR, number).context for number in ("1", "1.1", "1.1.1")]
    assert len(set(contexts)) == 1
    assert contexts[0] >= 2000
    assert own_budget(8192, above, "extractor", "1.1.1.1.1").context == contexts[0]
    assert [own_budget(8192, above, EXECUTOR, number).depth for number in ("1", "1.1", "1.1.1")] == [2, 1, 0]
    assert own_budget(8192, above, EXECUTOR, "1").calls == 77


def test_code_refuses_a_call_at_run_time(desk: Desk) -> None:
    """Research 4: whatever a plan says, a third-level executor cannot start an executor."""
    from pandora.engine.loop import open_loop
    from pandora.research.roles import RoleError
    from pandora.task import Task

    loop = open_loop(Task("q", "tool", "research_executor", "abcdef", number="1.1.1"), desk.host())
    with pytest.raises(RoleError, match="executor of level 3 may not start an executor"):
        child_task(loop, EXECUTOR, "1.1.1.1", "q")
