from __future__ import annotations

import pytest

from pandora.programs.repairs.shown_calls import without_shown_calls

MODULE = "import math\n\n\ndef half(n):\n    return n / 2\n"


@pytest.mark.parametrize(
    ("behind", "left_out"),
    [
        ("\n# Example\nprint(half('x'))\n", True),
        ("\nassert half(4) == 2\n", True),
        ("\nfound = half(3)\nprint(found)\n", True),
        ("\ntry:\n    half(None)\nexcept TypeError:\n    print('no')\n", True),
        ("\nfor n in (1, 2):\n    print(half(n))\n", True),
        ("\nif __name__ == '__main__':\n    print(half(1))\n", False),
        ("\nimport json\nprint(half(1))\n", False),
        ("\nfor n in (1, 2):\n    print(n)\n", False),
        ("", False),
    ],
)
def test_calls_behind_the_last_function_are_left_out(behind: str, left_out: bool) -> None:
    assert without_shown_calls(MODULE + behind) == (MODULE if left_out else "")


@pytest.mark.parametrize("source", ["", "print(1)\n", "def half("])
def test_what_is_no_module_of_functions_stays(source: str) -> None:
    assert without_shown_calls(source) == ""
