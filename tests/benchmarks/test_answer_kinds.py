from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.answer_kinds import choice_table, choices
from pandora.disk.layout import shipped_system
from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.sessions.reading_plan import KINDS
from tests.answering_model import AnsweringModel


class Counting(AnsweringModel):
    """A model that says of every question that it wants a count."""

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        return {"wanted": "count"}, {"wanted": 0.7}


def test_the_kinds_that_a_session_goes_on_with_are_counted(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "system").symlink_to(shipped_system())
    made = choices(tmp_path, Counting(), lambda line: None)
    assert Counter(choice.judged for choice in made) == {False: 20, True: 20}
    assert {choice.wants for choice in made} == set(KINDS)
    assert all(choice.right for choice in made if choice.wants == "count")
    one_part = [choice for choice in made if choice.chosen == "value"]
    assert one_part
    assert all(choice.right for choice in one_part), "names that stand in one part alone want a value of it"
    wrong = sum(not choice.right for choice in made)
    assert len(choice_table(made)) == 4 + wrong
