from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click
import pytest

from pandora.commands.init import make_workspace, settings_text
from pandora.settings import load_settings
from tests.commands.conftest import TASK, Run
from tests.engine.small_system import write_system
from tests.workspace_settings import write_trusted_settings

KEY = "sk-of-this-user"


class Recorder(ThreadingHTTPServer):
    """A server that keeps the keys and bodies that it is sent, and answers with `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Recording)
        self.keys: list[str | None] = []
        self.bodies: list[bytes] = []
        self.status, self.location = 401, ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Recording(BaseHTTPRequestHandler):
    server: Recorder

    def do_GET(self) -> None:
        """A request of either kind, recorded and answered alike."""
        self.server.keys.append(self.headers["Authorization"])
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"] or 0)))
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing: tests are silent."""


def serving() -> Iterator[Recorder]:
    with Recorder() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


server = pytest.fixture(serving)
elsewhere = pytest.fixture(serving)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key in the environment; what `doctor` finds out about the sandbox takes long and is not asked here."""
    monkeypatch.setenv("PANDORA_API_KEY", KEY)
    monkeypatch.setattr("pandora.commands.doctor.probe_facts", lambda *given: iter(()))


def write(workspace: Path, text: str) -> None:
    (workspace / "pandora.toml").write_text(text, encoding="utf-8")


def user_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    (tmp_path / "own" / "pandora").mkdir(parents=True)
    (tmp_path / "own" / "pandora" / "pandora.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))


@pytest.mark.parametrize("command", [("run", TASK), ("think", "Why?"), ("budget",), ("check",), ("doctor",)])
def test_a_strangers_server_is_sent_nothing(
    pandora: Run, workspace: Path, server: Recorder, command: tuple[str, ...]
) -> None:
    write(workspace, f'model = "server:{server.url}"\n')
    result = pandora(*command)
    assert server.keys == []
    if command[0] != "check":
        assert result.code == 2
        said = result.out if command[0] == "doctor" else result.err
        assert f'model = "server:{server.url}"' in said
        assert f"`pandora trust {workspace}`" in said


def test_a_trusted_server_gets_prompts_but_not_the_key(pandora: Run, workspace: Path, server: Recorder) -> None:
    write(workspace, f'model = "server:{server.url}"\n')
    assert pandora("trust").out.startswith("pandora.toml:1: model = ")
    result = pandora("run", TASK)
    assert server.keys
    assert set(server.keys) == {None}
    assert "PANDORA_API_KEY was not sent to it" in result.err


def test_a_key_that_the_user_bound_to_the_host_goes_there(
    pandora: Run, workspace: Path, server: Recorder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    host = server.url.removeprefix("http://")
    user_settings(monkeypatch, tmp_path, f'[keys]\n"{host}" = "env:MINE"\n')
    monkeypatch.setenv("MINE", "bound-key")
    write_trusted_settings(workspace, f'model = "server:{server.url}"\n')
    assert "set MINE to a valid key" in pandora("run", TASK).err
    assert set(server.keys) == {"Bearer bound-key"}


@pytest.mark.parametrize("source", ["flag", "variable", "own settings"])
def test_a_server_that_the_user_names_gets_the_key(
    pandora: Run,
    workspace: Path,
    server: Recorder,
    source: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    spec = f"server:{server.url}"
    if source == "variable":
        monkeypatch.setenv("PANDORA_MODEL", spec)
    if source == "own settings":
        user_settings(monkeypatch, tmp_path, f'model = "{spec}"\n')
    else:
        write(workspace, 'model = "server:http://stranger.example"\n')
    pandora("run", TASK, *(("--model", spec) if source == "flag" else ()))
    assert set(server.keys) == {f"Bearer {KEY}"}


def test_a_redirect_carries_nothing_to_another_server(
    pandora: Run, workspace: Path, server: Recorder, elsewhere: Recorder
) -> None:
    server.status, server.location = 307, f"{elsewhere.url}/v1/models"
    result = pandora("run", TASK, "--model", f"server:{server.url}")
    assert result.code == 5
    assert f"redirects to {elsewhere.url}" in result.err
    assert server.keys
    assert elsewhere.keys == []


def test_only_the_user_binds_keys(pandora: Run, workspace: Path) -> None:
    write(workspace, 'calls = 5\n[keys]\n"evil.example" = "env:HOME"\n')
    result = pandora("run", TASK)
    assert result.code == 2
    assert "pandora.toml:2: a workspace binds no keys" in result.err


def test_a_strangers_policy_does_not_count(pandora: Run, workspace: Path, script: str) -> None:
    write(workspace, '[policy]\nbash = "allow"\n')
    result = pandora("run", TASK, "--model", script)
    assert result.code == 2
    assert 'pandora.toml:2: you have not trusted this workspace with bash."*" = "allow"' in result.err
    assert list((workspace / "state").glob("system-*.md")) == []
    assert pandora("trust").code == 0
    assert pandora("run", TASK, "--model", script).code == 0


def test_trust_is_shown_and_revoked(pandora: Run, workspace: Path, script: str) -> None:
    assert "needs your trust" in pandora("trust", "--show").out
    write(workspace, 'commit = "run"\n')
    assert pandora("trust", "--show").out.endswith("not trusted\n")
    assert pandora("doctor", "--json").code == 2
    assert pandora("trust").out == f'pandora.toml:1: commit = "run"\n{workspace}: trusted\n'
    assert pandora("trust", "--show").out.endswith(": trusted\n")
    facts = {fact["name"]: fact for fact in pandora("doctor", "--json").json["facts"]}
    assert facts["trust"]["told"].startswith("trusted")
    assert pandora("trust", "--revoke").code == 0
    assert pandora("run", TASK, "--model", script).code == 2
    assert "not trusted, as before" in pandora("trust", "--revoke").out
    assert pandora("trust", "--revoke", "--show").code == 2


def test_what_init_makes_needs_no_trust(tmp_path: Path) -> None:
    write_system(tmp_path / "shipped")
    make_workspace(tmp_path / "new", tmp_path / "shipped")
    assert load_settings(tmp_path / "new", {}, {}).grants == ()
    assert "model" in settings_text()


def test_init_does_not_trust_a_file_that_was_there(tmp_path: Path) -> None:
    write_system(tmp_path / "shipped")
    write(tmp_path, 'model = "server:http://stranger.example"\n')
    make_workspace(tmp_path, tmp_path / "shipped")
    assert len(load_settings(tmp_path, {}, {}).withheld) == 1


@pytest.mark.parametrize("says", [True, False])
def test_at_a_terminal_a_person_is_asked_once(
    pandora: Run, workspace: Path, script: str, monkeypatch: pytest.MonkeyPatch, says: bool
) -> None:
    asked: list[str] = []

    def confirm(text: str, **more: object) -> bool:
        asked.append(text)
        return says

    write(workspace, '[policy]\nbash."make\\u001b[2J" = "allow"\n')
    monkeypatch.setattr(click, "confirm", confirm)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    result = pandora("run", TASK, "--model", script, "--quiet")
    assert result.code == (0 if says else 2)
    assert 'pandora.toml:2: bash."make' in result.err
    assert "\x1b" not in result.err.replace("\r\x1b[K", "")  # the line "starting" is taken away again
    assert pandora("run", TASK, "--model", script, "--quiet").code == result.code
    assert len(asked) == (1 if says else 2)


def test_an_answer_is_not_written_before_the_workspace_is_trusted(
    pandora: Run, workspace: Path, finished: str
) -> None:
    write(workspace, '[policy]\nbash = "allow"\n')
    before = {path: path.read_bytes() for path in (workspace / "state").iterdir()}
    for name, *more in (("answer", "yes"), ("approve",), ("resume",), ("why",)):
        assert "`pandora trust" in pandora(name, finished, *more).err
    assert {path: path.read_bytes() for path in (workspace / "state").iterdir()} == before


@pytest.mark.parametrize("option", [(), ("--show",), ("--revoke",)])
def test_a_folder_that_is_not_there_is_no_way_to_the_workspace_above_it(
    pandora: Run, workspace: Path, option: tuple[str, ...]
) -> None:
    (workspace / "pandora.toml").write_text('searxng = "http://127.0.0.1:9"\n', encoding="utf-8")
    for name in ("nope", "pandora.toml"):
        result = pandora("trust", name, *option)
        assert (result.code, result.out) == (2, "")
        assert f"{name} is no folder" in result.err
    assert load_settings(workspace, {}, {}).withheld
