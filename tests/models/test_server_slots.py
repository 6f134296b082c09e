from __future__ import annotations

import threading
from collections.abc import Callable, Collection

import pytest

from pandora.document.form import parse_form
from pandora.models.protocol import Call, Prompt
from pandora.models.server import ServerModel
from pandora.models.server_reuse import try_reuse
from pandora.models.server_slots import Slots, is_above
from pandora.models.server_wire import Wire

ROOT, TOOL, STEP, OTHER = "system-abcdef", "tool-table-abcdef-2", "op-python-abcdef-2.1", "op-read-abcdef-1"


def take(slots: Slots, document: str) -> int | None:
    with slots.take(document) as slot:
        return slot


def naming(count: int, processing: Callable[[], Collection[int]] = tuple) -> Slots:
    """Slots that are named, since the server has lost a prefix."""
    slots = Slots(count, processing)
    for cached in (0, 10):
        slots.learn("first", "x" * 500, 100, cached)
    assert slots.named
    return slots


def test_a_document_keeps_its_slot_and_its_parents_go_last() -> None:
    """Speed 18: one slot a branch."""
    slots = naming(3)
    assert [take(slots, document) for document in (ROOT, TOOL, STEP)] == [0, 1, 2]
    assert take(slots, "op-python-abcdef-2.2") == 2
    assert [take(slots, document) for document in (TOOL, ROOT)] == [1, 0]
    assert take(slots, OTHER) == 2
    assert take(slots, "op-read-abcdef-3") == 1


def test_slots_are_named_only_after_a_prefix_was_lost_and_while_that_helps() -> None:
    slots = Slots(4)
    slots.learn(ROOT, "x" * 500, 100, 0)
    slots.learn(STEP, "y" * 500, 100, 0)
    slots.learn(ROOT, "x" * 500 + "more", 101, 99)
    assert (slots.named, take(slots, ROOT)) == (False, None)
    slots.learn(ROOT, "x" * 500, 100, 20)
    assert (slots.named, take(slots, ROOT)) == (True, 0)
    slots.learn(ROOT, "x" * 500, 100, 0)
    assert (slots.named, take(slots, ROOT)) == (False, None)


def test_a_slot_that_works_is_given_to_nobody_else() -> None:
    slots = naming(2, lambda: {1})
    with slots.take(ROOT) as first:
        assert first == 0
        assert take(slots, STEP) is None
    assert take(slots, STEP) == 0


def test_threads_get_slots_of_their_own() -> None:
    slots, barrier, got = naming(4), threading.Barrier(4), list[int | None]()

    def ask(document: str) -> None:
        with slots.take(document) as slot:
            barrier.wait(10)
            got.append(slot)

    threads = [threading.Thread(target=ask, args=(f"op-read-abcdef-{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(slot for slot in got if slot is not None) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("upper", "lower", "above"),
    [
        (ROOT, TOOL, True),
        (ROOT, STEP, True),
        (TOOL, STEP, True),
        (STEP, TOOL, False),
        (ROOT, ROOT, False),
        ("system-other1", STEP, False),
        ("tool-table-abcdef-2", "op-python-abcdef-21", False),
        ("question", STEP, False),
    ],
)
def test_which_document_is_above_another(upper: str, lower: str, above: bool) -> None:
    assert is_above(upper, lower) is above


@pytest.mark.llama
def test_a_child_costs_its_parent_its_prefix_only_once_on_a_real_server(llama_server_of_four: str) -> None:
    """Speed 18: without a cache in memory, a slot for each document keeps what a parent asked before."""
    model = ServerModel.open(llama_server_of_four)
    assert model.slots == 4
    form = parse_form("Animal: {dog | cat}\n")
    parent, child = (f"{name}: cat\nSound: meow\n\n" * 12 for name in ("Animal", "Creature"))

    def evaluated(document: str, text: str) -> int:
        call = Call("plan", "system", "", document)
        return model.fill(Prompt("Go on as before. " * 12, (text,), "Go on."), form, call=call).usage.evaluated

    counts = [evaluated(ROOT, parent)]
    for number in range(1, 4):
        evaluated(f"op-read-abcdef-{number}", f"{child}{number}")
        counts.append(evaluated(ROOT, f"{parent}Sound: {'x ' * number}"))
    model.close()
    assert counts[0] > 100
    assert counts[1] > 100  # the child took its parent's slot
    assert counts[3] < 40


@pytest.mark.llama
def test_reuse_by_a_real_server_is_tried(llama_server: str) -> None:
    """Speed 19: two prompts by turns, beside the same without reuse."""
    wire = Wire(llama_server)
    trial = try_reuse(wire, "", turns=4)
    wire.close()
    assert (trial.turns, trial.mixed_up) == (4, 0)
    assert trial.same >= 3
    assert trial.prompt > 4 * 50
