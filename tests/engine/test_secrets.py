"""Canaries in the environment and in files that policy denies: no run puts them anywhere."""

from __future__ import annotations

import subprocess
from base64 import b64encode
from pathlib import Path
from shutil import which
from textwrap import wrap

import pytest

from pandora.budget import Budget
from pandora.engine.commits import Commits
from pandora.engine.events import SectionKeeper
from pandora.engine.run import start
from pandora.errors import RefusedError
from pandora.models.recording import RecordingModel
from pandora.operations.python import python
from pandora.operations.read import read
from pandora.operations.staged_command import execute
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from pandora.workspace.operation_context import OperationContext
from pandora.workspace.secrets import encodings_of
from tests.engine.runs import OPERATIONS, Bench, checked, coded, planned, saving, understood

VARIABLE, FILE, PRIVATE = "canary-variable-5e1f", "canary-file-77aa10", "canary-private-90bc"
POLICY = Policy().with_rules([Rule("read", "private/**", "deny", "pandora.toml:2")])


@pytest.fixture
def planted(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("CANARY_TOKEN", VARIABLE)
    (bench.root / ".env").write_text(f"SECRET_KEY={FILE}\n", encoding="utf-8")
    (bench.root / "private").mkdir()
    (bench.root / "private" / "diary.txt").write_text(f"word: {PRIVATE}\n", encoding="utf-8")
    (bench.root / "log.txt").write_text(f"sent {VARIABLE} and {FILE}\n", encoding="utf-8")
    (bench.root / "link.txt").symlink_to("private/diary.txt")
    return bench


def leaked(folder: Path) -> list[str]:
    """The files of a run that hold a canary; those that they were planted in are left out."""
    own = {".env", "private/diary.txt", "log.txt"}
    found = []
    for path in folder.parent.rglob("*"):
        name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
        if path.is_file() and not path.is_symlink() and name not in own:
            data = path.read_bytes()
            found += [
                name
                for each in (VARIABLE, FILE, PRIVATE)
                for form in encodings_of(each)
                if form.encode() in data
            ]
    return found


def context(bench: Bench) -> OperationContext:
    return bench.host(policy=POLICY).operation_context


def test_no_document_prompt_or_recording_holds_one(planted: Bench) -> None:
    code = f"print(open('{planted.root}/log.txt').read(), open('{planted.root}/.env').read(), 6 * 7)"
    plan = planned("read: log.txt", "python: print it")
    model = planted.script([understood(), plan, *[coded(code)] * 5, checked()])
    host = planted.host(policy=POLICY)
    host.model = RecordingModel(model, planted.root.parent / "recorded.jsonl")
    ended = start(f"Print log.txt, private/diary.txt and .env with {VARIABLE}", host, Budget())
    assert ended.outcome.status is Status.ACCEPTED
    assert "sent [the value of CANARY_TOKEN] and [the value of .env]" in planted.document("op-read-1").body(5)
    assert "SECRET_KEY=[the value of .env]" in planted.document("op-python-2").body(3)
    assert "private/diary.txt: policy denies reading it" in planted.document().body(1)
    assert not any(each in prompt.text for prompt in model.prompts for each in (VARIABLE, FILE, PRIVATE))
    assert (planted.root.parent / "recorded.jsonl").stat().st_size
    assert leaked(planted.root) == []


def test_none_is_anywhere_in_the_workspace_nor_in_its_commits(planted: Bench) -> None:
    """A tool printed them as tools do: for an address, in base64, over lines, in hexadecimal."""
    if which("git") is None:
        pytest.skip("git is not installed")
    git = ["git", "-c", "init.defaultBranch=main", "-C", str(planted.root)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    basic = b64encode(f"ann:{FILE}".encode()).decode()
    wrapped = "\n".join(wrap(b64encode(f"{'x' * 70}{VARIABLE}".encode()).decode(), 76))
    shown = f"{basic}\n{wrapped}\n{FILE.encode().hex().upper()}\n{VARIABLE[:8]}\n{VARIABLE[8:]}\n"
    code = "kept = open('data/tool.txt').read()\nprint(kept * 400)"
    plan = planned("read: data/tool.txt", "python: print it")
    (planted.root / "data" / "tool.txt").write_text(shown, encoding="utf-8")
    model = planted.script([understood(), plan, *[coded(code)] * 5, checked()])
    host = planted.host(policy=POLICY)
    host.model = RecordingModel(model, planted.root.parent / "recorded.jsonl")
    said: list[str] = []
    host.watcher = Commits(
        planted.workspace, "phase", SectionKeeper(planted.workspace, planted.watch), said.append
    )
    start("Print data/tool.txt", host, Budget())
    (planted.root / "data" / "tool.txt").unlink()
    assert said == []
    asked = "".join(prompt.text for prompt in model.prompts)
    assert "[the value of .env]" in asked + planted.document("op-read-1").text
    told = [form for each in (VARIABLE, FILE) for form in encodings_of(each) if form in asked]
    assert told == []
    listed = subprocess.run(
        [*git, "rev-list", "--objects", "--all"], check=True, capture_output=True, text=True
    )
    for line in listed.stdout.splitlines():
        data = subprocess.run([*git, "cat-file", "-p", line.split()[0]], check=True, capture_output=True).stdout
        assert not any(form.encode() in data for each in (VARIABLE, FILE) for form in encodings_of(each)), line
    assert leaked(planted.root) == []
    assert any(len(line.split()) == 2 for line in listed.stdout.splitlines())  # the documents are there


def test_a_file_with_one_is_not_written(planted: Bench) -> None:
    code = (
        saving("out/x.txt", "made of log.txt") + "\nsave('out/y.txt', __import__('os').environ['CANARY_TOKEN'])"
    )
    lines = (understood(), planned("python: do it"), *[coded(code)] * 5)
    ended = planted.start(*lines, text="Make it", policy=POLICY)
    assert ended.outcome.status is not Status.ACCEPTED
    assert "out/y.txt would hold the value of CANARY_TOKEN" in planted.document("op-python-1").text
    assert not (planted.root / "out").exists()
    assert leaked(planted.root) == []


@pytest.mark.parametrize("path", [".env", "private/diary.txt", "link.txt", "./private/../.env"])
def test_denied_files_are_not_read(planted: Bench, path: str) -> None:
    with pytest.raises(RefusedError, match="policy denies reading it"):
        read({"path": path}, context(planted))


def test_they_stand_on_no_menu(planted: Bench) -> None:
    listing = read({"path": "private"}, context(planted)).text
    assert "diary" not in listing
    near = read({"path": "diary.txt"}, context(planted))
    assert "private" not in near.text


@pytest.mark.parametrize("path", [".env", "private/new.txt", "deep/id_rsa"])
def test_a_run_does_not_write_them_either(planted: Bench, path: str) -> None:
    code = saving(path, "x")
    lines = (understood(), planned("python: do it"), coded(code), coded(code))
    ended = planted.start(
        *lines, text=f"Write to {path} what log.txt says", policy=Policy(rules=POLICY.rules, yes=True)
    )
    assert ended.outcome.status is not Status.ACCEPTED
    assert (planted.root / ".env").read_text(encoding="utf-8") == f"SECRET_KEY={FILE}\n"
    assert not (planted.root / "private" / "new.txt").exists()
    assert not (planted.root / "deep").exists()


def test_a_command_does_not_see_them(planted: Bench) -> None:
    seen = execute(("sh", "-c", "cat .env private/diary.txt link.txt; env; find ."), context(planted))
    if "cannot confine" in seen.note:
        pytest.skip("this machine cannot confine commands")
    for canary in (VARIABLE, FILE, PRIVATE):
        assert canary not in seen.stdout.replace(f"sent {VARIABLE} and {FILE}", "")
    assert "diary" not in seen.stdout
    assert OPERATIONS["python"].handler is not python
