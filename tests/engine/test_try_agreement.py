"""How many tries must agree where another one says something else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from pandora.engine import try_agreement
from pandora.engine.candidates import Candidate, Tries
from pandora.engine.loop import Loop
from pandora.programs.help import Agreement
from pandora.workspace.operation_context import Result

FREE, FEE, ADULTS = (
    "Under 18 it is free.",
    "Under 18 you pay 15 euros.",
    "Under 18 it is free, adults pay 15 euros.",
)


@pytest.mark.parametrize(
    ("texts", "groups", "evidence", "agreed"),
    [
        ((FEE, ADULTS), ((0, 1),), "passages", True),
        ((FEE, ADULTS, "You pay 3.50 euros."), ((0, 1), (2,)), "passages", False),
        ((FEE, ADULTS, "You pay 3.50 euros.", FEE), ((0, 1, 3), (2,)), "passages", True),
        ((FEE, ADULTS, FREE), ((0, 1), (2,)), "passages", True),
        ((FEE, ADULTS, "You pay 3.50 euros."), ((0, 1), (2,)), "order", True),
    ],
)
def test_one_more_answer_must_agree_where_another_one_has_other_numbers(
    texts: tuple[str, ...],
    groups: tuple[tuple[int, ...], ...],
    evidence: str,
    agreed: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    candidates = [Candidate({"answer": text}, result=Result(True, text)) for text in texts]
    of_place = {place: group for group in groups for place in group}
    pairs = [(one, Agreement(1, of_place[place])) for place, one in enumerate(candidates)]
    monkeypatch.setattr(try_agreement, "agreements_of_tries", lambda loop, tried, final=False: pairs)
    pattern = SimpleNamespace(evidence=(evidence,))
    host = SimpleNamespace(operation=lambda pattern: SimpleNamespace(roles={"answer": "answer"}))
    loop = cast("Loop", SimpleNamespace(pattern=pattern, host=host))
    tried = Tries(candidates)
    assert (try_agreement.agreed_candidate(loop, tried, 2) is not None) is agreed
    if len(texts) < 4:
        monkeypatch.setattr(try_agreement, "tries_for_progress", lambda loop, candidates: 0)
        assert try_agreement.may_go_on(loop, tried, len(texts), 2, False) is not agreed
