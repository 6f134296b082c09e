"""Which piece of research a name means."""

from __future__ import annotations

import pytest

from pandora.errors import UsageError
from pandora.research.research_runs import research_run
from tests.research.desk import Desk


@pytest.mark.parametrize("name", [None, "last", " Last"])
def test_the_newest_is_meant_without_a_name_and_by_last(desk: Desk, name: str | None) -> None:
    """Research 1: `last` names the newest run everywhere, in research too."""
    desk.research()
    assert research_run(desk.workspace, name).root_id == f"system-{desk.short}"


def test_last_is_none_where_there_is_no_research(desk: Desk) -> None:
    with pytest.raises(UsageError, match="there is no research yet"):
        research_run(desk.workspace, "last")
