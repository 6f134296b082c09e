"""The candidates of a vote that are written together: what is foreseen, and that §3 does not depend on it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.document.form import Form
from pandora.engine.micro_loop import micro_loop
from pandora.models import llama_context
from pandora.models.ceilings import GivenCeilings
from pandora.models.fit.load_options import LoadOptions
from pandora.models.foreseen import foreseeing, foreseen
from pandora.models.llama import LlamaModel
from pandora.models.protocol import GREEDY, Prompt, Reply, Sampling
from pandora.models.seeded import SeededModel
from pandora.operations.registry import Handler, with_handlers
from pandora.outcome import Outcome
from pandora.policy import Policy
from pandora.task import Task
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.runs import CHEAPEST, DEAREST, OPERATIONS, Asked, Bench, coded

TASK = Task("print the cheapest", "operation", "python", "abc234", "system-abc234", "1")
ID = "op-python-abc234-1"
BROKEN = "raise ValueError('no such row')"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sampling, tuple[Sampling, ...], str]]:
    """How each reply is drawn, what was foreseen then, and the prompt."""
    calls: list[tuple[Sampling, tuple[Sampling, ...], str]] = []
    fill = Asked.fill

    def filled(model: Asked, prompt: Prompt, form: Form, *, sampling: Sampling = GREEDY, **more: Any) -> Reply:
        calls.append((sampling, foreseen(), prompt.text))
        return fill(model, prompt, form, sampling=sampling, **more)

    monkeypatch.setattr(Asked, "fill", filled)
    return calls


def voted(bench: Bench, codes: Sequence[str]) -> None:
    bench.script([coded(code) for code in codes])
    host = bench.host(policy=Policy(yes=True))
    host.operations = OPERATIONS
    micro_loop(TASK, host)


def test_after_a_try_that_worked_those_are_foreseen_that_are_then_drawn(
    bench: Bench, told: list[tuple[Sampling, tuple[Sampling, ...], str]]
) -> None:
    voted(bench, [f"name = 'fruit {letter}'\nprint(name)" for letter in "abcde"])
    drawn = [sampling for sampling, _, _ in told]
    ahead = [list(others) for _, others, _ in told]
    assert ahead == [[], drawn[2:], drawn[3:], drawn[4:], []]
    assert len({prompt for _, _, prompt in told[1:]}) == 1
    assert foreseen() == ()


def test_a_try_that_failed_teaches_the_next_so_nothing_is_foreseen(
    bench: Bench, told: list[tuple[Sampling, tuple[Sampling, ...], str]]
) -> None:
    voted(bench, [BROKEN, CHEAPEST, DEAREST, CHEAPEST, CHEAPEST])
    assert [len(others) for _, others, _ in told] == [0, 0, 2, 1, 0]


class Other:
    """A model that only says what is foreseen."""

    name, context, fingerprint, parameters = "other", 4096, "other", None

    def __init__(self) -> None:
        self.seen: list[tuple[Sampling, tuple[Sampling, ...]]] = []

    def fill(self, *given: Any, sampling: Sampling, **more: Any) -> Any:
        self.seen.append((sampling, foreseen()))


def test_the_seed_of_a_run_is_also_that_of_what_is_foreseen(bench: Bench) -> None:
    inner: Any = Other()
    asked: Any = {"call": None, "opening": None}
    model = SeededModel(inner, 2)
    with foreseeing([Sampling(0.5, 3)]):
        model.fill(Prompt("", (), ""), Form(), sampling=Sampling(0.5, 2), **asked)
    model.fill(Prompt("", (), ""), Form(), sampling=Sampling(0.5, 3), **asked)
    assert inner.seen[0][1] == (inner.seen[1][0],)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("tiny") / "tiny.gguf", "mixture")


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    sizes: list[int] = []
    plain = llama_context.LlamaContext.extend_each

    def counted(self: llama_context.LlamaContext, steps: Sequence[tuple[int, int]]) -> object:
        sizes.append(len(steps))
        return plain(self, steps)

    monkeypatch.setattr(llama_context.LlamaContext, "extend_each", counted)
    return sizes


def operate(bench: Bench, tiny: Path, width: int, handler: Handler, candidates: str = "sampled") -> Outcome:
    options = LoadOptions(width=width)
    model = LlamaModel.open(tiny, context=4096, threads=1, options=options, given=GivenCeilings(code=40))
    host = bench.host(policy=Policy(yes=True))
    host.model, host.candidates = model, candidates
    host.operations = with_handlers(OPERATIONS, python=handler)
    try:
        return micro_loop(TASK, host)
    finally:
        model.close()


def its_length(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Each program has another result, so that the vote asks for all of them."""
    return Result(True, f"fruit {hashlib.sha256(arguments['code'].encode()).hexdigest()}")


def section(bench: Bench) -> tuple[str, Any]:
    document = bench.host().store.load(ID)
    return document.body(3), document.meta["tries"]


def test_section_3_does_not_depend_on_the_width(bench: Bench, tiny: Path, batches: list[int]) -> None:
    operate(bench, tiny, 1, its_length)
    alone = section(bench)
    assert alone[0].count("### Candidate") > 3
    assert not batches
    (bench.root / "state" / f"{ID}.md").unlink()
    operate(bench, tiny, 4, its_length)
    assert max(batches) == 4
    assert section(bench) == alone


def test_killed_in_the_middle_what_stands_is_kept_and_the_others_are_asked_for_again(
    bench: Bench, tiny: Path, batches: list[int]
) -> None:
    operate(bench, tiny, 1, its_length)
    alone = section(bench)
    (bench.root / "state" / f"{ID}.md").unlink()
    seen: list[str] = []

    def dies(arguments: Mapping[str, str], context: OperationContext) -> Result:
        seen.append(section(bench)[0])
        if len(seen) == 2:
            raise KeyboardInterrupt
        return its_length(arguments, context)

    with pytest.raises(KeyboardInterrupt):
        operate(bench, tiny, 4, dies)
    assert [text.count("### Candidate") for text in seen] == [1, 2], "a reply is in §3 before it is carried out"
    assert section(bench)[0] == seen[1]
    operate(bench, tiny, 4, its_length)
    assert section(bench) == alone


def test_as_forks_the_further_tries_of_a_prompt_part_from_its_greedy_one(
    bench: Bench, told: list[tuple[Sampling, tuple[Sampling, ...], str]]
) -> None:
    bench.script([coded(f"name = 'fruit {letter}'\nprint(name)") for letter in "abcde"])
    host = bench.host(policy=Policy(yes=True))
    host.operations, host.candidates = OPERATIONS, "forks"
    micro_loop(TASK, host)
    drawn = [sampling for sampling, _, _ in told]
    by_prompt = {prompt: [one for one, _, text in told if text == prompt] for _, _, prompt in told}
    assert len(drawn) > 3
    for draws in by_prompt.values():
        assert [one.fork for one in draws] == [*range(len(draws))]
        assert draws[0] == GREEDY
    assert [list(ahead) for _, ahead, _ in told] == [[], drawn[2:], drawn[3:], drawn[4:], []]


def test_a_fork_after_a_restart_is_the_next_one_and_section_3_is_the_same(bench: Bench, tiny: Path) -> None:
    operate(bench, tiny, 1, its_length, "forks")
    whole = section(bench)
    assert whole[0].count("### Candidate") > 3
    (bench.root / "state" / f"{ID}.md").unlink()
    calls = 0

    def dies(arguments: Mapping[str, str], context: OperationContext) -> Result:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return its_length(arguments, context)

    with pytest.raises(KeyboardInterrupt):
        operate(bench, tiny, 1, dies, "forks")
    operate(bench, tiny, 4, its_length, "forks")
    assert section(bench) == whole
