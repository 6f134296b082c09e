"""One plain call of the same model for each task of a suite, as the measure that the engine has to beat.

The prompt is the request and the files, as far as they fit. The words of the reply are saved where they belong:
in the file that the request names, where it names one; else they are the answer.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.llama_bindings import open_llama
from pandora.budget import Usage
from pandora.commands.task_suite import SuiteTask, TaskResult, check_verdict
from pandora.outcome import Status

CONTEXT, REPLY = 4096, 900
"""Tokens of the model's context, and the most tokens of a reply."""
_FENCED = re.compile(r"^```[\w+-]*[ \t]*\n(.*?)^```", re.S | re.M)
_PATH = re.compile(r"(?<![\w/.])[\w][\w./-]*\.[A-Za-z][A-Za-z0-9]{0,6}\b")


class PlainCall:
    """A model in this process that is asked once, without any instruction but the request."""

    def __init__(self, gguf: Path, threads: int) -> None:
        self._llama = open_llama(gguf, CONTEXT, threads)

    def run(self, task: SuiteTask) -> TaskResult:
        """Ask for one task in a fresh workspace, save the reply where it belongs, and check the result."""
        started = time.monotonic()
        used = Usage()

        def reply_in(root: Path) -> dict[str, Any]:
            text, cost = self.ask(f"{task.text}\n\n{self._files(root, task.text)}".strip())
            used.add(cost)
            output = save_where_it_belongs(text, task.text, root)
            return {"status": Status.ACCEPTED.value, "output": output, "question": None}

        complaint = check_verdict(task, reply_in)
        seconds = time.monotonic() - started
        return TaskResult(task, complaint is None, Status.ACCEPTED.value, seconds, used, complaint or "")

    def ask(self, content: str) -> tuple[str, Usage]:
        """The reply to a single message, and what it cost."""
        reply = self._llama.create_chat_completion(
            [{"role": "user", "content": content}], temperature=0.0, max_tokens=REPLY
        )
        prompt, written = (int(reply["usage"][key]) for key in ("prompt_tokens", "completion_tokens"))
        return str(reply["choices"][0]["message"]["content"]).strip(), Usage(1, prompt, prompt, written)

    def close(self) -> None:
        """Release the model's memory."""
        self._llama.close()

    def _files(self, root: Path, request: str) -> str:
        """The texts of the workspace's files, those that the request names first, within half the context."""
        paths = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*")) if path.is_file()]
        paths.sort(key=lambda path: (path not in request and Path(path).name not in request, path))
        left, parts = CONTEXT - REPLY - 300, []
        for path in paths:
            text = (root / path).read_bytes()[: 16 * left].decode("utf-8", "replace")
            tokens = self._llama.tokenize(text.encode(), add_bos=False)
            kept = self._llama.detokenize(tokens[:left]).decode("utf-8", "replace")
            parts.append(f"{path}:\n```\n{kept}\n```")
            left -= len(tokens) + 20
            if left <= 0:
                break
        return "\n\n".join(parts)


def save_where_it_belongs(reply: str, request: str, root: Path) -> str:
    """Write the reply into the file that it is for; return what is said to the person.

    Each block of code that stands below the name of a file becomes that file. Where there is no such name and
    the request names one file that is not there, or else just one file, the first block, or without one the
    whole reply of a request for a new file, becomes that file.
    """
    blocks = list(_named_blocks(reply, request))
    if blocks:
        for path, content in blocks:
            _write(root, path, content)
        return reply
    named = list(dict.fromkeys(path for path in _PATH.findall(request) if not path.startswith("/")))
    absent = [path for path in named if not (root / path).exists()]
    block = _FENCED.search(reply)
    if len(absent) == 1:
        _write(root, absent[0], block[1] if block else f"{reply}\n")
    elif len(named) == 1 and block:
        _write(root, named[0], block[1])
    return reply


def _named_blocks(reply: str, request: str) -> Iterator[tuple[str, str]]:
    """Each block of code with the file that the line above it names, where the request names that file too."""
    for block in _FENCED.finditer(reply):
        above = reply[: block.start()].rstrip().rsplit("\n", 1)[-1]
        for path in _PATH.findall(above)[-1:]:
            if path in request:
                yield path, block[1]


def _write(root: Path, path: str, content: str) -> None:
    place = (root / path).resolve()
    if place.is_relative_to(root.resolve()):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
