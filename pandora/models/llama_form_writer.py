"""The form writer that fills forms with llama.cpp: literals are fed in batches, only blanks are decoded.

Where a blank copies what stands earlier, the tokens that follow there are decoded together with the next one.
That only looks ahead: each token is drawn as ever, from the same logits, and what was decoded in vain is cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pandora.errors import ModelError, ReplyError
from pandora.models.decoder import Decoder
from pandora.models.drafts import Drafts
from pandora.models.fit.batch_costs import BatchCosts, try_batches
from pandora.models.forks import CODE_STOP, Draw, Step, WrittenBlank, WrittenChoice, second_best
from pandora.models.llama_context import SHORT_BATCH
from pandora.models.progress import Meter
from pandora.models.repetition import goes_round
from pandora.models.sampler import Sampler, softmax
from pandora.models.tokenizer import Tokenizer

if TYPE_CHECKING:
    from pandora.models.llama_context import Logits

_END = -1
_BLANK_TRIES = 32


class LlamaFormWriter:
    """Writes one reply after `prompt`: a `FormWriter` over one sequence of the context.

    `evaluated` counts the tokens that were decoded but not drawn then: given ones, and those decoded again.
    `marks` are numbers of the prompt's tokens after which other prompts may go on differently. With `costs`,
    tokens are drafted where these say that it pays: `drafted` counts them, and `taken` those that were right.
    `steps` is how the reply was written, for its forks: with `tells_margins` also the second best tokens. With
    `begins`, it begins as these steps say, and only what follows is decoded; they count as given.
    """

    def __init__(
        self,
        context: Decoder,
        tokenizer: Tokenizer,
        sampler: Sampler,
        prompt: list[int],
        owner: str,
        room: int,
        marks: Sequence[int] = (),
        costs: BatchCosts | None = None,
        begins: Sequence[Step] = (),
        tells_margins: bool = False,
    ) -> None:
        self._context = context
        self._tokenizer = tokenizer
        self._sampler = sampler
        self._owner = owner
        self._room = room
        self._marks = tuple(marks)
        self._start = len(prompt)
        self.tokens = list(prompt)
        self.sampled = [False] * len(prompt)
        self.evaluated = 0
        self.written = 0
        self._queued = ""
        self.shares: list[float] = []
        self._slot: int | None = None
        self._done = 0
        self._most_done = 0
        self._logits: Logits | None = None
        self._ahead: list[tuple[int, Logits]] = []
        drafts = costs is not None and context.goes_back and (sampler.greedy or costs.same_only)
        self._costs = costs if drafts else None
        self._drafts = Drafts()
        self.drafted = self.taken = 0
        self.meter = Meter()
        self.steps: list[Step] = []
        self._begins = list(begins)
        self._tells_margins = tells_margins

    @property
    def text(self) -> str:
        """The text written after the prompt."""
        return self._tokenizer.text(self.tokens[self._start :]) + self._queued

    def literal(self, text: str) -> None:
        """Append `text` to the reply as it is; it is tokenized together with the text that follows."""
        self._queued += text

    def frame(self, text: str) -> None:
        """Append `text` of the chat frame; spellings of control tokens in it become control tokens."""
        self._flush()
        self._push(self._tokenizer.encode(text, special=True), sampled=False)

    def free(self, stop: str, limit: int, without: Sequence[str] = (), first_without: str = "") -> str:
        """Write freely until `stop` or `limit` tokens; `stop` is neither returned nor kept.

        No token with one of the characters `without` is drawn, nor one of `first_without` before other text.
        """
        self._flush()
        barred = self._tokenizer.holding("".join(without))
        barred_first = [*barred, *self._tokenizer.holding(first_without)]
        begin = len(self.tokens)
        pieces: list[bytes] = []
        ending = stop.encode()
        room = self._context.sequences.cells - begin
        if room <= 0:
            raise ModelError(
                f"the call fills the model's whole context of {begin} tokens; "
                "raise model_context, or lower the budget's context"
            )
        most = min(limit, room)
        given = self._given_draws()
        block = self.text.rpartition("\n```")[2] if stop == CODE_STOP and self._tells_margins else ""
        blank = WrittenBlank(stop=stop, before=block)
        self.steps.append(blank)
        for number in range(most):
            so_far = b"".join(pieces)
            if number < len(given):
                draw = given[number]
            else:
                draw = self._next(so_far, ending, barred if so_far.strip() else barred_first, most - number)
            blank.draws.append(draw)
            token = draw.token
            if self._tokenizer.ends(token):
                break
            piece = self._tokenizer.piece(token)
            self._bookmark(b"".join(pieces), piece, ending)
            self._push([token], sampled=number >= len(given))
            pieces.append(piece)
            data = b"".join(pieces)
            if ending and ending in data:
                return self._keep(begin, pieces, data.index(ending))
            if goes_round(data):
                break
        else:
            if limit > room:
                raise ReplyError(
                    f"it fills the model's whole context of {begin + room} tokens; "
                    "raise model_context, or have it written in parts"
                )
        return self._keep(begin, pieces, len(b"".join(pieces)))

    def think(self, ends: str, limit: int) -> str:
        """Write a thought until the mark `ends`, or for at most `limit` tokens, and return it without the mark.

        The mark may be a control token or plain text. The caller goes on with the frame's own.
        """
        self._flush()
        begin, mark = len(self.tokens), ends.encode()
        pieces: list[bytes] = []
        data = bytearray()
        most = min(limit, self._context.sequences.cells - begin)
        given, thought = self._given_draws(), WrittenBlank()
        self.steps.append(thought)
        for number in range(most):
            is_given = number < len(given)
            token = given[number].token if is_given else self._sampler.draw(self._ready(most - number))
            thought.draws.append(Draw(token))
            if self._tokenizer.ends(token):
                break
            piece = self._tokenizer.piece(token, special=True)
            self._bookmark(bytes(data), piece, mark)
            self._push([token], sampled=not is_given)
            pieces.append(piece)
            data += piece
            at = data.find(mark, max(0, len(data) - len(piece) - len(mark)))
            if at >= 0:
                return self._keep(begin, pieces, at)
            if goes_round(data):
                break
        return self._keep(begin, pieces, len(data))

    def choose(self, options: Sequence[str]) -> tuple[int, float]:
        """Write the likeliest option; return its index and its probability among the options.

        Follows the options token by token and takes the likeliest token wherever they differ. `shares` gets
        what falls to each option on that way: those that leave it by the same token share alike.
        """
        queued, self._queued = self._queued, ""
        plain = self._tokenizer.encode(queued)
        paths = [self._tokenizer.encode(queued + option) if option else [*plain, _END] for option in options]
        if self._begins and isinstance(chosen := self._begins.pop(0), WrittenChoice):
            self._push([token for token in paths[chosen.index] if token != _END], sampled=False)
            self.shares = list(chosen.shares)
        else:
            chosen = self._follow(paths, plain)
        self.steps.append(chosen)
        return chosen.index, chosen.probability

    def _follow(self, paths: Sequence[Sequence[int]], plain: Sequence[int]) -> WrittenChoice:
        """Write the likeliest of `paths`, each of which begins with the text of the tokens `plain`."""
        alive = list(range(len(paths)))
        probability, depth, given = 1.0, 0, True
        self.shares = [0.0] * len(paths)
        while True:
            children = {paths[index][depth] for index in alive if len(paths[index]) > depth}
            ended = [index for index in alive if len(paths[index]) == depth]
            if not children:
                return WrittenChoice(ended[0], probability, self.shares)
            token = min(children)
            if len(children) > 1 or ended:
                weights = self._weigh(sorted(children), bool(ended))
                token = max(weights, key=lambda child: weights[child])
                self._share(paths, alive, depth, weights, probability)
                probability *= weights[token] / sum(weights.values())
            if token == _END:
                index = next(i for i in alive if paths[i][depth : depth + 1] in ([], [_END]))
                return WrittenChoice(index, probability, self.shares)
            alive = [index for index in alive if paths[index][depth : depth + 1] == [token]]
            given = given and plain[depth : depth + 1] == [token]
            self._push([token], sampled=not given)
            depth += 1

    def _share(
        self,
        paths: Sequence[Sequence[int]],
        alive: Sequence[int],
        depth: int,
        weights: Mapping[int, float],
        left: float,
    ) -> None:
        """Give each option that is still possible its share of the probability that is left for these."""
        ways = {index: paths[index][depth] if len(paths[index]) > depth else _END for index in alive}
        total = sum(weights.values())
        for index, way in ways.items():
            alike = sum(other == way for other in ways.values())
            self.shares[index] = left * weights.get(way, 0.0) / total / alike

    def _weigh(self, children: list[int], ended: bool) -> dict[int, float]:
        """Return the probability of each next token in `children`, and of `_END` if an option may end here."""
        likely = softmax(self._ready())
        weights = {child: float(likely[child]) for child in children if child != _END}
        if _END in children:
            weights[_END] = float(likely[self._tokenizer.endings].sum())
        elif ended:
            weights[_END] = max(0.0, 1.0 - sum(weights.values()))
        return weights if sum(weights.values()) > 0 else dict.fromkeys(weights, 1.0)

    def _given_draws(self) -> Sequence[Draw]:
        """The draws with which the blank begins that is written now; () where it has its own alone."""
        step = self._begins.pop(0) if self._begins else None
        return step.draws if isinstance(step, WrittenBlank) else ()

    def _next(self, so_far: bytes, ending: bytes, barred: Sequence[int], most: int) -> Draw:
        """Draw a token, none of `barred`, of `most` that the blank has room for.

        One that would end a blank answer is redrawn _BLANK_TRIES times.
        """
        logits = self._ready(most)
        if barred:
            logits = logits.copy()
            logits[barred] = float("-inf")
        token = self._sampler.draw(logits)
        if so_far.strip():
            return self._drawn(token, logits)
        tried = logits
        for _ in range(_BLANK_TRIES):
            data = so_far + self._tokenizer.piece(token)
            stops = self._tokenizer.ends(token) or bool(ending and ending in data)
            if not stops or (ending and data.partition(ending)[0].strip()):
                break
            tried = tried.copy() if tried is logits else tried
            tried[token] = float("-inf")
            token = self._sampler.draw(tried)
        return self._drawn(token, tried)

    def _drawn(self, token: int, logits: Logits) -> Draw:
        return Draw(token, *second_best(logits, token)) if self._tells_margins else Draw(token)

    def _keep(self, begin: int, pieces: list[bytes], length: int) -> str:
        """Keep the first `length` bytes written since the token index `begin` and return them as text.

        The kept part of a token that the cut divides is queued as text.
        """
        text = b"".join(pieces)[:length].decode("utf-8", "ignore")
        data = text.encode()
        whole, kept = 0, 0
        for piece in pieces:
            if data[: whole + len(piece)] != data[:whole] + piece:
                break
            whole, kept = whole + len(piece), kept + 1
        while kept and not _is_utf8(data[whole:]):
            kept -= 1
            whole -= len(pieces[kept])
        self._cut(begin + kept)
        self._queued = data[whole:].decode("utf-8", "ignore")
        return text

    def _bookmark(self, before: bytes, piece: bytes, stop: bytes) -> None:
        """Let the context go back to here cheaply where `piece` begins a blank, or what may become its stop."""
        if self._slot is not None and (not before or begins_stop(before, piece, stop)):
            self._context.bookmark(self._slot)

    def _cut(self, length: int) -> None:
        self._drop_ahead()
        del self.tokens[length:], self.sampled[length:]
        self._most_done = min(self._most_done, length)
        if self._done > length and self._slot is not None:
            self._done = self._context.cut(self._slot, length)
            self._logits = None

    def _flush(self) -> None:
        queued, self._queued = self._queued, ""
        self._push(self._tokenizer.encode(queued), sampled=False)

    def _push(self, tokens: list[int], *, sampled: bool) -> None:
        self.tokens += tokens
        self.sampled += [sampled] * len(tokens)
        self.written += len(tokens) if sampled else 0

    def _ready(self, most: int = 1) -> Logits:
        """Decode what is not decoded yet and return the logits after everything written so far.

        `most` is how many tokens the caller may still draw, one after the other.
        """
        if self._slot is None:
            room = max(1, self._room - (len(self.tokens) - self._start))
            self._slot, self._done = self._context.start(self.tokens, self._owner, room, self._marks)
        self._take_ahead()
        if self._costs is not None:
            self._drafts.follow(self.tokens)
        if self._done == len(self.tokens) and self._logits is not None:
            return self._logits
        if self._done == len(self.tokens):
            self._done = self._context.cut(self._slot, self._done - 1)
        draft = self._draft(most)
        given = self.sampled[self._done :].count(False)
        given += self.sampled[self._done : self._most_done].count(True)
        self.evaluated += given
        if self.meter.heard and (self._done < self._start or given > SHORT_BATCH):
            self._logits = self._read()
        else:
            if self.meter.stage is None:  # the whole prompt was in the cache
                self.meter.begin("write", 0, self.written, lambda: self.text)
            self._logits = self._write(self._slot, draft)
            self.meter.advance(self.written, lambda: self.text)
        self._done = self._most_done = len(self.tokens)
        return self._logits

    def _write(self, slot: int, draft: list[int]) -> Logits:
        """Decode what is not decoded yet together with its draft, and take note of how long a token took."""
        fresh = self.tokens[self._done :]
        if self._costs is None or len(fresh) > 1:
            return self._context.extend(slot, fresh)
        start = self._costs.clock()
        if draft:
            logits, *after = self._context.extend_by_draft(slot, fresh + draft)
            self._ahead = list(zip(draft, after, strict=True))
            self.drafted += len(draft)
        else:
            logits = self._context.extend(slot, fresh)
        self._costs.note(1 + len(draft), self._costs.clock() - start)
        return logits

    def _draft(self, most: int) -> list[int]:
        """The tokens to decode with the next one, where that pays, of which the caller may draw `most`."""
        costs, drafts = self._costs, self._drafts
        at = len(self.tokens) - 1
        if costs is None or self._slot is None or not drafts.copied or not self._start <= self._done == at:
            return []
        rows = costs.best(drafts.rate, most)
        if rows > 1 and costs.untried(rows):
            trial = [self.tokens[at], *drafts.draft(self.tokens, rows - 1)]
            self._done, decoded = try_batches(self._context, self._slot, trial, costs)
            self.evaluated += decoded
            rows = costs.best(drafts.rate, most) if self._done == at else 1
        return drafts.draft(self.tokens, rows - 1) if rows > 1 else []

    def _take_ahead(self) -> None:
        """Go on over the tokens that were decoded ahead, as far as they are those that were written."""
        before = self._done
        while self._ahead and self._done < len(self.tokens) and self._ahead[0][0] == self.tokens[self._done]:
            self._logits = self._ahead.pop(0)[1]
            self._done = self._most_done = self._done + 1
        if self._done > before:
            self.taken += self._done - before
            self.meter.advance(self.written, lambda: self.text)
        if self._done < len(self.tokens):
            self._drop_ahead()

    def _drop_ahead(self) -> None:
        """Cut off what was decoded ahead and not written; it counts as evaluated."""
        if self._ahead and self._slot is not None:
            self.evaluated += len(self._ahead)
            self._ahead = []
            self._done = self._context.cut(self._slot, self._done)

    def _read(self) -> Logits:
        """Decode the prompt, or a long given part of the reply, and report that as reading."""
        assert self._slot is not None
        done, meter = self._done, self.meter
        meter.end(self.written, lambda: self.text)
        meter.begin("read", len(self.tokens), done)
        logits = self._context.extend(
            self._slot, self.tokens[done:], lambda decoded: meter.advance(done + decoded)
        )
        meter.end()
        meter.begin("write", 0, self.written, lambda: self.text)
        return logits


def begins_stop(before: bytes, piece: bytes, stop: bytes) -> bool:
    """True where `piece`, written after `before`, begins what may become `stop` and is not yet all of it."""
    written = before + piece
    for length in range(min(len(stop) - 1, len(written)), 0, -1):
        if written.endswith(stop[:length]):
            return length <= len(piece)
    return False


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
