from __future__ import annotations

import pytest

from pandora.programs.repairs.lines_of_text import over_lines

TEXT = 'content = text("doors.txt")\n'


@pytest.mark.parametrize(
    ("loop", "mended"),
    [
        ("for line in content:\n    pass\n", "for line in content.splitlines():\n    pass\n"),
        (
            "print(sum('Tür' in line for line in content), [x for row in content])\n",
            "print(sum('Tür' in line for line in content.splitlines()), [x for row in content.splitlines()])\n",
        ),
        ("for char in content:\n    pass\n", None),
        ("for c in content:\n    pass\n", None),
        ("for line in content.splitlines():\n    pass\n", None),
        ("content = content.split('\\n')\nfor line in content:\n    pass\n", None),
        ("for line in rows:\n    pass\n", None),
        ("for line in (", None),
    ],
)
def test_a_loop_over_a_text_goes_over_its_lines(loop: str, mended: str | None) -> None:
    assert over_lines(TEXT + loop) == TEXT + (loop if mended is None else mended)


def test_what_is_compared_with_letters_is_one() -> None:
    program = "content = text('a.txt')\nprint(sum(1 for vowel in content if vowel in 'aeiou'))\n"
    assert over_lines(program) == program
    program = (
        "content = text('a.txt')\nfor bracket in content:\n    if bracket == '(':\n        print(bracket)\n"
    )
    assert over_lines(program) == program
