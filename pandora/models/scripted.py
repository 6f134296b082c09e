"""A model that replies from a file of JSON lines: for tests, for demonstrations, and to replay a run."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from pathlib import Path

from pandora.budget import Usage
from pandora.document.body import parse_reply, render
from pandora.document.fill import Filled
from pandora.document.form import Form
from pandora.document.grammar import from_object
from pandora.errors import ModelError, ReplyError
from pandora.models.parameters import parameters_in_name
from pandora.models.progress import Meter
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.reply_script import ScriptLine, read_script
from pandora.regular_file import digest_regular

CONTEXT = 8192
_TOKEN = re.compile(r"\w+|[^\w\s]")


class ScriptedModel:
    """A `Model` that gives each call the first unused line that answers it; threads may share it.

    Of several, it is the first whose fields are those of the call's form, so that a question which is asked
    between two others takes no reply to them.

    A recorded script's header gives its name, context and fingerprint, so that a replay makes the
    same documents. A token is a run of letters and digits, or any other visible character.
    """

    def __init__(self, path: Path, context: int | None = None) -> None:
        self._path = path
        script = read_script(path)
        self._lines = list(script.lines)
        self._lock = threading.Lock()
        self.name = str(script.header.get("model") or f"scripted:{path.name}")
        self.context = int(script.header.get("context") or context or CONTEXT)
        digest = digest_regular(path)
        self.fingerprint = str(script.header.get("fingerprint") or digest)
        parameters = script.header.get("parameters")
        self.parameters = int(parameters) if parameters else parameters_in_name(self.name)

    @property
    def unused(self) -> tuple[ScriptLine, ...]:
        """The lines that have not answered any call yet."""
        with self._lock:
            return tuple(self._lines)

    def count(self, text: str) -> int:
        """Count the tokens of `text`: each run of letters and digits, and each other visible character."""
        return len(_TOKEN.findall(text))

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Reply with the first unused line that answers `call`.

        Raises ReplyError where no line does, or where the line does not fit the form. A code field in a
        script holds its whole block, so `opening` is not used.
        """
        line = self._take(call, form)
        if line.fill is not None:
            parsed = from_object(form, line.fill)
            raw = render(form, parsed.values) if not parsed.problems else ""
        else:
            raw = line.text or ""
            parsed = parse_reply(form, raw)
        if parsed.problems:
            messages = "; ".join(message for _, message in parsed.problems)
            raise ReplyError(f"{self._where(line, call)} does not fit its form: {messages}")
        usage = self._usage(line, prompt, raw)
        meter = Meter(clock=lambda: 0.0)  # a script has no speed
        meter.begin("read", usage.prompt, usage.prompt - usage.evaluated)
        meter.end()
        meter.begin("write")
        meter.end(usage.written, lambda: raw)
        filled = Filled(parsed.values, {**parsed.probabilities, **line.probabilities})
        return Reply(filled, raw, usage, line.thought)

    def close(self) -> None:
        """Do nothing: a script has no memory or connections to free."""

    def _take(self, call: Call, form: Form) -> ScriptLine:
        asked = {field.key for field in form.asked}
        with self._lock:
            places = [place for place, line in enumerate(self._lines) if line.answers(call)]
            fitting = (place for place in places if asked <= set(self._lines[place].fill or asked))
            if places:
                return self._lines.pop(next(fitting, places[0]))
        kind = f", type {call.kind}" if call.kind else ""
        raise ModelError(
            f"{self._path}: no unused line for the {call.phase} of {call.document} (level {call.level}{kind}); "
            "add one"
        )

    def _where(self, line: ScriptLine, call: Call) -> str:
        return f"{self._path}:{line.number}: the reply to the {call.phase} of {call.document}"

    def _usage(self, line: ScriptLine, prompt: Prompt, raw: str) -> Usage:
        if line.usage is not None:
            return line.usage
        asked = self.count(prompt.text)
        return Usage(calls=1, prompt=asked, evaluated=asked, written=self.count(raw))
