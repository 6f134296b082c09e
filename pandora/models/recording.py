"""A model that records another model's replies as a script, so that a run can be replayed without it."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pandora.document.form import Form
from pandora.errors import DiskError, UsageError
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel


def check_written_file(path: Path, option: str) -> None:
    """Raise UsageError where no file can be begun at `path` for `option`: known before a model is loaded."""
    if path.is_dir():
        raise UsageError(f"{path}: it is a folder; give {option} a file")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: the folder is not there; make it, or give {option} another FILE")


class RecordingModel(WrappedModel):
    """Passes every call to `inner` and appends its reply to the script at `path`.

    A new script begins with a line that names the model, so that a replay has its name, context and
    fingerprint; the other lines are in the order in which the calls were answered.
    """

    def __init__(self, inner: Model, path: Path) -> None:
        super().__init__(inner)
        self._path = path
        self._lock = threading.Lock()

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Return the inner model's reply after recording it; raises DiskError where it cannot be written."""
        reply = self._inner.fill(prompt, form, call=call, sampling=sampling, opening=opening)
        kept: dict[str, Any] = {"fill": reply.filled.values}
        if reply.filled.probabilities:
            kept["chances"] = reply.filled.probabilities
        if reply.thought:
            kept["thought"] = reply.thought
        self._append(call, sampling, kept, reply)
        return reply

    def close(self) -> None:
        """Close the inner model; the script needs no closing, it is complete after every call."""
        self._inner.close()

    def _append(self, call: Call, sampling: Sampling, kept: dict[str, Any], reply: Reply) -> None:
        entry: dict[str, Any] = {"phase": call.phase, "level": call.level}
        if call.kind:
            entry["type"] = call.kind
        used = reply.usage
        entry |= kept | {
            "document": call.document,
            "temperature": sampling.temperature,
            "seed": sampling.seed,
            **({"fork": sampling.fork} if sampling.fork else {}),
            "usage": {
                "calls": used.calls,
                "prompt": used.prompt,
                "evaluated": used.evaluated,
                "written": used.written,
                "model_seconds": round(used.model_seconds, 3),
            },
        }
        header: dict[str, Any] = {
            "model": self.name,
            "context": self.context,
            "fingerprint": self.fingerprint,
            **({"parameters": self.parameters} if self.parameters else {}),
        }
        with self._lock:
            try:
                with self._path.open("a", encoding="utf-8") as file:
                    if not file.tell():
                        file.write(json.dumps(header, ensure_ascii=False) + "\n")
                    file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            except OSError as error:
                problem = f"{self._path}: the call cannot be recorded ({error.strerror})"
                raise DiskError(f"{problem}; make room there, or give --record another FILE") from error
