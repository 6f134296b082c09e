"""`selftest` says in plain words what held, and ends with 1 where something did not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora.check import disk_promises
from pandora.check.disk_promises import Verdict
from tests.commands.conftest import Run


def test_it_says_what_held_and_what_did_not(
    pandora: Run, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = [Verdict("killed twice"), Verdict("resumed twice", tuple(f"fault {n}" for n in range(5)))]
    folders: list[Path] = []

    def tried(folder: Path) -> Iterator[Verdict]:
        folders.append(folder)
        yield from verdicts

    monkeypatch.setattr(disk_promises, "try_promises", tried)
    result = pandora("selftest")
    assert result.code == 1
    assert folders == [workspace]
    lines = result.out.splitlines()[1:]
    assert lines[:2] == ["ok    killed twice", "FAIL  resumed twice"]
    assert lines[2:6] == ["      but fault 0", "      but fault 1", "      but fault 2", "      and 2 more"]
    result = pandora("selftest", "--json")
    assert (result.code, result.json["ok"]) == (1, False)
    assert [row["held"] for row in result.json["promises"]] == [True, False]
    verdicts.pop()
    result = pandora("selftest")
    assert result.code == 0
    assert "All of it held" in result.out
