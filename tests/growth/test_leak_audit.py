from __future__ import annotations

import pytest

from pandora.growth.leak_audit import TaskSecrets, leak, memorised, secrets_of

CHECK = 'import json, sys\nr = json.load(open(sys.argv[1]))\nassert r["status"] == "accepted"\n'
HIDDEN = {
    "crates": (
        "How many crates were weighed on Friday in data/crates.csv?",
        CHECK + 'assert "4817" in r["output"] and "Marigold" in r["output"]\n',
    ),
    "boats": ("Which boat left last?", CHECK + 'assert "Heron" in r["output"] and 12.50 in (1,)\n'),
}


def test_the_values_of_a_check_are_its_own_literals() -> None:
    """Growth 25: what all checks share, and what the task itself says, is no secret."""
    secrets = {task.name: task.values for task in secrets_of(HIDDEN, hidden=True)}
    assert {"4817", "Marigold"} <= secrets["crates"]
    assert "12.5" in secrets["boats"]
    assert not {"accepted", "status"} & (secrets["crates"] | secrets["boats"])


@pytest.mark.parametrize(
    "added",
    [
        "As for the crates were weighed on FRIDAY, take kg.",
        "Examples: weight -> 4817",
        "a place such as marigold",
        "Examples: 12.50",
    ],
)
def test_a_candidate_that_knows_a_hidden_task_is_dropped(added: str) -> None:
    """Growth 25: five words in a row of a hidden task, or an expected value."""
    assert leak(added, secrets_of(HIDDEN, hidden=True))


def test_what_anybody_may_say_is_no_leak() -> None:
    """Growth 25: four words in a row, other values, and the words of a task that is not hidden."""
    for added in ("crates were weighed on Monday", "Examples: weight -> 48", "Marigolds", ""):
        assert not leak(added, secrets_of(HIDDEN, hidden=True)), added
    assert not leak("How many crates were weighed on Friday", secrets_of(HIDDEN))
    assert leak("it is 4817", secrets_of(HIDDEN)), "an expected value is a secret in any suite"


def test_a_script_that_holds_what_must_come_out() -> None:
    """Growth 11: no literal of an expected output; labels and the request's own numbers are none."""
    outputs = ["3.11", "26", "yes", "yes", "no", "no", "12", "a,b\nHeron,4"]
    assert memorised("print({5: 3.11}[5])", outputs, "") == ["3.11"]
    assert memorised("print('26' if x else 26.0)", outputs, "") == ["26"]
    assert memorised('print("Heron,4")', outputs, "") == ["Heron,4"]
    assert memorised("print('yes' if ok else 'no')", outputs, "") == []
    assert memorised("print(inches / 12)", outputs, "a foot has 12 inches") == []
    assert memorised("print(sum(values))", outputs, "") == []


@pytest.mark.parametrize("added", ["it is 4,817", "4 817 kg", "four thousand eight hundred and seventeen"])
def test_a_value_is_known_however_its_number_is_written(added: str) -> None:
    """Growth 25: an expected value, with its thousands parted, or in words."""
    expected = [TaskSecrets("weigh", "What does it weigh?", frozenset({"4817"}))]
    assert leak(added, expected) == "it holds a value that a check expects"
    assert leak("about 4,800 or 17", expected) == ""
