"""A run whose model file is cut off, or has a hostile template: exit code, one line, and it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.tiny_gguf import write_tiny_gguf
from tests.commands.conftest import TASK, Run

SIMPLE = "{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}<assistant>"
ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_tiny_gguf(tmp_path_factory.mktemp("tiny") / "tiny.gguf", "mixture").read_bytes()


@pytest.mark.parametrize("length", [0, 20, 5_000, 300_000])
def test_a_model_file_that_was_cut_off_ends_the_run_in_one_line(
    pandora: Run, workspace: Path, tmp_path: Path, whole: bytes, length: int
) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(whole[:length])
    ended = pandora("run", "--model", str(path), TASK)
    assert (ended.code, ended.out) == (5, "")
    *progress, line = ended.err.splitlines()
    assert len(progress) <= 1
    assert line.startswith(f"pandora: {path}: ")
    assert "; " in line, "it says what to do"
    assert not list((workspace / "state").glob("*-*.md"))


@pytest.mark.llama
@pytest.mark.parametrize(
    ("template", "reason"),
    [
        (ENDLESS, "it does not end"),
        ("{{ 'x' * 999999999 }}" + SIMPLE, "line 1"),
        (SIMPLE + "\n{{ raise_exception('tools only') }}", "line 2: tools only"),
    ],
)
def test_a_template_that_never_ends_or_cannot_be_rendered_ends_the_run_in_one_line(
    pandora: Run, workspace: Path, tmp_path: Path, template: str, reason: str
) -> None:
    path = write_tiny_gguf(tmp_path / "tiny.gguf", "mixture", template)
    ended = pandora("run", "--model", str(path), TASK)
    assert (ended.code, ended.out) == (5, "")
    *progress, line = ended.err.splitlines()
    assert len(progress) <= 1
    assert line.startswith(f"pandora: {path}: ")
    assert reason in line
    assert "chat_template" in line, "the setting that gives another one"
    assert not list((workspace / "state").glob("*-*.md"))


@pytest.mark.llama
def test_a_run_goes_on_when_its_model_file_is_whole_again(
    pandora: Run, workspace: Path, script: str, tmp_path: Path, whole: bytes
) -> None:
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(whole[:5_000])
    assert pandora("run", "--model", script, TASK).code == 0
    (root,) = (workspace / "state").glob("system-*.md")
    before = root.read_bytes()
    assert pandora("resume", root.stem, "--model", str(cut)).code == 5
    assert root.read_bytes() == before
    assert pandora("resume", root.stem, "--model", script).code == 0
