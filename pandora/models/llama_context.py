"""One llama.cpp context whose sequences share a KV cache, kept in step with its bookkeeping in `Sequences`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pandora import interrupt
from pandora.errors import ModelError
from pandora.models.fit.load_options import DEFAULT_OPTIONS, LoadOptions
from pandora.models.llama_library import last_complaint, library
from pandora.models.sequences import Sequences

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Logits = NDArray[float32]

SLOTS = 32
CACHE_BF16 = 30
"""llama.cpp's number for bf16, the one type that the bindings do not name."""
BATCH = 512
SHORT_BATCH = 16
"""A batch of at most this many tokens takes less than a second and cannot be interrupted."""


class LlamaContext:
    """A context of `size` tokens for the model `handle`, with `slots` sequences; raises ModelError."""

    def __init__(
        self,
        handle: Any,
        vocabulary: int,
        size: int,
        threads: int,
        slots: int = SLOTS,
        options: LoadOptions = DEFAULT_OPTIONS,
    ) -> None:
        self._bindings = library()
        self._vocabulary = vocabulary
        params = self._bindings.llama_context_default_params()
        params.n_ctx = size
        params.n_batch = params.n_ubatch = BATCH
        params.n_seq_max = slots
        params.kv_unified = True
        params.n_threads = params.n_threads_batch = threads
        params.no_perf = True
        set_attention(self._bindings, params, options)
        self._context = self._bindings.llama_init_from_model(handle, params)
        if not self._context:
            reason = last_complaint() or "probably not enough memory"
            raise ModelError(
                f"no context of {size} tokens could be made ({reason}); try a smaller model_context, "
                "or the defaults of cache_type and flash_attention"
            )
        self._nodes_done = self._nodes_of_a_batch = 0
        self._tell: Callable[[], None] | None = None
        self._stops = self._bindings.ggml_abort_callback(self._after_node)
        self._never = self._bindings.ggml_abort_callback()
        self._memory = self._bindings.llama_get_memory(self._context)
        self._batch = self._bindings.llama_batch_init(BATCH, 0, 1)
        self.sequences = Sequences(slots, size)

    def close(self) -> None:
        """Free the context's memory."""
        if self._context:
            self._bindings.llama_batch_free(self._batch)
            self._bindings.llama_free(self._context)
            self._context = None

    def start(self, tokens: list[int], owner: str, room: int) -> tuple[int, int]:
        """Begin a call with `tokens`; return its sequence and how many of the tokens that holds already.

        `owner` is the document that asks; `room` is the number of cells to keep free for what follows.
        """
        placed = self.sequences.place(tokens, owner, room)
        if placed.slot in placed.evicted:
            self._bindings.llama_memory_seq_rm(self._memory, placed.slot, -1, -1)
        if placed.source is not None and placed.source != placed.slot:
            self._bindings.llama_memory_seq_cp(self._memory, placed.source, placed.slot, 0, placed.shared)
        self._empty(slot for slot in placed.evicted if slot != placed.slot)
        length = self._bindings.llama_memory_seq_pos_max(self._memory, placed.slot) + 1
        if length != placed.shared:  # recurrent models copy only whole sequences
            self.cut(placed.slot, 0)
            return placed.slot, 0
        return placed.slot, placed.shared

    def extend(self, slot: int, tokens: list[int], heard: Callable[[int], None] | None = None) -> Logits:
        """Decode `tokens` at the end of `slot`; returns the logits after the last.

        `heard` is told how many of them are decoded, also within a batch, and must not raise.
        """
        at = len(self.sequences.tokens(slot))
        self._empty(self.sequences.append(slot, tokens))
        try:
            if heard and not at and len(tokens) > SHORT_BATCH:
                self._count_nodes(slot, tokens[0])
            for start in range(0, len(tokens), BATCH):
                piece = tokens[start : start + BATCH]
                if heard and self._nodes_of_a_batch:
                    self._tell = functools.partial(self._tell_share, heard, start, len(piece))
                self._decode(slot, at + start, piece, last=start + BATCH >= len(tokens))
                if heard:
                    heard(start + len(piece))
        except BaseException:
            self.cut(slot, 0)
            raise
        finally:
            self._tell = None
        return self._logits()

    def _count_nodes(self, slot: int, token: int) -> None:
        """Find out, once, how many nodes the graph of a batch has, by decoding `token` in the empty `slot`.

        Every batch has the same graph, so the nodes that are done say how far a batch is.
        """
        if self._nodes_of_a_batch:
            return
        self._nodes_done = 0
        self._decode(slot, 0, [token], last=True, looks=True)
        self._nodes_of_a_batch = self._nodes_done
        self._bindings.llama_memory_seq_rm(self._memory, slot, -1, -1)

    def _after_node(self, _user_data: object) -> bool:
        """What llama.cpp calls after each node of a long batch; True breaks the batch off."""
        self._nodes_done += 1
        if self._tell is not None:
            self._tell()
        return interrupt.stop_requested()

    def _tell_share(self, heard: Callable[[int], None], start: int, size: int) -> None:
        heard(start + min(size - 1, size * self._nodes_done // self._nodes_of_a_batch))

    def cut(self, slot: int, length: int) -> int:
        """Cut `slot` to `length` tokens; return how many it holds then: 0 where it could only be emptied."""
        if not self._bindings.llama_memory_seq_rm(self._memory, slot, length, -1):
            length = 0
            self._bindings.llama_memory_seq_rm(self._memory, slot, -1, -1)
        self.sequences.trim(slot, length)
        return length

    def _empty(self, slots: Any) -> None:
        for slot in slots:
            self._bindings.llama_memory_seq_rm(self._memory, slot, -1, -1)

    def _decode(self, slot: int, position: int, tokens: list[int], *, last: bool, looks: bool = False) -> None:
        """Decode one batch at `position`; a long one, or one that `looks`, calls `_after_node`."""
        batch = self._batch
        self._nodes_done = 0
        batch.n_tokens = len(tokens)
        for place, token in enumerate(tokens):
            batch.token[place] = token
            batch.pos[place] = position + place
            batch.n_seq_id[place] = 1
            batch.seq_id[place][0] = slot
            batch.logits[place] = 0
        batch.logits[len(tokens) - 1] = 1 if last else 0
        with interrupt.uninterrupted():  # an exception cannot leave llama.cpp's callback
            code = self._decoded(batch, looks=looks or len(tokens) > SHORT_BATCH)
        if code:
            reason = last_complaint() or f"code {code}"
            raise ModelError(
                f"llama.cpp could not decode {len(tokens)} tokens ({reason}); try a smaller model_context"
            )

    def _decoded(self, batch: Any, *, looks: bool) -> int:
        """Decode a batch and return llama.cpp's code; one that `looks` stops early on a request to stop."""
        if looks:
            self._bindings.llama_set_abort_callback(self._context, self._stops, None)
        try:
            return int(self._bindings.llama_decode(self._context, batch))
        finally:
            if looks:
                self._bindings.llama_set_abort_callback(self._context, self._never, None)

    def _logits(self) -> Logits:
        import numpy

        pointer = self._bindings.llama_get_logits_ith(self._context, -1)
        return numpy.array(numpy.ctypeslib.as_array(pointer, shape=(self._vocabulary,)), copy=True)


def set_attention(bindings: Any, params: Any, options: LoadOptions) -> None:
    """Set the type of the cache and the kind of attention in the parameters of a context."""
    params.type_k = params.type_v = getattr(bindings, f"GGML_TYPE_{options.cache_type.upper()}", CACHE_BF16)
    if options.flash_attention is not None:
        kind = "ENABLED" if options.flash_attention else "DISABLED"
        params.flash_attn_type = getattr(bindings, f"LLAMA_FLASH_ATTN_TYPE_{kind}")
