"""A run's documents in git: which, when, with which words, and nothing of anybody else's."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pandora import cli
from pandora.document.front_matter import ORDER
from pandora.document.state_document import digest
from pandora.engine.commits import Commits, named_again
from pandora.engine.events import Event
from pandora.engine.run import resume, start
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    RETRIED,
    TASK,
    THROUGH_TABLE,
    Bench,
    checked,
    clarified,
    coded,
    planned,
    replaced,
    understood,
)
from tests.workspace_settings import write_trusted_settings

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def nobody_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "none").write_text("", encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))


def run(bench: Bench, *arguments: str) -> str:
    person = ("-c", "user.name=P", "-c", "user.email=p@localhost")
    done = subprocess.run(
        ["git", *person, *arguments], cwd=bench.root, capture_output=True, text=True, check=True
    )
    return done.stdout


def begin(bench: Bench, when: str, *lines: object, repository: bool = True) -> list[str]:
    """Run the task with commits; returns what was said."""
    if repository:
        run(bench, "init", "--quiet", "-b", "main")
    bench.script(lines)  # type: ignore[arg-type]
    said: list[str] = []
    host = bench.host()
    host.watcher = Commits(bench.workspace, when, bench.watch, said.append)
    start(TASK, host, host.ledger.ceiling)
    return said


def subjects(bench: Bench) -> list[str]:
    return re.sub(
        r"(?m)^(\w+(?:-[a-z]+)?)-[a-z0-9]{6}", r"\1", run(bench, "log", "--reverse", "--format=%s")
    ).splitlines()


def test_one_commit_at_the_end_of_a_run(bench: Bench) -> None:
    assert begin(bench, "run", *THROUGH_TABLE) == []
    assert subjects(bench) == [f"system: accepted: {TASK}"]
    named = run(bench, "ls-tree", "-r", "--name-only", "HEAD").split()
    assert named == sorted(f"state/{path.name}" for path in (bench.root / "state").glob("*.md"))
    trailers = dict(
        line.split(": ", 1)
        for line in run(bench, "log", "-1", "--format=%(trailers:only,unfold)").splitlines()
        if line
    )
    assert trailers["Pandora-Run"] == bench.short
    assert trailers["Pandora-Status"] == "accepted"
    assert trailers["Pandora-Model"] == "scripted:script.jsonl"
    assert trailers["Pandora-Calls"] == "5"
    assert int(trailers["Pandora-Tokens"]) > 100
    assert all(
        line.startswith("??") and "state/" not in line
        for line in run(bench, "status", "--porcelain").splitlines()
    )


def test_a_commit_after_each_phase_holds_the_documents_as_they_were(bench: Bench) -> None:
    assert begin(bench, "phase", *THROUGH_TABLE) == []
    told = subjects(bench)
    assert told[0] == "system: UNDERSTAND"
    assert "system: PLAN, DO" in told
    assert told[-1] == f"system: accepted: {TASK}"
    assert len(told) == len(set(told)) >= 5, told
    first = run(bench, "show", f"HEAD~{len(told) - 1}:state/{bench.run}.md")
    assert "Resolved: " in first
    assert "Approach: " not in first


def test_again_is_what_the_engine_made_anew_and_not_what_a_person_wrote() -> None:
    assert named_again(["PLAN edited by a person"], ended_before=True) == "PLAN edited by a person"
    assert named_again(["PLAN edited by a person", "DO"], ended_before=True).endswith(", DO again")
    assert named_again(["PLAN", "DO"], ended_before=False) == "PLAN, DO"


def test_a_resume_without_news_makes_no_commit_and_an_edit_is_told(bench: Bench) -> None:
    begin(bench, "phase", *THROUGH_TABLE)
    before = run(bench, "rev-parse", "HEAD")
    said: list[str] = []

    def again(*lines: object) -> None:
        bench.script(lines)  # type: ignore[arg-type]
        host = bench.host()
        host.watcher = Commits(bench.workspace, "phase", bench.watch, said.append)
        resume(bench.run, host)

    again()
    assert run(bench, "rev-parse", "HEAD") == before
    bench.edit(replaced("1. table: print the cheapest fruit", "1. table: print the least"))
    again(coded(CHEAPEST), coded(CHEAPEST), checked())
    told = subjects(bench)
    assert "system: PLAN edited by a person, DO again" in told
    assert told[-1] == f"system: accepted after PLAN edited by a person: {TASK}"
    assert len(told) == len(set(told)), told
    assert said == []


def test_each_question_and_each_attempt_is_told_apart(bench: Bench) -> None:
    begin(bench, "phase", *RETRIED)
    assert {"system: PLAN, DO", "system: PLAN, DO (attempt 2)"} <= set(subjects(bench))
    begin(bench, "phase", understood(), planned("python: print it", confidence="low"), clarified("Which one?"))
    assert any(subject.endswith(": asks: Which one?") for subject in subjects(bench))


def test_blobs_that_a_document_names_are_committed(bench: Bench) -> None:
    long = "print(' '.join('w' + str(number) for number in range(1500)))"
    begin(bench, "run", understood(), planned("python: print it"), coded(long), coded(long), checked())
    (blob,) = (bench.root / "state" / "blobs").iterdir()
    assert f"state/blobs/{blob.name}" in run(bench, "ls-tree", "-r", "--name-only", "HEAD").split()
    assert len(digest(blob.name)) == 16


def test_staged_changes_of_a_person_stay_theirs(bench: Bench) -> None:
    run(bench, "init", "--quiet", "-b", "main")
    (bench.root / "state" / "README.md").write_text("mine\n", encoding="utf-8")
    run(bench, "add", "data", "state/README.md")
    begin(bench, "phase", *THROUGH_TABLE, repository=False)
    assert "state/README.md" not in run(bench, "ls-tree", "-r", "--name-only", "HEAD")
    assert run(bench, "diff", "--cached", "--name-only").split() == ["data/fruit.csv", "state/README.md"]


@pytest.mark.parametrize("case", ["no repository", "ignored", "locked", "no git"])
def test_what_cannot_be_committed_is_said_once_and_harms_nothing(
    bench: Bench, case: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if case != "no repository":
        run(bench, "init", "--quiet", "-b", "main")
    if case == "ignored":
        (bench.root / ".gitignore").write_text("state/\n", encoding="utf-8")
    if case == "locked":
        (bench.root / ".git" / "index.lock").touch()
    if case == "no git":
        monkeypatch.setenv("PATH", str(tmp_path))
    said = begin(bench, "phase", *THROUGH_TABLE, repository=False)
    assert bench.document().meta["status"] == "accepted"
    assert len(said) == 1
    assert said[0].startswith("state/ was not committed: ")
    wanted = {
        "no repository": "git repository",
        "ignored": ".gitignore",
        "locked": "lock",
        "no git": "not installed",
    }
    assert wanted[case] in said[0]


def test_after_a_lock_the_next_commit_has_everything(bench: Bench) -> None:
    run(bench, "init", "--quiet", "-b", "main")
    lock = bench.root / ".git" / "index.lock"
    lock.touch()
    said: list[str] = []
    host = bench.host()

    def watch(event: Event) -> None:
        if event.what == "call" and event.detail == "check":
            lock.unlink()

    bench.script(THROUGH_TABLE)
    host = bench.host()
    host.watcher = Commits(bench.workspace, "phase", watch, said.append)
    start(TASK, host, host.ledger.ceiling)
    assert len(said) == 1
    assert len(run(bench, "ls-tree", "-r", "--name-only", "HEAD").split()) == 3


def test_what_could_not_be_committed_the_next_resume_commits(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also that of a finished run, which changes no byte."""
    run(bench, "init", "--quiet", "-b", "main")
    write_trusted_settings(bench.root, 'commit = "run"\n')
    lock = bench.root / ".git" / "index.lock"
    lock.touch()
    path = bench.root.parent / "script.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in THROUGH_TABLE), encoding="utf-8")
    ask = ["-C", str(bench.root), "run", TASK, "--unsafe", "--model", f"scripted:{path}"]
    assert cli.run(ask) == 0
    assert (
        f"`pandora -C {bench.root} resume {bench.short}` commits it when that is mended"
        in capsys.readouterr().err
    )
    lock.unlink()
    before = bench.states()
    for _ in range(2):
        assert cli.run(["-C", str(bench.root), "resume", bench.run, "--model", f"scripted:{path}"]) == 0
        assert "not committed" not in capsys.readouterr().err
    assert bench.states() == before
    assert subjects(bench) == [f"system: accepted: {TASK}"]
    assert len(run(bench, "ls-tree", "-r", "--name-only", "HEAD").split()) == 3


def test_a_watcher_that_commits_never_raises(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object, **named: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(subprocess, "run", full)
    said: list[str] = []
    Commits(bench.workspace, "run", bench.watch, said.append)(Event("system-abc234", None, "end", "accepted"))
    way = "`pandora resume abc234` commits it when that is mended, or set commit to off"
    assert said == [f"state/ was not committed: git rev-parse: [Errno 28] No space left on device; {way}"]


def changed_lines(bench: Bench, since: str, document: str) -> tuple[list[str], list[str]]:
    """The lines that changed in a document since a commit, as `-old` and `+new`: front matter, and the rest."""
    inside: tuple[list[str], list[str]] = ([], [])
    numbers = {"-": 0, "+": 0}
    texts = {
        "-": run(bench, "show", f"{since}:state/{document}.md").split("\n"),
        "+": run(bench, "show", f"HEAD:state/{document}.md").split("\n"),
    }
    ends = {sign: lines.index("---", 1) for sign, lines in texts.items()}
    for line in run(bench, "diff", "-U0", since, "HEAD", "--", f"state/{document}.md").split("\n")[4:]:
        if line.startswith("@@"):
            old, new = (part.split(",")[0] for part in line.split()[1:3])
            numbers = {"-": -int(old), "+": int(new)}
        elif line:
            sign = line[0]
            inside[numbers[sign] > ends[sign]].append(line)
            numbers[sign] += 1
    return inside


def test_the_diff_of_an_edit_and_its_resume_shows_the_change_of_thought(bench: Bench) -> None:
    assert begin(bench, "phase", *THROUGH_TABLE) == []
    run(bench, "add", "-A")
    before = run(bench, "rev-parse", "HEAD").strip()
    bench.edit(replaced("1. table: print the cheapest fruit", "1. table: print the dearest fruit"))
    bench.script([coded(DEAREST), coded(DEAREST), checked()])
    host = bench.host()
    host.watcher = Commits(bench.workspace, "phase", bench.watch, list[str]().append)
    assert resume(bench.run, host).outcome.output == "pear"
    keys, thought = changed_lines(bench, before, bench.run)
    assert thought == [
        "-1. table: print the cheapest fruit",
        "+1. table: print the dearest fruit",
        f"-- Step 1: table → plum [tool-table-{bench.short}-1.md]",
        f"+- Step 1: table → pear [tool-table-{bench.short}-1.md]",
        "-- step 1 gave: plum",
        "+- step 1 gave: pear",
        "-plum",
        "+pear",
    ]
    assert not any(
        line.startswith(("-status", "-phase", "-model", "-budget", "-gathered", "-  1: {by")) for line in keys
    )
    _, program = changed_lines(bench, before, f"op-python-{bench.short}-1.1")
    assert len(program) == 2 * 8  # the task said three times, and each candidate's code and output, and §5
    keys_of = [list(bench.document(name).meta) for name in ("", "tool-table-1", "op-python-1.1")]
    assert all(names == sorted(names, key=ORDER.index) for names in keys_of)


def test_with_what_the_page_says_git_shows_thoughts_alone(bench: Bench) -> None:
    assert begin(bench, "run", *THROUGH_TABLE) == []
    bench.edit(replaced("1. table: print the cheapest fruit", "1. table: print the dearest fruit"))
    bench.script([coded(DEAREST), coded(DEAREST), checked()])
    host = bench.host()
    host.watcher = Commits(bench.workspace, "run", bench.watch, list[str]().append)
    assert resume(bench.run, host).outcome.output == "pear"
    page = (Path(__file__).parents[2] / "docs" / "editing.md").read_text(encoding="utf-8")
    told = re.findall(r"^```sh\n(printf .*?)^```$", page, re.M | re.S)
    subprocess.run(["sh", "-ec", told[0]], cwd=bench.root, check=True)
    shown = run(bench, "log", "-1", "-p", "--format=")
    lines = [line for line in shown.splitlines() if line[:1] in "-+" and line[:3] not in ("---", "+++")]
    assert {"-1. table: print the cheapest fruit", "+1. table: print the dearest fruit", "+pear"} <= set(lines)
    kept = r"[-+](?:\w+:.*\{|sections:|steps:|  \d+: \{|used:)|.*\b[0-9a-f]{16,}\b"
    assert [line for line in lines if re.match(kept, line)] == []
    bench.workspace.blobs.mkdir(exist_ok=True)
    for name, content in (("text", b'{"pandora":"session state 1"}'), ("bytes", b"\0\1\2")):
        (bench.workspace.blobs / name).write_bytes(content)
    run(bench, "add", "state/blobs")
    run(bench, "commit", "-qm", "Blobs")
    shown = run(bench, "log", "-1", "-p", "--format=")
    assert "blobs/bytes" in shown
    assert "session state" not in shown
    assert "Binary files" not in shown
    assert "blobs" not in run(bench, "thoughts", "--format=")
