"""Which file a reply in words changes, and to what."""

from __future__ import annotations

from pandora.programs.code.replied_code import file_of_code, replied_file

SHARES = "def shares(total, people):\n    each = total // people\n    return [each] * people\n"
SHOW = "from shares import shares\n\n\ndef show(total):\n    for one in shares(total, 3):\n        print(one)\n"
FILES = {"shares.py": SHARES, "show.py": SHOW}
MENDED = SHARES.replace(
    "return [each] * people", "return [each + (place < total % people) for place in range(people)]"
)


def test_the_block_is_the_file_that_it_is_like() -> None:
    reply = f"The rest is lost. Here is the corrected code:\n\n```python\n{MENDED}```\n\nNow it adds up."
    assert replied_file(reply, FILES) == ("shares.py", MENDED.rstrip())
    assert replied_file(MENDED, FILES) == ("shares.py", MENDED.rstrip())


def test_a_name_above_the_block_says_which_file_it_is() -> None:
    reply = f"`show.py`:\n```python\n{SHOW}```\n\n**shares.py**\n```python\n{MENDED}```"
    assert replied_file(reply, FILES) == ("shares.py", MENDED.rstrip()), "the first is as it was"


def test_a_function_of_a_long_file_alone_is_a_part_of_it() -> None:
    files = {
        "shares.py": SHARES + "".join(f"\n\ndef one{n}():\n    return {n}\n" for n in range(9)),
        "show.py": SHOW,
    }
    assert replied_file(f"Like this:\n```python\n{MENDED}```", files) == ("shares.py", MENDED.rstrip())
    with_help = f"import math\n\n\ndef part(total):\n    return math.floor(total)\n\n\n{MENDED}"
    assert replied_file(f"```python\n{with_help}```", files) == ("shares.py", with_help.rstrip())
    assert replied_file("```python\ndef other():\n    return 1\n```", files) is None, "no file has that"


def test_an_example_of_a_call_and_words_are_no_file() -> None:
    assert replied_file("Call it so:\n```python\nshares(1000, 3)\n```", FILES) is None
    assert replied_file("I would divide first.", FILES) is None
    assert replied_file("```python\nx = 1\n```", {}) is None


def test_code_of_a_module_is_not_the_script_that_imports_it() -> None:
    assert file_of_code("show.py", MENDED, FILES) == "shares.py"
    assert file_of_code("show.py", SHOW.replace("3", "4"), FILES) == "show.py"
    assert file_of_code("show.py", "x = 1", FILES) == "show.py"
