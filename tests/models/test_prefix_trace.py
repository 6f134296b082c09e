from __future__ import annotations

from pandora.models.prefix_trace import TracedCall, unique_tokens


def traced(given: list[int], written: list[int], after: tuple[int, ...] = ()) -> TracedCall:
    marks = [False] * len(given) + [True] * len(written) + [False] * len(after)
    return TracedCall("system-a", "plan", (*given, *written, *after), tuple(marks), 0)


def test_shared_prefixes_count_once() -> None:
    assert unique_tokens([traced([1, 2, 3], []), traced([1, 2, 4], [])]) == 4


def test_the_same_token_after_another_prefix_is_another_node() -> None:
    assert unique_tokens([traced([1, 2], []), traced([3, 2], [])]) == 4


def test_written_tokens_are_not_counted_but_literals_after_them_are() -> None:
    assert unique_tokens([traced([1], [5, 6], after=(7,))]) == 2
    assert unique_tokens([traced([1], [5, 6]), traced([1, 5, 6, 7], [])]) == 2
