"""A model that answers from a record of replies by what was asked, and asks another model only for the rest."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from pandora.budget import Usage
from pandora.document.fill import Filled
from pandora.document.form import Form
from pandora.errors import DiskError, DocumentError, ModelError, PandoraError, Problem, ReplyError
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel
from pandora.regular_file import read_text

LONGEST = 64 << 20
"""The most bytes of a record."""


class DivergedError(PandoraError):
    """The record has no reply to what is asked, and no call of the model is left."""


class KeyedReplies(WrappedModel):
    """A `Model` that gives the recorded reply to the same prompt, form, opening and sampling.

    Anything else is asked of `inner`, at most `calls` times (None: as often as needed), and recorded at `path`.
    After that it raises DivergedError, and `diverged` is true. `calls` says how many are left, and `away` is
    true where the inner model could not be asked.
    """

    def __init__(self, inner: Model, path: Path, calls: int | None = None) -> None:
        super().__init__(inner)
        self._path, self.calls = path, calls
        self._lock = threading.Lock()
        self.diverged = self.away = False
        self._replies = _read(path)

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Return the recorded reply, or the inner model's after recording it; raises DivergedError."""
        key = _key(self.fingerprint, prompt, form, sampling, opening)
        with self._lock:
            if (reply := self._replies.get(key)) is not None:
                return deepcopy(reply)
            if self.calls == 0:
                self.diverged = True
                raise DivergedError(
                    f"{self._path}: no reply to the {call.phase} of {call.document} is recorded"
                )
            self.calls = None if self.calls is None else self.calls - 1
        try:
            reply = self._inner.fill(prompt, form, call=call, sampling=sampling, opening=opening)
        except ModelError as error:
            self.away = self.away or not isinstance(error, ReplyError)
            raise
        with self._lock:
            self._replies[key] = reply
            append_line(self._path, {"key": key, **_entry(reply)})
        return reply


def append_line(path: Path, value: Mapping[str, Any]) -> None:
    """Append a line of JSON; a torn line that a killed process left before it is ended first."""
    try:
        with path.open("a+b") as file:
            if file.tell():
                file.seek(-1, 2)
                torn = file.read(1) != b"\n"
            else:
                torn = False
            line = json.dumps(value, ensure_ascii=False)
            file.write(b"\n" * torn + line.encode("utf-8", "surrogatepass") + b"\n")
    except OSError as error:
        raise DiskError(
            f"{path}: cannot be written ({error.strerror}); give another place, or make room"
        ) from error


def read_lines(path: Path) -> list[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON lines, with their numbers; [] where there is none.

    A line that a killed process left torn is passed over. Raises DocumentError where the file cannot be read.
    """
    try:
        text = read_text(path, LONGEST)
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        problem = Problem(str(path), 1, f"cannot be read: {error}", "give another folder, or mend it")
        raise DocumentError(problem) from None
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            lines.append((number, value))
    return lines


def _read(path: Path) -> dict[str, Reply]:
    replies = {}
    for number, entry in read_lines(path):
        try:
            filled = Filled(entry["fill"], entry["chances"])
            replies[str(entry["key"])] = Reply(filled, str(entry["raw"]), Usage(**entry["usage"]))
        except (LookupError, TypeError) as error:
            problem = Problem(str(path), number, f"no recorded reply ({error})", "remove the line")
            raise DocumentError(problem) from None
    return replies


def _entry(reply: Reply) -> dict[str, Any]:
    filled = reply.filled
    return {
        "fill": filled.values,
        "chances": dict(filled.probabilities),
        "raw": reply.raw,
        "usage": dict(vars(reply.usage)),
    }


def _key(model: str, prompt: Prompt, form: Form, sampling: Sampling, opening: Mapping[str, str] | None) -> str:
    asked = (model, prompt.text, repr(form), repr(sampling), json.dumps(opening or {}, sort_keys=True))
    return hashlib.sha256("\0".join(asked).encode("utf-8", "surrogatepass")).hexdigest()[:32]
