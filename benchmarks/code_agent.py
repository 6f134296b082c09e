"""smolagents' CodeAgent on each task of a suite, with the same weights in this process and the same checks.

The agent gets the request, the names of the files, and functions that open, list, move and delete files of the
task's folder alone; its programs may import modules that touch no files. smolagents is no dependency of
Pandora's: `make bench` installs it.
"""

from __future__ import annotations

import importlib
import shutil
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from benchmarks.llama_bindings import open_llama
from pandora.budget import Usage
from pandora.commands.task_suite import SuiteTask, TaskResult, check_verdict
from pandora.errors import UsageError
from pandora.outcome import Status

CONTEXT, REPLY, STEPS = 8192, 900, 6
"""Tokens of the model's context, the most tokens of a reply, and the most steps of the agent."""
MODULES = (
    "csv",
    "json",
    "decimal",
    "fractions",
    "calendar",
    "string",
    "textwrap",
    "difflib",
    "operator",
    "copy",
)
"""What the agent's programs may import, beside what smolagents always allows: re, math, datetime and others."""
_MODES = ("r", "rt", "rb", "w", "wt", "wb", "a", "at", "ab", "x", "xt", "xb")
_INSTRUCTIONS = (
    "You work on files in one folder. open(path, mode) opens one of them by its path in the folder, such as "
    "data/a.csv; files() lists their paths; move(old, new) and delete(path) change them. The os, pathlib and "
    "shutil modules are not there. Files that the task asks for must be written. Give the answer for the "
    "person with final_answer."
)


class CodeAgent:
    """smolagents' CodeAgent over a model in this process."""

    def __init__(self, llama: Any) -> None:
        """Use `llama`, an object like llama_cpp.Llama; raises UsageError where smolagents is not installed."""
        self._llama = llama
        try:
            self._library: Any = importlib.import_module("smolagents")
        except ImportError as error:
            message = f"smolagents is not installed ({error}); pip install --requirement .bench.lock"
            raise UsageError(message) from None
        self._model = _agent_model(self._library, llama)

    @classmethod
    def open(cls, gguf: Path, threads: int) -> CodeAgent:
        """Load the GGUF as the engine and a plain call load it; raises UsageError without smolagents."""
        return cls(open_llama(gguf, CONTEXT, threads))

    def run(self, task: SuiteTask) -> TaskResult:
        """Let the agent do one task in a fresh workspace, within the task's seconds, and check the result."""
        started = time.monotonic()
        used, ended = Usage(), {"status": Status.FAILED.value, "error": ""}

        def result_in(root: Path) -> dict[str, Any]:
            agent = self._library.CodeAgent(
                tools=[],
                model=self._model,
                instructions=_INSTRUCTIONS,
                max_steps=STEPS,
                verbosity_level=self._library.LogLevel.OFF,
                additional_authorized_imports=list(MODULES),
                executor_kwargs={"additional_functions": folder_functions(root)},
                return_full_result=True,
            )
            timer = threading.Timer(task.seconds, agent.interrupt)
            timer.start()
            output = ""
            try:
                listed = ", ".join(folder_functions(root)["files"]()) or "none"
                answer = agent.run(f"{task.text}\n\nFiles in the folder: {listed}")
                if answer.state == "success":
                    ended["status"] = Status.ACCEPTED.value
                    output = "" if answer.output is None else str(answer.output)
            except Exception as error:  # whatever the agent raises, it has not done the task
                ended["error"] = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
            finally:
                timer.cancel()
            totals = agent.monitor.get_total_token_counts()
            used.prompt, used.written = totals.input_tokens, totals.output_tokens
            used.calls = sum(getattr(step, "token_usage", None) is not None for step in agent.memory.steps)
            return {"status": ended["status"], "output": output, "question": None}

        complaint = check_verdict(task, result_in)
        seconds = time.monotonic() - started
        solved = complaint is None
        return TaskResult(task, solved, ended["status"], seconds, used, complaint or "", ended["error"])

    def close(self) -> None:
        """Release the model's memory."""
        self._llama.close()


def _agent_model(library: Any, llama: Any) -> Any:
    """A model of smolagents that asks `llama`; a history longer than its context raises ValueError."""

    class LocalModel(library.Model):  # type: ignore[misc]
        """Chat completions in this process, greedy."""

        def generate(
            self, messages: Sequence[Any], stop_sequences: list[str] | None = None, **rest: Any
        ) -> Any:
            """Return the reply to a history of messages, with its tokens."""
            asked = self._prepare_completion_kwargs(messages, stop_sequences)
            reply = llama.create_chat_completion(
                asked["messages"], temperature=0.0, max_tokens=REPLY, stop=asked.get("stop") or []
            )
            usage = reply["usage"]
            return library.ChatMessage(
                role=library.MessageRole.ASSISTANT,
                content=str(reply["choices"][0]["message"]["content"] or ""),
                token_usage=library.TokenUsage(usage["prompt_tokens"], usage["completion_tokens"]),
            )

    return LocalModel(flatten_messages_as_text=True, model_id="local")


def folder_functions(root: Path) -> Mapping[str, Callable[..., Any]]:
    """The functions that the agent's programs have for files; each refuses a path outside of `root`."""
    home = root.resolve()

    def place(path: object) -> Path:
        resolved = (home / str(path)).resolve()
        if not resolved.is_relative_to(home):
            raise PermissionError(f"{path} is outside of the folder")
        return resolved

    def open_file(
        path: object, mode: str = "r", encoding: str | None = None, newline: str | None = None, **_: object
    ) -> IO[Any]:
        if mode not in _MODES:
            raise ValueError(f"no such mode: {mode!r}")
        target = place(path)
        if "r" not in mode:
            target.parent.mkdir(parents=True, exist_ok=True)
        if "b" in mode:
            return open(target, mode)
        return open(target, mode, encoding=encoding or "utf-8", newline=newline)

    def files() -> list[str]:
        return [path.relative_to(home).as_posix() for path in sorted(home.rglob("*")) if path.is_file()]

    def move(old: object, new: object) -> None:
        target = place(new)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(place(old), target)

    def delete(path: object) -> None:
        place(path).unlink()

    return {"open": open_file, "files": files, "move": move, "delete": delete}
