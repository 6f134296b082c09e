"""`init` at a terminal asks which model of this machine the workspace shall use."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from pandora.commands import model_offer
from pandora.commands.model_offer import offer_model
from pandora.disk.layout import Workspace
from pandora.models.discovery.local_model import LocalModel
from pandora.settings import load_settings
from tests.commands.conftest import Terminal


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[LocalModel]:
    models = [LocalModel("ollama:coder:30b", "coder:30b", "Ollama", "served", 18_600_000_000)]
    monkeypatch.setattr(model_offer, "sources_on_disk", list)
    monkeypatch.setattr(model_offer, "local_models", lambda: models)
    return models


def asked(monkeypatch: pytest.MonkeyPatch, typed: str) -> io.StringIO:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    monkeypatch.setattr(sys, "stderr", shown)
    return shown


@pytest.mark.parametrize(("typed", "chosen"), [("1\n", "ollama:coder:30b"), ("\n", ""), ("0\n", ""), ("", "")])
def test_a_person_chooses_by_number_or_decides_later(
    workspace: Path, here: list[LocalModel], monkeypatch: pytest.MonkeyPatch, typed: str, chosen: str
) -> None:
    shown = asked(monkeypatch, typed)
    assert offer_model(Workspace(workspace)) == chosen
    assert "ollama:coder:30b" in shown.getvalue()
    assert load_settings(workspace, {})["model"] == (chosen or "qwen2.5-coder-1.5b")


def test_a_number_that_is_none_is_asked_for_again(
    workspace: Path, here: list[LocalModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(monkeypatch, "7\nx\n1\n")
    assert offer_model(Workspace(workspace)) == "ollama:coder:30b"


def test_nobody_is_asked_without_a_choice_or_without_a_terminal(
    workspace: Path, here: list[LocalModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert offer_model(Workspace(workspace)) == "", "no terminal"
    shown = asked(monkeypatch, "1\n")
    monkeypatch.setenv("PANDORA_MODEL", "another")
    assert offer_model(Workspace(workspace)) == "", "a variable names one"
    monkeypatch.delenv("PANDORA_MODEL")
    here.clear()
    assert offer_model(Workspace(workspace)) == "", "there is none"
    assert shown.getvalue() == ""
