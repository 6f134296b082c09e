from __future__ import annotations

import json
from pathlib import Path

from benchmarks.growth_measures import REQUESTS
from benchmarks.tool_wordings import PARTS, JudgedWording, Wording, judged_wordings, summary, wordings
from pandora.disk.layout import shipped_system
from pandora.models.scripted import ScriptedModel


def test_each_requested_tool_has_wordings_that_fit_and_others_in_each_part() -> None:
    """Growth 16: the part by which the threshold was set shares no request with the one that tests it."""
    tune, test = (wordings(part) for part in PARTS)
    for part, least in ((tune, 2), (test, 3)):
        for name in REQUESTS:
            for fits in (True, False):
                assert sum(one.tool == name and one.fits is fits for one in part) >= least, name
    assert not {one.request for one in tune} & {one.request for one in test}


def test_each_request_is_asked_as_plan_asks_it(tmp_path: Path) -> None:
    """Growth 16: taken where the model is sure of a yes, left off where it is of a no."""
    lines = [
        {"phase": "fit", "fill": {"fit": answer}, "chances": {"fit": 0.99}}
        for answer in ("yes", "no", "yes", "no")
    ]
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    asked = [one for one in wordings("tune") if one.tool == "word-count"]
    judged = list(judged_wordings(ScriptedModel(path), shipped_system(), asked))
    assert [one.right for one in judged] == [True, False, False, True]
    assert summary(judged) == "1 of 2 that fit taken, 1 left off; 1 of 2 others left off, 1 taken"


def test_of_an_unsure_model_nothing_follows() -> None:
    unsure = JudgedWording(Wording("word-count", "how many words", "How long is it?", True), 0.4)
    assert (unsure.right, unsure.wrong, unsure.verdict) == (False, False, "unsure")
