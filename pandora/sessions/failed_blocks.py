"""What the next block is told of the one that failed before it, and which code is refused as the same again."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from pandora.sessions.block_section import Block

EXAMPLES: Mapping[str, str] = {
    "lm": "kind = lm('Is this about a ferry?', lines[0], choices=['yes', 'no'])",
    "map_lm": "kinds = map_lm('Is this about a ferry?', lines[:3], choices=['yes', 'no'])",
    "rlm": (
        "child = rlm('Find the price.', boundary='the given lines only', shape='integer', missing='return 0',"
        " rows=lines)\nprice = child.value"
    ),
    "map_rlm": (
        "children = map_rlm('Find the price.', lines[:2], boundary='the given line only', shape='integer',"
        " missing='return 0')\nprices = [child.value for child in children if child]"
    ),
    "reground": "grounded = reground(\"results['price']\", inputs['notes.txt'])",
    "check": "check('there are prices', len(prices) > 0)",
    "FINAL": "total = sum(prices)\nFINAL(total)",
}
"""For each call that a block may make, lines in which it is made as it has to be."""
_CALL = re.compile(rf"\b({'|'.join(map(re.escape, EXAMPLES))})\(")
ANOTHER_WAY = "Write other code: do the failed line in another way, or print first what it works with."
"""What is asked of the block after one that failed."""


def failed_at_end(blocks: Sequence[Block]) -> list[Block]:
    """The blocks at the end that failed, since one ran well: what they failed by is still so."""
    failed: list[Block] = []
    for block in reversed(blocks):
        if not block.ran or block.ok:
            break
        failed.insert(0, block)
    return failed


def same_as_failed(code: str, blocks: Sequence[Block]) -> Block | None:
    """The block at the end of `blocks` that failed and does just what `code` does; None for none."""
    does = _does(code)
    return next((block for block in failed_at_end(blocks) if _does(block.code) == does), None)


def repeats_itself(blocks: Sequence[Block]) -> bool:
    """True where the last two blocks ran well and do the same: the second one did nothing."""
    last = blocks[-2:]
    return len(last) == 2 and all(block.ok for block in last) and _does(last[0].code) == _does(last[1].code)


def failure_part(blocks: Sequence[Block]) -> str:
    """The part of a prompt about the last block, where it failed; "" where it did not.

    It has the error, an example of the call in the line that failed, and what is asked for now.
    """
    if not failed_at_end(blocks):
        return ""
    lines = [f"## Block {len(blocks)} failed", blocks[-1].outcome]
    if example := _example_for(blocks[-1]):
        lines += ["This works:", example]
    return "\n".join([*lines, ANOTHER_WAY])


def repeat_part(block: Block) -> str:
    """The part of a prompt after a reply that was the code of a block that had failed."""
    return f"Your last reply was this code again, and it failed: {block.outcome}\n{ANOTHER_WAY}"


def _does(code: str) -> str:
    """What a block does, whatever its blanks and comments; the code itself where that is no Python."""
    try:
        return ast.dump(ast.parse(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return " ".join(code.split())


def _example_for(block: Block) -> str:
    """The example of the first call with one in the line that its error names, else of any in the block."""
    for text in (block.outcome, block.code):
        if call := _CALL.search(text):
            return EXAMPLES[call[1]]
    return ""
