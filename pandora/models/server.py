"""A model on an OpenAI-compatible server; every reply is checked against its form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pandora.budget import Usage
from pandora.document.body import Parsed, parse, parse_reply
from pandora.document.fill import Filled, most_tokens
from pandora.document.form import Form, Slot
from pandora.document.grammar import from_object
from pandora.errors import ModelError, ReplyError
from pandora.models.api_keys import Keys
from pandora.models.ceilings import NONE_GIVEN, GivenCeilings, ceilings_for
from pandora.models.foreseen import foreseen
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.recommended_sampling import NO_RECOMMENDATIONS
from pandora.models.server_chat import Chat, Messages, Question
from pandora.models.server_context import context_note
from pandora.models.server_draws import Draws
from pandora.models.server_kind import find_kind
from pandora.models.server_logprobs import choice_probabilities
from pandora.models.server_reuse import ReuseTrial, try_reuse
from pandora.models.server_wire import Wire
from pandora.models.thought import read_thoughtful

if TYPE_CHECKING:
    import httpx

_FENCED = re.compile(r"^\s*```(?:json|markdown|md|text)?\s*\n(.*?)\n```\s*$", re.S)
_CONTROL = re.compile(r"<\|[\w ]{1,40}\|>|<(?:start|end)_of_turn>|\[/?INST\]")
_TRIES = 2
_WARM = 0.7
"""The temperature at which a reply is drawn after one that went round."""


class ServerModel:
    """A `Model` over chat completions.

    llama-server accepts a grammar. Other servers are asked for a JSON schema, or in plain words where they
    refuse one. llama-server and vLLM count tokens; for others they are estimated, too many rather than too
    few. `counts_exactly` is true where the server counts. `notes` are lines that a person should see before a
    run.
    """

    def __init__(self, chat: Chat, width: int | None = 1) -> None:
        self._chat = chat
        self.draws = Draws(chat, width)
        self.name = chat.kind.name
        self.context = chat.kind.context
        self.fingerprint = chat.kind.fingerprint
        self.program = chat.kind.program
        self.slots = chat.kind.slots
        self.recommends = chat.kind.recommends
        self.notes = tuple(filter(None, [context_note(chat.kind)]))
        self.parameters = chat.kind.parameters
        self.ceilings = ceilings_for(self.parameters, self.context)
        self.counts_exactly = bool(chat.kind.tokenizes)

    @classmethod
    def open(
        cls,
        spec: str,
        *,
        context: int | None = None,
        transport: httpx.BaseTransport | None = None,
        keys: Keys | None = None,
        given: GivenCeilings = NONE_GIVEN,
        thinking: bool | None = None,
        loads: bool = False,
        width: int | None = 1,
        recommended: bool = True,
    ) -> ServerModel:
        """Connect to `URL` or `URL#MODEL`, and find out what kind of server it is.

        Without `keys`, no key is sent. `given` are the ceilings that a person has set. `thinking` switches
        the thinking of a model on or off, where the server can. With `loads`, the model is loaded where its
        server tells its context only then. With `recommended`, tries are drawn as the model's makers recommend.
        """
        url, _, name = spec.partition("#")
        wire = Wire(url, transport, keys)
        try:
            kind = find_kind(wire, name, context, loads=loads)
            kind = kind if recommended else replace(kind, recommends=NO_RECOMMENDATIONS)
            model = cls(Chat(wire, kind, thinking), width)
        except BaseException:
            wire.close()
            raise
        model.ceilings = ceilings_for(model.parameters, model.context, given)
        return model

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, counted by llama-server or estimated for other servers."""
        return self._chat.count(text)

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Ask the server to fill the form; a reply that does not fit is sent back once with its problems.

        One that was cut off at its limit is never taken for whole, whatever it says: the server is asked once
        more, with all the room of its context, and for no thought where that took it all. One that went round
        is ended, and drawn anew. Raises ReplyError where the second reply does not do either.
        """
        start = dict(opening or {})
        sampling = replace(sampling, fork=0)  # a server tells no margins: it draws by temperature and seed
        further = [replace(other, fork=0) for other in foreseen()]
        messages = _messages(prompt, start)
        usage = Usage()
        reasons = ""
        limit = self.context if _writes_a_file(form) else 2 * most_tokens(form, self.ceilings.reply)
        room = self.ceilings.thought if self._chat.thinking.possible(form) else 0
        thoughts = []
        for number in range(_TRIES):
            question = Question(messages, sampling, limit + room, _name_call(call), call.document, room)
            try:
                if number:
                    answer = self._chat.ask(question, form, start)
                else:
                    answer = self.draws.ask(question, form, start, further)
            except ModelError as error:
                _book(error, usage)
                raise
            usage.add(answer.usage)
            thought, text, parsed = read_thoughtful(form, answer.text, read_reply, answer.thought)
            thoughts += [thought] if thought else []
            self._chat.thinking.learn(thought, forbidden=answer.no_thought)
            if answer.round:
                # The likeliest words led into the round; drawn ones lead out of it.
                sampling = Sampling(max(sampling.temperature, _WARM), sampling.seed + 1)
                reasons = "; ".join([*_problems(parsed), "it wrote the same passage again and again"])
                continue
            if answer.cut:
                reasons = "; ".join(
                    [*_problems(parsed), f"it was cut off at the limit, after {answer.usage.written} tokens"]
                )
                thought_only = bool(room) and not text
                if limit >= self.context and not thought_only:
                    break  # there is no more room to ask for
                limit = self.context
                room = 0 if thought_only else room
                continue
            if not parsed.problems:
                _with_opening(parsed, form, start)
                probabilities = choice_probabilities(form, parsed.values, text, answer.logprobs)
                return Reply(Filled(parsed.values, probabilities), text, usage, "\n\n".join(thoughts))
            reasons = "; ".join(_problems(parsed))
            messages += [
                {"role": "assistant", "content": text},
                {
                    "role": "user",
                    "content": f"That does not fit the form: {reasons}. Write the whole form again.",
                },
            ]
        failure = ReplyError(
            f"the server's reply to {_name_call(call)} does not fit its form, asked {_TRIES} times: {reasons}"
        )
        _book(failure, usage)
        raise failure

    def try_reuse(self) -> ReuseTrial:
        """Try whether a llama-server's replies stay the same where it reuses prompts; raises ModelError."""
        return try_reuse(self._chat.wire, self.name)

    @property
    def url(self) -> str:
        """The server's address."""
        return self._chat.wire.url

    def close(self) -> None:
        """Close the connections."""
        self._chat.wire.close()


def read_reply(form: Form, text: str) -> Parsed:
    """Parse a reply, which may be a JSON object or the form's own lines, in a code fence or not."""
    if form.unlabelled:
        return parse_reply(form, text)
    fenced = _FENCED.match(text)
    inner = fenced.group(1) if fenced else text
    if inner.lstrip().startswith("{"):
        try:
            data = json.loads(inner)
        except ValueError as error:
            return Parsed(problems=[(1, f"it is no whole JSON object ({error})")])
        return from_object(form, data)
    parsed = parse(form, inner)
    return parse(form, text) if fenced and parsed.problems else parsed


def _messages(prompt: Prompt, opening: Mapping[str, str]) -> Messages:
    user = defuse_control_tokens(prompt.user)
    for key, start in opening.items():
        user += f"\n\nThe block of {key.capitalize()} begins with these lines:\n{start}"
    return [{"role": "system", "content": prompt.base.strip()}, {"role": "user", "content": user}]


def defuse_control_tokens(text: str) -> str:
    """Return `text` with a space inserted into each spelling of a control token.

    Servers read such spellings in messages as control tokens, so a web page could pose as the system.
    """
    return _CONTROL.sub(lambda match: f"{match[0][0]} {match[0][1:]}", text)


def _with_opening(parsed: Parsed, form: Form, opening: Mapping[str, str]) -> None:
    """Make sure that each code field begins with its opening lines; a text may be written anew instead."""
    for key, start in opening.items():
        slot, code = form[key].slot, str(parsed.values.get(key, ""))
        if not isinstance(slot, Slot) or slot.kind != "code" or code.startswith(start.strip("\n")):
            continue
        if not slot.of_function or start.strip().partition("\n")[0] not in code:
            parsed.values[key] = f"{start.rstrip()}\n{code}"


def _book(error: ModelError, before: Usage) -> None:
    """Give an error the usage of the call that failed, and of those of the same reply before it."""
    before.add(error.usage or Usage())
    error.usage = before


def _writes_a_file(form: Form) -> bool:
    """Whether a field is the content of a file, which is written to its end."""
    return any(isinstance(entry.slot, Slot) and entry.slot.of_file for entry in form.asked)


def _name_call(call: Call) -> str:
    return f"the {call.phase} of {call.document}"


def _problems(parsed: Parsed) -> list[str]:
    return [message for _, message in parsed.problems[:5]]
