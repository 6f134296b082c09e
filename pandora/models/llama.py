"""The default model: a GGUF run in this process by llama.cpp, with one KV cache for a whole tree of loops."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from pandora.budget import Usage
from pandora.document.body import parse, render
from pandora.document.fill import Filled, fill, most_tokens
from pandora.document.form import Form, has_only_choices
from pandora.errors import ModelError, ReplyError
from pandora.models.ceilings import NONE_GIVEN, GivenCeilings, ceilings_for
from pandora.models.chat_frame import ChatFrame
from pandora.models.fit.batch_costs import BatchCosts, keep_batches, known_batches
from pandora.models.fit.cache_agreement import check_cache_type
from pandora.models.fit.load_options import AUTO, DEFAULT_OPTIONS, LoadOptions
from pandora.models.fit.load_plan import plan_load
from pandora.models.fit.processor import physical_cores
from pandora.models.gguf_frame import gguf_frame, gguf_template
from pandora.models.kept_prefixes import KeptPrefixes
from pandora.models.llama_context import LlamaContext
from pandora.models.llama_form_writer import LlamaFormWriter
from pandora.models.llama_library import gguf_digest, library, load_gguf, parameter_count
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.sampler import Sampler
from pandora.models.tokenizer import Tokenizer

DEFAULT_CONTEXT = 8192
SMALLEST_CONTEXT = 1024


@dataclass(frozen=True)
class TracedCall:
    """One call's whole token sequence; `sampled` marks the tokens that the model wrote."""

    document: str
    phase: str
    tokens: tuple[int, ...]
    sampled: tuple[bool, ...]
    evaluated: int


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
        self.costs: BatchCosts | None = None
        self.tokenizer = Tokenizer(handle)
        self._handle = handle
        self._context = context
        self._costs_key = ""
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

        `context` is what a person asked for; without it, it is DEFAULT_CONTEXT, or what fits the memory that is
        free, and `say` is told so. Without `threads` there is one for each physical core. `template` is
        what the setting `chat_template` names in place of the file's own template; `given` are
        the ceilings that a person has set.
        """
        plan = plan_load(path, context, options, default=DEFAULT_CONTEXT, least=SMALLEST_CONTEXT, say=say)
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
        if options.prefixes is not None:
            version = metadata.version("llama-cpp-python")
            key = f"{gguf_digest(path)} {version} {options.cache_type} {options.flash_attention}"
            llama_context.kept = KeptPrefixes(options.prefixes, key)
        model.ceilings = ceilings_for(model.parameters, model.context, given)
        if options.speculation != "off" and llama_context.goes_back:
            model._costs_key = costs_key(path, count, options)
            model.costs = BatchCosts(known_batches(model._costs_key), same_only=options.speculation == AUTO)
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
            frame = (self.frame.unthought if has_only_choices(form) else None) or self.frame
            room = min(most_tokens(form, self.ceilings.reply), self.context // 4)
            writer, thought = self.form_writer(prompt, call, sampling, room, frame)
            begin = len(writer.text)
            try:
                filled = fill(form, writer, opening, self.ceilings.reply)
            except ReplyError as error:
                raise ReplyError(f"{call.document}: the {call.phase} reply is not whole: {error}") from None
            writer.meter.end(writer.written, lambda: writer.text)
            reply = replace(self._reply(writer, begin, filled, call, start), thought=thought)
        problems = parse(form, render(form, filled.values)).problems
        if problems:
            reasons = "; ".join(message for _, message in problems)
            raise ReplyError(
                f"{call.document}: the model's {call.phase} reply does not fit its form: {reasons}"
            )
        return reply

    def close(self) -> None:
        """Free the memory; closing twice is harmless."""
        with self._lock:
            if self._handle is not None:
                self._context.keep_prefixes()
                if self.costs is not None and self._costs_key:
                    keep_batches(self._costs_key, self.costs.tried)
                self._context.close()
                self.tokenizer.close()
                library().llama_model_free(self._handle)
                self._handle = None

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
        self, prompt: Prompt, call: Call, sampling: Sampling, room: int, frame: ChatFrame | None = None
    ) -> tuple[LlamaFormWriter, str]:
        """Return a form writer placed where the reply begins, and what the model thought before it.

        `room` is the tokens for the reply; `frame` takes the place of the model's own. Raises ModelError if
        prompt and reply exceed the context.
        """
        if self._handle is None:
            raise ModelError(f"the model {self.name} is closed; open it again")
        frame = frame or self.frame
        base, parts, end = self._prompt_pieces(prompt, frame)
        tokens = base + parts + end
        thought = min(self.ceilings.thought, self.context // 4) if frame.thinks else 0
        if len(tokens) + room + thought > self.context:
            raise ModelError(
                f"{call.document}: a {call.phase} prompt of {len(tokens)} tokens and {room + thought} for the "
                f"reply pass the model's context of {self.context}; raise model_context or lower the context"
            )
        marks = (len(base), len(base) + len(parts), len(tokens))
        writer = LlamaFormWriter(
            self._context,
            self.tokenizer,
            Sampler(sampling),
            tokens,
            call.document,
            room + thought,
            marks,
            self.costs,
        )
        if not thought:
            return writer, ""
        text = writer.think(frame.ends, thought)
        closing = frame.closing
        writer.frame(closing.lstrip("\n") if text.endswith("\n") else closing)
        return writer, text.strip()

    def _reply(self, writer: LlamaFormWriter, begin: int, filled: Filled, call: Call, start: float) -> Reply:
        usage = Usage(
            calls=1,
            prompt=writer.sampled.count(False),
            evaluated=writer.evaluated,
            written=writer.written,
            model_seconds=time.perf_counter() - start,
            drafted=writer.drafted,
            taken=writer.taken,
        )
        if self.trace is not None:
            traced = TracedCall(
                call.document, call.phase, tuple(writer.tokens), tuple(writer.sampled), writer.evaluated
            )
            self.trace.append(traced)
        return Reply(filled, writer.text[begin:].strip(), usage)


def thread_count(given: int | None) -> int:
    """How many threads a model gets: as many as were given, else one for each physical core."""
    return min(given or physical_cores(), os.cpu_count() or 1)


def costs_key(path: Path, threads: int, options: LoadOptions) -> str:
    """Under what the costs of a model's batches are kept: its weights, the library, and how it is loaded."""
    version = metadata.version("llama-cpp-python")
    loaded = f"{threads} {options.cache_type} {options.flash_attention} {options.gpu_layers} {options.cpu_moe}"
    return f"{gguf_digest(path)} {version} {loaded}"
