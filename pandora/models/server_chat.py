"""One chat completion of a server, asked for with the strictest output constraint that the server accepts."""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass
from typing import Any, Literal

from pandora.budget import Usage
from pandora.document.form import Form, has_only_choices
from pandora.document.grammar import to_gbnf, to_schema
from pandora.document.meta_values import whole_number
from pandora.errors import AwayError, ModelError
from pandora.models.progress import Meter
from pandora.models.protocol import Sampling
from pandora.models.server_kind import ServerKind
from pandora.models.server_stream import StreamedCompletion, thought_in
from pandora.models.server_wire import RefusedRequest, Wire

BYTES_PER_TOKEN = 3
_TOP = 20
_FEWEST = 64
_SWITCH = "chat_template_kwargs"
"""The field in which llama-server, vLLM and SGLang take what switches a template's thinking on or off."""
_REFUSALS = (400, 422, 500, 501)
Manner = Literal["grammar", "schema", "plain"]
Messages = list[dict[str, str]]


@dataclass(frozen=True)
class Answer:
    """A completion: its text, its tokens' log-probabilities if given, whether it was cut off, and its usage.

    `thought` is what the server sent apart as the model's thought; a thought may also stand in the text.
    """

    text: str
    logprobs: Any
    cut: bool
    usage: Usage
    thought: str = ""


@dataclass(frozen=True)
class Question:
    """A completion to ask for: the messages, the sampling, the limit in tokens, and who asks (for errors)."""

    messages: Messages
    sampling: Sampling
    limit: int
    who: str


class Chat:
    """Completions from one server; it remembers what the server refused, and whether its model thinks.

    `thinking` is the setting: True where the model is to think, False where it is not, None where nobody said.
    """

    def __init__(self, wire: Wire, kind: ServerKind, thinking: bool | None = None) -> None:
        self.kind = kind
        self.wire = wire
        # A grammar holds from a reply's first token, where such a model would think or name a channel.
        self.manner: Manner = "grammar" if kind.is_llama and not (thinking or kind.channels) else "schema"
        self.thought_seen = kind.channels
        self._thinking = thinking
        self._logprobs = self._streams = self._switches = True
        self.count = functools.lru_cache(maxsize=4096)(self._count)

    def ask(self, question: Question, form: Form, opening: dict[str, str]) -> Answer:
        """Return one completion, constrained to `form` as far as the server can; raises ModelError."""
        while True:
            constraint = self._constraint(form, opening)
            try:
                return self._complete(question, constraint)
            except RefusedRequest as error:
                # Servers refuse what they do not know: do without probabilities, the switch, then a schema.
                switched = _SWITCH in constraint and self.manner != "grammar"
                if error.status not in _REFUSALS or not (self._logprobs or switched or self.manner == "schema"):
                    raise
                if self._logprobs:
                    self._logprobs = False
                elif switched:
                    self._switches = False
                else:
                    self.manner = "plain"

    def thinks(self, form: Form) -> bool:
        """Whether the model may think before it fills `form`, so that it needs tokens for that."""
        return self.thought_seen or self._wants_thought(form)

    def _wants_thought(self, form: Form) -> bool:
        return self._thinking is True and not has_only_choices(form)

    def _constraint(self, form: Form, opening: dict[str, str]) -> dict[str, Any]:
        extra: dict[str, Any] = {"logprobs": True, "top_logprobs": _TOP} if self._logprobs else {}
        if self.manner == "grammar":
            extra |= {"grammar": to_gbnf(form, opening), _SWITCH: {"enable_thinking": False}}
        elif self.manner == "schema":
            schema = {"name": "form", "strict": True, "schema": to_schema(form)}
            extra["response_format"] = {"type": "json_schema", "json_schema": schema}
        if self.manner != "grammar" and self._switches and (self.thought_seen or self._thinking is not None):
            extra[_SWITCH] = {"enable_thinking": self._wants_thought(form)}
        return extra

    def _complete(self, question: Question, extra: dict[str, Any]) -> Answer:
        asked = sum(self.count(message["content"]) for message in question.messages)
        body = {
            "model": self.kind.name,
            "messages": question.messages,
            "temperature": question.sampling.temperature,
            "seed": question.sampling.seed,
            "max_tokens": min(question.limit, max(_FEWEST, self.kind.context - asked - _FEWEST)),
            "stream": False,
        }
        start = time.perf_counter()
        meter = Meter()
        data = self._post(body | extra, meter, asked, question.who)
        seconds = time.perf_counter() - start
        choices = data.get("choices") if isinstance(data, dict) else None
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
            raise ModelError(f"{self.wire.url} gave no choices for {question.who}; check the server's log")
        message, logprobs = choices[0].get("message"), choices[0].get("logprobs")
        text = message.get("content") if isinstance(message, dict) else None
        thought = thought_in(message) if isinstance(message, dict) else ""
        self.thought_seen = self.thought_seen or bool(thought)
        if text is not None and not isinstance(text, str):
            raise ModelError(f"{self.wire.url} gave no text for {question.who}; is it a chat model?")
        usage = self._usage(data.get("usage"), asked, thought + (text or ""), seconds)
        meter.end(usage.written, lambda: text or "")
        return Answer(
            (text or "").strip(),
            logprobs.get("content") if isinstance(logprobs, dict) else None,
            choices[0].get("finish_reason") == "length",
            usage,
            thought.strip(),
        )

    def _post(self, body: dict[str, Any], meter: Meter, asked: int, who: str) -> Any:
        """Return one completion as JSON; it is streamed where somebody listens and the server can."""
        path = "/v1/chat/completions"
        meter.begin("read", asked)
        if not (meter.heard and self._streams):
            data = self.wire.post(path, body)
        else:
            streamed = StreamedCompletion(self.wire.url, meter, asked)
            more: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}
            more |= {"return_progress": True} if self.kind.is_llama else {}
            try:
                data = self.wire.post_streamed(path, body | more, streamed.take)
            except RefusedRequest as error:
                if error.status not in _REFUSALS:
                    raise
                data = self.wire.post(path, body)  # raises again where it was not the stream that was refused
                self._streams = False
            if data is None:
                if not streamed.ended:
                    raise AwayError(f"{self.wire.url} broke off its reply to {who}; check the server's log")
                data = streamed.whole()
        if meter.stage == "read":  # the whole reply came at once: nobody knows how long either took
            meter.end(asked, timed=False)
            meter.begin("write")
        return data

    def _usage(self, reported: Any, asked: int, text: str, seconds: float) -> Usage:
        """Return the usage that the server reports, or our own count where it reports none."""
        used: dict[str, Any] = reported if isinstance(reported, dict) else {}
        prompt = whole_number(used.get("prompt_tokens"), asked)
        written = whole_number(used.get("completion_tokens"), -1)
        written = self.count(text) if written < 0 else written
        details = used.get("prompt_tokens_details")
        cached = whole_number(details.get("cached_tokens")) if isinstance(details, dict) else 0
        evaluated = max(0, prompt - cached)
        return Usage(calls=1, prompt=prompt, evaluated=evaluated, written=written, model_seconds=seconds)

    def _count(self, text: str) -> int:
        if not self.kind.is_llama:
            return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)
        data = self.wire.post("/tokenize", {"content": text, "add_special": False, "parse_special": False})
        tokens = data.get("tokens") if isinstance(data, dict) else None
        if not isinstance(tokens, list):
            raise ModelError(f"{self.wire.url}/tokenize gave no tokens; check the server's version")
        return len(tokens)
