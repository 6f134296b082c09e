from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pandora.ui import program_calls
from pandora.ui.live_words import LiveWords, Words
from tests.commands.conftest import ROOT
from tests.ui.conftest import opened

PLAN = {"document": ROOT, "parent": None, "phase": "plan"}
READS = {"event": "read", **PLAN, "tokens": 512, "of": 900, "cached": 100, "seconds": 4.0, "over": False}
WRITES = {
    "event": "write",
    **PLAN,
    "tokens": 9,
    "at": 0,
    "text": "Approach: gess",
    "seconds": 1.0,
    "over": False,
}
GOES_ON = {**WRITES, "tokens": 12, "at": 11, "text": "uess\x1b[2J it"}
PROGRAM = """
import os, pathlib, sys, time
events = os.open(sys.argv[sys.argv.index("--events") + 1], os.O_WRONLY)
def wait(name):
    while not pathlib.Path({folder!r}, name).exists():
        time.sleep(0.01)
for name in ("reads", "writes", "goes", "ended"):
    wait(name)
    os.write(events, pathlib.Path({folder!r}, name).read_bytes())
"""


def test_a_reply_is_put_together_from_its_events() -> None:
    live = LiveWords()
    assert live.take(json.dumps(READS))
    assert live.of(ROOT) == Words("plan", "reads 512 of 900 tokens · 103 tok/s", "")
    assert live.take(json.dumps(WRITES))
    assert live.take(json.dumps({**GOES_ON, "text": "uess it"}))
    assert live.of(ROOT) == Words("plan", "writes, 12 tokens · 12 tok/s", "Approach: guess it")
    assert live.of("system-zzzzzz") is None
    assert live.take(json.dumps({"event": "section", **PLAN}))
    assert live.of(ROOT) is None


@pytest.mark.parametrize("line", ["", "no JSON", "[]", "3", '{"event": "write"}', '{"event": "later"}'])
def test_a_line_that_is_none_changes_nothing(line: str) -> None:
    live = LiveWords()
    assert not live.take(line)
    assert live.of("") is None


@pytest.mark.anyio
async def test_words_stream_into_the_section_that_they_are_for(
    finished: str, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(folder=str(tmp_path)), encoding="utf-8")

    def started(root: Path, arguments: list[str]) -> list[str]:
        return [sys.executable, str(program), *arguments]

    def tell(name: str, event: object) -> None:
        (tmp_path / "aside").write_text(f"{json.dumps(event)}\n", encoding="utf-8")
        (tmp_path / "aside").rename(tmp_path / name)

    monkeypatch.setattr(program_calls, "program", started)
    async with opened(workspace) as view:
        await view.sees("§5 OUTPUT")
        await view.press("r")
        tell("reads", READS)
        await view.sees("reads 512 of 900 tokens")
        tell("writes", WRITES)
        await view.sees("Approach: gess")
        tell("goes", GOES_ON)
        await view.sees("Approach: guess it")
        plan, do = (view.document.written.index(f"§{number} ") for number in (2, 3))
        assert plan < view.document.written.index("writes, 12 tokens") < do
        tell("ended", {"event": "section", **PLAN})
        await view.until(lambda: "guess it" not in view.document.written)
        await view.until(lambda: not view.app.calls)
