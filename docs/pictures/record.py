"""Record Pandora in a real terminal as one animated SVG file: `python docs/pictures/record.py`.

A shell runs in a pseudo-terminal, in a fresh workspace with this repository's patterns and data. The script
types commands into it, keeps what the terminal shows, and draws that. Nothing in the picture is made up.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

import pyte
import pyte.screens

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "run.svg"
COMMANDS = (
    'pandora run "Find the cheapest laptop with an nvidia GPU in data/laptops.csv"',
    "sed -i '/^1[.]/s/cheapest/dearest/' state/system-*.md  # edit step 1 of the plan",
    "pandora resume --all",
)
COLUMNS, ROWS = 100, 20
PROMPT = "$ "
SHOWN = 9.0
"""Seconds that the picture gives a command at most; one that took longer is shown faster than it was."""
LEAST, TICK = 0.1, 0.6
"""Seconds of the picture that a frame stays at least, and where only clocks moved."""
LARGEST = 58_000
"""The most bytes of a picture; one that has more gets fewer frames."""
SIGNS = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
"""What turns while something goes on, and says nothing."""
HOLD = 6.0
"""Seconds that the last frame stays before the picture begins again."""
KEY = 0.03
"""Seconds between two keys of a typed command."""
QUIET = 0.04
"""Seconds without output after which a screen counts as drawn."""
PATIENCE = 600.0
"""Seconds after which a command is given up."""

CELL, LINE, MARGIN, TITLE = 8.4, 19, 14, 30
INK, PAPER = "#d6deeb", "#0f1720"
INKS = {
    "default": INK,
    "dim": "#7f8c9b",
    "red": "#ff6b6b",
    "green": "#5fd38d",
    "brown": "#f2c14e",
    "magenta": "#c792ea",
    "cyan": "#56c8d8",
    "blue": "#6aa9ff",
}

Style = tuple[str, bool, bool]
"""The ink, bold, italic."""
Row = tuple[tuple[int, str, Style], ...]
"""The column, the text and the style of each run of cells that is not blank."""


@dataclass(frozen=True)
class Frame:
    """What the terminal shows from `begins` seconds of the picture on."""

    begins: float
    rows: tuple[Row, ...]


class Screen(pyte.Screen):
    """A terminal's screen that also knows faint text, as an ink of its own."""

    def select_graphic_rendition(self, *attrs: int, **kwargs: object) -> None:
        """Set the style of what is written next."""
        super().select_graphic_rendition(*attrs, **kwargs)
        if 2 in attrs:
            self.cursor.attrs = self.cursor.attrs._replace(fg="dim")


def main(arguments: Sequence[str] | None = None) -> int:
    """Record the commands and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="The model that does the task; else the settings say.")
    parser.add_argument("--command", action="append", help="Type this command instead. May be repeated.")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="Keep the recorded workspace here.")
    parser.add_argument("--output", type=Path, default=PICTURE, metavar="FILE", help="Where the picture goes.")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        workspace = make_workspace(Path(folder) / "notebook")
        recorded = record(workspace, options.command or COMMANDS, options.model)
        if options.keep:
            shutil.copytree(workspace, options.keep)
    least = LEAST
    while len(drawn(frames := paced(recorded, least)).encode()) > LARGEST:
        least *= 1.2
    options.output.write_text(drawn(frames), encoding="utf-8")
    print(f"{options.output}: {len(frames)} frames, {options.output.stat().st_size} bytes")
    return 0


def make_workspace(root: Path) -> Path:
    """A workspace with the shipped patterns and the data of the task."""
    for name in ("system", "data"):
        shutil.copytree(ROOT / name, root / name)
    (root / "state").mkdir()
    return root


def record(workspace: Path, commands: Sequence[str], model: str | None) -> list[list[Frame]]:
    """Type each command into a shell, and return the screens of each typing and of each command by turns."""
    child, terminal = pty.fork()
    if child == 0:
        _become_shell(workspace, model)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    screen = Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    recorded: list[list[Frame]] = []
    try:
        _finish(terminal, stream, screen)
        for command in commands:
            typed: list[Frame] = []
            for key in command:
                os.write(terminal, key.encode())
                _drain(terminal, stream, KEY)
                typed.append(Frame(len(typed) * KEY, _rows(screen)))
            recorded.append(typed)
            os.write(terminal, b"\n")
            recorded.append(_finish(terminal, stream, screen))
        return recorded
    finally:
        os.kill(child, signal.SIGHUP)
        os.close(terminal)
        os.waitpid(child, 0)


def _finish(terminal: int, stream: pyte.ByteStream, screen: Screen) -> list[Frame]:
    """The screens until the shell's prompt is there, each with its seconds since the beginning."""
    began, shots = time.monotonic(), []
    while True:
        _drain(terminal, stream, QUIET)
        elapsed = time.monotonic() - began
        shots.append(Frame(elapsed, _rows(screen)))
        if _at_prompt(screen):
            return shots
        if elapsed > PATIENCE:
            raise TimeoutError(f"the command did not end within {PATIENCE:.0f} seconds")


def paced(recorded: Sequence[Sequence[Frame]], least: float) -> list[Frame]:
    """The screens that differ, at the pace of the picture, each for `least` seconds of it at least."""
    frames: list[Frame] = []
    for shots in recorded:
        _append(frames, shots, least)
    return frames


def _append(frames: list[Frame], shots: Sequence[Frame], shortest: float) -> None:
    """Add the screens of one command to the picture, without those that show nothing new."""
    start = frames[-1].begins + 0.5 if frames else 0.0
    pace = max(1.0, shots[-1].begins / SHOWN)
    for shot in shots:
        begins = start + shot.begins / pace
        if frames:
            last = frames[-1]
            least = max(shortest, TICK) if _shape(shot.rows) == _shape(last.rows) else shortest
            if shot.rows == last.rows or (begins - last.begins < least and shot is not shots[-1]):
                continue
        frames.append(Frame(begins, shot.rows))


def _become_shell(workspace: Path, model: str | None) -> None:
    """Replace this process by a shell in the workspace, with nobody's own settings."""
    os.chdir(workspace)
    environment = {
        **os.environ,
        "PS1": PROMPT,
        "TERM": "xterm-256color",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "PYTHONPATH": str(ROOT),
        "XDG_CONFIG_HOME": str(workspace.parent / "config"),
        "BASH_SILENCE_DEPRECATION_WARNING": "1",
    }
    environment.pop("NO_COLOR", None)
    if model:
        environment["PANDORA_MODEL"] = model
    os.execvpe("bash", ["bash", "--norc", "--noprofile", "--noediting", "-i"], environment)


def _drain(terminal: int, stream: pyte.ByteStream, quiet: float) -> None:
    """Read what the terminal writes until it is quiet for that long."""
    while select.select([terminal], [], [], quiet)[0]:
        stream.feed(os.read(terminal, 65536))


def _at_prompt(screen: Screen) -> bool:
    line = screen.display[screen.cursor.y].rstrip()
    return line == PROMPT.rstrip() and screen.cursor.x == len(PROMPT)


def _rows(screen: Screen) -> tuple[Row, ...]:
    return tuple(_row(screen, number) for number in range(ROWS))


def _row(screen: Screen, number: int) -> Row:
    """A line of the screen as runs of one style, without its blanks at both ends."""
    line = screen.buffer[number]
    cells = [line[column] for column in range(COLUMNS)]
    runs: list[tuple[int, str, Style]] = []
    for style, group in groupby(enumerate(cells), key=lambda cell: _style(cell[1])):
        members = list(group)
        text = "".join(cell.data for _, cell in members)
        if text.strip():
            start = members[0][0] + len(text) - len(text.lstrip())
            runs.append((start, text.strip(), style))
    return tuple(runs)


def _style(cell: pyte.screens.Char) -> Style:
    return (cell.fg if cell.fg in INKS else "default", cell.bold, cell.italics)


def _shape(rows: tuple[Row, ...]) -> str:
    """The screen's words without its numbers, its turning signs and what only comes and goes with a clock."""
    words = " ".join(text for row in rows for _, text, _ in row)
    words = re.sub(
        rf"[{SIGNS}]|· about [\d,]+ \w+ left|· [\d.]+ tok/s|· (?:reads|writes) [\d.]+ tok/s", "", words
    )
    return " ".join(re.sub(r"[\d,.]+", "0", words).split())


def drawn(frames: Sequence[Frame]) -> str:
    """The frames as an SVG file that plays them again and again, and shows the last where nothing may move."""
    ends = frames[-1].begins + HOLD
    height = next(n for n in range(ROWS, 0, -1) if any(frame.rows[n - 1] for frame in frames))
    width, tall = COLUMNS * CELL + 2 * MARGIN, TITLE + height * LINE + MARGIN
    lines: dict[tuple[int, int], list[str]] = {}
    for number in range(height):
        for first, past, row in _spans([frame.rows[number] for frame in frames]):
            lines.setdefault((first, past), []).extend(_texts(number, row))
    rules, groups = [], []
    for (first, past), texts in sorted(lines.items()):
        always = (first, past) == (0, len(frames))
        if not always:
            rules.append(_rule(frames, first, past, ends))
        hidden = "" if past == len(frames) else ' opacity="0"'
        name = "" if always else f' class="f{first}-{past}"'
        groups.append(f"<g{name}{hidden}>{''.join(texts)}</g>")
    inks = "".join(f".{name}{{fill:{ink}}}" for name, ink in INKS.items() if name != "default")
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {tall}" width="{width:.0f}"'
            f' height="{tall}" xml:space="preserve" role="img" aria-label="Pandora in a terminal">',
            "<title>Pandora in a terminal, recorded; slow parts are shown faster than they were</title>",
            "<style>",
            f"text{{fill:{INK};font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
            "white-space:pre}",
            f"{inks}.b{{font-weight:bold}}.i{{font-style:italic}}",
            "@media(prefers-reduced-motion:no-preference){",
            *rules,
            "}",
            "</style>",
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
            *(f'<circle cx="{18 + 18 * n}" cy="16" r="5" fill="#3a4654"/>' for n in range(3)),
            *groups,
            "</svg>\n",
        )
    )


def _spans(rows: Sequence[Row]) -> Iterator[tuple[int, int, Row]]:
    """For each text of one line: the frame that it begins with, the frame that it is gone in, and the text."""
    first = 0
    for row, group in groupby(rows):
        past = first + len(list(group))
        if row:
            yield first, past, row
        first = past


def _rule(frames: Sequence[Frame], first: int, past: int, ends: float) -> str:
    """The animation that shows something from the frame `first` to before the frame `past`."""
    begins = 100 * frames[first].begins / ends if first else 0.0
    stops = 100 * frames[past].begins / ends if past < len(frames) else 100.0
    steps = [f"{begins:.2f}%{{opacity:1}}"]
    if begins:
        steps.insert(0, "0%{opacity:0}")
    if past < len(frames):
        steps.append(f"{stops:.2f}%{{opacity:0}}")
    name = f"f{first}-{past}"
    return f".{name}{{animation:{name} {ends:.1f}s step-end infinite}}@keyframes {name}{{{''.join(steps)}}}"


def _texts(number: int, row: Row) -> Iterator[str]:
    """The elements of one line; each run of cells is as wide as its cells, whatever the font."""
    for column, text, (ink, bold, italic) in row:
        names = [name for name, set_ in ((ink, ink != "default"), ("b", bold), ("i", italic)) if set_]
        style = f' class="{" ".join(names)}"' if names else ""
        place = f'x="{MARGIN + column * CELL:.4g}" y="{TITLE + (number + 1) * LINE - 5}"'
        yield f'<text {place} textLength="{len(text) * CELL:.4g}"{style}>{escape(text)}</text>'


if __name__ == "__main__":
    sys.exit(main())
