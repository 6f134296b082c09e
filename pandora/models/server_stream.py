"""A chat completion that a server streams, put together again, with its progress reported as it comes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pandora.document.meta_values import whole_number
from pandora.errors import ModelError
from pandora.models.progress import Meter
from pandora.models.repetition import FARTHEST, goes_round

ROUND = "round"
"""The reason of a reply's end where it was ended here, since the same passage came again and again."""
_LOOK = 32
"""After so many pieces it is looked whether a reply goes round."""


class WentRound(Exception):
    """A reply writes the same passage for ever: nothing else would follow, so its stream is left."""


@dataclass
class StreamedCompletion:
    """The parts of one streamed completion; `asked` is the number of tokens of its prompt, as far as known.

    `words` gives the server's own words of an error. `written` counts the pieces that came, which are tokens.
    """

    url: str
    meter: Meter
    asked: int
    words: Callable[[Any], str] = str
    written: int = 0
    _text: list[str] = field(default_factory=list)
    _thought: list[str] = field(default_factory=list)
    _logprobs: list[Any] = field(default_factory=list)
    _finish: str | None = None
    _usage: Any = None
    _timings: Any = None
    _model: Any = None
    _tail: str = ""

    def take(self, event: Any) -> None:
        """Take in one event of the stream; raises ModelError where it reports an error, and WentRound."""
        if not isinstance(event, dict):
            return
        if event.get("error"):
            raise ModelError(f"{self.url} broke off its reply: {self.words(event)}; check the server's log")
        self._usage = event.get("usage") or self._usage
        self._timings = event.get("timings") or self._timings
        self._model = event.get("model") or self._model
        read = event.get("prompt_progress")
        if isinstance(read, dict) and self.meter.stage == "read":
            self._read(whole_number(read.get("processed")), whole_number(read.get("total"), self.asked), read)
        choices = event.get("choices")
        if isinstance(choices, list) and choices and isinstance(choices[0], dict):
            self._take_choice(choices[0])

    def _read(self, done: int, total: int, read: dict[str, Any]) -> None:
        """Report a server's progress with the prompt; its total, which is exact, replaces our own count."""
        self.asked = total
        self.meter.correct(total, whole_number(read.get("cache")))
        self.meter.advance(done)

    def _take_choice(self, choice: dict[str, Any]) -> None:
        delta = choice.get("delta")
        delta = delta if isinstance(delta, dict) else {}
        content, thought = delta.get("content"), thought_in(delta)
        if content or thought:
            if self.meter.stage == "read":
                self.meter.end(self.asked)
                self.meter.begin("write")
            self.written += 1
            self._text.append(content if isinstance(content, str) else "")
            self._thought.append(thought)
            self.meter.advance(self.written, self.text)
            self._look(content if isinstance(content, str) and content else thought)
        logprobs = choice.get("logprobs")
        if isinstance(logprobs, dict) and isinstance(logprobs.get("content"), list):
            self._logprobs += logprobs["content"]
        self._finish = choice.get("finish_reason") or self._finish

    def _look(self, piece: str) -> None:
        """Look, now and then, whether the end of what came goes round."""
        self._tail = (self._tail + piece)[-FARTHEST:]
        if self.written % _LOOK == 0 and goes_round(self._tail.encode("utf-8", "replace")):
            self._finish = ROUND
            raise WentRound

    def text(self) -> str:
        """The text of the reply so far."""
        return "".join(self._text)

    @property
    def ended(self) -> bool:
        """True where the server said why the reply ends."""
        return self._finish is not None

    def whole(self) -> dict[str, Any]:
        """The completion as the server would have given it in one piece."""
        choice = {
            "message": {"content": self.text(), "reasoning_content": "".join(self._thought)},
            "logprobs": {"content": self._logprobs} if self._logprobs else None,
            "finish_reason": self._finish,
        }
        return {"choices": [choice], "usage": self._usage, "timings": self._timings, "model": self._model}


def thought_in(message: dict[str, Any]) -> str:
    """What a server sends apart as the model's thought, in a whole message or in a part of a stream.

    llama-server and vLLM call it `reasoning_content`, later versions of vLLM, Ollama and others `reasoning`.
    """
    texts = (message.get(name) for name in ("reasoning_content", "reasoning"))
    return next((text for text in texts if isinstance(text, str) and text), "")
