from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import rows_of_zero
from pandora.programs.help import Try
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

OWED = "who,owed\nAda,0.0\nBen,20\nCleo,7.50\nDov,0\n"
QUERY = "who,owed\nBen,20.0\nCleo,7.5\n"


def tried(
    monkeypatch: pytest.MonkeyPatch, earlier: str, wants: float = 2.0, made: str = OWED
) -> tuple[Change, str] | None:
    odds = {rows_of_zero.QUESTIONS[0].format("owed"): wants, rows_of_zero.QUESTIONS[1].format("owed"): 1.0}
    monkeypatch.setattr(rows_of_zero, "log_odds_of", lambda loop, question, text: odds[question])
    work = SimpleNamespace(rules=frozenset({"ranking"}), request="who still owes something, most first")
    text = "### Candidate 1\nCode:\n  found = query(1)\nChanges:\n  - owing.csv → content 1 (was absent)\n"
    document = SimpleNamespace(meta={"contents": {"1": "blobs/a"}}, text=text, body=lambda number: text)
    host = SimpleNamespace(store=SimpleNamespace(read_blob={"blobs/a": earlier.encode()}.__getitem__))
    loop = cast("Loop", SimpleNamespace(work=work, untrusted=False, document=document, host=host))
    own = Result(True, "", changes=(Change("owing.csv", "", made.encode()),))
    return rows_of_zero.without_rows_of_zero(loop, Try({}, own))


def test_rows_with_a_0_that_a_query_left_out_go_where_the_request_wants_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = tried(monkeypatch, QUERY)
    assert found is not None
    assert found[0].content == b"who,owed\nBen,20\nCleo,7.50\n"
    assert found[1] == "owing.csv has no row whose owed is 0, as a query left them out"


def test_rows_stay_apart_where_the_last_line_has_no_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turned = "who,owed\nCleo,7.5\nBen,20\n"
    made = OWED.replace("Dov,0\n", "").removesuffix("\n").replace("\n", "\r\n")
    found = tried(monkeypatch, turned, made=made)
    assert found is not None
    assert found[0].content == b"who,owed\r\nCleo,7.50\r\nBen,20"


@pytest.mark.parametrize(
    ("earlier", "wants", "made"),
    [
        (QUERY, 1.2, OWED),  # the request wants them
        (OWED, 2.0, OWED),  # the query has them, too
        ("who,owed\nBen,21\nCleo,7.5\n", 2.0, OWED),  # another value
        ("who,debt\nBen,20\nCleo,7.5\n", 2.0, OWED),  # another table
        ("who,owed\nBen,20\n", 2.0, OWED),  # a row that is not 0 is gone, too
        (QUERY, 2.0, "who,owed\n"),
        ("", 2.0, OWED),
    ],
)
def test_else_they_stay(earlier: str, wants: float, made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried(monkeypatch, earlier, wants, made) is None
