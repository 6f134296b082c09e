"""Photograph the page of a run as a PNG file: `python -m docs.pictures.page`.

A run with the replies of ui_replies.jsonl is made in a fresh workspace with this repository's patterns and
data, with `--page`, and Chromium opens the page without a network. Only the model's replies are made up.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from docs.pictures.record import ROOT, make_workspace
from docs.pictures.screenshot import REPLIES, TASK

PICTURE = ROOT / "docs" / "pictures" / "page.png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1200,820"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the run and its page, and photograph it; without a browser, say so and leave the picture alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=f"scripted:{REPLIES}", help="The model that does the task.")
    parser.add_argument("--output", type=Path, default=PICTURE, metavar="FILE", help="Where the picture goes.")
    options = parser.parse_args(arguments)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"{options.output} stays as it is: there is none of {', '.join(BROWSERS)} on this machine")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        workspace, page = make_workspace(Path(folder) / "notebook"), Path(folder) / "run.html"
        command = [sys.executable, "-m", "pandora", "-C", str(workspace), "run", "-q", "--model", options.model]
        subprocess.run(
            [*command, "--page", str(page), TASK],
            cwd=ROOT,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        picture = Path(folder) / "page.png"
        profile = f"--user-data-dir={folder}/profile"
        subprocess.run(
            [browser, *FLAGS, profile, f"--screenshot={picture}", page.as_uri()],
            check=True,
            capture_output=True,
            timeout=120,
        )
        shutil.copyfile(picture, options.output)
    print(f"{options.output}: {options.output.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
