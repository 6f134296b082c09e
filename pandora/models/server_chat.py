"""One chat completion of a server, asked for with the strictest output constraint that the server accepts."""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass, replace
from typing import Any, Literal

from pandora.budget import Usage
from pandora.document.form import Form
from pandora.document.grammar import to_gbnf, to_schema
from pandora.document.meta_values import whole_number
from pandora.errors import AwayError, ModelError
from pandora.models.progress import Meter
from pandora.models.protocol import Sampling
from pandora.models.server_kind import ServerKind, fingerprint_now
from pandora.models.server_listing import Program
from pandora.models.server_slots import Slots
from pandora.models.server_stream import ROUND, StreamedCompletion, WentRound, thought_in
from pandora.models.server_thinking import SWITCH, ServerThinking, speaks_in_channels
from pandora.models.server_wire import LOAD_SECONDS, REPLY_SECONDS, SILENCE, NoServer, RefusedRequest, Wire
from pandora.models.token_estimate import estimate_tokens

_TOP = 20
_FEWEST = 64
_REFUSALS = (400, 422, 500, 501)
_REFUSED_STREAM = (400, 422, 501)
_FIRST_TOKEN, _PER_TOKEN = 300.0, 0.5
"""The seconds in which a slow machine loads a model, and those in which it reads or writes a token."""
_DRAWS: dict[Program, tuple[str, ...]] = dict.fromkeys(
    ("llama-server", "LM Studio", "vLLM"), ("top_p", "top_k", "min_p")
)
"""What each program takes beside a temperature; Ollama draws with the rest of its own parameters."""
Manner = Literal["grammar", "schema", "plain"]
Messages = list[dict[str, str]]


@dataclass(frozen=True)
class Answer:
    """A completion: its text, its tokens' log-probabilities if given, whether it was cut off, and its usage.

    `thought` is what the server sent apart as the model's thought; a thought may also stand in the text.
    `no_thought` is true where the server was asked for none, and `round` where the reply was ended since it
    went round.
    """

    text: str
    logprobs: Any
    cut: bool
    usage: Usage
    thought: str = ""
    no_thought: bool = False
    round: bool = False


@dataclass(frozen=True)
class Question:
    """A completion to ask for: the messages, the sampling, the limit in tokens, and who asks (for errors).

    `document` is the document that asks, by which a llama-server's slot is chosen. Of the limit, `thought` is
    for a thought before the reply.
    """

    messages: Messages
    sampling: Sampling
    limit: int
    who: str
    document: str = ""
    thought: int = 0


@dataclass(frozen=True)
class _Way:
    """What a request has beyond the messages: probabilities, a constraint, the switch of thinking, a stream."""

    logprobs: bool
    manner: Manner
    switch: bool = True
    streams: bool = True


class Chat:
    """Completions from one server; it remembers what the server refused, and notices another model.

    `thinking` is the setting: True where the model is to think, False where it is not, None where nobody said.
    """

    def __init__(self, wire: Wire, kind: ServerKind, thinking: bool | None = None) -> None:
        self.kind = kind
        self.wire = wire
        self.thinking = ServerThinking(kind.program, kind.thinks, kind.always_thinks, thinking)
        self._way = _Way(True, _manner(kind, thinks=thinking is True or kind.always_thinks))
        self._was_faulty = False
        self._answers_as: str | None = None
        self._slots = Slots(kind.slots, self._processing)
        self._tells_slots = kind.slots > 1
        self._ignores_stream: bool | None = None if kind.program == "server" else False
        """True where a reply comes whole though a stream was asked for; None where nobody knows that yet."""
        self.count = functools.lru_cache(maxsize=4096)(self._count)

    @property
    def manner(self) -> Manner:
        """The constraint that the server accepts, as far as it was asked."""
        return self._way.manner

    def ask(self, question: Question, form: Form, opening: dict[str, str]) -> Answer:
        """Return one completion, constrained to `form` as far as the server can.

        Raises ModelError, with the usage of a call that was made, also where the server's model is another
        one than at the beginning.
        """
        return self.ask_for_several(question, form, opening, 1)[0]

    def ask_for_several(
        self, question: Question, form: Form, opening: dict[str, str], number: int
    ) -> list[Answer]:
        """Return `number` completions, or fewer; all but the first are drawn with the seeds that follow.

        Raises what `ask` raises, and RefusedRequest where the server does not give several.
        """
        if fingerprint_now(self.wire, self.kind) != self.kind.fingerprint:
            raise self._changed(f"no longer has the {self.kind.name} that it had")
        with self._slots.take(question.document) as slot:
            place: dict[str, Any] = {"cache_prompt": True} if self.kind.is_llama else {}
            if number > 1:
                place["n"] = number
            elif slot is not None:
                place["id_slot"] = slot
            answers = self._ask(question, form, opening, place)
        answer = answers[0]
        prompt = "\n".join(message["content"] for message in question.messages)
        used = answer.usage
        self._slots.learn(question.document, prompt, used.prompt, used.prompt - used.evaluated)
        return answers

    def _ask(
        self, question: Question, form: Form, opening: dict[str, str], place: dict[str, Any]
    ) -> list[Answer]:
        ways = [self._way] if "n" in place else self._ways()
        faulty = False  # one fault of the server's own says nothing of what it takes; a second one does
        for number, way in enumerate(ways, 1):
            try:
                constraint = self._constraint(way, form, opening, question)
                answers = self._complete(question, place | constraint, way.streams and "n" not in place)
            except RefusedRequest as error:
                # Servers refuse what they do not know: probabilities, the switch, a schema, a stream.
                fallback = ways[number] if number < len(ways) else None
                if error.status not in _REFUSALS or fallback is None:
                    raise
                if way.streams and not fallback.streams and error.status not in _REFUSED_STREAM:
                    raise
                faulty = faulty or error.status not in _REFUSED_STREAM
            else:
                if not faulty or self._was_faulty:
                    self._way = way
                self._was_faulty = faulty and way is not self._way
                asked = way.manner == "grammar" or self._switches(way)
                no_thought = asked and not self.thinking.wanted(form)
                return [replace(answer, no_thought=no_thought) for answer in answers]
        raise AssertionError("there is always a way")

    def _processing(self) -> set[int]:
        """The slots that work now, also for others; none where the server does not show them."""
        if not self._tells_slots:
            return set()
        try:
            shown = self.wire.get(f"/slots{self.kind.query}")
        except ModelError:
            self._tells_slots = False
            return set()
        slots = shown if isinstance(shown, list) else []
        working = (slot for slot in slots if isinstance(slot, dict) and slot.get("is_processing") is True)
        return {whole_number(slot.get("id")) for slot in working}

    def _ways(self) -> list[_Way]:
        """How the server may be asked, the strictest way that it has not refused first."""
        ways = [self._way, replace(self._way, logprobs=False)]
        if self.manner != "grammar" and self._switches(self._way):
            ways.append(replace(ways[-1], switch=False))
        if self.manner == "schema":
            ways.append(replace(ways[-1], manner="plain"))
        if self._way.streams:
            ways += [replace(way, streams=False) for way in ways]
        return list(dict.fromkeys(ways))

    def _switches(self, way: _Way) -> bool:
        return way.switch and self.thinking.switched

    def _constraint(self, way: _Way, form: Form, opening: dict[str, str], question: Question) -> dict[str, Any]:
        extra: dict[str, Any] = {"logprobs": True, "top_logprobs": _TOP} if way.logprobs else {}
        if way.manner == "grammar":
            held = {} if form.unlabelled else {"grammar": to_gbnf(form, opening)}
            extra |= {**held, SWITCH: {"enable_thinking": False}}
        elif way.manner == "schema" and not form.unlabelled:
            schema = {"name": "form", "strict": True, "schema": to_schema(form)}
            extra["response_format"] = {"type": "json_schema", "json_schema": schema}
        if way.manner != "grammar" and self._switches(way):
            extra |= self.thinking.fields(form, question.thought)
        thinks = way.manner != "grammar" and question.thought > 0 and self.thinking.wanted(form)
        return extra | self._drawing(question.sampling, thinks=thinks)

    def _complete(self, question: Question, extra: dict[str, Any], streams: bool) -> list[Answer]:
        asked = sum(self.count(message["content"]) for message in question.messages)
        if asked + _FEWEST > self.kind.context:
            raise ModelError(
                f"{question.who} has a prompt of {asked} tokens, and {self.kind.name} at {self.wire.url} a "
                f"context of {self.kind.context}; load it with a larger one, or lower the budget's context"
            )
        body = {
            "model": self.kind.name,
            "messages": question.messages,
            "seed": question.sampling.seed,
            "max_tokens": min(question.limit, max(_FEWEST, self.kind.context - asked - _FEWEST)),
            "stream": False,
        }
        start = time.perf_counter()
        meter = Meter()
        streamed = StreamedCompletion(self.wire.url, meter, asked, self.wire.words)
        try:
            data = self._post(body | extra, streamed, streams, question.who)
            self._check(data, question.who)
        except NoServer:
            raise
        except RefusedRequest as error:
            error.usage = Usage(1, model_seconds=time.perf_counter() - start)
            raise
        except ModelError as error:
            seconds = time.perf_counter() - start
            error.usage = Usage(1, streamed.asked, streamed.asked, streamed.written, seconds)
            raise
        seconds = time.perf_counter() - start
        if len(data["choices"]) > 1:
            return self._several(data, asked, seconds, meter)
        choice = data["choices"][0]
        message = choice.get("message")
        text, thought = message.get("content") or "", thought_in(message)
        usage = self._usage(data, asked, thought + text, seconds)
        meter.end(usage.written, lambda: text, timed=streamed.written > 0)
        return [_answer(choice, usage)]

    def _several(self, data: dict[str, Any], asked: int, seconds: float, meter: Meter) -> list[Answer]:
        """The answers of a completion that has several: each is a call of its own; the first has the time."""
        answers = list[Answer]()
        for choice in data["choices"]:
            message = choice.get("message") if isinstance(choice, dict) else None
            content = (message.get("content") or "") if isinstance(message, dict) else None
            if not isinstance(content, str):
                break
            text = thought_in(choice["message"]) + content
            usage = self._usage({"usage": data.get("usage")}, asked, text, 0.0 if answers else seconds)
            answer = _answer(choice, usage)
            # The server tells how many tokens the first has, or all together.
            usage.written = len(answer.logprobs) if isinstance(answer.logprobs, list) else self.count(text)
            usage.evaluated = 0 if answers else usage.evaluated
            answers.append(answer)
        meter.end(answers[0].usage.written, lambda: answers[0].text, timed=False)
        return answers

    def _drawing(self, sampling: Sampling, *, thinks: bool) -> dict[str, float]:
        """How the reply is drawn: beyond the temperature, what the makers tell and this server understands."""
        recommended = self.kind.recommends.of(thinks=thinks)
        temperature = recommended.temperature_for(sampling)
        known = _DRAWS.get(self.kind.program, ("top_p",)) if temperature > 0 else ()
        told = {name: value for name, value in recommended.told.items() if name in known}
        if self.kind.program == "vLLM":  # its earlier versions refuse a top_k of 0, which is its default
            told = {name: value for name, value in told.items() if value}
        return {"temperature": temperature, **told}

    def _check(self, data: Any, who: str) -> None:
        """Raise ModelError for an answer that is no completion, or that another model gave."""
        if isinstance(data, dict) and data.get("error"):
            words = self.wire.words(data)
            raise ModelError(f"{self.wire.url} answers {who} with an error: {words}; check the server's log")
        choices = data.get("choices") if isinstance(data, dict) else None
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
            raise ModelError(f"{self.wire.url} gave no choices for {who}; check the server's log")
        message = choices[0].get("message")
        if not isinstance(message, dict) or not isinstance(message.get("content") or "", str):
            raise ModelError(f"{self.wire.url} gave no text for {who}; is it a chat model?")
        answers_as = data.get("model")
        if isinstance(answers_as, str):
            if self._answers_as not in (None, answers_as):
                raise self._changed(f"answered as {self._answers_as}, and answers {who} as {answers_as}")
            self._answers_as = answers_as

    def _changed(self, how: str) -> AwayError:
        """The error of a server whose model is another one than before; no question can be asked of it now."""
        return AwayError(f"{self.wire.url} {how}; have it serve that model again, then resume")

    def _post(self, body: dict[str, Any], streamed: StreamedCompletion, streams: bool, who: str) -> Any:
        """Return one completion as JSON; it is streamed where the server can."""
        path, meter = "/v1/chat/completions", streamed.meter
        meter.begin("read", streamed.asked)
        # Of a reply that comes whole, nobody knows whether it is being written: it may be a long one.
        whole = max(REPLY_SECONDS, _PER_TOKEN * body["max_tokens"])
        if not streams:
            data = self.wire.post(path, body, whole)
        else:
            more: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}
            more |= {"return_progress": True} if self.kind.is_llama else {}
            first = _FIRST_TOKEN + _PER_TOKEN * streamed.asked
            first = first if self._ignores_stream is False else max(first, whole)

            def patience() -> float:
                return SILENCE if streamed.written else first

            try:
                data = self.wire.post_streamed(path, body | more, streamed.take, patience)
            except WentRound:
                data = None  # the server stops as its connection is shut
            if data is None:
                if not streamed.ended:
                    raise AwayError(f"{self.wire.url} broke off its reply to {who}; check the server's log")
                data = streamed.whole()
                self._ignores_stream = False
            elif isinstance(data, dict) and data.get("choices"):
                self._ignores_stream = True
        if meter.stage == "read":  # the whole reply came at once: nobody knows how long either took
            meter.end(streamed.asked, timed=False)
            meter.begin("write")
        return data

    def _usage(self, data: dict[str, Any], asked: int, text: str, seconds: float) -> Usage:
        """Return the usage that the server reports, or our own count where it reports none."""
        reported, timings = data.get("usage"), data.get("timings")
        used: dict[str, Any] = reported if isinstance(reported, dict) else {}
        prompt = whole_number(used.get("prompt_tokens"), asked)
        written = whole_number(used.get("completion_tokens"), -1)
        written = self.count(text) if written < 0 else written
        details = used.get("prompt_tokens_details")
        if isinstance(details, dict):
            cached = whole_number(details.get("cached_tokens"))
        else:  # llama-server of earlier versions tells it apart from the usage
            cached = whole_number(timings.get("cache_n")) if isinstance(timings, dict) else 0
        evaluated = max(0, prompt - cached)
        return Usage(calls=1, prompt=prompt, evaluated=evaluated, written=written, model_seconds=seconds)

    def _count(self, text: str) -> int:
        if self.kind.tokenizes == "vLLM":
            asked = {"model": self.kind.name, "prompt": text, "add_special_tokens": False}
            answer = self.wire.look_up("/tokenize", asked) if text else {"count": 0}
            if isinstance(answer, dict) and type(answer.get("count")) is int and answer["count"] >= 0:
                return int(answer["count"])
            raise ModelError(f"{self.wire.url}/tokenize gave no count; check the server's version")
        if not self.kind.is_llama:
            return estimate_tokens(text)
        asked = {"content": text, "add_special": False, "parse_special": False}
        if self.kind.query:  # it may have to load the model again
            asked = {"model": self.kind.name, **asked}
        data = self.wire.look_up("/tokenize", asked, LOAD_SECONDS if self.kind.query else None)
        tokens = data.get("tokens") if isinstance(data, dict) else None
        if not isinstance(tokens, list):
            raise ModelError(f"{self.wire.url}/tokenize gave no tokens; check the server's version")
        return len(tokens)


def _answer(choice: dict[str, Any], usage: Usage) -> Answer:
    """One choice of a completion."""
    message, logprobs = choice["message"], choice.get("logprobs")
    return Answer(
        (message.get("content") or "").strip(),
        logprobs.get("content") if isinstance(logprobs, dict) else None,
        choice.get("finish_reason") == "length",
        usage,
        thought_in(message).strip(),
        round=choice.get("finish_reason") == ROUND,
    )


def _manner(kind: ServerKind, *, thinks: bool) -> Manner:
    """The strictest constraint that a model of this kind can be held to.

    A grammar holds from a reply's first token, where a model that thinks would think or name a channel. So does
    the schema in LM Studio, which makes nonsense of channels.
    """
    if kind.program == "LM Studio" and speaks_in_channels(kind.architecture):
        return "plain"
    return "grammar" if kind.is_llama and not thinks else "schema"
