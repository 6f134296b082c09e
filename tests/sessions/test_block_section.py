from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pandora.sessions.block_section import Block, Blocks, read_blocks, result_lines, write_blocks

LINES = st.sampled_from(
    (
        "x = 1",
        "### Block 2",
        "```",
        "Result: ok",
        "Next: FINAL(x)",
        "Code:",
        "",
        "## §4 CHECK",
        "  print('a')",
        "→",
    )
)
TEXTS = st.lists(LINES, min_size=1, max_size=5).map("\n".join)
CODES = TEXTS.map(lambda text: text.strip("\n")).filter(str.strip)


@given(st.lists(st.tuples(CODES, st.none() | TEXTS, st.sampled_from(("", "work (0.61)"))), max_size=4))
def test_blocks_read_back_as_they_were_written(given_blocks: list[tuple[str, str | None, str]]) -> None:
    blocks = Blocks()
    for number, (code, printed, following) in enumerate(given_blocks, 1):
        result = "" if printed is None else result_lines("ok", printed, ["a warning"], ["lm: 2 lanes"], ["x"])
        blocks.put(number, Block(code, result, following if result else ""))
    body = write_blocks(blocks)
    again = read_blocks(body)
    assert [(block.code, block.result.split(), block.next) for block in again.blocks] == [
        (block.code, block.result.split(), block.next) for block in blocks.blocks
    ]
    assert write_blocks(again) == body


def test_what_was_printed_is_cut_and_says_so() -> None:
    """Sessions 4: a large print is shown in part, and the section says how much was left out."""
    lines = result_lines("ok", "a" * 5000)
    assert len(lines) < 2000
    assert "[3500 characters left out]" in lines
