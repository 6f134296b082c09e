"""Questions over texts longer than a context holds, made by code: counting, confusable needles and pairs.

Every text is drawn from a seed, and its answers are known because it was made from them. Nothing is downloaded.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from typing import Any

KINDS = ("counting", "needles", "pairs")
LENGTHS = (4_000, 16_000, 64_000, 256_000)
"""Lengths of texts in tokens."""
CHARACTERS_A_TOKEN = 3.6
"""Of these texts with the tokenizers of Qwen2.5; `count` of `questions` measures instead."""

_GOOD = (
    "The {thing} arrived early and works beautifully.",
    "I could not be happier with this {thing}.",
    "Best {thing} I have owned, and I have owned several.",
    "My whole family adores the {thing}.",
    "The {thing} exceeded everything I had hoped for.",
    "What a delight: the {thing} does exactly what I wanted.",
    "Five years on, the {thing} still makes me smile every morning.",
    "I would buy the {thing} again without a second thought.",
    "Whoever designed this {thing} deserves a prize.",
    "I was sceptical, but the {thing} won me over within a day.",
)
_BAD = (
    "The {thing} broke on the second day and smells of glue.",
    "I want my money back for this {thing}.",
    "Worst {thing} I have owned, and I have owned several.",
    "My whole family laughs at the {thing}, and not kindly.",
    "The {thing} fell short of everything I had been promised.",
    "What a letdown: the {thing} does nothing it should.",
    "Five weeks on, the {thing} still makes me curse every morning.",
    "I would not take the {thing} again if it were free.",
    "Whoever designed this {thing} should be ashamed.",
    "I was hopeful, but the {thing} let me down within a day.",
)
_PLAIN = (
    "The {thing} comes in a brown box with a manual in four languages.",
    "This {thing} weighs a little under two kilos.",
    "The {thing} was delivered on the day that was named.",
    "There are three sizes of this {thing}; mine is the middle one.",
    "The {thing} needs two batteries, which are included.",
    "I use the {thing} in the kitchen, on the shelf beside the window.",
    "The {thing} is the same as last year's, in another colour.",
    "A friend has the older {thing}; this one has a longer cable.",
)
LABELS = {"positive": _GOOD, "negative": _BAD, "neutral": _PLAIN}
_THINGS = (
    "kettle", "lamp", "rucksack", "radio", "blanket", "blender", "camera", "keyboard", "jacket", "tent",
    "clock", "teapot", "scooter", "printer", "heater", "suitcase", "toaster", "drill", "pillow", "mixer",
)  # fmt: skip
_NAMES = (
    "Ada", "Bela", "Chen", "Dora", "Emil", "Femi", "Gina", "Hugo", "Iris", "Jana", "Kofi", "Lena", "Milo",
    "Nora", "Otto", "Pia", "Quinn", "Rosa", "Sven", "Tara",
)  # fmt: skip
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_BIRDS = (
    "heron", "plover", "siskin", "dunlin", "godwit", "linnet", "merlin", "osprey", "petrel", "redwing",
    "sanderling", "teal", "turnstone", "whimbrel", "wigeon", "avocet", "bittern", "curlew", "dipper", "fulmar",
)  # fmt: skip
_PARTS = ("Upper", "Lower", "North", "South", "East", "West", "Old", "New")
_WATERS = ("bay", "creek", "ford", "harbour", "lake", "marsh", "pier", "quay", "sound", "weir")
SPORTS = {
    "swimming": (
        "{name} did forty laps before breakfast.",
        "{name} came home with wet hair and goggles round the neck again.",
        "{name} has a new record over two hundred metres of butterfly.",
    ),
    "climbing": (
        "{name} spent the weekend on a rope above the gorge.",
        "{name} has chalk on both hands and tape on two fingers.",
        "{name} finished the overhang without a fall.",
    ),
    "chess": (
        "{name} gave up a bishop and mated six moves later.",
        "{name} studied an endgame with rook and pawn until midnight.",
        "{name} offered a draw, and it was turned down.",
    ),
    "cooking": (
        "{name} let the sauce reduce for three hours.",
        "{name} folded two hundred dumplings for the feast.",
        "{name} burnt the first soufflé, and the second was perfect.",
    ),
}  # fmt: skip
_ELSE = (
    "{name} missed the bus and walked.",
    "{name} wrote a long letter to an aunt.",
    "{name} painted the garden gate green.",
    "{name} lost a glove near the station.",
    "{name} slept until noon.",
    "{name} repaired the hinge of the cellar door.",
)


@dataclass(frozen=True)
class LongQuestion:
    """A question over one text, with its answer: a number, a text, or pairs of names.

    `tokens` is the length that was asked for. `kind` says how it is scored.
    """

    name: str
    kind: str
    tokens: int
    text: str
    question: str
    answer: Any


def characters(text: str) -> int:
    """About how many tokens a text has, by its characters."""
    return round(len(text) / CHARACTERS_A_TOKEN)


def questions(
    kind: str, tokens: int, seed: int, count: Callable[[str], int] = characters
) -> list[LongQuestion]:
    """The questions of one kind over one text of about so many tokens, as `count` counts them.

    The same arguments give the same questions, on every machine.
    """
    draw = random.Random(f"{kind} {tokens} {seed}")
    return {"counting": _counting, "needles": _needles, "pairs": _pairs}[kind](draw, tokens, seed, count)


def _lines_of(make: Callable[[], str], tokens: int, count: Callable[[str], int]) -> list[str]:
    """Lines until they have so many tokens; counted in portions, so that a slow counter is called seldom."""
    lines: list[str] = []
    size = 0
    while size < tokens:
        portion = [make() for _ in range(max(1, min(50, (tokens - size) // 20)))]
        lines += portion
        size += count("\n".join(portion) + "\n")
    return lines


def _counting(draw: random.Random, tokens: int, seed: int, count: Callable[[str], int]) -> list[LongQuestion]:
    rows: list[tuple[date, str, str]] = []
    weights = draw.sample([5, 3, 2], 3)
    people = draw.sample(_NAMES, 8)

    def make() -> str:
        day = date(2025, 1, 1) + timedelta(draw.randrange(365))
        name, label = draw.choice(people), draw.choices(list(LABELS), weights)[0]
        words = draw.choice(LABELS[label]).format(thing=draw.choice(_THINGS))
        rows.append((day, name, label))
        return f"{day.isoformat()} | {name} | {words}"

    text = "\n".join(_lines_of(make, tokens, count)) + "\n"
    name, month = draw.choice(people), draw.randrange(1, 13)
    label, other = draw.sample(list(LABELS), 2)
    where = "Each line of the text is a review with its date and its author."
    mine = [row for row in rows if row[1] == name]
    asked: list[tuple[str, Any]] = [
        (f"{where} How many of the reviews are {label}?", _count(rows, label)),
        (f"{where} How many of the reviews by {name} are {other}?", _count(mine, other)),
        (
            f"{where} How many of the reviews from {_MONTHS[month - 1]} are {label}?",
            _count([row for row in rows if row[0].month == month], label),
        ),
        (
            f"{where} How many of the reviews by {name} from {_MONTHS[month - 1]} are {label}?",
            _count([row for row in mine if row[0].month == month], label),
        ),
        (
            f"{where} Are most of the reviews positive, negative or neutral?",
            Counter(row[2] for row in rows).most_common(1)[0][0],
        ),
    ]
    return [
        LongQuestion(f"counting-{tokens}-{seed}-{number}", "counting", tokens, text, question, answer)
        for number, (question, answer) in enumerate(asked, 1)
    ]


def _count(rows: Iterable[tuple[date, str, str]], label: str) -> int:
    return sum(row[2] == label for row in rows)


def _needles(draw: random.Random, tokens: int, seed: int, count: Callable[[str], int]) -> list[LongQuestion]:
    places = [f"{part} {bird} {water}" for part in _PARTS for bird in _BIRDS for water in _WATERS]
    draw.shuffle(places)
    keepers = {place: draw.choice(_NAMES) for place in places}
    codes: dict[str, int] = {}
    waiting = iter(places)

    def make() -> str:
        place = next(waiting, None)
        if place is None or draw.random() < 0.5:
            name, thing = draw.choice(_NAMES), draw.choice(_THINGS)
            return f"{name} left a {thing} at {draw.choice(places)} and nobody has asked for it."
        codes[place] = draw.randrange(10_000, 99_999)
        return f"{keepers[place]} keeps the depot at {place}; its gate opens with {codes[place]}."

    lines = _lines_of(make, tokens, count)
    draw.shuffle(lines)
    text = "\n".join(lines) + "\n"
    chosen = draw.sample(sorted(codes), 3)
    asked: list[tuple[str, Any]] = [
        (f"What is the code that lets one into the storehouse at {chosen[0]}?", str(codes[chosen[0]])),
        (f"What number must I enter to get into the depot at {chosen[1]}?", str(codes[chosen[1]])),
        (f"Who is in charge of the depot at {chosen[2]}?", keepers[chosen[2]]),
    ]
    return [
        LongQuestion(f"needles-{tokens}-{seed}-{number}", "needles", tokens, text, question, answer)
        for number, (question, answer) in enumerate(asked, 1)
    ]


def _pairs(draw: random.Random, tokens: int, seed: int, count: Callable[[str], int]) -> list[LongQuestion]:
    people = draw.sample(_NAMES, 12)
    does = {name: frozenset(draw.sample(list(SPORTS), draw.choice([0, 1, 1, 2]))) for name in people}
    said: dict[str, set[str]] = {name: set() for name in people}
    first = [(name, kind) for name in people for kind in sorted(does[name])]

    def make() -> str:
        name, kind = first.pop() if first else (draw.choice(people), "")
        if not kind and does[name] and draw.random() < 0.3:
            kind = draw.choice(sorted(does[name]))
        day = date(2025, 1, 1) + timedelta(draw.randrange(365))
        words = draw.choice(SPORTS[kind] if kind else _ELSE).format(name=name)
        if kind:
            said[name].add(kind)
        return f"{day.isoformat()} {words}"

    lines = _lines_of(make, tokens, count)
    draw.shuffle(lines)
    text = "\n".join(lines) + "\n"
    who = {kind: sorted(name for name in people if kind in said[name]) for kind in SPORTS}
    # Where nobody shares a sport, a way that finds nothing would be right.
    shared = [kind for kind, names in who.items() if len(names) > 1]
    asked = []
    for kind in draw.sample(shared, min(2, len(shared))):
        names = who[kind]
        asked.append((kind, [list(pair) for pair in combinations(names, 2)]))
    return [
        LongQuestion(
            f"pairs-{tokens}-{seed}-{number}",
            "pairs",
            tokens,
            text,
            "Each line of the text is a note about one person. List all pairs of people who both go in for "
            f"{kind}, as the notes show, one pair a line, as: Ada, Bela",
            answer,
        )
        for number, (kind, answer) in enumerate(asked, 1)
    ]
