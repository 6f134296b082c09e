"""§3 of a turn: its blocks of code, what each printed, and what came next; written and read back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pandora.document.body import parse, render, unfenced
from pandora.document.form import Value, parse_form
from pandora.document.state_document import digest

CODE = parse_form("Code: {code python}")
_RESULT = parse_form(
    "Result: {given}\nPrinted: {given}\nWarnings: {given}\nDelegated: {given}\nChanged: {given}"
)
_HEADING = re.compile(r"^### Block (\d+)[^\S\n]*$", re.M)
_MARKS = re.compile(r"^(?=(?:Result|Printed|Warnings|Delegated|Changed|Next):)", re.M)
SHOWN = 1500
"""The most characters of what a block printed that §3 shows."""


@dataclass(frozen=True)
class Block:
    """A block as §3 shows it: its code, the lines of its result ("" before it ran), and what followed."""

    code: str
    result: str = ""
    next: str = ""

    @property
    def ran(self) -> bool:
        """True where its result is written."""
        return bool(self.result.strip())

    @property
    def outcome(self) -> str:
        """The line behind `Result:`, such as `ok`."""
        return str(parse(_RESULT, self.result).values.get("result", ""))

    @property
    def ok(self) -> bool:
        """True where it ran without an error."""
        return self.outcome == "ok" or self.outcome.startswith("FINAL")

    @property
    def code_digest(self) -> str:
        """The digest of its code; another one means that a person edited it."""
        return digest(self.code)

    @property
    def result_digest(self) -> str:
        """The digest of its result."""
        return digest(self.result.strip())

    @property
    def shown(self) -> str:
        """The block as prompts show it: code and result."""
        return f"{render(CODE, {'code': self.code})}{self.result}".strip("\n")


@dataclass
class Blocks:
    """The blocks of a turn in order; `head` is text before the first one, which is kept."""

    blocks: list[Block] = field(default_factory=list)
    head: str = ""

    def __len__(self) -> int:
        return len(self.blocks)

    def get(self, number: int) -> Block | None:
        """Block `number`, from 1; None where there is none."""
        return self.blocks[number - 1] if 1 <= number <= len(self.blocks) else None

    def put(self, number: int, block: Block) -> None:
        """Replace block `number`, or add it behind the last one."""
        self.blocks[number - 1 : number] = [block]

    def cut(self, number: int) -> None:
        """Leave out all blocks after block `number`."""
        del self.blocks[number:]


def write_blocks(blocks: Blocks) -> str:
    """The body of §3."""
    out = [blocks.head.strip("\n")] if blocks.head.strip() else []
    for number, block in enumerate(blocks.blocks, 1):
        parts = [f"### Block {number}", render(CODE, {"code": block.code}).strip("\n")]
        following = f"Next: {block.next}" if block.next else ""
        parts += [part.strip("\n") for part in (block.result, following) if part]
        out.append("\n".join(parts))
    return "\n\n".join(out)


def read_blocks(body: str) -> Blocks:
    """Read §3 back; text that is no part of a block is kept before the first one or dropped with its block."""
    plain = unfenced(body)
    starts = list(_HEADING.finditer(plain))
    blocks = Blocks(head=body[: starts[0].start()] if starts else body)
    for place, match in enumerate(starts):
        end = starts[place + 1].start() if place + 1 < len(starts) else len(body)
        blocks.blocks.append(_read_block(body[match.end() : end]))
    return blocks


def _read_block(text: str) -> Block:
    plain = unfenced(text)
    first = _MARKS.search(plain)
    code = str(parse(CODE, text[: first.start()] if first else text).values.get("code", ""))
    rest = text[first.start() :].strip("\n") if first else ""
    then = re.search(r"^Next:[^\n]*", unfenced(rest), re.M)
    following = rest[then.start() + len("Next:") : then.end()].strip() if then else ""
    result = (rest[: then.start()] if then else rest).strip("\n")
    return Block(code, result, following)


def result_lines(
    outcome: str,
    printed: str,
    warnings: Sequence[str] = (),
    delegated: Sequence[str] = (),
    changed: Sequence[str] = (),
) -> str:
    """The lines of a result: its outcome, what was printed (cut, and said so), what was delegated, and more."""
    if len(printed) > SHOWN:
        left = len(printed) - SHOWN
        printed = f"{printed[: SHOWN * 2 // 3]}\n[{left} characters left out]\n{printed[-SHOWN // 3 :]}"
    values: dict[str, Value] = {"result": outcome}
    if printed.strip():
        values["printed"] = printed.strip("\n")
    if warnings:
        values["warnings"] = "\n".join(f"- {' '.join(warning.split())}" for warning in warnings)
    if delegated:
        values["delegated"] = "; ".join(delegated)
    if changed:
        values["changed"] = ", ".join(changed)
    body = render(_RESULT, values)
    return "\n".join(line.rstrip() for line in body.split("\n")).strip("\n")


def with_next(block: Block, words: str) -> Block:
    """The block with what follows it."""
    return replace(block, next=words)
