"""Questions over long texts: code splits and selects, leaves judge the parts that it selected, code adds up.

What a model fills is small: the kind of the question, which parts to look at (options that code made and
counted), the question to ask of one part, and the labels. The blocks are composed from that, and stand in the
turn's §3 like any others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from pandora.document.quote import quoted

FIND, COUNT, FREQUENT, LIST = "a fact", "a count", "the most frequent label", "a list"
KINDS = (FIND, COUNT, FREQUENT, LIST)
"""What a question over texts may want."""
MOST_OPTIONS = 5
"""The most selections by words that the model chooses among, beside all parts."""
MOST_WORDS = 3
"""The most words of a phrase of the question that is looked for in the parts."""
SELECTIVE = 0.5
"""A phrase that stands in more than this share of the parts selects nothing."""
NEAREST = 6
"""How many parts a fact is looked for in, the ones first that have most of the question's words."""
LANES = 32
"""How many parts are asked about in one request."""
PART, OVERLAP = 1500, 150
"""Characters of a part where a text has neither short lines nor paragraphs, and how many two parts share."""
LONGEST = 3000
"""Characters of a line or paragraph above which a text is split in parts of an equal size."""
SAMPLE = 240
"""The most characters of a part that the model is shown."""
NOTHING = "none"
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


@dataclass(frozen=True)
class Splitting:
    """How texts are split: what a part is called, and the Python expression that gives the parts of `text`."""

    part: str
    expression: str
    split: Callable[[str], list[str]]


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _paragraphs(text: str) -> list[str]:
    return [part for part in re.split(r"\n\s*\n", text) if part.strip()]


def _equal_parts(text: str) -> list[str]:
    return [text[at : at + PART] for at in range(0, len(text), PART - OVERLAP)]


LINES = Splitting("line", "[line for line in text.splitlines() if line.strip()]", _lines)
PARAGRAPHS = Splitting(
    "paragraph", r"[part for part in re.split(r'\n\s*\n', text) if part.strip()]", _paragraphs
)
PARTS = Splitting("part", f"text.parts({PART}, {OVERLAP})", _equal_parts)


def splitting_of(texts: Mapping[str, str]) -> Splitting:
    """How to split these texts, as their lines and paragraphs are.

    Paragraphs are taken where they have several lines each, as prose and mails have; else lines; and parts of
    an equal size where either is too long for one judgment.
    """
    whole = "\n\n".join(texts.values())
    paragraphs, lines = _paragraphs(whole), _lines(whole)
    if len(paragraphs) > len(texts) and len(lines) >= 2 * len(paragraphs):
        return PARAGRAPHS if max(map(len, paragraphs)) <= LONGEST else PARTS
    return LINES if lines and max(map(len, lines)) <= LONGEST else PARTS


@dataclass(frozen=True)
class Selection:
    """Some of the parts: the phrases that all of them have, and how many they are; all without a phrase."""

    phrases: tuple[str, ...]
    count: int

    def option(self, part: str) -> str:
        """The selection as a choice: `all 900 lines`, `the 3 lines with "delta"`."""
        plural = f"{part}s" if self.count != 1 else part
        if not self.phrases:
            return f"all {self.count} {plural}"
        return f"the {self.count} {plural} with {' and '.join(repr(phrase) for phrase in self.phrases)}"


@dataclass(frozen=True)
class Reading:
    """The texts of a session as a question sees them: how they are split, and what may be selected."""

    splitting: Splitting
    parts: tuple[str, ...]
    selections: tuple[Selection, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The selections as choices, all parts first."""
        return tuple(selection.option(self.splitting.part) for selection in self.selections)

    @property
    def facts(self) -> str:
        """What the model is told of the texts, numbered: how many parts, how long, and two of them."""
        sizes = sorted(map(len, self.parts)) or [0]
        head = (
            f"the texts have {len(self.parts)} {self.splitting.part}s of about {int(median(sizes))} characters"
        )
        places = dict.fromkeys((0, len(self.parts) // 2)) if self.parts else {}
        samples = [f"such as: {quoted(_shortened(self.parts[place]))}" for place in places]
        return numbered([head, *samples])


def _shortened(part: str) -> str:
    line = " ".join(part.split())
    return line if len(line) <= SAMPLE else f"{line[:SAMPLE]}…"


def reading_of(texts: Mapping[str, str], question: str) -> Reading:
    """Split the texts, and find which phrases of the question select some of their parts."""
    splitting = splitting_of(texts)
    parts = tuple(part for text in texts.values() for part in splitting.split(text))
    folded = [f" {' '.join(_WORD.findall(part.casefold()))} " for part in parts]
    return Reading(splitting, parts, (Selection((), len(parts)), *_selections(folded, question)))


def _selections(folded: Sequence[str], question: str) -> list[Selection]:
    """The selections by phrases of the question with a name or a number, each set of parts once.

    Other words stand in parts by chance, and a small model takes any that it is offered.
    """
    having: dict[str, frozenset[int]] = {}
    words = [match[0].casefold() for match in _WORD.finditer(question)]
    names = {match[0].casefold() for match in _WORD.finditer(question) if _names(match[0], match.start())}
    for size in range(MOST_WORDS, 0, -1):
        for start in range(len(words) - size + 1):
            phrase = " ".join(words[start : start + size])
            named = names & set(words[start : start + size])
            if not named or any(f" {phrase} " in f" {longer} " for longer in having):
                continue
            places = frozenset(place for place, part in enumerate(folded) if f" {phrase} " in part)
            if places and len(places) <= max(1, SELECTIVE * len(folded)):
                having[phrase] = places
    ranked = sorted(having, key=lambda phrase: (-phrase.count(" "), len(having[phrase])))
    chosen: dict[frozenset[int], tuple[str, ...]] = {}
    for phrase in ranked:
        chosen.setdefault(having[phrase], (phrase,))
    for one, other in combinations(ranked[:MOST_OPTIONS], 2):
        if both := having[one] & having[other]:
            chosen.setdefault(both, (one, other))
    options = sorted(chosen.items(), key=lambda option: len(option[0]))
    return [Selection(phrases, len(places)) for places, phrases in options[:MOST_OPTIONS]]


def _names(word: str, start: int) -> bool:
    """True for a number, and for a word that begins with a capital and not the question."""
    return any(letter.isdigit() for letter in word) or (start > 0 and word[0].isupper())


@dataclass(frozen=True)
class Plan:
    """What §2 says of a reading: the kind, the selection, the question for one part, and the labels."""

    kind: str
    selection: Selection
    question: str
    labels: tuple[str, ...] = ()


def plan_of(reading: Reading, values: Mapping[str, object], task: str) -> Plan:
    """The plan that the filled form of §2 gives; what it leaves open is taken in the safest way.

    Nothing is counted over one part: then a fact is wanted. A fact is asked for in the words of the task.
    """
    options = dict(zip(reading.options, reading.selections, strict=True))
    selection = options.get(str(values.get("parts")), reading.selections[0])
    given = re.split(r"[,;|/]", str(values.get("labels", "")))
    labels = tuple(dict.fromkeys(filter(None, map(_label, given))))
    kind, question = str(values.get("wanted")), " ".join(str(values.get("question", "")).split())
    if kind == FREQUENT and len(labels) < 2:
        kind = COUNT
    if kind not in KINDS or (kind in (COUNT, FREQUENT) and selection.count == 1 < len(reading.parts)):
        kind = FIND
    question = " ".join(task.split()) if kind == FIND else question
    return Plan(kind, selection, question, labels if kind == FREQUENT else ())


def _label(text: str) -> str:
    cleaned = text.strip(" .\"'`")
    return "" if cleaned.casefold() == NOTHING else cleaned[:40]


def checks_of(plan: Plan) -> list[str]:
    """The conditions that FINAL has to pass."""
    return [f"len({'replies' if plan.kind == FIND else 'labels'}) == len(chosen)"] if plan.question else []


def design_of(reading: Reading, plan: Plan) -> dict[str, str]:
    """What the plan says of the turn's design: what persists, units of work, checks, what is worth keeping."""
    chosen = plan.selection.option(reading.splitting.part)
    judged = "replies" if plan.kind == FIND else "labels"
    units = [f"split the texts into {reading.splitting.part}s, and select {chosen}"]
    units += [f"ask each: {plan.question}"] if plan.question else []
    return {
        "persist": numbered([f"parts: every {reading.splitting.part}", "chosen", judged, "answer"]),
        "units": numbered([*units, f"work out {plan.kind} in code"]),
        "checks": numbered(checks_of(plan)),
        "worth keeping": f"chosen and {judged}",
    }


def numbered(lines: Sequence[str]) -> str:
    """Lines as a numbered list, which stands below its label even where it has one line."""
    text = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    return text if len(lines) > 1 else f"{text}\n"


def blocks_of(reading: Reading, plan: Plan, question: str) -> list[str]:
    """The blocks of a plan: split and select, judge, add up and FINAL. `question` is the whole one."""
    first = _selecting(reading, plan, question)
    if not plan.question:
        return ["\n".join(first), "answer = len(chosen)\nFINAL(answer)"]
    judge, end = _finding(plan) if plan.kind == FIND else _judging(plan)
    return ["\n".join(block) for block in (first, judge, end)]


def _selecting(reading: Reading, plan: Plan, question: str) -> list[str]:
    lines = [
        "import re",
        "texts = [text for text in inputs.values() if isinstance(text, str)]",
        f"parts = [part for text in texts for part in {reading.splitting.expression}]",
        f"words = re.compile({_WORD.pattern!r})",
        "def words_of(text): return ' ' + ' '.join(words.findall(text.casefold())) + ' '",
    ]
    if plan.selection.phrases:
        lines.append(f"phrases = {list(plan.selection.phrases)!r}")
        lines.append("chosen = [part for part in parts if all(f' {p} ' in words_of(part) for p in phrases)]")
    else:
        lines.append("chosen = parts")
    if plan.kind == FIND:
        wanted = list(dict.fromkeys(_WORD.findall(question.casefold())))
        lines += [
            "folded = [words_of(part) for part in parts]",
            f"rarity = {{w: 1 / (1 + sum(f' {{w}} ' in each for each in folded)) for w in {wanted!r}}}",
            "def rank(part): return -sum(n for w, n in rarity.items() if f' {w} ' in words_of(part))",
            f"chosen = sorted(chosen, key=rank)[:{NEAREST}]",
        ]
    lines += ["ledger['parts'] = len(parts)", "ledger['chosen'] = len(chosen)"]
    return [*lines, "print(len(parts), 'parts,', len(chosen), 'chosen')"]


def _judging(plan: Plan) -> tuple[list[str], list[str]]:
    choices = list(plan.labels) or ["yes", "no"]
    judge = [
        "labels = []",
        f"for at in range(0, len(chosen), {LANES}):",
        f"    labels += map_lm({plan.question!r}, chosen[at:at + {LANES}], choices={choices!r})",
        "unjudged = [place for place, label in enumerate(labels) if not label]",
        "results['labels'] = labels",
        "print(len(labels), 'judged,', len(unjudged), 'failed')",
    ]
    answers = {
        COUNT: "labels.count('yes')",
        LIST: "[part for part, label in zip(chosen, labels) if label == 'yes']",
        FREQUENT: f"max({choices!r}, key=labels.count)",
    }
    final = "FINAL({'answer': answer, 'not judged': len(unjudged)} if unjudged else answer)"
    return judge, [f"answer = {answers[plan.kind]}", final]


def _finding(plan: Plan) -> tuple[list[str], list[str]]:
    question = f"{plan.question} Write {NOTHING} if the text does not say it."
    judge = [
        f"replies = map_lm({question!r}, chosen)",
        "said = [(reply, part) for reply, part in zip(replies, chosen)"
        f" if reply and words_of(reply) not in ('  ', ' {NOTHING} ')]",
        "found = [reply for reply, part in said if words_of(reply) in words_of(part)]",
        "results['found'] = found",
        "print(replies)",
    ]
    end = [
        "answer = found[0] if found else missing('answer', 'no part says it word for word')",
        "grounded = [text.name for text in texts if found and reground('answer', text)]",
        "FINAL(answer)",
    ]
    return judge, end
