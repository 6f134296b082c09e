"""A run that is killed anywhere goes on to the same documents, and asks for no stored reply again."""

from __future__ import annotations

import errno
import os
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath

import pytest

from tests.torture import faults, strace
from tests.torture.counts import count, size, under_way
from tests.torture.world import World

KILLED = -9
SEED = 20261121
DERIVED = ("/.pandora/", ".lease>")
"""Where a call may fail unnoticed: what is derived, and a lease's own words."""
ERRNOS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS)


def kill_at(world: World, number: int) -> bool:
    """The next command, killed at that call; False where it came to its end before."""
    told = world.do(hook=lambda: faults.counted(faults.dies_at(number)))
    assert told.code in (KILLED, 0), told.err
    return told.code == KILLED


def needs_strace() -> None:
    if told := strace.reason_not_to():
        pytest.skip(f"kills at every call of the system need strace: {told}")


class TestShort:
    """Sampled, in `make test`."""

    def test_killed_at_a_sample_of_its_calls(self, world: World, wanted: dict[str, bytes]) -> None:
        number, kills, stride = 1, 0, 11
        while kill_at(world, number):
            when = f"killed at call {number}"
            world.whole(when)
            world.lost(when)
            world.finish(when, wanted, twice=kills % 4 == 0)
            world.fresh()
            kills += 1
            number += stride
        assert kills >= 10

    def test_killed_again_while_it_recovers(self, world: World, wanted: dict[str, bytes]) -> None:
        chance = random.Random(SEED)
        killed = []
        for _ in range(4):
            first, second = chance.randrange(10, 130), chance.randrange(1, 60)
            when = f"killed at call {first}, then at call {second}"
            killed.append(kill_at(world, first) and kill_at(world, second))
            world.whole(when)
            world.finish(when, wanted)
            world.fresh()
        assert any(killed)

    def test_calls_fail(self, world: World, wanted: dict[str, bytes]) -> None:
        chance = random.Random(SEED)
        for _ in range(6):
            fail_at(world, wanted, chance.randrange(1, 150), chance.choice(ERRNOS))

    def test_writes_are_short(self, world: World, wanted: dict[str, bytes]) -> None:
        assert world.do(hook=lambda: faults.short_writes(7)).code == 0
        world.finish("short writes", wanted)


def fail_at(world: World, wanted: dict[str, bytes], number: int, code: int) -> int:
    """The run with that call failing: exit code 6 with whole documents, and then it goes on to its end."""
    seen = world.log.parent / "failed"
    seen.unlink(missing_ok=True)

    def hook() -> None:
        faults.counted(faults.fails_at(number, code, seen), faults.CHANGES)

    told = world.do(hook=hook)
    when = (
        f"call {number} ({seen.read_text() if seen.exists() else 'none'}) failed with {errno.errorcode[code]}"
    )
    # What may fail unnoticed: tidying, the lease's own words, and `replace`, of `written_sections`.
    unnoticed = ("unlink", "ftruncate", "chmod", "mkdir", "pwrite", "replace")
    tidying = seen.exists() and seen.read_text() in unnoticed
    if told.code not in ((0, 6) if tidying or not seen.exists() else (6,)):
        world.note(f"{when}: exit code {told.code}: {told.err.strip()}")
    world.whole(when)
    world.finish(when, wanted)
    world.fresh()
    return told.code


def sampled(points: Sequence[strace.Point]) -> list[strace.Point]:
    """Each n-th of the calls of each kind, for TORTURE_STRIDE=n; by their name and what they are made on."""
    kinds: dict[tuple[str, str], list[strace.Point]] = {}
    for point in points:
        kinds.setdefault((point.call, PurePath(point.on).suffix), []).append(point)
    chosen = {point for kind in kinds.values() for point in kind[:: size("STRIDE", 1)]}
    return [point for point in points if point in chosen]


@pytest.mark.torture
class TestWhole:
    """`make torture`."""

    def test_killed_at_every_call(self, world: World, wanted: dict[str, bytes]) -> None:
        needs_strace()
        points = strace.calls_of(world)
        assert {point.call for point in points} >= {"openat", "fsync", "renameat2", "unlink", "write"}
        kills: Counter[str] = Counter()
        fewer = 0
        points = sampled(points)
        for done, point in enumerate(points):
            under_way(f"SIGKILL, {len(world.violations)} violations", done, len(points))
            world.fresh()
            when = f"killed at {point.call} {point.number}"
            told = strace.killed(world, point)
            if told.code == KILLED:
                kills[point.call] += 1
            elif told.code == 0 and point.call == "openat":
                fewer += 1  # a file that changed within a tick of the clock is read more often
            else:
                world.note(f"{when}: it was not killed: {told.code} {told.err}")
            world.whole(when)
            world.lost(when)
            world.finish(when, wanted)
        assert fewer <= 20
        told_kills = ", ".join(f"{name} {number}" for name, number in sorted(kills.items()))
        count(f"SIGKILL: {kills.total()} kills ({told_kills}), {len(world.violations)} violations")

    def test_killed_again_while_it_recovers(self, world: World, wanted: dict[str, bytes]) -> None:
        needs_strace()
        points = strace.calls_of(world)
        chance, pairs, both = random.Random(SEED), size("PAIRS", 500), 0
        for done in range(pairs):
            under_way(f"kill pairs, {len(world.violations)} violations", done, pairs)
            world.fresh()
            first, second = chance.choice(points), chance.choice(points[: len(points) * 2 // 3])
            when = f"killed at {first.call} {first.number}, recovering at {second.call} {second.number}"
            one = strace.killed(world, first)
            world.lost(f"{when}, before that")
            kept = world.on_disk()
            two = strace.killed(world, second)
            if one.code == 0:  # this time it made fewer calls
                count(f"{when}: it ended before that")
            elif one.code != KILLED or two.code not in (KILLED, 0):
                world.note(f"{when}: they ended with {one.code} and {two.code}: {two.err.strip()[-300:]}")
            if gone := kept - world.on_disk():
                world.note(f"{when}: replies that were on disk are not any more: {sorted(gone)}")
            both += one.code == two.code == KILLED
            world.whole(when)
            world.lost(when)
            world.finish(when, wanted, twice=False)
        count(f"kill pairs: {pairs} runs, {both} killed twice, {len(world.violations)} violations")

    @pytest.mark.parametrize("error", ["ENOSPC", "EIO", "EXDEV", "EINTR"])
    def test_every_call_fails(self, world: World, wanted: dict[str, bytes], error: str) -> None:
        needs_strace()
        names = ("write", "pwrite64", "fsync", "rename", "renameat", "renameat2", "linkat")
        made = [point for point in strace.calls_of(world) if point.call in names and "/log/" not in point.on]
        points = sampled(made)
        codes: Counter[int] = Counter()
        for done, point in enumerate(points):
            under_way(f"{error}, {len(world.violations)} violations", done, len(points))
            world.fresh()
            when = f"{point.call} {point.number} failed with {error}"
            told = strace.failed(world, point, error)
            codes[told.code] += 1
            # An interrupted call is made again.
            passes = error == "EINTR" or any(each in point.on for each in DERIVED)
            if told.code != 6 and not (passes and told.code == 0):
                world.note(f"{when}: exit code {told.code}: {told.err.strip()[-300:]}")
            world.whole(when)
            world.finish(when, wanted, twice=False)
        ends = ", ".join(f"{number} ended with {code}" for code, number in sorted(codes.items()))
        count(f"{error}: {len(points)} calls failed ({ends}), {len(world.violations)} violations")

    def test_every_write_is_short(self, world: World, wanted: dict[str, bytes]) -> None:
        sizes = (1, 2, 7, 64, 511, 4096)
        for most in sizes:
            world.fresh()
            if world.do(hook=lambda most=most: faults.short_writes(most)).code:  # type: ignore[misc]
                world.note(f"writes of {most} bytes")
            world.finish(f"writes of {most} bytes", wanted)
        count(f"short writes: {len(sizes)} sizes, {len(world.violations)} violations")


def test_strace_says_why_it_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strace, "FOUND", None)
    assert "not installed" in strace.reason_not_to()


def test_a_violation_is_noticed(tmp_path: Path) -> None:
    world = World.at(tmp_path)
    assert world.do().code == 0
    wanted = world.final()
    path = world.state / "system-tortur.md"
    path.write_text(path.read_text(encoding="utf-8").replace("reply-2", "reply-9"), encoding="utf-8")
    (world.root / "out" / ".left.tmp").touch()
    world.lost("now")
    world.finish("then", wanted)
    told = "\n".join(world.violations)
    assert "now: replies were given and not stored: ['reply-2']" in told
    assert "then: out/.left.tmp is left behind" in told
    assert "then: state/system-tortur.md is another" in told
    path.write_text(path.read_text(encoding="utf-8")[:300], encoding="utf-8")
    os.utime(path, (1, 1))
    world.whole("at last")
    assert "at last: system-tortur.md is torn" in world.violations[-1]
