"""One llama.cpp context whose sequences share a KV cache, kept in step with its bookkeeping in `Sequences`."""

from __future__ import annotations

import ctypes
import functools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pandora import interrupt
from pandora.errors import ModelError
from pandora.models.checkpoints import Checkpoints, Limit, most_bytes
from pandora.models.fit.load_options import DEFAULT_OPTIONS, LoadOptions
from pandora.models.kept_prefixes import LEAST, KeptPrefixes
from pandora.models.llama_library import is_recurrent, last_complaint, library
from pandora.models.sequences import Sequences

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Logits = NDArray[float32]

SLOTS, RECURRENT_SLOTS = 32, 8
"""Sequences of a context. llama.cpp sets memory aside for a state of each: for a large model, some 60 MiB."""
CACHE_BF16 = 30
"""llama.cpp's number for bf16, the one type that the bindings do not name."""
BATCH = 512
SHORT_BATCH = 16
"""A batch of at most this many tokens takes less than a second and cannot be interrupted."""


class LlamaContext:
    """A context of `size` tokens for the model `handle`; raises ModelError.

    `slots` is the number of sequences. Where the model has recurrent layers, their states are kept at some
    places, and `limit` says in how many bytes.
    """

    def __init__(
        self,
        handle: Any,
        vocabulary: int,
        size: int,
        threads: int,
        slots: int | None = None,
        options: LoadOptions = DEFAULT_OPTIONS,
        limit: Limit = most_bytes,
    ) -> None:
        self._bindings = library()
        self._vocabulary = vocabulary
        self._recurrent = is_recurrent(handle)
        slots = slots or slots_of(self._recurrent)
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
        self._window = int(self._bindings.llama_model_n_swa(handle))
        self._checkpoints = Checkpoints(limit) if self._recurrent else None
        self.sequences = Sequences(slots, size, self._checkpoints)
        self.kept: KeptPrefixes | None = None
        self._ends: dict[int, int] = {}
        self._marks: dict[int, set[int]] = {}
        self._bookmarks: dict[int, int] = {}

    def close(self) -> None:
        """Free the context's memory."""
        if self._context:
            self._bindings.llama_batch_free(self._batch)
            self._bindings.llama_free(self._context)
            self._context = None

    def start(self, tokens: list[int], owner: str, room: int, marks: Sequence[int] = ()) -> tuple[int, int]:
        """Begin a call with `tokens`; return its sequence and how many of the tokens that holds already.

        `owner` is the document that asks; `room` is the number of cells to keep free for what follows. `marks`
        are numbers of tokens, in order, after which another call may go on differently; the last one ends the
        prompt, and the one before it what the document's next prompt shares. A model with recurrent layers
        keeps its state there, and where calls have parted before.
        """
        if self.kept is not None:
            self._bring_back(self.kept, tokens, room)
        placed = self.sequences.place(tokens, owner, room)
        slot, shared = placed.slot, placed.shared
        if slot in placed.evicted:
            self._bindings.llama_memory_seq_rm(self._memory, slot, -1, -1)
        copies = placed.source is not None and placed.source != slot
        if copies:
            self._bindings.llama_memory_seq_cp(self._memory, placed.source, slot, 0, shared)
        taken_up = not (copies and self._recurrent) or self._take_up(slot, shared)
        self._empty(other for other in placed.evicted if other != slot)
        if not (taken_up and self._holds(slot, shared)):
            self._clear(slot)
            shared = 0
        self._ends[slot] = marks[-2] if len(marks) > 1 else 0
        if self._recurrent:
            self._marks[slot] = set(spaced((*marks, len(tokens) - 1, placed.common), shared, len(tokens) - 1))
        return slot, shared

    def keep_prefixes(self, most: int = 2) -> None:
        """Write down the prefixes of up to `most` documents that asked last, for a later process.

        Each ends where the document's next prompt may go on differently: before the phase's instruction. The
        sequences are cut there, so this is the last thing that a context does.
        """
        if self.kept is None:
            return
        for slot, sequence in self.sequences.latest(LEAST, most):
            end = min(self._ends.get(slot, 0), len(sequence))
            if end < LEAST or self.cut(slot, end) != end:
                continue
            tokens = sequence[:end]
            size = int(self._bindings.llama_state_seq_get_size(self._context, slot))
            data = (ctypes.c_uint8 * size)()
            written = int(self._bindings.llama_state_seq_get_data(self._context, data, size, slot))
            if written:
                self.kept.keep(tokens, bytes(memoryview(data)[:written]))

    def _bring_back(self, kept: KeptPrefixes, tokens: list[int], room: int) -> None:
        """Put the beginning of `tokens` in place as an earlier process left it, where that saves enough."""
        # Recurrent layers and windows can be taken up only at the very end of what was written down.
        prefix_file = kept.longest(tokens[:-1], whole=self._recurrent or bool(self._window))
        if prefix_file is None:
            return
        prefix, length = prefix_file
        if length - self.sequences.common(tokens) < LEAST or len(prefix.tokens) + room > self.sequences.cells:
            return
        data = kept.read(prefix)
        if data is None:
            return
        slot, evicted = self.sequences.adopt(list(prefix.tokens))
        self._empty({slot, *evicted})
        buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
        put = int(self._bindings.llama_state_seq_set_data(self._context, buffer, len(data), slot))
        if not put or not self._holds(slot, len(prefix.tokens)):
            self._clear(slot)
            kept.drop(prefix)
            return
        if self._recurrent:
            self._keep_state(slot, length)
        else:
            self.cut(slot, length)

    def extend(self, slot: int, tokens: list[int], heard: Callable[[int], None] | None = None) -> Logits:
        """Decode `tokens` at the end of `slot`; returns the logits after the last.

        `heard` is told how many of them are decoded, also within a batch, and must not raise.
        """
        at = self.sequences.length(slot)
        self._empty(self.sequences.append(slot, tokens))
        try:
            if heard and not at and len(tokens) > SHORT_BATCH:
                self._count_nodes(slot, tokens[0])
            for start, end in self._batches(slot, at, len(tokens)):
                piece = tokens[start:end]
                if heard and self._nodes_of_a_batch:
                    self._tell = functools.partial(self._tell_share, heard, start, len(piece))
                self._decode(slot, at + start, piece, wanted=[len(piece) - 1] if end == len(tokens) else [])
                if at + end in self._marks.get(slot, ()):
                    self._keep_state(slot, at + end)
                if heard:
                    heard(end)
        except BaseException:
            self._clear(slot)
            raise
        finally:
            self._tell = None
        return self._logits()

    def extend_by_draft(self, slot: int, tokens: list[int]) -> list[Logits]:
        """Decode `tokens`, at most BATCH, in one batch at the end of `slot`; return the logits after each.

        The caller cuts off what turns out wrong. Raises ValueError where recurrent layers cannot go back.
        """
        if self._recurrent:
            raise ValueError("recurrent layers cannot go back")
        at = self.sequences.length(slot)
        self._empty(self.sequences.append(slot, tokens))
        try:
            self._decode(slot, at, tokens, wanted=range(len(tokens)))
        except BaseException:
            self._clear(slot)
            raise
        return [self._logits(place) for place in range(len(tokens))]

    def extend_each(self, steps: Sequence[tuple[int, int]]) -> list[Logits]:
        """Decode one token at the end of each sequence in one batch: the slots with their tokens, in `steps`.

        Returns the logits after each. None of the slots may be evicted for another: the caller has pinned them.
        """
        rows = [(slot, self.sequences.length(slot), token) for slot, token in steps]
        try:
            for slot, _, token in rows:
                self._empty(self.sequences.append(slot, [token]))
            self._decode_rows(rows, wanted=range(len(rows)))
            for slot, at, _ in rows:
                if at + 1 in self._marks.get(slot, ()):
                    self._keep_state(slot, at + 1)
        except BaseException:
            for slot, _ in steps:
                self._clear(slot)
            raise
        return [self._logits(place) for place in range(len(rows))]

    def seconds_of_rows(
        self,
        slot: int,
        rows: int,
        draw: Callable[[Logits], object],
    ) -> float:
        """How long it takes to decode and to `draw` one token for each of `rows` copies of the sequence `slot`.

        On a fast card, to draw takes as long as to decode, and is not done for all at once.
        The copies stand in empty sequences for that time, of which there must be as many, and `rows` cells.
        """
        copies = self.sequences.empty[:rows]
        tokens = self.sequences.tokens(slot)
        for copy in copies:
            self._bindings.llama_memory_seq_cp(self._memory, slot, copy, -1, -1)
        try:
            start = time.perf_counter()
            self._decode_rows([(copy, len(tokens), tokens[-1]) for copy in copies], wanted=range(rows))
            for row in range(rows):
                draw(self._logits(row))
            return time.perf_counter() - start
        finally:
            self._empty(copies)

    @property
    def goes_back(self) -> bool:
        """True where a cut by any number of tokens is exact and costs nothing."""
        return not self._recurrent

    def bookmark(self, slot: int) -> None:
        """Make a cut to the present end of `slot` exact and cheap, in place of the bookmark before it."""
        if not self._recurrent:
            return
        before = self._bookmarks.pop(slot, None)
        if before is not None and self._checkpoints is not None:
            self._checkpoints.forget(before)
        cell = self._keep_state(slot, self.sequences.length(slot))
        if cell is not None:
            self._bookmarks[slot] = cell

    def _batches(self, slot: int, at: int, count: int) -> Iterator[tuple[int, int]]:
        """Divide `count` tokens at the position `at` in batches; each mark is the end of one."""
        marks = sorted(mark - at for mark in self._marks.get(slot, ()) if at < mark < at + count)
        start = 0
        for end in (*marks, count):
            while start < end:
                stop = min(start + BATCH, end)
                yield start, stop
                start = stop

    def _keep_state(self, slot: int, length: int) -> int | None:
        """Keep the recurrent layers' state of `slot` after its `length` tokens; return its cell, or None."""
        bindings = self._bindings
        partial = bindings.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        size = int(bindings.llama_state_seq_get_size_ext(self._context, slot, partial))
        if not size or not self.sequences.make_room_for_state(slot, length, size):
            return None
        state = (ctypes.c_uint8 * size)()
        if bindings.llama_state_seq_get_data_ext(self._context, state, size, slot, partial) != size:
            return None
        return self.sequences.keep_state(slot, length, state)

    def _take_up(self, slot: int, length: int) -> bool:
        """Take `slot` back to its first `length` tokens by the state kept there; False where there is none."""
        state = self.sequences.state(slot, length)
        if state is None:
            return False
        bindings = self._bindings
        partial = bindings.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        if not bindings.llama_state_seq_set_data_ext(self._context, state, len(state), slot, partial):
            return False
        return bool(bindings.llama_memory_seq_rm(self._memory, slot, length, -1))

    def _count_nodes(self, slot: int, token: int) -> None:
        """Find out, once, how many nodes the graph of a batch has, by decoding `token` in the empty `slot`.

        Every batch has the same graph, so the nodes that are done say how far a batch is.
        """
        if self._nodes_of_a_batch:
            return
        self._nodes_done = 0
        self._decode(slot, 0, [token], wanted=[0], looks=True)
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
        """Cut `slot` to `length` tokens; return how many it holds then.

        That is fewer where a model has recurrent layers whose state at `length` was not kept.
        """
        if not self._recurrent:
            cut = bool(self._bindings.llama_memory_seq_rm(self._memory, slot, length, -1))
        elif length == self.sequences.length(slot):
            return length
        else:
            length = self.sequences.reach(slot, length)
            cut = self._take_up(slot, length)
        if not (cut and self._holds(slot, length)):
            length = 0
            self._empty([slot])
        self.sequences.trim(slot, length)
        return length

    def _holds(self, slot: int, length: int) -> bool:
        """True where llama.cpp has all that is needed to go on with `slot` after its first `length` tokens.

        A layer with a sliding window looks back at that many tokens. llama.cpp writes others into the cells of
        those before them, which a prefix that is shorter than the sequence would need.
        """
        if self._bindings.llama_memory_seq_pos_max(self._memory, slot) + 1 != length:
            return False
        if not self._window or self._recurrent:  # a kept state has the windows, too
            return True
        first = int(self._bindings.llama_memory_seq_pos_min(self._memory, slot))
        return first <= max(0, length - self._window)

    def _clear(self, slot: int) -> None:
        self._empty([slot])
        self.sequences.trim(slot, 0)

    def _empty(self, slots: Iterable[int]) -> None:
        for slot in slots:
            self._bindings.llama_memory_seq_rm(self._memory, slot, -1, -1)

    def _decode(
        self, slot: int, position: int, tokens: list[int], *, wanted: Iterable[int], looks: bool = False
    ) -> None:
        """Decode one batch of `slot` at `position`; see `_decode_rows`."""
        rows = [(slot, position + place, token) for place, token in enumerate(tokens)]
        self._decode_rows(rows, wanted=wanted, looks=looks)

    def _decode_rows(
        self, rows: Sequence[tuple[int, int, int]], *, wanted: Iterable[int], looks: bool = False
    ) -> None:
        """Decode one batch of tokens, each with its slot and position; a long one calls `_after_node`.

        So does one that `looks`. `wanted` are the places in the batch after which logits are needed.
        """
        batch = self._batch
        self._nodes_done = 0
        batch.n_tokens = len(rows)
        for place, (slot, position, token) in enumerate(rows):
            batch.token[place] = token
            batch.pos[place] = position
            batch.n_seq_id[place] = 1
            batch.seq_id[place][0] = slot
            batch.logits[place] = 0
        for place in wanted:
            batch.logits[place] = 1
        with interrupt.uninterrupted():  # an exception cannot leave llama.cpp's callback
            code = self._decoded(batch, looks=looks or len(rows) > SHORT_BATCH)
        if code:
            reason = last_complaint() or f"code {code}"
            raise ModelError(
                f"llama.cpp could not decode {len(rows)} tokens ({reason}); try a smaller model_context"
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

    def _logits(self, place: int = -1) -> Logits:
        import numpy

        pointer = self._bindings.llama_get_logits_ith(self._context, place)
        return numpy.array(numpy.ctypeslib.as_array(pointer, shape=(self._vocabulary,)), copy=True)


def slots_of(recurrent: bool) -> int:
    """How many sequences a context has, for a model with recurrent layers or without."""
    return RECURRENT_SLOTS if recurrent else SLOTS


def set_attention(bindings: Any, params: Any, options: LoadOptions) -> None:
    """Set the type of the cache and the kind of attention in the parameters of a context."""
    params.type_k = params.type_v = getattr(bindings, f"GGML_TYPE_{options.cache_type.upper()}", CACHE_BF16)
    if options.flash_attention is not None:
        kind = "ENABLED" if options.flash_attention else "DISABLED"
        params.flash_attn_type = getattr(bindings, f"LLAMA_FLASH_ATTN_TYPE_{kind}")


def spaced(marks: Iterable[int], begin: int, end: int) -> list[int]:
    """The marks after `begin` and up to `end`, later ones moved there, in order.

    A mark a few tokens after another is left out: a short batch costs more than to decode those tokens again.
    """
    kept = list[int]()
    last = begin
    for mark in sorted({min(mark, end) for mark in marks}):
        if mark - last >= SHORT_BATCH:
            kept.append(mark)
            last = mark
    return kept
