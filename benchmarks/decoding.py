"""Compares three ways for a model to write a form: filled blanks, free text, and under a GBNF grammar."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.figures import Measure, Row, Tell
from benchmarks.lean_runs import Clock
from benchmarks.llama_bindings import bindings, open_llama
from benchmarks.rounds import workspace_on_disk
from pandora.document.form import Form
from pandora.document.grammar import to_gbnf
from pandora.engine import prompt as prompts
from pandora.engine.pattern import Library
from pandora.models.llama import LlamaModel
from pandora.models.protocol import GREEDY, Call, Prompt

KEY, TITLE, OF, GOAL = "decoding", "Decoding a form", "form-filled / free, ms a token of the reply", 1.0
ROUNDS, QUICK = 3, 1
TASK = "Find the cheapest laptop with an nvidia GPU in data/laptops.csv"
CALL = Call("plan", "system", "", "bench")


@dataclass(frozen=True)
class Decoded:
    """One reply of the model.

    `seconds` includes the time for the prompt; `reply` counts all tokens, `written` those the model wrote.
    """

    seconds: float
    reply: int
    written: int


class Decoder:
    """Makes replies in three ways. Every prompt begins with a different number, so that no cache helps.

    With one thread, the processor's seconds count, which other work on the machine does not lengthen; with
    more, which wait for one another in a loop, those of the wall.
    """

    def __init__(self, model: LlamaModel, gguf: Path, library: Library, threads: int) -> None:
        self._model = model
        self._prompt, self.form = plan_prompt(model, library)
        self._numbers = iter(range(100, 1000))
        self._clock: Clock = time.process_time if threads == 1 else time.perf_counter
        self._llama = Constrained(gguf, model.context, threads, to_gbnf(self.form))

    def filled(self) -> Decoded:
        """Fill the form as the engine does: the literal parts are given, only the blanks are decoded."""
        begun = self._clock()
        reply = self._model.fill(self._numbered(), self.form, call=CALL)
        seconds = self._clock() - begun
        return Decoded(seconds, self._model.count(reply.raw), reply.usage.written)

    def free(self, limit: int) -> Decoded:
        """Write at most `limit` tokens of free text; the model may end sooner."""
        begun = self._clock()
        writer, _ = self._model.form_writer(self._numbered(), CALL, GREEDY, limit)
        writer.free("", limit)
        return Decoded(self._clock() - begun, writer.written, writer.written)

    def constrained(self, limit: int) -> Decoded:
        """Write at most `limit` tokens under the grammar, with llama.cpp's own sampler."""
        tokens = self._model.prompt_tokens(self._numbered())
        begun = self._clock()
        written = self._llama.write(tokens, limit, self._model.tokenizer.ends)
        return Decoded(self._clock() - begun, written, written)

    def close(self) -> None:
        """Release the second model context."""
        self._llama.close()

    def _numbered(self) -> Prompt:
        return replace(self._prompt, base=f"{next(self._numbers)}. {self._prompt.base}")


class Constrained:
    """Greedy decoding under a grammar, in llama-cpp-python's own loop, as its users would run it."""

    def __init__(self, gguf: Path, context: int, threads: int, gbnf: str) -> None:
        self._grammar = bindings().LlamaGrammar.from_string(gbnf, verbose=False)
        self._llama = open_llama(gguf, context, threads)

    def write(self, tokens: list[int], limit: int, ends: Callable[[int], bool]) -> int:
        """Write a reply and return its number of tokens, at most `limit`; `ends` detects the end token."""
        written = 0
        for token in self._llama.generate(tokens, temp=0.0, grammar=self._grammar):
            if ends(token):
                break
            written += 1
            if written >= limit:
                break
        return written

    def close(self) -> None:
        """Release the model's memory."""
        self._llama.close()


def plan_prompt(model: LlamaModel, library: Library) -> tuple[Prompt, Form]:
    """Return the system level's PLAN prompt as a run asks it, and its form with the menu bound."""
    pattern = library.load("system")
    phase = library.phase(pattern, "plan")
    menu = library.menu(pattern, ("data/laptops.csv",), 3, "answer")
    form = phase.form.bind(menu=tuple(menu))
    understood = prompts.part(1, f"Task: {TASK}\nResolved: {TASK}")
    lines = prompts.menu_lines(menu)
    return prompts.build(library.base(), phase, form, [understood], 3000, model.count, lines), form


def measure_decoding(
    model: LlamaModel, gguf: Path, system: Path, threads: int, tell: Tell, quick: bool = False
) -> Measure:
    """Measure all three ways in interleaved rounds; the filled reply's length limits the two others."""
    taken: dict[str, list[Decoded]] = {"form_filled": [], "free": [], "gbnf": [], "prompt": []}
    with (
        workspace_on_disk(system) as workspace,
        closing(Decoder(model, gguf, Library(workspace), threads)) as decoder,
    ):
        decoder.free(1)  # the first call of a context pays for its memory
        decoder.constrained(1)
        for number in range(QUICK if quick else ROUNDS):
            tell(f"decoding, round {number + 1}")
            filled = decoder.filled()
            taken["form_filled"].append(filled)
            taken["free"].append(decoder.free(filled.reply))
            taken["gbnf"].append(decoder.constrained(filled.reply))
            taken["prompt"].append(decoder.free(1))
    prompt = statistics.median(decoded.seconds for decoded in taken.pop("prompt"))
    return figures(model.name, taken, prompt)


def figures(name: str, taken: dict[str, list[Decoded]], prompt: float) -> Measure:
    """Turn the replies into a Measure; `prompt` is the seconds until the first token."""
    labels = {"form_filled": "form-filled", "free": "free", "gbnf": "GBNF grammar"}
    token = {
        key: statistics.median(decoded.seconds / max(1, decoded.reply) for decoded in some)
        for key, some in taken.items()
    }
    written = {
        key: statistics.median((decoded.seconds - prompt) / max(1, decoded.written) for decoded in some)
        for key, some in taken.items()
    }
    rows = []
    for key, label in labels.items():
        what = f"{label}: a token of the reply, prompt included"
        rows.append(Row(key, what, token[key] * 1e3, "ms", _ratio(token[key], token["free"])))
    for key, label in labels.items():
        what = f"{label}: a token that the model wrote, prompt excluded"
        rows.append(
            Row(f"{key}_written", what, written[key] * 1e3, "ms", _ratio(written[key], written["free"]))
        )
    tokens = {key: {"reply": some[-1].reply, "written": some[-1].written} for key, some in taken.items()}
    details = {
        "model": name,
        "rounds": len(taken["free"]),
        "prompt_ms": round(prompt * 1e3, 1),
        "tokens": tokens,
    }
    return Measure(
        KEY, TITLE, OF, GOAL, tuple(rows), _ratio(token["form_filled"], token["free"]), details=details
    )


def _ratio(value: float, base: float) -> float | None:
    """Return `value / base`, or None where noise made the baseline zero or negative."""
    return value / base if base > 0 else None
