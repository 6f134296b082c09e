"""Whether the one file that a request names stays as it is, and others are meant."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import left_alone
from pandora.task import Task


@pytest.mark.parametrize(
    ("stays", "acts", "expected"),
    [(-0.2, 0.1, True), (-1.1, 0.0, True), (-1.2, 1.5, False), (None, 0.0, False)],
)
def test_a_file_stays_where_that_is_surer_than_that_it_is_acted_on(
    stays: float | None, acts: float, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def log_odds_of(loop: Loop, question: str, text: str, phase_name: str) -> float | None:
        asked.append(question)
        assert "readme.txt" in question
        return stays if question in [one.format(path="readme.txt") for one in left_alone.STAYS] else acts

    monkeypatch.setattr(left_alone, "log_odds_of", log_odds_of)
    meta: dict[str, Any] = {}
    loop = cast(
        "Loop",
        SimpleNamespace(
            task=Task("sort them into folders, leave readme.txt"),
            document=SimpleNamespace(meta=meta),
            save=lambda **keys: meta.update(keys),
        ),
    )
    assert left_alone.is_left_alone(loop, "readme.txt") is expected
    once = len(asked)
    assert left_alone.is_left_alone(loop, "readme.txt") is expected
    assert len(asked) == (2 * once if stays is None else once), "what was answered is kept"


@pytest.mark.parametrize(
    ("request_text", "stays", "expected"),
    [
        ("sort recipes/ into folders, leave shop.txt", True, ("r/a.txt", "r/b.txt")),
        ("sort recipes/ and shop.txt into folders", False, ("r/a.txt", "r/b.txt", "r/shop.txt")),
        ("sort a.txt, b.txt and shop.txt into folders", True, ("r/a.txt", "r/b.txt", "r/shop.txt")),
    ],
)
def test_few_named_files_of_a_folder_stay_and_not_most_of_them(
    request_text: str, stays: bool, expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(left_alone, "is_left_alone", lambda loop, path, least: stays)
    loop = cast("Loop", SimpleNamespace(task=Task(request_text)))
    assert left_alone.without_left_alone(loop, ["r/a.txt", "r/b.txt", "r/shop.txt"]) == expected
