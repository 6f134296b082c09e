from __future__ import annotations

import base64
import errno
import io
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import click
import pytest

from pandora import __version__, cli
from pandora.commands.command_groups import COMMAND_GROUPS
from pandora.commands.init import make_workspace
from pandora.disk.conflicts import EditedError
from pandora.document.state_document import new_document
from pandora.errors import (
    Ceiling,
    CeilingError,
    DeniedError,
    DiskError,
    DocumentError,
    HeldError,
    LostLeaseError,
    ModelError,
    NoModelError,
    PandoraError,
    Problem,
    RefusedError,
    ReplyError,
    UsageError,
)
from tests.commands.conftest import DOCUMENTS, ROOT, SCRIPT, TASK, Terminal
from tests.disk.faults import failing
from tests.engine.small_system import write_system

Told = tuple[int, str, str]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PANDORA_MODELS", str(tmp_path / "models"))
    monkeypatch.delenv("PANDORA_MODEL", raising=False)
    root = tmp_path / "work"
    write_system(root / "system")
    make_workspace(root)
    (root / "data").mkdir()
    (root / "data" / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    (tmp_path / "script.jsonl").write_text("\n".join(map(json.dumps, SCRIPT)), encoding="utf-8")
    return root


@pytest.fixture
def model(workspace: Path) -> str:
    return f"scripted:{workspace.parent / 'script.jsonl'}"


@pytest.fixture
def pandora(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    def run(*arguments: str) -> Told:
        capsys.readouterr()
        code = cli.run(["-C", str(workspace), *arguments])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return code, told.out, told.err

    return run


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """`pandora ls` raises `error`."""

    @click.command()
    def ls() -> int:
        raise error

    monkeypatch.setattr("pandora.commands.ls.ls", ls)


class TestTheErrorBoundary:
    DOCUMENT = new_document("state/x.md", {}, {}, "x")
    CODES = (
        (UsageError("off"), 2),
        (DocumentError(Problem("state/x.md", 3, "broken", "mend it")), 2),
        (NoModelError("none"), 2),
        (HeldError("held"), 2),
        (LostLeaseError("lost"), 2),
        (EditedError(DOCUMENT, "state/x.conflict-plan-1.md"), 3),
        (CeilingError(Ceiling("calls", 3)), 4),
        (ModelError("gone"), 5),
        (ReplyError("odd"), 5),
        (RefusedError("outside"), 5),
        (DeniedError("no"), 5),
        (DiskError("full"), 6),
        (PandoraError("so"), 1),
    )

    @pytest.mark.parametrize(("error", "code"), CODES, ids=lambda each: type(each).__name__)
    def test_every_expected_failure_is_one_line_and_its_code(
        self, pandora: Callable[..., Told], monkeypatch: pytest.MonkeyPatch, error: PandoraError, code: int
    ) -> None:
        raising(monkeypatch, error)
        assert pandora("ls") == (code, "", f"pandora: {error}\n")

    def test_a_bug_says_where_to_look_and_hides_its_traceback(
        self, pandora: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        raising(monkeypatch, ValueError("two\nlines \x1b[31m"))
        code, out, err = pandora("ls")
        assert (code, out) == (1, "")
        assert err == "pandora: internal error: ValueError: two lines; run again with --debug\n"

    @pytest.mark.parametrize("error", [ValueError("a bug"), UsageError("off")])
    def test_debug_shows_the_traceback(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
    ) -> None:
        raising(monkeypatch, error)
        assert cli.run(["--debug", "ls"]) in (1, 2)
        assert "Traceback" in capsys.readouterr().err

    @pytest.mark.parametrize("kind", [ValueError, UsageError])
    @pytest.mark.parametrize("flags", [[], ["--debug"]])
    def test_no_error_and_no_traceback_holds_a_secret(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        kind: type[Exception],
        flags: list[str],
    ) -> None:
        make_workspace(tmp_path)
        (tmp_path / ".env").write_text("SHOP_KEY=canary-file-1b7d\n", encoding="utf-8")
        monkeypatch.setenv("CANARY_TOKEN", "canary-variable-5e1f")
        coded = base64.b64encode(b"ann:canary-file-1b7d").decode()
        raising(monkeypatch, kind(f"canary-variable-5e1f, canary-file-1b7d, Basic {coded}\x1b[31m"))
        assert cli.run(["-C", str(tmp_path), *flags, "ls"]) in (1, 2)
        told = capsys.readouterr().err
        assert "Traceback" in told if flags else told.count("\n") == 1
        assert "[the value of .env]" in told
        assert not any(each in told for each in ("canary-variable", "canary-file", coded, "\x1b"))

    @pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
    def test_an_interrupt_has_its_own_code(
        self, pandora: Callable[..., Told], monkeypatch: pytest.MonkeyPatch, error: BaseException
    ) -> None:
        raising(monkeypatch, error)
        code, _, err = pandora("ls")
        assert code == 130
        assert "every document is whole" in err
        assert "resume" not in err  # no run was begun, and the newest one is another

    def test_a_reader_that_goes_away_is_no_error(self, workspace: Path) -> None:
        for name, text in DOCUMENTS.items():
            (workspace / "state" / f"{name}.md").write_text(text * 1, encoding="utf-8")
        run = subprocess.Popen(
            [sys.executable, "-m", "pandora", "-C", str(workspace), "show", ROOT],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert run.stdout is not None
        run.stdout.close()
        assert run.stderr is not None
        assert b"Traceback" not in run.stderr.read()
        run.stderr.close()
        assert run.wait() in (0, 1)

    def test_escapes_of_a_page_or_a_model_do_not_reach_the_terminal(
        self, pandora: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        raising(monkeypatch, ModelError("it said \x1b]0;owned\x07this"))
        assert pandora("ls")[2] == "pandora: it said this\n"


class TestTheGroup:
    def test_help_lists_every_command(self, pandora: Callable[..., Told]) -> None:
        code, out, _ = pandora("--help")
        assert code == 0
        assert re.findall(r"^  ([a-z]+)  ", out, re.M) == list(cli.COMMANDS)

    def test_help_has_a_whole_line_for_each_and_cuts_none(self, pandora: Callable[..., Told]) -> None:
        _, out, _ = pandora("--help")
        told = " ".join(out.split())
        assert all(line in told for lines in COMMAND_GROUPS.values() for line in lines.values())

    def test_every_module_that_has_a_command_is_in_the_contents(self) -> None:
        modules = Path(cli.__file__).parent.joinpath("commands").glob("*.py")
        command = re.compile(r"^@click\.(?:command|group)\(", re.M)
        with_one = {path.stem for path in modules if command.search(path.read_text())}
        assert with_one == set(cli.COMMANDS)

    def test_the_version(self, pandora: Callable[..., Told]) -> None:
        assert pandora("--version") == (0, f"pandora, version {__version__}\n", "")

    @pytest.mark.parametrize("arguments", [("fly",), ("--fly",), ("run",), ("show", "a", "b")])
    def test_wrong_usage(self, pandora: Callable[..., Told], arguments: tuple[str, ...]) -> None:
        code, out, err = pandora(*arguments)
        assert (code, out) == (2, "")
        assert "Error: " in err

    @pytest.mark.parametrize(
        ("arguments", "hint"),
        [
            (("shwo",), "there is no command 'shwo'; did you mean show?"),
            (("How many rows?",), "there is no command 'How many rows?'; a task is done by `pandora run TASK`"),
            (("show", "--jsno"), "Did you mean"),
            (("show", "abc243"), "did you mean abc234?"),
            (("run", "x", "--model", "qwen-coder-1.5b"), "did you mean qwen2.5-coder-1.5b?"),
            (("models", "pull", "smollm2"), "did you mean smollm2-135m?"),
            (("run", "-model", "x", "y"), "No such option '-model'. Did you mean '--model'?"),
        ],
    )
    def test_a_misspelt_name_gets_the_most_similar_one(
        self, pandora: Callable[..., Told], workspace: Path, arguments: tuple[str, ...], hint: str
    ) -> None:
        for name, text in DOCUMENTS.items():
            (workspace / "state" / f"{name}.md").write_text(text, encoding="utf-8")
        code, out, err = pandora(*arguments)
        assert (code, out) == (2, "")
        assert hint in err

    def test_one_that_is_slow_to_import_says_that_it_starts_until_it_is_there(
        self, pandora: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        terminal, seen, get_command = Terminal(), [], cli.LazyGroup.get_command

        def get(group: cli.LazyGroup, ctx: click.Context, name: str) -> click.Command | None:
            seen.append(terminal.getvalue())
            return get_command(group, ctx, name)

        monkeypatch.setattr(cli.LazyGroup, "get_command", get)
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        pandora("run", "--help")
        assert (seen[0], terminal.getvalue()) == ("  starting", "  starting\r\x1b[K")
        monkeypatch.setattr(sys, "stderr", terminal := Terminal())
        pandora("ls")
        monkeypatch.setenv("TERM", "dumb")
        pandora("run", "--help")
        assert "starting" not in terminal.getvalue()

    def test_while_it_is_imported_a_sign_turns_and_the_seconds_count(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Turns(threading.Event):
            left = 5

            def wait(self, timeout: float | None = None) -> bool:
                self.left -= 1
                return not self.left

        terminal = Terminal()
        cli._turn(terminal, Turns())
        turns = terminal.getvalue().split("\r")[1:]
        assert turns == ["/ starting", "- starting", "| starting", "/ starting  1 s"]

    def test_a_shell_that_asks_for_completions_is_told_nothing_else(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stderr", terminal := Terminal())
        monkeypatch.setenv("TERM", "xterm")
        context = click.Context(cli.cli, resilient_parsing=True)
        assert cli.cli.resolve_command(context, ["run"])[0] == "run"
        assert terminal.getvalue() == ""

    def test_no_workspace(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.run(["-C", str(tmp_path), "ls"]) == 2
        assert "is in no workspace; `pandora init" in capsys.readouterr().err

    def test_main_exits_with_the_code(self, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "argv", ["pandora", "-C", str(workspace), "show", "zzz"])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        assert stop.value.code == 2

    def test_the_module_is_the_command(self, workspace: Path) -> None:
        command = [sys.executable, "-m", "pandora", "-C", str(workspace), "ls", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout == "[]\n"


class TestBadInput:
    def test_no_model_says_which_three_commands_help(
        self, pandora: Callable[..., Told], workspace: Path
    ) -> None:
        code, out, err = pandora("run", TASK)
        assert (code, out) == (2, "")
        assert "pandora models pull qwen2.5-coder-1.5b" in err
        assert " run --model PATH.gguf" in err
        assert " run --model server:URL" in err
        assert list((workspace / "state").glob("system-*")) == []

    def test_a_gguf_that_is_none(self, pandora: Callable[..., Told], workspace: Path) -> None:
        (workspace / "x.gguf").write_text("not a model", encoding="utf-8")
        code, _, err = pandora("run", TASK, "--model", str(workspace / "x.gguf"))
        assert code == 5
        assert "not a GGUF" in err

    @pytest.mark.parametrize("task", ["", "  ", "\n"])
    def test_an_empty_task(self, pandora: Callable[..., Told], model: str, task: str) -> None:
        code, _, err = pandora("run", task, "--model", model)
        assert code == 2
        assert "the task is empty; say what to do" in err

    def test_a_task_of_a_megabyte(
        self, pandora: Callable[..., Told], model: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"word " * 210_000)))
        code, _, err = pandora("run", "-", "--model", model)
        assert code == 2
        assert "put the text in a file and name the file in the task" in err
        assert len(err) < 300
        assert list((workspace / "state").glob("system-*")) == []

    @pytest.mark.parametrize("command", ["resume", "show", "tree", "answer", "approve"])
    def test_an_unknown_id(self, pandora: Callable[..., Told], command: str) -> None:
        text = ("yes",) if command == "answer" else ()
        code, out, err = pandora(command, "system-zzz234", *text)
        assert (code, out) == (2, "")
        assert "'system-zzz234' is no document in" in err

    @pytest.fixture
    def finished(self, workspace: Path) -> Path:
        for name, text in DOCUMENTS.items():
            (workspace / "state" / f"{name}.md").write_text(text, encoding="utf-8")
        return workspace / "state" / f"{ROOT}.md"

    def test_a_document_cut_in_half(self, pandora: Callable[..., Told], finished: Path, model: str) -> None:
        half = finished.read_text(encoding="utf-8").split("## §3")[0]
        finished.write_text(half, encoding="utf-8")
        for command in ("resume", "check"):
            code, out, err = pandora(command, *([ROOT] if command == "resume" else []), "--model", model)
            assert code == (2 if command == "resume" else 1)
            assert re.search(
                rf"state/{ROOT}\.md:\d+: the document ends before §3 DO; restore its end", out + err
            )
        assert finished.read_text(encoding="utf-8") == half

    def test_duplicate_keys(self, pandora: Callable[..., Told], finished: Path, model: str) -> None:
        text = finished.read_text(encoding="utf-8").replace(
            "status: accepted", "status: accepted\nstatus: running"
        )
        finished.write_text(text, encoding="utf-8")
        code, _, err = pandora("resume", ROOT, "--model", model)
        assert code == 2
        assert err == f"pandora: state/{ROOT}.md:5: the key 'status' stands twice; mend the front matter\n"
        assert finished.read_text(encoding="utf-8") == text

    def test_a_pattern_with_a_broken_form(
        self, pandora: Callable[..., Told], workspace: Path, model: str
    ) -> None:
        path = workspace / "system" / "operations" / "python.md"
        path.write_text(path.read_text(encoding="utf-8").replace("{code python}", "{code"), encoding="utf-8")
        code, out, _ = pandora("check", "--model", model)
        assert code == 1
        assert re.match(r"system/operations/python\.md:\d+: broken form: ", out)

    def test_settings_that_cannot_be_read(
        self, pandora: Callable[..., Told], workspace: Path, model: str
    ) -> None:
        (workspace / "pandora.toml").write_text("calls = [\n", encoding="utf-8")
        code, _, err = pandora("run", TASK, "--model", model)
        assert code == 2
        assert re.match(rf"pandora: {workspace}/pandora\.toml:\d+: not TOML", err)

    def test_a_script_that_cannot_be_read(self, pandora: Callable[..., Told], workspace: Path) -> None:
        (workspace / "s.jsonl").write_text('{"phase": 3}\nno json\n', encoding="utf-8")
        code, _, err = pandora("run", TASK, "--model", f"scripted:{workspace / 's.jsonl'}")
        assert code == 2
        assert "s.jsonl:1: " in err
        assert "s.jsonl:2: no JSON" in err

    def test_no_state_folder(self, pandora: Callable[..., Told], workspace: Path, model: str) -> None:
        rmtree(workspace / "state")
        code, _, err = pandora("run", TASK, "--model", model)
        assert code == 6
        assert "the folder is gone; `pandora init` makes it again" in err


class TestADiskThatFails:
    def test_a_full_disk_ends_the_run_with_its_own_code_and_it_goes_on_when_there_is_room(
        self, pandora: Callable[..., Told], workspace: Path, model: str
    ) -> None:
        """At several writes of the run."""
        with failing(0, 0) as whole:
            assert pandora("run", TASK, "--model", model, "--json")[0] == 0
        # What fails while it only tidies keeps nobody from going on.
        told = [number for number, name in enumerate(whole.made, 1) if name in ("write", "fsync", "swap")]
        for number in told[::17]:
            for path in (workspace / "state").glob("*-*.md"):
                path.unlink()
            with failing(number, errno.ENOSPC):
                code, out, err = pandora("run", TASK, "--model", model, "--json")
            assert (code, json.loads(out)["exit_code"]) == (6, 6), number
            assert "the disk is full; free some room, then resume" in err
            if runs := sorted((workspace / "state").glob("system-*.md")):
                done = pandora("resume", runs[0].stem, "--model", model, "--json")
                assert done[0] == 0, done
                assert json.loads(done[1])["output"] == "plum"

    @pytest.fixture
    def open_place(self) -> Iterator[Path]:
        """A folder that every user can reach, unlike pytest's own."""
        folder = Path(mkdtemp(prefix="pandora-test-"))
        folder.chmod(0o755)
        yield folder
        rmtree(folder)

    def test_a_state_folder_that_is_read_only(self, open_place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(open_place))
        root = open_place / "work"
        write_system(root / "system")
        make_workspace(root)
        script = open_place / "script.jsonl"
        script.write_text("\n".join(map(json.dumps, SCRIPT)), encoding="utf-8")
        told = open_place / "told"
        told.touch()
        (root / "state").chmod(0o555)
        for path in (root, script, told):
            os.chmod(path, 0o777 if path == told else os.stat(path).st_mode | 0o005)
        before = sorted(path.name for path in (root / "state").iterdir())
        # All is imported before the user is another one, who may not read this checkout.
        cli.run(["-C", str(root), "run", "", "--model", f"scripted:{script}", "--json"])
        code = as_ordinary_user(told, ["-C", str(root), "run", TASK, "--model", f"scripted:{script}", "--json"])
        assert code == 6, told.read_text(encoding="utf-8")
        assert "no permission to write here; give it, then resume" in told.read_text(encoding="utf-8")
        assert sorted(path.name for path in (root / "state").iterdir()) == before
        (root / "state").chmod(0o755)


def as_ordinary_user(told: Path, arguments: list[str]) -> int:
    """The exit code of a command that a user without rights gives; what it said is in `told`."""
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            sys.stdout = sys.stderr = told.open("w", encoding="utf-8")
            code = cli.run(arguments)
            sys.stderr.flush()
            os._exit(code)
        except BaseException:
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [["--version"], ["ls", "--json"]])
def test_output_without_room_is_told_as_that_and_not_as_a_bug(workspace: Path, words: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pandora", "-C", str(workspace), *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr.count("\n")) == (6, 1)
    assert "what it prints cannot be written: No space left on device" in done.stderr


def test_a_reader_that_went_away_is_no_error(workspace: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "pandora", "-C", str(workspace), "--help"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
