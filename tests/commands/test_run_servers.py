"""A run whose model server fails in its middle: exit code, one line, and a resume that asks nothing twice."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pandora.models import server_chat
from tests.commands.conftest import SCRIPT, TASK, Run
from tests.models.local_server import Raw, serving


class Ollama:
    """An Ollama whose model does TASK; `faults` are the answers that it gives instead, by the call's number."""

    def __init__(self) -> None:
        self.faults: dict[int, Any] = {}
        self.calls = 0
        self.digest = "0a1b"
        self.pages = {
            "/api/tags": lambda body: {"models": [{"name": "coder:30b", "digest": self.digest}]},
            "/api/ps": {"models": [{"name": "coder:30b", "context_length": 8192}]},
            "/api/show": {"capabilities": ["completion"], "parameters": ""},
            "/v1/chat/completions": self.complete,
        }

    def complete(self, body: Any) -> Any:
        self.calls += 1
        if (fault := self.faults.pop(self.calls, None)) is not None:
            return fault() if callable(fault) else fault
        wanted = set(body["response_format"]["json_schema"]["schema"]["properties"])
        fills: list[dict[str, Any]] = [line["fill"] for line in SCRIPT if isinstance(line["fill"], dict)]
        fill = next(fill for fill in fills if {key.replace(" ", "_") for key in fill} <= wanted)
        filled = dict.fromkeys(wanted, "none") | {key.replace(" ", "_"): value for key, value in fill.items()}
        return completion(json.dumps(filled))

    def becomes_another(self) -> Any:
        """From now on, another model has the name; this call is still answered by the old one."""
        self.calls -= 1
        self.digest = "ffff"
        return Raw((b'{"error": "model is being replaced"}',), 503)


def completion(text: str) -> Raw:
    pieces = [
        {"model": "coder:30b", "choices": [{"delta": {"content": text}, "finish_reason": None}]},
        {"model": "coder:30b", "choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 10}},
    ]
    parts = tuple(f"data: {json.dumps(piece)}\n\n".encode() for piece in pieces)
    return Raw(parts, kind="text/event-stream")


HALF = Raw(completion('{"approach": "ta').parts[:1], kind="text/event-stream")


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ollama]:
    fake = Ollama()
    with serving(fake.pages) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        yield fake


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (HALF, "broke off its reply to the plan"),
        ({"error": "CUDA error: out of memory"}, "with an error: CUDA error: out of memory"),
    ],
)
def test_a_fault_ends_the_run_with_one_line_and_resume_goes_on(
    pandora: Run, workspace: Path, ollama: Ollama, fault: Any, told: str
) -> None:
    assert pandora("models", "use", "ollama:coder:30b").code == 0
    ollama.faults[2] = fault
    ended = pandora("run", "--json", TASK)
    assert (ended.code, ended.json["status"]) == (5, "failed")
    assert told in json.dumps(ended.json)
    (root,) = (workspace / "state").glob("system-*.md")
    assert re.search(r"calls: 2\b", root.read_text(encoding="utf-8"))
    resumed = pandora("resume", "--json")
    assert (resumed.code, resumed.json["output"]) == (0, "plum"), resumed
    assert ollama.calls == 6  # five that were answered, and the one that was not


@pytest.mark.parametrize("fault", [HALF, None])
def test_the_command_that_goes_on_names_the_model_that_the_run_was_given(
    pandora: Run, ollama: Ollama, fault: Raw | None
) -> None:
    """No setting names it here, and a document does not say where a server is."""
    if fault:
        ollama.faults[2] = fault
        ended = pandora("run", "--model", "ollama:coder:30b", TASK)
        assert (ended.code, "tries again" in ended.out) == (5, True)
    else:
        ended = pandora("run", "--model", "ollama:coder:30b", "--plan", TASK)
        assert ended.code == 0
    command = re.search(r"`pandora -C \S+ (resume [^`]*)`", ended.out + ended.err)
    assert command, ended
    resumed = pandora(*command[1].split())
    assert (resumed.code, resumed.out) == (0, "plum\n"), resumed


class Never:
    """An answer's parts, of which the last one never comes until the test is over."""

    def __init__(self, *parts: bytes) -> None:
        self.parts, self.over = parts, threading.Event()

    def __iter__(self) -> Iterator[bytes]:
        yield from self.parts
        self.over.wait(60)


@pytest.mark.parametrize("number", [1, 2, 4])
@pytest.mark.parametrize("begun", [False, True])
def test_a_server_that_hangs_ends_the_run_and_nothing_is_asked_twice(
    pandora: Run, ollama: Ollama, monkeypatch: pytest.MonkeyPatch, number: int, begun: bool
) -> None:
    assert pandora("models", "use", "ollama:coder:30b").code == 0
    parts = Never(*HALF.parts[: int(begun)])
    ollama.faults[number] = Raw(parts, kind="text/event-stream", length=10**6)  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(server_chat, "_FIRST_TOKEN", 0.5)
        patch.setattr(server_chat, "_PER_TOKEN", 0.0)
        patch.setattr(server_chat, "SILENCE", 0.5)
        ended = pandora("run", "--json", TASK)
    parts.over.set()
    assert (ended.code, ended.json["status"]) == (5, "failed")
    assert "see whether it hangs, then resume" in json.dumps(ended.json)
    assert ollama.calls == number
    resumed = pandora("resume", "--json")
    assert (resumed.code, resumed.json["output"]) == (0, "plum"), resumed
    assert ollama.calls == 6  # five that were answered, and the one that was not


def test_an_embedding_model_is_never_asked(
    pandora: Run, ollama: Ollama, monkeypatch: pytest.MonkeyPatch
) -> None:
    ollama.pages["/api/show"] = {"capabilities": ["embedding"], "parameters": ""}
    ended = pandora("run", "--model", "ollama:coder:30b", TASK)
    assert (ended.code, ended.out, ollama.calls) == (2, "", 0)
    (line,) = ended.err.splitlines()
    assert "makes embeddings and writes no text" in line


def test_a_model_that_is_replaced_meanwhile_makes_no_part_of_the_run(
    pandora: Run, workspace: Path, ollama: Ollama
) -> None:
    assert pandora("models", "use", "ollama:coder:30b").code == 0
    ollama.faults[2] = ollama.becomes_another
    assert pandora("run", "--json", TASK).code == 5
    again = pandora("resume")
    assert (again.code, "made by coder:30b on a server" in again.err) == (2, True)
    ollama.digest = "0a1b"
    assert pandora("resume", "--json").json["output"] == "plum"
    assert ollama.calls == 5


def test_where_ollama_does_not_answer_the_line_says_so(
    pandora: Run, ollama: Ollama, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:1")
    result = pandora("run", "--model", "ollama:coder:30b", TASK)
    assert result.code == 5
    assert "no server answers at http://127.0.0.1:1" in result.err


LONG = "\n".join(
    f"{number}. Water bed {number} at {5 + number % 4} in the morning." for number in range(1, 901)
)
WRITES: tuple[dict[str, Any], ...] = (
    {
        "steps": [{"menu": "write", "line": "Write garden.lst: a line for each of the 900 beds"}],
        "confidence": "high",
    },
    {"path": "garden.lst", "content": LONG},
    {"validation": "pass", "decision": "accept"},
)


def test_a_long_file_of_a_large_model_is_written_whole(pandora: Run, workspace: Path, ollama: Ollama) -> None:
    """900 lines are some 15,000 tokens: far above what a program or a text of a small model may have."""
    shutil.rmtree(workspace / "system")
    shutil.copytree(Path(__file__).parents[2] / "system", workspace / "system")
    limits = list[int]()

    def complete(body: Any) -> Any:
        if "response_format" not in body:  # the direct try is held to no form
            limits.append(body["max_tokens"])
            return completion(LONG)
        wanted = body["response_format"]["json_schema"]["schema"]["properties"]
        fill = next((fill for fill in WRITES if set(fill) <= set(wanted)), {})
        if "content" in wanted:
            limits.append(body["max_tokens"])
        return completion(
            json.dumps({name: fill.get(name, entry.get("enum", ["none"])[0]) for name, entry in wanted.items()})
        )

    ollama.pages |= {
        "/api/ps": {"models": [{"name": "coder:30b", "context_length": 32768}]},
        "/v1/chat/completions": complete,
    }
    task = "Write garden.lst: one line for each of the 900 beds of the garden, when it is watered."
    ended = pandora("run", "--yes", "--json", "--model", "ollama:coder:30b", task)
    assert (ended.code, ended.json["status"]) == (0, "accepted"), ended
    assert (workspace / "garden.lst").read_text(encoding="utf-8").strip() == LONG
    assert limits[0] > 30_000


def test_a_large_model_in_a_small_context_is_told_before_the_run(pandora: Run, ollama: Ollama) -> None:
    ollama.pages["/api/ps"] = {"models": [{"name": "coder:30b", "context_length": 4096}]}
    ended = pandora("run", "--model", "ollama:coder:30b", TASK)
    assert ended.code == 0, ended
    assert "coder:30b was given a context of 4096 tokens, little for its size: start Ollama with" in ended.err
