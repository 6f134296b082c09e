"""Draw `pandora ui` as an SVG file: `python -m docs.pictures.screenshot`.

A run with the replies of ui_replies.jsonl is made in a fresh workspace with this repository's patterns and
data, and the view is opened on it. Nothing in the picture is made up but the model's replies.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from docs.pictures.record import ROOT, make_workspace
from pandora.disk.layout import Workspace
from pandora.ui.app import WorkspaceApp
from pandora.ui.document_pane import DocumentPane

PICTURE = ROOT / "docs" / "pictures" / "ui.svg"
REPLIES = ROOT / "docs" / "pictures" / "ui_replies.jsonl"
TASK = "Find the cheapest laptop with an nvidia GPU in data/laptops.csv"
COLUMNS, ROWS = 110, 34
LOOKS = 400
"""How often the view is looked at, every 50 ms, until it shows the run."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the run and draw the view."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=f"scripted:{REPLIES}", help="The model that does the task.")
    parser.add_argument("--output", type=Path, default=PICTURE, metavar="FILE", help="Where the picture goes.")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        workspace = make_workspace(Path(folder) / "notebook")
        command = [sys.executable, "-m", "pandora", "-C", str(workspace), "run", "-q", "--model", options.model]
        # what is piped in would be a file of the task
        subprocess.run(
            [*command, TASK], cwd=ROOT, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        os.environ.pop("NO_COLOR", None)
        picture = asyncio.run(drawn(WorkspaceApp(Workspace(workspace))))
    options.output.write_text(standing_alone(picture), encoding="utf-8")
    print(f"{options.output}: {options.output.stat().st_size} bytes")
    return 0


async def drawn(app: WorkspaceApp) -> str:
    """The view as Textual draws it, with the plan of the newest run chosen."""
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        for _ in range(LOOKS):
            if "§5 OUTPUT" in app.query_one(DocumentPane).written:
                break
            await pilot.pause(0.05)
        await pilot.press("2")
        await pilot.pause(0.5)
        return app.export_screenshot(title="pandora ui", simplify=True)


def standing_alone(picture: str) -> str:
    """The picture without fonts from elsewhere, a clip for each line, and the temporary folder's name."""
    picture = re.sub(r"@font-face\s*\{.*?\}\s*", "", picture, flags=re.S)
    picture = re.sub(r"<!--.*?-->\s*", "", picture, flags=re.S)
    picture = picture.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")
    picture = re.sub(r"terminal-\d+-", "t-", picture)
    picture = re.sub(r' clip-path="url\(#t-line-\d+\)"', "", picture)
    picture = re.sub(r'<clipPath id="t-line-\d+">.*?</clipPath>\s*', "", picture, flags=re.S)
    temporary = re.escape(str(Path(tempfile.gettempdir())))
    # without its length, which was that of the temporary folder's name
    return re.sub(rf' textLength="[^"]*"([^>]*>[^<]*){temporary}/[^/\s<]*/notebook', r"\1~/notebook", picture)


if __name__ == "__main__":
    sys.exit(main())
