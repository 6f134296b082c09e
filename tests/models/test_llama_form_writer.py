from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from pandora.document.fill import fill
from pandora.document.form import parse_form
from pandora.errors import ReplyError
from pandora.models.llama import LlamaModel
from pandora.models.llama_form_writer import LlamaFormWriter
from pandora.models.protocol import Call, Prompt, Sampling

END, MARK = 0, 1


class Bytes:
    """A tokenizer whose tokens are bytes; MARK is a control token, spelled `<|end|>`, and END ends a reply."""

    def encode(self, text: str, special: bool = False) -> list[int]:
        return list(text.encode())

    def piece(self, token: int, *, special: bool = False) -> bytes:
        return (b"<|end|>" if special else b"") if token == MARK else bytes([token])

    def text(self, tokens: list[int]) -> str:
        return b"".join(map(self.piece, tokens)).decode()

    def ends(self, token: int) -> bool:
        return token == END

    def holding(self, characters: str) -> list[int]:
        return []


def writer_of(tokens: Iterator[int], cells: int = 4000) -> LlamaFormWriter:
    """A form writer whose model says `tokens`, in a context of so many cells."""
    context = SimpleNamespace(
        sequences=SimpleNamespace(cells=cells),
        start=lambda tokens, owner, room, marks: (0, 0),
        extend=lambda slot, tokens: None,
        bookmark=lambda slot: None,
        cut=lambda slot, length: length,
    )
    sampler: Any = SimpleNamespace(draw=lambda logits: next(tokens))
    whole: Any = context
    tokenizer: Any = Bytes()
    return LlamaFormWriter(whole, tokenizer, sampler, list(b"prompt"), "system-a", 100)


FILE = "\n".join(f"line {number}" for number in range(100))


def test_a_file_is_written_to_its_end_whatever_its_length() -> None:
    said = f"{FILE}\n```".encode()
    for form, whole in (("{code text of a file}", True), ("{code text}", False)):
        content = str(fill(parse_form(f"Content: {form}"), writer_of(iter(said))).values["content"])
        assert (content == FILE) is whole
        assert FILE.startswith(content)
        assert len(content) >= 400


def test_a_file_that_the_context_cannot_hold_is_never_taken_for_whole() -> None:
    with pytest.raises(ReplyError, match="whole context of 500 tokens; raise model_context"):
        fill(parse_form("Content: {code text of a file}"), writer_of(iter(FILE.encode()), cells=500))


@pytest.mark.parametrize(
    ("said", "ends", "thought"),
    [
        (b"It is so.</think>And not this", "</think>", "It is so."),
        (b"It is so." + bytes([MARK]) + b"And not this", "<|end|>", "It is so."),
        (b"It is so." + bytes([END]), "</think>", "It is so."),
        (b"hm, " * 50, "</think>", "hm, " * 10),
    ],
)
def test_a_thought_ends_at_its_mark_with_the_reply_or_at_its_ceiling(
    said: bytes, ends: str, thought: str
) -> None:
    writer = writer_of(iter(said))
    assert writer.think(ends, 40) == thought
    assert writer.text == thought


def test_a_thought_that_goes_round_ends() -> None:
    assert writer_of(iter(b"so\n" * 500)).think("</think>", 1200) == "so\n" * 100


@pytest.mark.llama
@pytest.mark.parametrize(("slot", "has"), [("{text}", True), ("{text without [}", False)])
def test_a_text_never_has_a_mark_that_its_form_bars(model: LlamaModel, slot: str, has: bool) -> None:
    form = parse_form(f"Letter: {slot}\n")
    prompt = Prompt("You go on as before.", ("Letter:\nDear [Name],\n[Name]\n\n" * 8,), "Go on.")
    reply = model.fill(prompt, form, call=Call("do", "system", "", "system-a"), sampling=Sampling())
    assert ("[" in str(reply.filled.values["letter"])) is has
    assert reply.filled.values["letter"]


@pytest.mark.llama
@pytest.mark.parametrize("last", ["# say hello\n# say hello\n# say hello\n", "x = 1\n"])
def test_code_goes_on_with_no_comment_behind_one(model: LlamaModel, last: str) -> None:
    prompt = Prompt("You go on as before.", ("# say hello\n" * 12,), "Go on.")
    call = Call("do", "system", "", "system-a")
    form = parse_form("Code: {code python}\n")
    reply = model.fill(prompt, form, call=call, sampling=Sampling(), opening={"code": last})
    own = str(reply.filled.values["code"]).removeprefix(last).strip()
    assert not last.startswith("#") or not own.startswith("#")
