"""What tests of the loop share: a site beside a workspace, a plan by kinds, one name for every run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.kinds_of_tasks import KINDS
from tests.engine.runs import Bench
from tests.engine.site_desk import Desk
from tests.operations.shop import shop
from tests.operations.site import Site, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(shop()) as running:
        yield running


@pytest.fixture
def desk(tmp_path: Path, site: Site) -> Desk:
    return Desk(tmp_path / "work", site)


@pytest.fixture
def kinds(bench: Bench) -> Bench:
    """UNDERSTAND says which kind of task it is."""
    path = bench.workspace.system / "pattern.md"
    path.write_text(path.read_text(encoding="utf-8") + KINDS, encoding="utf-8")
    return bench


@pytest.fixture
def same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run has the same name, and so the same digests."""
    monkeypatch.setattr("pandora.engine.run.new_run", lambda: "abc234")
