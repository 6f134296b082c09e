from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.budget import Usage
from pandora.commands.measured_speed import MeasuredSpeed
from pandora.engine.events import Event
from pandora.models.progress import Progress

ROOT = "system-abcdef"
MODEL = Event("", None, "model", "qwen")


def progress(now: Progress) -> Event:
    return Event(ROOT, None, "progress", "plan", progress=now)


def a_run(speed: MeasuredSpeed, clock: list[float]) -> None:
    """Reading at 80 tokens a second, writing 20 tokens at 5, and 30 seconds from PLAN to the end."""
    speed.take(MODEL)
    speed.take(Event(ROOT, None, "phase", "plan"))
    speed.take(progress(Progress("read", 900, 900, 100, 10.0, over=True)))
    speed.take(progress(Progress("write", 20, 0, 0, 4.0, over=True)))
    speed.take(Event(ROOT, None, "call", "plan", Usage(calls=1, written=20)))
    clock[0] += 30.0
    speed.take(Event(ROOT, None, "end", "accepted"))
    speed.save()


def test_what_a_run_measured_tells_the_next_one_its_time_left(tmp_path: Path) -> None:
    clock = [0.0]
    path = tmp_path / "cache" / "speeds.json"
    a_run(MeasuredSpeed(path, lambda: clock[0]), clock)
    later = MeasuredSpeed(path, lambda: clock[0])
    later.take(MODEL)
    later.take(Event(ROOT, None, "phase", "plan"))
    # 400 tokens at 80 a second, and then the 20 that a plan has at 5
    assert later.call_left(progress(Progress("read", 500, 900))) == pytest.approx(5.0 + 4.0)
    assert later.call_left(progress(Progress("write", 10))) == pytest.approx(2.0)
    assert later.call_left(progress(Progress("write", 25))) is None  # it is longer than usual
    clock[0] += 10.0
    assert later.run_left() == pytest.approx(20.0)


def test_what_tasks_took_is_not_said_of_research(tmp_path: Path) -> None:
    """A fault that was mended: research was said to end when a task would."""
    clock = [0.0]
    speed = MeasuredSpeed(tmp_path / "speeds.json", lambda: clock[0])
    speed.take(MODEL)

    def begun(kind: str) -> None:
        speed.take(Event(f"tool-{kind}-abcdef-1", ROOT, "begin"))

    for kind, seconds in (("table", 20.0), ("research_planner", 300.0)):
        begun(kind)
        assert speed.run_left() is None
        clock[0] += seconds
        speed.take(Event(ROOT, None, "end", "accepted"))
    for kind, left in (("table", 15.0), ("research_planner", 295.0)):
        begun(kind)
        clock[0] += 5.0
        assert speed.run_left() == pytest.approx(left)
        speed.take(Event(ROOT, None, "end", "waiting"))
        assert speed.run_left() is None


def test_the_speed_of_the_moment_counts_more_than_an_earlier_one(tmp_path: Path) -> None:
    clock = [0.0]
    speed = MeasuredSpeed(tmp_path / "speeds.json", lambda: clock[0])
    a_run(speed, clock)
    assert speed.rate("read") == 80.0
    assert speed.rate("read", Progress("read", 200, 900, 0, 10.0)) == 20.0
    assert speed.rate("read", Progress("read", 5, 900, 0, 0.1)) == 80.0  # too early to tell


def test_another_model_has_speeds_of_its_own(tmp_path: Path) -> None:
    clock = [0.0]
    path = tmp_path / "speeds.json"
    a_run(MeasuredSpeed(path, lambda: clock[0]), clock)
    other = MeasuredSpeed(path)
    other.take(Event("", None, "model", "another"))
    assert other.rate("read") == 0.0
    assert other.call_left(progress(Progress("read", 500, 900))) is None


@pytest.mark.parametrize("text", ["", "[1]", "{", json.dumps({"x": {"read": "fast"}})])
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "speeds.json"
    path.write_text(text)
    clock = [0.0]
    a_run(MeasuredSpeed(path, lambda: clock[0]), clock)
    speed = MeasuredSpeed(path)
    speed.take(MODEL)
    assert speed.rate("write") == 5.0


def test_a_script_has_no_speed_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "speeds.json"
    speed = MeasuredSpeed(path)
    speed.take(MODEL)
    speed.take(progress(Progress("write", 20, over=True)))
    speed.save()
    assert not path.exists()
