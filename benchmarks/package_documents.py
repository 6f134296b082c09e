"""Documents of the research test set as packages have them: manuals with written questions, and mails."""

from __future__ import annotations

import email
import email.policy
import email.utils
import gzip
import random
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from benchmarks.research_set import NPM, SEED, Gold, Item, npm_folder
from benchmarks.written_questions import MANUALS, TEXTS_OF_MAILS, written

MAILS, ASKED = 300, 24
"""The mails, and the questions about them."""
_PYTHON = ("library", "reference", "faq", "howto", "tutorial")


def write_manuals(documents: Path, packages: Path) -> list[Item]:
    """Copy the manuals, and return the questions about them; raises UsageError where a quote stands nowhere."""
    policy = packages / "debian-policy/usr/share/doc/debian-policy"
    for path in sorted(policy.glob("*.txt.gz")):
        _write(documents / "debian-policy" / path.stem, gzip.decompress(path.read_bytes()))
    for path in sorted((packages / "sqlite3-doc/usr/share/doc/sqlite3").glob("*.html")):
        _write(documents / "sqlite" / path.name, path.read_bytes())
    sources = packages / "python3.11-doc/usr/share/doc/python3.11/html/_sources"
    for folder in _PYTHON:
        for path in sorted((sources / folder).glob("*.txt")):
            _write(documents / "python" / folder / path.name, path.read_bytes())
    return written(MANUALS, documents, "manual")


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def write_mails(documents: Path, packages: Path) -> list[Item]:
    """Copy some of the mails, and return questions on senders and dates, as `email` reads them, and texts."""
    folder = packages / npm_folder(NPM[1]) / "package/data"
    paths = sorted(folder.glob("easy-ham-*/*.txt"))
    chance = random.Random(SEED)
    chosen: list[tuple[Path, EmailMessage]] = []
    seen: set[str] = set()
    for path in chance.sample(paths, len(paths)):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        subject = _header(message, "subject")
        if subject and subject.isascii() and subject.lower() not in seen and len(subject.split()) >= 4:
            seen.add(subject.lower())
            chosen.append((path, message))
        if len(chosen) == MAILS:
            break
    for path, _ in chosen:
        _write(documents / f"{path.parent.name}-{path.name}", path.read_bytes())
    return [*_asked(chosen), *written(TEXTS_OF_MAILS, documents, "text")]


def _asked(chosen: list[tuple[Path, EmailMessage]]) -> Iterator[Item]:
    number = 0
    for path, message in chosen:
        subject, sender = _header(message, "subject"), _header(message, "from")
        name, address = email.utils.parseaddr(sender)
        if number == ASKED or not (name.isascii() and name and address and "@" in address):
            continue
        number += 1
        file = f"{path.parent.name}-{path.name}"
        if number % 2:
            gold, values = Gold(file, address), (name, address)
            yield Item(
                f"mail-{number}", f"Who sent the mail with the subject “{subject}”?", "mail", (gold,), values
            )
        else:
            raw = email.message_from_bytes(path.read_bytes(), policy=email.policy.compat32)["date"]
            # As the file has it, and as `email` writes it: a day of one figure begins with a 0 there.
            spelled, other = (re.split(r" [(+-]", date)[0] for date in (raw, _header(message, "date")))
            days = (" ".join(date.split()[1:4]) for date in (spelled, other))
            dates = tuple(dict.fromkeys((spelled, other, *days)))
            asked = f"When was the mail with the subject “{subject}” sent?"
            yield Item(f"mail-{number}", asked, "mail", (Gold(file, spelled),), dates)


def _header(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(message[name] or "").split())
    except (ValueError, IndexError, AttributeError):  # some headers of spam no parser takes
        return ""
