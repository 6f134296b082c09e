"""What pipes and sockets can hold is counted for whoever has them open."""

from __future__ import annotations

import os
import socket
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from pandora.sandbox import kernel_memory, resource_usage
from pandora.sandbox.confine import OPEN_FILES
from pandora.sandbox.kernel_memory import kept_for_all, pipes_and_sockets
from pandora.sandbox.resource_usage import Ceilings, Watch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what a process has open")
PIPE = 64 << 10


@pytest.fixture
def few() -> tuple[int, int]:
    """This thread, and what it holds before a test opens anything."""
    thread = threading.get_native_id()
    return thread, pipes_and_sockets([thread], 0)


def test_a_pair_of_sockets_and_a_pipe_count_once(few: tuple[int, int]) -> None:
    thread, before = few
    with ExitStack() as stack:
        for end in socket.socketpair():
            stack.enter_context(end)
        pair = pipes_and_sockets([thread], 0) - before
        for descriptor in os.pipe():
            stack.callback(os.close, descriptor)
        both = pipes_and_sockets([thread, thread], 0) - before
    assert both == pair + PIPE
    assert pair >= 2 * 2 * 4096


def test_a_full_socket_holds_no_more_than_is_counted(few: tuple[int, int]) -> None:
    thread, before = few
    with ExitStack() as stack:
        ends = [stack.enter_context(end) for end in socket.socketpair()]
        sent = 0
        for end in ends:
            end.setblocking(False)
            try:
                while True:
                    sent += end.send(bytes(1 << 12))
            except BlockingIOError:
                continue
        assert 0 < sent <= pipes_and_sockets([thread], 0) - before


def test_few_open_files_are_not_told_apart(few: tuple[int, int]) -> None:
    assert pipes_and_sockets([few[0]], 1 << 50) == 0


def test_files_that_cannot_be_listed_count_as_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(path: str) -> list[str]:
        raise PermissionError

    monkeypatch.setattr(os, "listdir", closed)
    assert pipes_and_sockets([1], 0) == OPEN_FILES * kernel_memory._socket_size()


def test_the_kernels_own_memory_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks of files, for example, are counted for no process."""
    kept = kept_for_all()
    assert kept > 0
    watch = Watch(os.getpid(), (tmp_path,), Ceilings(memory=1 << 40))
    watch._ceilings = Ceilings(memory=2 << 30)
    monkeypatch.setattr(resource_usage, "shared_memory", lambda processes: 0)
    for grown, told in ((1 << 30, ""), (3 << 30, "more than 2048 MiB of the kernel's memory")):
        monkeypatch.setattr(kernel_memory, "kept_for_all", lambda grown=grown: watch._kept + grown)
        assert watch.excess() == told
