"""With a leaf that judges every line rightly, a session has full marks on each kind of long text."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.long_text_scores import score
from benchmarks.long_texts import LABELS, SPORTS, LongQuestion, questions
from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.models.protocol import Call, Prompt
from pandora.sessions.session_runs import start
from tests.answering_model import AnsweringModel
from tests.sessions.conftest import sitting  # noqa: F401  (a fixture)
from tests.sessions.sittings import Sitting


def _patterns(sentences: Mapping[str, tuple[str, ...]]) -> dict[str, re.Pattern[str]]:
    def pattern(sentence: str) -> str:
        return re.sub(r"\\\{\w+\\\}", r"\\w+", re.escape(sentence))

    return {kind: re.compile("|".join(map(pattern, some))) for kind, some in sentences.items()}


MOODS, SPORT = _patterns(LABELS), _patterns(SPORTS)


class PerfectLeaf(AnsweringModel):
    """Plans as the default model does, and knows of each line what the line was made from."""

    def __init__(self, question: LongQuestion) -> None:
        self.question, self.task = question, question.question

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        if call.kind == "leaf":
            text = prompt.text[prompt.text.rindex("\nText:") :].partition("\nQuestion:")[0]
            return {"answer": getattr(self, f"_{self.question.kind}")(text)}, {}
        mood = re.search(r"are (positive|negative|neutral)\?", self.task)
        count = {"wanted": "count" if mood else "majority", "question": "Is this review good?"}
        if mood:
            others = ", ".join(label for label in LABELS if label != mood[1])
            count |= {"question": f"Is this review {mood[1]}?", "kinds": f"{mood[1]}, {others}"}
        blanks = {
            "needles": {"wanted": "value"},
            "pairs": {"wanted": "pairs", "question": f"Does this person go in for {self._sport()}?"},
            "counting": count,
        }[self.question.kind]
        return {entry.key: blanks.get(entry.key, []) for entry in form.asked}, {"wanted": 0.95}

    def _sport(self) -> str:
        sport = re.search(r"go in for (\w+)", self.task)
        return sport[1] if sport else ""

    def _counting(self, text: str) -> str:
        return next(label for label, pattern in MOODS.items() if pattern.search(text))

    def _pairs(self, text: str) -> str:
        return "yes" if SPORT[self._sport()].search(text) else "no"

    def _needles(self, text: str) -> str:
        depot = re.search(r"(\w+) keeps the depot at (.*?); its gate opens with (\d+)", text)
        if not depot or depot[2] not in self.task:
            return "none"
        return depot[1] if self.task.startswith("Who") else depot[3]


def answered(sitting: Sitting, question: LongQuestion) -> tuple[str, int]:  # noqa: F811
    """The value that a session came to, and its calls."""
    with tempfile.TemporaryDirectory(dir=sitting.root) as folder:
        room = Sitting(Path(folder))
        (room.root / "text.txt").write_text(question.text, encoding="utf-8")
        host = Host(Workspace(room.root), PerfectLeaf(question), Ledger(Budget(calls=4000)), scaffold=True)
        over = [room.root / "text.txt"]
        report = start(question.question, host, Budget(calls=4000), over=over, run="abc234")
        return str(report.entry["value"]), report.usage.calls


@pytest.mark.parametrize("kind", ["counting", "needles", "pairs"])
def test_a_session_has_full_marks_where_its_leaves_are_right(sitting: Sitting, kind: str) -> None:  # noqa: F811
    """Issue 17: at 64,000 tokens what a session gets wrong is a leaf's judgment; its calls are bounded."""
    most = {"counting": 640, "needles": 8, "pairs": 130}[kind]
    for question in questions(kind, 64_000, 1):
        value, calls = answered(sitting, question)
        assert score(question, value) == 1.0, question.name
        assert calls <= most


def test_the_calls_do_not_grow_with_a_text_that_repeats_itself(sitting: Sitting) -> None:  # noqa: F811
    """Issue 17: the cost grows at most with the length; what differs only in its date is judged once."""
    short, long = (answered(sitting, questions("pairs", size, 1)[0])[1] for size in (16_000, 256_000))
    assert long <= short
