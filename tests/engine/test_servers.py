"""Steps that run at once ask a server at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.engine.host import Host
from pandora.engine.run import start
from pandora.models.server import ServerModel
from pandora.outcome import Status
from tests.engine.runs import OPERATIONS
from tests.engine.test_real_model import TASK, workspace_of_five


class Meeting(ThreadingHTTPServer):
    """A server of one model: it answers about pears and about plums when it was asked for both."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.barrier = threading.Barrier(2)
        self.met = 0


class Asked(BaseHTTPRequestHandler):
    server: Meeting

    def do_GET(self) -> None:
        self._say(200, {"data": [{"id": "one"}]} if self.path.endswith("/v1/models") else {})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.path.endswith("/v1/chat/completions"):
            return self._say(404, {"error": "no such page"})
        asked = json.loads(body)
        task = asked["messages"][-1]["content"]
        if "\nTask: a word about pears" in task or "\nTask: a word about plums" in task:
            try:
                self.server.barrier.wait(60)
            except threading.BrokenBarrierError:
                return self._say(500, {"error": "the other never came"})
            self.server.met += 1
        reply = json.dumps(least(asked["response_format"]["json_schema"]["schema"]))
        choice = {"message": {"role": "assistant", "content": reply}, "finish_reason": "stop"}
        self._say(200, {"choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 9}})

    def _say(self, status: int, told: Any) -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: tests are silent."""


def least(schema: dict[str, Any]) -> Any:
    """The first thing that a schema allows."""
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if schema["type"] == "object":
        return {name: least(each) for name, each in schema["properties"].items()}
    if schema["type"] == "array":
        return [least(schema["items"])] * schema.get("minItems", 1)
    return "a fruit"


@pytest.fixture
def server() -> Iterator[Meeting]:
    with Meeting() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def test_two_jobs_ask_a_server_at_once(
    tmp_path: Path, server: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one job the first of the two questions would wait for the second for ever."""
    monkeypatch.delenv("PANDORA_API_KEY", raising=False)
    workspace_of_five(tmp_path)
    model = ServerModel.open(f"http://127.0.0.1:{server.server_address[1]}")
    try:
        host = Host(Workspace(tmp_path), model, Ledger(Budget()), operations=OPERATIONS, jobs=2)
        ended = start(TASK, host, Budget())
    finally:
        model.close()
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert (server.met, ended.usage.calls) == (2, 9)
