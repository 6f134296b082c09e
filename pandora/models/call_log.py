"""A log of a model's calls, each with its prompt and reply: what shows where a failed task went wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pandora.document.form import Form
from pandora.errors import DiskError, PandoraError
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel


class CallLogModel(WrappedModel):
    """Passes every call to `inner` and appends a line of JSON with its prompt and reply to the log at `path`.

    `about` is in each line: the name of a task, for instance. A call that fails has its error in place
    of a reply.
    """

    def __init__(self, inner: Model, path: Path, about: Mapping[str, str]) -> None:
        super().__init__(inner)
        self._path = path
        self._about = dict(about)

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Return the inner model's reply after logging it; raises DiskError where it cannot be written."""
        entry: dict[str, Any] = {
            **self._about,
            "document": call.document,
            "phase": call.phase,
            "level": call.level,
            "kind": call.kind,
            "draw": str(sampling),
            "prompt": prompt.text,
            "opening": dict(opening or {}),
        }
        try:
            reply = self._inner.fill(prompt, form, call=call, sampling=sampling, opening=opening)
        except PandoraError as error:
            self._append(entry | {"error": str(error)})
            raise
        used = reply.usage
        self._append(
            entry
            | {
                "reply": reply.raw,
                "values": reply.filled.values,
                "chances": reply.filled.probabilities,
                "thought": reply.thought,
                "prompt_tokens": used.prompt,
                "evaluated_tokens": used.evaluated,
                "written_tokens": used.written,
                "seconds": round(used.model_seconds, 2),
            }
        )
        return reply

    def _append(self, entry: Mapping[str, Any]) -> None:
        """One write a line, so that lines of several tasks at once stay whole."""
        line = json.dumps(entry, ensure_ascii=False) + "\n"
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line)
        except OSError as error:
            problem = f"{self._path}: the call cannot be logged ({error.strerror})"
            raise DiskError(f"{problem}; make room there, or give --calls another FILE") from error
