"""The default model: a GGUF run in this process by llama.cpp, with one KV cache for a whole tree of loops."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from pandora.budget import Usage
from pandora.document.body import parse, render
from pandora.document.fill import Filled, fill, most_tokens
from pandora.document.form import Form, Slot, has_only_choices
from pandora.errors import ModelError, ReplyError
from pandora.models.begun_replies import BegunReplies
from pandora.models.ceilings import NONE_GIVEN, GivenCeilings, ceilings_for
from pandora.models.chat_frame import ChatFrame
from pandora.models.decoder import Decoder
from pandora.models.fit.batch_costs import BatchCosts, keep_batches, known_batches
from pandora.models.fit.cache_agreement import check_cache_type
from pandora.models.fit.load_options import AUTO, DEFAULT_OPTIONS, LoadOptions
from pandora.models.fit.load_plan import plan_load
from pandora.models.fit.processor import physical_cores
from pandora.models.foreseen import foreseen
from pandora.models.forks import Step, fork_of
from pandora.models.gguf_frame import gguf_frame, gguf_template
from pandora.models.in_step import Share
from pandora.models.kept_prefixes import KeptPrefixes
from pandora.models.llama_context import SHORT_BATCH, LlamaContext
from pandora.models.llama_form_writer import LlamaFormWriter
from pandora.models.llama_library import gguf_digest, library, load_gguf, parameter_count
from pandora.models.progress import heard_by, listener
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.recommended_sampling import NO_RECOMMENDATIONS, recommendations_of_file
from pandora.models.sampler import Sampler
from pandora.models.tokenizer import Tokenizer

DEFAULT_CONTEXT, DEFAULT_OF_STRONG = 8192, 16384
"""The context of a model where nobody asked for one; with a larger one, each step looks at more of a cache."""
SMALLEST_CONTEXT = 1024
FORKED_REPLIES = 64
"""Of how many greedy replies it is kept how they were written: of others, the forks ask for them again."""


@dataclass(frozen=True)
class TracedCall:
    """One call's whole token sequence; `sampled` marks the tokens that the model wrote."""

    document: str
    phase: str
    tokens: tuple[int, ...]
    sampled: tuple[bool, ...]
    evaluated: int


@dataclass(frozen=True)
class _Asked:
    """What a reply is written to; replies to the same may be written together, each drawn in its own way."""

    prompt: Prompt
    form: Form
    opening: tuple[tuple[str, str], ...]
    call: Call

    @property
    def text(self) -> tuple[Prompt, str, tuple[tuple[str, str], ...]]:
        """What the reply depends on: not who asks."""
        return self.prompt, repr(self.form), self.opening

    @property
    def writes_a_file(self) -> bool:
        """True where a blank is the content of a file, which has no limit."""
        return any(isinstance(entry.slot, Slot) and entry.slot.of_file for entry in self.form.asked)


@dataclass(frozen=True)
class _Written:
    """A whole reply: its writer, where in its text it begins, its values, and the thought before it."""

    writer: LlamaFormWriter
    begin: int
    filled: Filled
    thought: str


class LlamaModel:
    """A `Model` that runs llama.cpp; threads take turns. Set `trace` to a list to record calls in it.

    `notes` are lines that a person should see before a run.
    """

    def __init__(
        self, name: str, handle: Any, context: LlamaContext, frame: ChatFrame, fingerprint: str
    ) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self.parameters: int | None = parameter_count(handle)
        self.frame = frame
        self.notes: tuple[str, ...] = ()
        self.trace: list[TracedCall] | None = None
        self.context = context.sequences.cells
        self.ceilings = ceilings_for(self.parameters, self.context)
        self.recommends = NO_RECOMMENDATIONS
        self.costs: BatchCosts | None = None
        self.tokenizer = Tokenizer(handle)
        self._handle = handle
        self._context = context
        self._measures_key = ""
        self.begun: BegunReplies[_Written] = BegunReplies(context)
        self._greedy: dict[object, list[Step]] = {}
        self._for_forks = 0
        self._lock = threading.Lock()

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        name: str = "",
        context: int | None = None,
        threads: int | None = None,
        thinking: bool | None = None,
        template: str = "",
        given: GivenCeilings = NONE_GIVEN,
        options: LoadOptions = DEFAULT_OPTIONS,
        say: Callable[[str], None] = lambda message: None,
    ) -> LlamaModel:
        """Load the GGUF at `path`; raises ModelError saying what is wrong with it, or that it does not fit.

        `context` is what a person asked for; without it, it is DEFAULT_CONTEXT (of a strong model up to
        DEFAULT_OF_STRONG), or what fits the memory that is free, and `say` is told so. Without `threads` there
        is one for each physical core. `template` is what the setting `chat_template` names in place of the
        file's own template; `given` are the ceilings that a person has set.
        """
        plan = plan_load(
            path,
            context,
            options,
            default=DEFAULT_CONTEXT,
            default_of_strong=DEFAULT_OF_STRONG,
            least=SMALLEST_CONTEXT,
            say=say,
        )
        handle = load_gguf(path, placement=plan.placement)
        bindings = library()
        try:
            trained = int(bindings.llama_model_n_ctx_train(handle))
            size = min(plan.context, trained)
            if size < SMALLEST_CONTEXT:
                limit = f"holds only {trained}" if trained < SMALLEST_CONTEXT else f"was given only {size}"
                raise ModelError(
                    f"{path}: the model {limit} tokens; Pandora needs at least {SMALLEST_CONTEXT}: "
                    + ("use another model" if trained < SMALLEST_CONTEXT else "raise model_context")
                )
            tokenizer = Tokenizer(handle)
            frame = gguf_frame(path, handle, tokenizer, template=template, thinking=thinking)
            untold = not template and not gguf_template(handle).strip()
            count = thread_count(threads)
            if options.cache_type != DEFAULT_OPTIONS.cache_type:
                check_cache_type(handle, path, tokenizer, count, options)
            llama_context = LlamaContext(handle, tokenizer.size, size, count, options=options)
        except BaseException:
            bindings.llama_model_free(handle)
            raise
        model = cls(name or path.stem, handle, llama_context, frame, gguf_digest(path, frame.text))
        if options.recommended:
            model.recommends = recommendations_of_file(path, name)
        if options.prefixes is not None:
            version = metadata.version("llama-cpp-python")
            key = f"{gguf_digest(path)} {version} {options.cache_type} {options.flash_attention}"
            llama_context.kept = KeptPrefixes(options.prefixes, key)
        model.ceilings = ceilings_for(model.parameters, model.context, given)
        if options.width != 1 or options.speculation != "off":
            model._measures_key = measures_key(path, count, options)
            model.begun = BegunReplies(llama_context, options.width, model._measures_key)
        if options.speculation != "off" and llama_context.goes_back:
            known = known_batches(model._measures_key)
            model.costs = BatchCosts(known, same_only=options.speculation == AUTO)
        if untold:
            model.notes = (f"{path}: no chat template in it, so ChatML is used; chat_template names another",)
        return model

    def count(self, text: str) -> int:
        """The number of tokens of `text`, without special ones."""
        return self.tokenizer.count(text)

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Fill the form's blanks one by one; choices are made by comparing logits, whatever the sampling."""
        with self._lock:
            start = time.perf_counter()
            asked = _Asked(prompt, form, tuple(sorted((opening or {}).items())), call)
            try:
                written = self._written(asked, sampling)
            except BaseException:
                self.begun.drop()
                raise
            reply = self._reply(written, call, start)
        problems = parse(form, render(form, reply.filled.values)).problems
        if problems:
            reasons = "; ".join(message for _, message in problems)
            failure = ReplyError(
                f"{call.document}: the model's {call.phase} reply does not fit its form: {reasons}"
            )
            failure.usage = reply.usage
            raise failure
        return reply

    def _written(self, asked: _Asked, sampling: Sampling) -> _Written:
        """Write a reply, or write on the one that was begun when this call was foreseen."""
        if not self.begun.holds(asked, sampling):
            self.begun.drop()
            further = [other for other in dict.fromkeys(foreseen()) if other != sampling]
            if not sampling.fork:  # the forks of this very reply come after it
                further = [other for other in further if not other.fork]
            elif asked.text not in self._greedy:
                again = self._write(asked, GREEDY).writer
                self._for_forks += again.evaluated + again.written
            if not further or asked.writes_a_file or not self._begin(asked, [sampling, *further]):
                return self._write(asked, sampling)
        return self.begun.finish(sampling)

    def _begin(self, asked: _Asked, samplings: Sequence[Sampling]) -> bool:
        """Begin the replies drawn by the first of `samplings`, as many as pay; False where that is one."""
        if self.begun.gains.known and self.begun.gains.of(len(samplings)) < 2:
            return False
        frame = self._frame_for(asked.form)
        given = len(self.prompt_tokens(asked.prompt, frame))
        each = most_tokens(asked.form, self.ceilings.reply) + self._thought_room(frame) + SHORT_BATCH
        each += sum(self.tokenizer.count(text) for _, text in asked.opening)
        hears = listener()  # of the first reply; nobody waits for the others yet

        def write(sampling: Sampling, share: Share) -> _Written:
            with heard_by(hears if sampling == samplings[0] else None):
                return self._write(asked, sampling, share)

        return self.begun.begin(asked, samplings, write, (self.context - given) // each)

    def _write(self, asked: _Asked, sampling: Sampling, context: Decoder | None = None) -> _Written:
        """Fill the form with a writer over `context`; raises ReplyError where the reply is not whole."""
        call, form = asked.call, asked.form
        begins: list[Step] | None = None
        if sampling.fork:
            begins = fork_of(self._greedy[asked.text], sampling.fork, self.tokenizer)
            sampling = replace(sampling, fork=0) if begins is None else GREEDY
        writer, thought = self.form_writer(
            asked.prompt, call, sampling, self._reply_room(form), self._frame_for(form), context, begins
        )
        begin, start = len(writer.text), time.perf_counter()
        try:
            filled = fill(form, writer, dict(asked.opening), self.ceilings.reply)
        except ReplyError as error:
            failure = ReplyError(f"{call.document}: the {call.phase} reply is not whole: {error}")
            failure.usage = _used_by(writer, start)  # it was made, and counts against the run's ceilings
            raise failure from None
        writer.meter.end(writer.written, lambda: writer.text)
        if sampling == GREEDY and begins is None:
            self._greedy[asked.text] = writer.steps
            while len(self._greedy) > FORKED_REPLIES:
                del self._greedy[next(iter(self._greedy))]
        return _Written(writer, begin, filled, thought)

    def close(self) -> None:
        """Free the memory; closing twice is harmless."""
        with self._lock:
            self.begun.drop()
            if self._handle is not None:
                self._context.keep_prefixes()
                if self.costs is not None and self._measures_key:
                    keep_batches(self._measures_key, self.costs.tried)
                self._context.close()
                self.tokenizer.close()
                library().llama_model_free(self._handle)
                self._handle = None

    def set_width(self, width: int | None) -> None:
        """Write so many replies to one prompt together from now on; with None, as many as pay."""
        with self._lock:
            self.begun.drop()
            self.begun = BegunReplies(self._context, width, self._measures_key)

    def prompt_tokens(self, prompt: Prompt, frame: ChatFrame | None = None) -> list[int]:
        """Return the prompt's tokens; each part is encoded alone, so later parts change no earlier tokens.

        `frame` takes the place of the model's own.
        """
        return [token for piece in self._prompt_pieces(prompt, frame or self.frame) for token in piece]

    def _prompt_pieces(self, prompt: Prompt, frame: ChatFrame) -> tuple[list[int], list[int], list[int]]:
        """Return the tokens of base, parts and instruction, with `frame` around them."""
        encode = self.tokenizer.encode
        first = self.tokenizer.first
        base = encode(frame.head, special=True)
        if first is not None and base[:1] != [first]:
            base.insert(0, first)
        base += encode(prompt.base.strip())
        base += encode(frame.middle, special=True)
        parts, lead = list[int](), ""
        for part in prompt.parts:
            if part.strip():
                parts += encode(lead + part.strip("\n"))
                lead = "\n\n"
        end = list[int]()
        if prompt.instruction.strip():
            end += encode(lead + prompt.instruction.strip("\n"))
        return base, parts, end + encode(frame.tail, special=True)

    def form_writer(
        self,
        prompt: Prompt,
        call: Call,
        sampling: Sampling,
        room: int,
        frame: ChatFrame | None = None,
        context: Decoder | None = None,
        begins: Sequence[Step] | None = None,
    ) -> tuple[LlamaFormWriter, str]:
        """Return a form writer placed where the reply begins, and what the model thought before it.

        `room` is the tokens for the reply; `frame` takes the place of the model's own, and `context` that of
        the whole context. A fork `begins` as these steps say. Raises ModelError if prompt and reply exceed the
        context.
        """
        if self._handle is None:
            raise ModelError(f"the model {self.name} is closed; open it again")
        frame = frame or self.frame
        base, parts, end = self._prompt_pieces(prompt, frame)
        tokens = base + parts + end
        thought = self._thought_room(frame)
        if len(tokens) + room + thought > self.context:
            raise ModelError(
                f"{call.document}: a {call.phase} prompt of {len(tokens)} tokens and {room + thought} for the "
                f"reply pass the model's context of {self.context}; raise model_context or lower the context"
            )
        marks = (len(base), len(base) + len(parts), len(tokens))
        writer = LlamaFormWriter(
            context or self._context,
            self.tokenizer,
            Sampler(sampling, self.recommends.of(thinks=bool(thought))),
            tokens,
            call.document,
            room + thought,
            marks,
            self.costs,
            begins or (),
            tells_margins=sampling == GREEDY and begins is None,
        )
        if not thought:
            return writer, ""
        text = writer.think(frame.ends, thought)
        closing = frame.closing
        writer.frame(closing.lstrip("\n") if text.endswith("\n") else closing)
        return writer, text.strip()

    def _frame_for(self, form: Form) -> ChatFrame:
        """The chat frame for a reply of this form: nobody thinks before choices alone."""
        return (self.frame.unthought if has_only_choices(form) else None) or self.frame

    def _reply_room(self, form: Form) -> int:
        return min(most_tokens(form, self.ceilings.reply), self.context // 4)

    def _thought_room(self, frame: ChatFrame) -> int:
        return min(self.ceilings.thought, self.context // 4) if frame.thinks else 0

    def _reply(self, written: _Written, call: Call, start: float) -> Reply:
        writer = written.writer
        again, self._for_forks = self._for_forks, 0
        usage = _used_by(writer, start)
        usage.evaluated += self.begun.in_vain() + again
        if self.trace is not None:
            traced = TracedCall(
                call.document, call.phase, tuple(writer.tokens), tuple(writer.sampled), writer.evaluated
            )
            self.trace.append(traced)
        return Reply(written.filled, writer.text[written.begin :].strip(), usage, written.thought)


def _used_by(writer: LlamaFormWriter, start: float) -> Usage:
    """What a call has used that a writer wrote, and that began at `start` of the performance counter."""
    return Usage(
        calls=1,
        prompt=writer.sampled.count(False),
        evaluated=writer.evaluated,
        written=writer.written,
        model_seconds=time.perf_counter() - start,
        drafted=writer.drafted,
        taken=writer.taken,
    )


def thread_count(given: int | None) -> int:
    """How many threads a model gets: as many as were given, else one for each physical core."""
    return min(given or physical_cores(), os.cpu_count() or 1)


def measures_key(path: Path, threads: int, options: LoadOptions) -> str:
    """Under what the measures of a model are kept: its weights, the library, and how it is loaded."""
    version = metadata.version("llama-cpp-python")
    loaded = f"{threads} {options.cache_type} {options.flash_attention} {options.gpu_layers} {options.cpu_moe}"
    return f"{gguf_digest(path)} {version} {loaded}"
