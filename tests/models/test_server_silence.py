from __future__ import annotations

import socket
import threading
import time

import httpx
import pytest

from pandora.errors import ModelError
from pandora.models import server_chat, server_wire
from pandora.models.server import ServerModel
from pandora.models.server_silence import SilenceWatch
from pandora.models.server_wire import Wire
from tests.models import recorded_pages as recorded
from tests.models.local_server import Raw, serving
from tests.models.test_server import CALL, PLAN, PROMPT, TEXT, VALUES
from tests.models.test_server_kind import streamed


class Stream:
    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def get_extra_info(self, name: str) -> socket.socket:
        return self.end


def test_a_silent_connection_is_shut_and_its_reader_wakes_up() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, SilenceWatch(Stream(ours), 0.02) as watch:
        assert ours.recv(1) == b""
        assert watch.expired


def test_one_on_which_something_arrives_is_left_alone() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        with SilenceWatch(Stream(ours), 3600) as watch:
            watch.extend(3600)
            theirs.send(b"x")
            assert ours.recv(1) == b"x"
        assert not watch.expired
    with SilenceWatch(None, 0) as watch:
        watch.extend(0)
    assert not watch.expired


class Never:
    """An answer's parts, of which the last one never comes until the test is over."""

    def __init__(self, *parts: bytes) -> None:
        self.parts, self.over = parts, threading.Event()

    def __iter__(self) -> object:
        yield from self.parts
        self.over.wait(60)


@pytest.mark.parametrize("begun", [False, True])
def test_a_server_that_hangs_is_waited_for_by_its_silence(monkeypatch: pytest.MonkeyPatch, begun: bool) -> None:
    monkeypatch.setattr(server_chat, "_FIRST_TOKEN", 3600.0 if begun else 0.05)
    monkeypatch.setattr(server_chat, "_PER_TOKEN", 0.0)
    monkeypatch.setattr(server_chat, "SILENCE", 0.05 if begun else 3600.0)
    parts = Never(*streamed(TEXT[:9], ends=False).parts[: 1 if begun else 0])
    hangs = Raw(parts, kind="text/event-stream", length=10**6)  # type: ignore[arg-type]
    with serving({**recorded.VLLM, "/v1/chat/completions": hangs}) as server:
        model = ServerModel.open(server.url)
        with pytest.raises(
            ModelError, match=r"sent nothing for 0 s; see whether it hangs, then resume"
        ) as raised:
            model.fill(PROMPT, PLAN, call=CALL)
        parts.over.set()
        model.close()
    usage = raised.value.usage
    assert usage is not None
    assert (usage.calls, usage.written) == (1, int(begun))
    assert server_wire.SILENCE > 60


def whole(body: object) -> dict[str, object]:
    """A completion that comes whole, whatever was asked for, from a server that needs a moment."""
    time.sleep(0.3)
    choice = {"message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"}
    return {"model": "m", "choices": [choice], "usage": {"prompt_tokens": 30, "completion_tokens": 9}}


@pytest.mark.parametrize("kind", ["unknown", "vLLM"])
def test_a_server_that_ignores_the_stream_has_the_time_of_a_whole_reply(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A fault that was mended: it had the time for a beginning, and a long reply was given up."""
    monkeypatch.setattr(server_chat, "_FIRST_TOKEN", 0.1)
    monkeypatch.setattr(server_chat, "_PER_TOKEN", 0.0)
    first = [whole, lambda body: streamed(TEXT), whole]
    pages = recorded.VLLM if kind == "vLLM" else {"/v1/models": {"data": [{"id": "m"}]}}
    with serving({**pages, "/v1/chat/completions": lambda body: first.pop(0)(body)}) as server:
        model = ServerModel.open(server.url, context=8192)
        if kind == "vLLM":  # it streams: silence is a fault
            with pytest.raises(ModelError, match="sent nothing for 0 s"):
                model.fill(PROMPT, PLAN, call=CALL)
        else:
            for _ in range(2):
                assert model.fill(PROMPT, PLAN, call=CALL).filled.values == VALUES
            with pytest.raises(ModelError, match="sent nothing for 0 s"):  # by now it is known to stream
                model.fill(PROMPT, PLAN, call=CALL)
        model.close()


def test_of_a_server_elsewhere_a_silence_names_the_proxy() -> None:
    """A proxy that holds a stream back is no fault that the server's own log shows."""

    def silent(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("nothing came")

    for url, named in (("http://models.example", True), ("http://127.0.0.1:9", False)):
        with pytest.raises(ModelError) as raised:
            Wire(url, httpx.MockTransport(silent)).post("/v1/chat/completions", {}, 7)
        assert ("sent nothing for 7 s" in str(raised.value), "a proxy" in str(raised.value)) == (True, named)
