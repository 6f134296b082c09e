"""Whether a server's model thinks before a reply, and the fields by which each program is asked for that.

llama-server, vLLM and others give `chat_template_kwargs` to the model's template. Ollama and LM Studio do not
read them, and take `reasoning_effort`. Models that cannot leave it, such as gpt-oss, take an effort as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pandora.document.form import Form, has_only_choices
from pandora.models.server_listing import Program

SWITCH, EFFORT, BUDGET = "chat_template_kwargs", "reasoning_effort", "reasoning_budget_tokens"
_LITTLE, _NONE = "low", "none"
_OWN_SWITCH = ("Ollama", "LM Studio")
_LEAST_BUDGET = 1
"""With a budget of 0, llama-server does not end a thought that the template's own prompt opened."""
_HARMONY = ("gptoss", "gpt-oss", "gpt_oss")
"""What servers call the architecture whose replies come in channels, always after one of thought."""


def speaks_in_channels(architecture: str) -> bool:
    """True of a model that gives each reply a channel of its own, by the architecture that a server tells."""
    return architecture.lower() in _HARMONY


@dataclass
class ServerThinking:
    """What is known of one server's model: whether it `may` think, and whether it does `always`.

    `setting` is what a person said: True where the model is to think, False where it is not, None where nobody
    said; then only a model that cannot leave it thinks. `seen` is true once it has thought, and `unheeded`
    once it has done so although it was asked not to.
    """

    program: Program
    may: bool = False
    always: bool = False
    setting: bool | None = None
    seen: bool = False
    unheeded: bool = False

    def wanted(self, form: Form) -> bool:
        """Whether the model is to think before it fills `form`; never before choices alone."""
        return (self.always if self.setting is None else self.setting) and not has_only_choices(form)

    def possible(self, form: Form) -> bool:
        """Whether the model may think before it fills `form`, so that it needs tokens for that."""
        return self.seen or self.may or self.always or self.wanted(form)

    @property
    def switched(self) -> bool:
        """Whether the server is asked at all: nobody asks for a model that is not known to think.

        vLLM does not tell which can, and its templates take the switch without a complaint.
        """
        return self.seen or self.may or self.always or self.setting is not None or self.program == "vLLM"

    def fields(self, form: Form, room: int) -> dict[str, Any]:
        """The fields of a request that let the model think for at most `room` tokens, or keep it from that."""
        wanted = self.wanted(form) and room > 0
        if self.program in _OWN_SWITCH:
            return {EFFORT: _LITTLE if wanted or self.always or self.unheeded else _NONE}
        fields: dict[str, Any] = {SWITCH: {"enable_thinking": wanted}, EFFORT: _LITTLE}
        if self.program == "llama-server":
            fields[BUDGET] = max(_LEAST_BUDGET, room) if wanted else _LEAST_BUDGET
        return fields

    def learn(self, thought: str, *, forbidden: bool) -> None:
        """Take in what the model thought before a reply; `forbidden` is true where it was asked not to."""
        self.seen = self.seen or bool(thought)
        self.unheeded = self.unheeded or (forbidden and bool(thought))
