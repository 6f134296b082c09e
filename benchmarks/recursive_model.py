"""rlms, the recursive language model of PyPI, on questions over long texts, with the same weights.

It keeps its own prompts and its loop: the text is a variable in a Python session, and the model writes code
that reads it and may ask the model again. rlms runs that code in its own process, unconfined. So all of it is
put into a sandbox: a process without a network, which writes nothing but its own temporary files. rlms is no
dependency of Pandora's: `pip install rlms`.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.llama_bindings import open_llama
from benchmarks.long_text_runs import Answer
from benchmarks.long_texts import LongQuestion
from pandora.errors import UsageError

CONTEXT, REPLY, ROUNDS = 16_384, 900, 12
"""Tokens of the model's context, the most tokens of a reply, and the most rounds of its loop."""
SECONDS = 420
"""The seconds of a question, where nothing else is given."""
_USED = "used:"
"""What a line of stderr begins with that says what was used so far."""
_SANDBOX = (
    *("bwrap", "--unshare-all", "--die-with-parent", "--new-session"),
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"),
)


@dataclass(frozen=True)
class RecursiveModel:
    """rlms over a GGUF, one question a process; raises UsageError where it or the sandbox is not installed."""

    gguf: Path
    threads: int
    seconds: int = SECONDS

    def __post_init__(self) -> None:
        if importlib.util.find_spec("rlm") is None:
            raise UsageError("rlms is not installed; pip install rlms")
        if shutil.which("bwrap") is None:
            raise UsageError("bubblewrap is not installed, and rlms runs code unconfined; install it")

    def __call__(self, question: LongQuestion) -> Answer:
        """Let it answer one question; what it used counts also where it does not end."""
        begun = time.monotonic()
        asked = {
            "gguf": str(self.gguf.resolve()),
            "threads": self.threads,
            "seconds": self.seconds,
            "text": question.text,
            "question": question.question,
        }
        root = Path(__file__).resolve().parent.parent
        # The folder is bound again behind the empty /tmp, in case that it lies there.
        bound = [word for path in (root, *_search_path()) for word in ("--ro-bind", str(path), str(path))]
        command = [*_SANDBOX, *bound, "--chdir", str(root), sys.executable, "-m", "benchmarks.recursive_model"]
        try:
            done = subprocess.run(
                command,
                input=json.dumps(asked).encode(),
                capture_output=True,
                timeout=self.seconds + 60,
                check=False,
            )
            out, told, why = done.stdout, done.stderr, f"ended with {done.returncode}"
            broke = done.returncode != 0
        except subprocess.TimeoutExpired as late:
            out, told, why = late.stdout or b"", late.stderr or b"", f"no answer in {self.seconds} s"
            broke = False
        seconds = time.monotonic() - begun
        answer = answer_of(out.decode(errors="replace"), told.decode(errors="replace"), why, seconds)
        return replace(answer, broke=broke)


def answer_of(out: str, told: str, why: str, seconds: float) -> Answer:
    """The answer that a process printed as JSON, else `why` in brackets; with its last line of usage."""
    used = [line.split()[1:] for line in told.splitlines() if line.startswith(_USED)]
    calls, prompt, written = map(int, used[-1]) if used else (0, 0, 0)
    try:
        text = str(json.loads(out)["answer"])
    except (ValueError, KeyError, TypeError):
        text = f"[{why}]"
    return Answer(text, calls, prompt, written, seconds)


def _search_path() -> list[Path]:
    """The folders of this process's modules that lie below /tmp, which the sandbox empties."""
    return [Path(folder) for folder in sys.path if folder.startswith("/tmp/") and Path(folder).is_dir()]


class _Client:
    """The model as rlms asks it: chats in this process, greedy; what they use is said on stderr."""

    def __init__(self, llama: Any, types: Any) -> None:
        self.model_name, self.timeout = "local", 300.0
        self._llama, self._types = llama, types
        self._calls, self._prompt, self._written = 0, 0, 0
        self._last: Any = types.ModelUsageSummary(0, 0, 0)

    def completion(self, prompt: str | Sequence[Mapping[str, str]]) -> str:
        """The reply to a text or to a history of messages."""
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else list(prompt)
        reply = self._llama.create_chat_completion(messages, temperature=0.0, max_tokens=REPLY)
        read, wrote = (int(reply["usage"][key]) for key in ("prompt_tokens", "completion_tokens"))
        self._calls, self._prompt, self._written = self._calls + 1, self._prompt + read, self._written + wrote
        self._last = self._types.ModelUsageSummary(1, read, wrote)
        print(_USED, self._calls, self._prompt, self._written, file=sys.stderr, flush=True)
        return str(reply["choices"][0]["message"]["content"] or "")

    async def acompletion(self, prompt: str | Sequence[Mapping[str, str]]) -> str:
        """The same, awaited."""
        return self.completion(prompt)

    def get_usage_summary(self) -> Any:
        """What all calls used."""
        summary = self._types.ModelUsageSummary(self._calls, self._prompt, self._written)
        return self._types.UsageSummary({self.model_name: summary})

    def get_last_usage(self) -> Any:
        """What the last call used."""
        return self._last


def main() -> None:
    """Answer the question that stdin has as JSON, in the sandbox."""
    asked = json.load(sys.stdin)
    loop: Any = importlib.import_module("rlm.core.rlm")
    client = _Client(
        open_llama(Path(asked["gguf"]), CONTEXT, asked["threads"]), importlib.import_module("rlm.core.types")
    )
    loop.get_client = lambda backend, settings: client
    model = loop.RLM(
        backend="openai",
        backend_kwargs={"model_name": client.model_name},
        max_iterations=ROUNDS,
        max_timeout=asked["seconds"],
        max_concurrent_subcalls=1,
    )
    try:
        answer = model.completion(
            asked["text"], root_prompt=f"{asked['question']} Give the answer alone."
        ).response
    except Exception as error:  # whatever it raises, it has not answered; a partial answer counts
        partial = getattr(error, "partial_answer", None)
        answer = partial or f"[{type(error).__name__}: {' '.join(str(error).split())[:200]}]"
    sys.stdout.write(json.dumps({"answer": str(answer)}))


if __name__ == "__main__":
    main()
