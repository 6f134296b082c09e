"""Several replies of a server to one prompt, asked for at once by `n`, where the server takes it and it pays.

llama-server and vLLM draw the reply of each number with the seed that is so much higher. So what they give
together is drawn as it would be one by one for seeds that follow one another. The words may still differ:
a batch of another size rounds otherwise, and a draw near an edge falls on the other side.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pandora.budget import Usage
from pandora.document.form import Form
from pandora.errors import ModelError
from pandora.models.fit.row_gains import SIZES, RowGains, keep_gains, known_gains, measure_gains
from pandora.models.protocol import Sampling
from pandora.models.server_chat import Answer, Chat, Messages, Question
from pandora.models.server_wire import REPLY_SECONDS, RefusedRequest

VLLM_SLOTS = 8
"""How many replies vLLM is asked for at once, at most: it tells no number of slots."""
_TOKENS = 12


@dataclass(frozen=True)
class _Asked:
    """What a reply was drawn for: another call may have it that asks for just that."""

    messages: tuple[tuple[tuple[str, str], ...], ...]
    form: Form
    opening: tuple[tuple[str, str], ...]
    limit: int
    sampling: Sampling


class Draws:
    """Asks `chat`, for several replies at once where others are foreseen; these wait here to be asked for.

    `width` fixes how many may be asked for at once; with None, that is measured at the first prompt that could
    have several, and kept for this model and server.
    """

    def __init__(self, chat: Chat, width: int | None = 1) -> None:
        kind = chat.kind
        self._chat = chat
        self._most = kind.slots if kind.is_llama else VLLM_SLOTS if kind.program == "vLLM" else 1
        self._key = f"{kind.fingerprint} {chat.wire.url} {kind.slots}"
        self.gains = RowGains(fixed=1) if self._most < 2 else known_gains(self._key, width or 0)
        self._waiting: dict[str, dict[_Asked, Answer]] = {}
        self._in_vain = 0
        self._lock = threading.Lock()

    def ask(
        self, question: Question, form: Form, opening: dict[str, str], further: Sequence[Sampling]
    ) -> Answer:
        """Return one completion; raises what `Chat.ask` raises."""
        waiting = self._take(question, _asked(question, form, opening))
        if waiting is not None:
            return waiting
        number = self._number(question, further)
        if number < 2:
            return self._booked(self._chat.ask(question, form, opening))
        try:
            answers = self._chat.ask_for_several(question, form, opening, number)
        except RefusedRequest:
            self.gains = RowGains(fixed=1)  # one after another, from now on
            return self._booked(self._chat.ask(question, form, opening))
        if len(answers) < number:
            self.gains = RowGains(fixed=1)
        others = zip(further, answers[1:], strict=False)
        with self._lock:
            self._waiting[question.document] = {
                _asked(replace(question, sampling=sampling), form, opening): answer
                for sampling, answer in others
            }
        return self._booked(answers[0])

    def _take(self, question: Question, asked: _Asked) -> Answer | None:
        """The answer that waits for just this; where none does, those of the same document are dropped."""
        with self._lock:
            waiting = self._waiting.get(question.document, {})
            answer = waiting.pop(asked, None)
            if answer is None:
                self._in_vain += sum(other.usage.written for other in waiting.values())
                waiting.clear()
            if not waiting:
                self._waiting.pop(question.document, None)
            return answer

    def _number(self, question: Question, further: Sequence[Sampling]) -> int:
        """How many replies to ask for at once, of those that follow one another by their seeds."""
        sampling, number = question.sampling, 1
        for other in further:
            if other != replace(sampling, seed=sampling.seed + number):
                break
            number += 1
        number = min(number, self._most)
        if number < 2:
            return 1
        if not self.gains.known:
            self._measure(question.messages)
        return self.gains.of(number)

    def _measure(self, messages: Messages) -> None:
        """Measure how many replies are to be asked for at once, by short ones to the same prompt."""

        def seconds_of(rows: int) -> float:
            body = {
                "model": self._chat.kind.name,
                "messages": messages,
                "temperature": 1.0,
                "n": rows,
                "max_tokens": _TOKENS,
                "ignore_eos": True,
            }
            start = time.perf_counter()
            self._chat.wire.post("/v1/chat/completions", body, REPLY_SECONDS)
            self._in_vain += rows * _TOKENS
            return time.perf_counter() - start

        try:
            seconds_of(1)  # its prompt is read now
            self.gains = measure_gains(seconds_of, [rows for rows in SIZES if rows <= self._most])
        except ModelError:  # whether the server is away, the next request tells
            self.gains = RowGains(fixed=1)
        else:
            keep_gains(self._key, self.gains)

    def _booked(self, answer: Answer) -> Answer:
        """The answer, with the tokens among its evaluated ones that were drawn for nobody before it."""
        in_vain, self._in_vain = self._in_vain, 0
        answer.usage.add(Usage(evaluated=in_vain))
        return answer


def _asked(question: Question, form: Form, opening: dict[str, str]) -> _Asked:
    messages = tuple(tuple(sorted(message.items())) for message in question.messages)
    return _Asked(messages, form, tuple(sorted(opening.items())), question.limit, question.sampling)
