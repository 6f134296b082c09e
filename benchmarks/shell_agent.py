"""mini-swe-agent on each task of a suite: a coding agent that has a shell, over a model that is given.

It keeps its own prompts and its loop. Its commands run in Pandora's sandbox, on a copy of the task's folder,
and what they change is put into the folder. mini-swe-agent is no dependency of Pandora's, and most of its own
are for models that are not asked here: `pip install --no-deps mini-swe-agent` beside `.bench.lock` is enough.
"""

from __future__ import annotations

import importlib
import os
import platform
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import yaml

from pandora.budget import Usage
from pandora.commands.task_suite import SuiteTask, TaskResult, check_verdict
from pandora.errors import PandoraError, UsageError
from pandora.operations.staged_command import execute
from pandora.outcome import Status
from pandora.workspace.apply import apply
from pandora.workspace.operation_context import OperationContext

REPLY, STEPS = 900, 12
"""The most tokens of a reply, and the most steps of the agent."""
ANSWER = "answer.txt"
"""The file into which the agent writes an answer for the person: it has no other way to give one."""
_DONE = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
"""The first line that a command prints when the agent has finished, by its own instructions."""
_COMMAND = r"```mswea_bash_command\s*\n(.*?)\n```"
"""How its instructions have it write a command."""


class Chat(Protocol):
    """A model that completes chats as llama_cpp.Llama does."""

    def create_chat_completion(
        self, messages: Sequence[Mapping[str, str]], **settings: Any
    ) -> Mapping[str, Any]:
        """Return the completion of a history of messages, with its usage."""


class ShellAgent:
    """mini-swe-agent over `chat`; raises UsageError where it is not installed."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        os.environ["MSWEA_SILENT_STARTUP"] = "1"
        try:
            with tempfile.TemporaryDirectory() as nobodys:  # a person's own settings must not change the agent
                os.environ["MSWEA_GLOBAL_CONFIG_DIR"] = nobodys
                package: Any = importlib.import_module("minisweagent")
                self._loop: Any = importlib.import_module("minisweagent.agents.default").DefaultAgent
            self._submitted: Any = importlib.import_module("minisweagent.exceptions").Submitted
            self._texts: Any = importlib.import_module("minisweagent.models.utils.actions_text")
        except ImportError as error:
            message = f"mini-swe-agent is not installed ({error}); pip install --no-deps mini-swe-agent"
            raise UsageError(message) from None
        text = (Path(package.package_dir) / "config" / "mini_textbased.yaml").read_text(encoding="utf-8")
        self._settings: dict[str, Any] = yaml.safe_load(text)

    def run(self, task: SuiteTask) -> TaskResult:
        """Let the agent do one task in a fresh folder, within the task's seconds, and check the result."""
        started = time.monotonic()
        used, ended = Usage(), {"status": Status.FAILED.value, "error": ""}

        def result_in(root: Path) -> dict[str, Any]:
            own = self._settings["agent"]
            agent = self._loop(
                _Model(self._chat, self._settings["model"], self._texts, used),
                _Shell(root, self._submitted),
                system_template=own["system_template"],
                instance_template=own["instance_template"],
                step_limit=STEPS,
                wall_time_limit_seconds=task.seconds,
            )
            try:
                last = agent.run(f"{task.text}\n\nIf an answer is asked for, write it into {ANSWER}.")
                if last.get("exit_status") == "Submitted":
                    ended["status"] = Status.ACCEPTED.value
                else:
                    ended["error"] = str(last.get("exit_status", ""))
            except Exception as error:  # whatever the agent raises, it has not done the task
                ended["error"] = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
            answer = root / ANSWER
            output = answer.read_text(encoding="utf-8", errors="replace").strip() if answer.is_file() else ""
            answer.unlink(missing_ok=True)
            return {"status": ended["status"], "output": output, "question": None}

        complaint = check_verdict(task, result_in)
        seconds = time.monotonic() - started
        solved = complaint is None
        return TaskResult(task, solved, ended["status"], seconds, used, complaint or "", ended["error"])


class _Model:
    """The model as the agent asks it; what its calls use is added to `used`."""

    def __init__(self, chat: Chat, settings: Mapping[str, Any], texts: Any, used: Usage) -> None:
        self.config = settings
        self._chat, self._texts, self._used = chat, texts, used

    def query(self, messages: Sequence[Mapping[str, Any]], **_: Any) -> dict[str, Any]:
        """Return the reply with its command; raises the agent's own error where it has not just one."""
        shown = [{"role": str(message["role"]), "content": str(message["content"])} for message in messages]
        reply = self._chat.create_chat_completion(shown, temperature=0.0, max_tokens=REPLY)
        usage, choice = reply["usage"], reply["choices"][0]
        self._used.add(Usage(1, int(usage["prompt_tokens"]), 0, int(usage["completion_tokens"])))
        content = str(choice["message"]["content"] or "")
        actions = self._texts.parse_regex_actions(
            content,
            action_regex=_COMMAND,
            format_error_template=self.config["format_error_template"],
            template_kwargs={"finish_reason": choice.get("finish_reason")},
        )
        return {"role": "assistant", "content": content, "extra": {"actions": actions}}

    def format_message(self, **message: Any) -> dict[str, Any]:
        """Return a message as it is."""
        return message

    def format_observation_messages(
        self, message: dict[str, Any], outputs: list[dict[str, Any]], template_vars: Any = None
    ) -> list[dict[str, Any]]:
        """Return what commands printed as the agent's own template says it."""
        template = self.config["observation_template"]
        observed: list[dict[str, Any]] = self._texts.format_observation_messages(
            outputs, observation_template=template, template_vars=template_vars
        )
        return observed

    def get_template_vars(self, **_: Any) -> dict[str, Any]:
        """Return nothing: no template names anything of the model."""
        return {}

    def serialize(self) -> dict[str, Any]:
        """Return nothing: no trajectory is kept."""
        return {}


class _Shell:
    """A shell in the sandbox, on a copy of the folder `root`, whose changes go into it."""

    def __init__(self, root: Path, submitted: Any) -> None:
        self.config: dict[str, Any] = {}
        self._root, self._submitted = root, submitted

    def execute(self, action: Mapping[str, Any], cwd: str = "") -> dict[str, Any]:
        """Run a command; raises the agent's own signal where it says that the task is done."""
        try:
            staged = execute(
                ("bash", "--noprofile", "--norc", "-c", str(action["command"])),
                OperationContext(self._root, ()),
            )
            apply(staged.changes, self._root, ())
        except PandoraError as error:
            return {"output": str(error), "returncode": 1, "exception_info": ""}
        printed = "\n".join(part for part in (staged.stdout, staged.stderr, staged.refused) if part)
        if staged.ok and printed.lstrip().partition("\n")[0].strip() == _DONE:
            extra = {"exit_status": "Submitted", "submission": ""}
            raise self._submitted({"role": "exit", "content": "", "extra": extra})
        return {"output": printed, "returncode": staged.completed.code, "exception_info": ""}

    def get_template_vars(self, **_: Any) -> dict[str, Any]:
        """Return what the agent's templates say of the machine."""
        return dict(platform.uname()._asdict())

    def serialize(self) -> dict[str, Any]:
        """Return nothing: no trajectory is kept."""
        return {}
