"""What is held of a line that a model says again: growth, point 4."""

from __future__ import annotations

import pytest

from pandora.growth.said_again import wrong_with

ASKED = 'Say it to a colleague: one sentence that begins with "You must", with all that the line demands.'
DELIVER = "Say what is to be delivered. Do not solve the task."
COMPARE = "Compare the results in §3 with the resolved task in §1."
PLAN = "Plan the resolved task in as few steps as possible: one step, when one of these can do all of it."


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("You must say what is to be delivered. Do not solve the task.", DELIVER),
        ("State what needs to be delivered without solving the task.", DELIVER),
        ("Specify the deliverable, but don't solve the task.", DELIVER),
        ("You must compare the results in §3 with the resolved task in §1.", COMPARE),
        ("Hold §3 against §1: compare each result with the task.", COMPARE),
        ("You must plan the task with the fewest steps possible, in one step if it can do everything.", PLAN),
    ],
)
def test_a_line_in_other_words_passes(sentence: str, line: str) -> None:
    """Growth 4: other words, and other forms of the same words, say the same."""
    assert wrong_with(sentence, line, ASKED) == []


@pytest.mark.parametrize(
    ("sentence", "line", "problem"),
    [
        ("", DELIVER, "is empty"),
        ("Say what is to be delivered. Do not solve the task!", DELIVER, "is the line itself"),
        ("You must say all that the line demands.", DELIVER, "copies the request"),
        ("You must say what is to be delivered and not", DELIVER, "breaks off"),
        (
            "You must say what is to be delivered and solve the task.",
            DELIVER,
            "leaves out what the line forbids",
        ),
        ("You must read the section to understand it, and not more.", DELIVER, "say, delivered, solve, task"),
        ("You must compare the results with the resolved task in §1.", COMPARE, "demands: §3"),
    ],
)
def test_what_says_something_else_does_not(sentence: str, line: str, problem: str) -> None:
    """Growth 4: a copy, an end that is missing, and a demand, a sign or a prohibition that is lost."""
    (message,) = wrong_with(sentence, line, ASKED)
    assert problem in message


def test_what_the_line_shares_with_the_request_is_no_copy() -> None:
    assert (
        wrong_with("You must keep all that the line demands.", "Keep all that the line demands!", ASKED) == []
    )
