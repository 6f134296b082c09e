from __future__ import annotations

from pandora.inspect.model_calls import calls_of
from tests.engine.runs import CHEAPEST, Bench, checked, coded, planned, understood


def test_the_calls_of_a_run_in_the_order_in_which_they_were_made(bench: Bench) -> None:
    once = (planned("python: print it"), coded("1/0"), coded(CHEAPEST), coded(CHEAPEST))
    bench.start(understood(), *once, checked("retry", "not sure"), *once, checked())
    root = [(call.phase, call.attempt) for call in calls_of(bench.run, bench.document())]
    assert root == [("understand", None), ("plan", 1), ("check", 1), ("plan", 2), ("check", 2)]
    for number in (1, 2):
        name = f"op-python-{bench.short}-{number}"
        calls = list(calls_of(name, bench.document(f"op-python-{number}")))
        assert [(call.document, call.phase, call.candidate) for call in calls] == [
            (name, "do", candidate) for candidate in (1, 2, 3)
        ]
