"""Documents of the research test set as packages have them: manuals with written questions, and mails."""

from __future__ import annotations

import email
import email.policy
import email.utils
import gzip
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path

from benchmarks.research_set import NPM, SEED, Gold, Item, npm_folder
from pandora.document.quote_match import places_of
from pandora.errors import UsageError

MAILS, ASKED = 300, 24
"""The mails, and the questions about them."""
MANUALS = Path(__file__).with_name("research_manuals.jsonl")
"""Questions about the manuals: each with the words that answer it, or without where nothing does."""
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
    asked = [json.loads(line) for line in MANUALS.read_text(encoding="utf-8").splitlines()]
    gold: dict[str, list[Gold]] = {read["quote"]: [] for read in asked if "quote" in read}
    for path in sorted(path for path in documents.rglob("*") if path.is_file()):
        text = _plain(path)
        for quote, passages in gold.items():
            if places_of(quote, text):
                passages.append(Gold(path.relative_to(documents).as_posix(), quote))
    for number, read in enumerate(asked, 1):
        if "quote" in read and not gold[read["quote"]]:
            raise UsageError(f"{MANUALS}:{number}: no manual has these words: {read['quote']}")
    return [_manual_item(number, read, gold) for number, read in enumerate(asked, 1)]


def _manual_item(number: int, read: Mapping[str, str], gold: Mapping[str, Sequence[Gold]]) -> Item:
    if "quote" not in read:
        return Item(f"manual-{number}", read["question"], "unanswerable", answerable=False)
    return Item(f"manual-{number}", read["question"], "manual", tuple(gold[read["quote"]]), (read["value"],))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _plain(path: Path) -> str:
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix != ".html":
        return text
    from lxml import html

    root = html.fromstring(text.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))
    return str(root.text_content())


def write_mails(documents: Path, packages: Path) -> list[Item]:
    """Copy some of the mails, and return questions about their senders and dates, as `email` reads them."""
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
    return list(_asked(chosen))


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
            date = _header(message, "date")
            spelled = date.split(" (")[0].split(" +")[0].split(" -")[0]
            gold = Gold(file, spelled)
            asked = f"When was the mail with the subject “{subject}” sent?"
            yield Item(f"mail-{number}", asked, "mail", (gold,), (spelled, " ".join(spelled.split()[1:4])))


def _header(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(message[name] or "").split())
    except (ValueError, IndexError, AttributeError):  # some headers of spam no parser takes
        return ""
