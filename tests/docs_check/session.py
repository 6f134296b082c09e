"""Do what a page says, in its order, in a fresh workspace, and say where it differs from the page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.docs_check.comparison import answer, differences, missing_facts, visible
from tests.docs_check.page_blocks import ROOT, Command, GivenFile, Page
from tests.docs_check.preparation import PREPARED, Preparation

PATIENCE = 3600.0
"""Seconds after which a command is given up."""
MOST = 20
"""Lines of a wrong answer that are shown at most, where the page shows none."""
Say = Callable[[str], None]


@dataclass
class Checked:
    """What a session found: the places that differ (`path:line: …`, with the lines), and what was not run.

    `text` is the page with what was printed in place of what it showed. A transcript whose exit code or facts
    are wrong stays as it is, and so do those after it: a page must not be made to show a wrong answer.
    """

    text: str
    differing: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def check_page(page: Page, model: str | None = None, say: Say = lambda line: None) -> Checked:
    """Run the page's commands with `model`, or with the default one, and compare what each prints."""
    checked = Checked(page.text, [*page.problems])
    transcripts: list[tuple[Command, list[str]]] = []
    sound = True
    if not any(not command.skipped for command in page.commands):
        checked.left_out = [_left_out(page, command, command.skipped) for command in page.commands]
        return checked
    with _workspace(PREPARED.get(page.name, Preparation()), model) as (folder, environment):
        for step in page.steps:
            if isinstance(step, GivenFile):
                _write(folder, step.name, step.content)
                continue
            reason = step.skipped
            if not reason and step.needs and not shutil.which(step.needs, path=environment["PATH"]):
                reason = f"there is no {step.needs} on this machine"
            if reason:
                checked.left_out.append(_left_out(page, step, reason))
                continue
            began = time.monotonic()
            code, printed = _done(step.text, folder, environment)
            wrong = _wrong(step, code, printed)
            sound = sound and not wrong
            if step.shown is not None:
                shown = visible(step.shown, printed)
                if sound:
                    transcripts.append((step, shown))
                wrong += differences(step.shown, shown, step.begins + 1)
            verdict = "differs" if wrong else "as the page says"
            place = f"{page.name}:{step.line}: `{step.name}`"
            say(f"{place}: {verdict}, {time.monotonic() - began:.0f} s")
            if wrong:
                checked.differing.append("\n".join((f"{place} prints otherwise", *wrong)))
    checked.text = _rewritten(page.text, transcripts)
    return checked


def _left_out(page: Page, command: Command, reason: str) -> str:
    return f"{page.name}:{command.line}: `{command.name}` is not run: {reason}"


def _wrong(command: Command, code: int, printed: list[str]) -> list[str]:
    """What is wrong with the exit code and the facts of the answer, with what was printed."""
    wrong = [] if code == command.code else [f"  exit code {code} instead of {command.code}"]
    wrong += [f"  the answer does not have `{fact}`" for fact in missing_facts(command.facts, printed)]
    if wrong and command.shown is None:
        wrong += [f"  printed:  {line}" for line in answer(printed)[-MOST:]]
    return wrong


def _done(line: str, folder: Path, environment: dict[str, str]) -> tuple[int, list[str]]:
    """The exit code of a line of shell, and the lines that it printed on stdout and stderr together."""
    runs = sorted(folder.rglob("state/system-*.md"), key=lambda path: path.stat().st_mtime_ns)
    if runs:
        newest = runs[-1].stem.removeprefix("system-")
        environment = {**environment, "RUN": newest}
    # a page's RUN is the newest run, its GRAPH the newest graph
    line = " ".join(
        {"RUN": environment.get("RUN", "RUN"), "GRAPH": "last"}.get(word, word) for word in line.split(" ")
    )
    try:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, [f"it did not end within {PATIENCE:.0f} seconds"]
    text = done.stdout.decode("utf-8", "replace").replace(f"{folder}/", "").replace(str(folder), ".")
    return done.returncode, text.split("\n")


@contextmanager
def _workspace(prepared: Preparation, model: str | None) -> Iterator[tuple[Path, dict[str, str]]]:
    """A workspace with the shipped patterns and data and what the page needs, and its shell's variables.

    Nobody's own settings count; models are where they always are.
    """
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as services:
        folder = Path(temporary).resolve() / "workspace"
        for name in ("system", "data"):
            shutil.copytree(ROOT / name, folder / name)
        (folder / "state").mkdir()
        for name, content in prepared.files.items():
            _write(folder, name, content)
        for service in prepared.services:
            services.enter_context(service())
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PANDORA_")},
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(folder.parent / "config"),
            "XDG_STATE_HOME": str(folder.parent / "state"),
            "NO_COLOR": "1",
            **prepared.environment,
        }
        if kept := os.environ.get("PANDORA_MODELS"):
            environment["PANDORA_MODELS"] = kept
        if model:
            environment["PANDORA_MODEL"] = model
        yield folder, environment


def _write(folder: Path, name: str, content: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def _rewritten(text: str, transcripts: list[tuple[Command, list[str]]]) -> str:
    """The page with these transcripts in place of those that it has."""
    lines = text.split("\n")
    for command, printed in sorted(transcripts, key=lambda pair: pair[0].begins, reverse=True):
        lines[command.begins : command.ends] = [f"{command.indent}{line}".rstrip() for line in printed]
    return "\n".join(lines)
