from __future__ import annotations

import threading

from pandora.models.progress import Meter, Progress, heard_by


class Ticks:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_stage_is_reported_at_its_beginning_its_end_and_no_oftener_than_the_interval() -> None:
    heard: list[Progress] = []
    clock = Ticks()
    with heard_by(heard.append):
        meter = Meter(clock)
    meter.begin("read", 100, 20)
    for done in range(21, 100):
        clock.at += 1 / 64  # every fourth is far enough from the last
        meter.advance(done)
    meter.end()
    assert [report.done for report in heard] == [20, *range(24, 100, 4), 100]
    assert [report.over for report in heard].count(True) == 1
    assert heard[-1].rate == 80 / clock.at


def test_what_took_no_time_has_no_speed() -> None:
    heard: list[Progress] = []
    clock = Ticks()
    with heard_by(heard.append):
        meter = Meter(clock)
    meter.begin("read", 100)
    clock.at = 5.0
    meter.end(timed=False)
    meter.begin("write")
    meter.end(9, lambda: "Yes")
    assert [(report.stage, report.rate, report.text) for report in heard[1::2]] == [
        ("read", 0.0, ""),
        ("write", 0.0, "Yes"),
    ]


def test_only_the_thread_that_listens_hears() -> None:
    heard: list[Progress] = []
    meters: list[Meter] = []
    with heard_by(heard.append):
        thread = threading.Thread(target=lambda: meters.append(Meter()))
        thread.start()
        thread.join()
    meters.append(Meter())
    for meter in meters:
        assert not meter.heard
        meter.begin("load", 1000)
        meter.advance(1)
        meter.end()
    assert heard == []


def test_the_inner_listener_hears_until_it_goes() -> None:
    outer: list[Progress] = []
    inner: list[Progress] = []
    with heard_by(outer.append):
        with heard_by(inner.append):
            Meter().begin("write")
        Meter().begin("read", 5)
    assert [report.stage for report in inner] == ["write"]
    assert [report.stage for report in outer] == ["read"]
