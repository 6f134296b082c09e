"""Questions over long texts: code splits and selects, leaves judge the parts that it selected, code adds up.

What a model fills is small: the kind of answer, which parts to look at (options that code made and counted),
the question to ask of one part, and the labels. Code leaves out what it can tell: a kind that the texts and the
question do not allow, parts that every name of the question selects, labels that the question lists. The
blocks are composed from that, and stand in the turn's §3 like any others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from pandora.document.quote import quoted
from pandora.programs.language.locale_words import or_word
from pandora.programs.language.month_names import months_named
from pandora.programs.language.text_language import possible_languages
from pandora.sessions.question_wordings import LABELS, trial_lines
from pandora.sessions.text_parts import (
    FILES,
    LINES,
    LONGEST,
    PARTS,
    PIECES,
    STEM,
    WORD,
    Splitting,
    splitting_of,
    stems,
    too_large,
)

FIND, COUNT, FREQUENT, LIST, PAIRS = "value", "count", "majority", "list", "pairs"
KINDS = (FIND, COUNT, FREQUENT, LIST, PAIRS)
"""What a question over texts may want."""
JUDGE = "judgment"
"""What a child is asked of a part that is too large for a leaf: which of its choices the whole part is."""
YES, NO = "yes", "no"
SURE = 0.6
"""A kind that is chosen with less is in doubt: a value is looked for, too, and the two answers are compared."""
SURE_OF_ONE = 0.9
"""With less, a question whose names stand in one part alone wants a value of that part."""
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
PAIRS_TRIED, PAIRS_ALIKE = 12, 11
"""How many pairs of parts that differ in stamp or fields are judged both, and how many of them must agree.

Then one judgment counts for all that are alike."""
ENOUGH = 12
"""The least parts that tell what a small model usually says of one."""
SMALLEST = 0.005
"""The least probability of yes or no that is told apart: documents have two digits."""
DELIMITERS = ("|", "\t", ";")
"""What separates the fields of lines; a comma separates words, too."""
SAMPLE = 240
"""The most characters of a part that the model is shown."""
WHOM = "Who or what is this about?"
NOTHING = "none"
NEITHER = "neither"
"""The kind of a part that has neither of two opposites: without it, a model is made to call it one of them."""
NOUN_CAPITALS = ("de",)
"""The languages (ISO 639-1) that write every noun with a capital."""
LEFT_OUT = "…"
"""What stands in a task for the names by which code selected."""
MONTH = "month "
"""What the phrase of a month begins with, before the month's number."""
_EXAMPLE = re.compile(r"^Task: (.*)\nQuestion: (.*)$", re.M)


@dataclass(frozen=True)
class Selection:
    """Some of the parts: the phrases that all of them have, and how many they are; all without a phrase.

    `month` is the number of the month of which each of them has a date, 0 for any.
    """

    phrases: tuple[str, ...]
    count: int
    month: int = 0

    def option(self, part: str) -> str:
        """The selection as a choice: `all 900 lines`, `the 3 lines with "delta"`."""
        plural = f"{part}s" if self.count != 1 else part
        marks = [repr(phrase) for phrase in self.phrases]
        marks += [f"a date in month {self.month}"] if self.month else []
        return (
            f"the {self.count} {plural} with {' and '.join(marks)}" if marks else f"all {self.count} {plural}"
        )


@dataclass(frozen=True)
class Reading:
    """The texts of a session as a question sees them: how they are split, and what may be selected.

    `decided` is the selection that nobody has to choose: the parts with everything that the question names.
    `alternatives` are the labels that the question lists. `core` is a Python expression for what is the same in
    two parts that differ in date, time or fields beside the longest one. With `children`, a part that is too
    large for a leaf is read by a child.
    """

    splitting: Splitting
    parts: tuple[str, ...]
    selections: tuple[Selection, ...]
    decided: Selection | None = None
    alternatives: tuple[str, ...] = ()
    core: str = "part"
    children: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of answer that are possible, as far as code can tell.

        Which of several labels is the most frequent is no question where it lists none, and names some parts.
        """
        labels = bool(self.alternatives) or len(self.selections) == 1
        return tuple(kind for kind in KINDS if kind != FREQUENT or labels)

    @property
    def narrowest(self) -> Selection:
        """The selection with the fewest parts."""
        return min(self.selections, key=lambda selection: selection.count)

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
        return numbered_lines([head, *samples])


def _shortened(part: str) -> str:
    line = " ".join(part.split())
    return line if len(line) <= SAMPLE else f"{line[:SAMPLE]}…"


def reading_of(texts: Mapping[str, str], question: str, files: bool = True, children: bool = False) -> Reading:
    """Split the texts, and find which phrases of the question select some of their parts.

    With `files` false, no part is a whole text because there are several. With `children`, a part may be too
    large for a leaf; without, it is cut, unless it is a file.
    """
    splitting = splitting_of(texts, files, question if children else "")
    parts = tuple(part for text in texts.values() for part in splitting.split(text))
    if splitting is not FILES and not children and too_large(parts):
        splitting = splitting.cut
        parts = tuple(part for text in texts.values() for part in splitting.split(text))
    languages = possible_languages(question)
    named = _named_parts(parts, question)
    selections = (Selection((), len(parts)), *_selections(named))
    # Where all nouns have capitals, a noun is no name: which of them select is then the model's to say.
    names_alone = bool(named) and not set(NOUN_CAPITALS) & set(languages)
    joint = frozenset.intersection(*named.values()) if names_alone else frozenset()
    everything = _selection(tuple(named), len(joint))
    return Reading(
        splitting,
        parts,
        selections,
        selections[0] if not named else everything if joint else None,
        alternatives_in(question, languages),
        core_of(parts) if splitting is LINES else "part",
        children and too_large(parts),
    )


def reading_in_pieces(texts: Mapping[str, str]) -> Reading:
    """One part that is too large for a leaf, in pieces of which a leaf reads each."""
    parts = tuple(part for text in texts.values() for part in PARTS.split(text))
    everything = Selection((), len(parts))
    return Reading(PARTS, parts, (everything,), everything)


def core_of(lines: Sequence[str]) -> str:
    """The Python expression for what of a line a judgment is about: its longest field, or all but its stamp.

    That is a guess, which the block tries on pairs of lines before it goes by it.
    """
    for mark in DELIMITERS:
        rows = [line.split(mark) for line in lines]
        width = len(rows[0]) if rows else 0
        if width > 1 and all(len(row) == width for row in rows):
            sizes = [median(len(row[place]) for row in rows) for place in range(width)]
            return f"part.split({mark!r})[{sizes.index(max(sizes))}]"
    return "unstamped.sub('', part)"


def alternatives_in(question: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The words that a question lists with `or`, in one of its languages: `good, bad or fair`; () for none."""
    for word in filter(None, map(or_word, languages)):
        listed = re.search(rf"((?:[^\W_]+\s*,\s*)*[^\W_]+)\s*,?\s+{re.escape(word)}\s+([^\W_]+)", question)
        if listed:
            return (*re.split(r"\s*,\s*", listed[1]), listed[2])
    return ()


def _named_parts(parts: Sequence[str], question: str) -> dict[str, frozenset[int]]:
    """Which parts have each phrase of the question with a name or a number; a month, as its number, is one.

    Other words stand in parts by chance, and a small model takes any that it is offered.
    """
    folded = [f" {' '.join(WORD.findall(part.casefold()))} " for part in parts]
    having: dict[str, frozenset[int]] = {}
    months = months_named(question)
    for number in months.values():
        places = frozenset(place for place, part in enumerate(parts) if re.search(dates_in(number), part))
        if places and len(places) < len(parts):
            having[f"{MONTH}{number}"] = places
    words = [match[0].casefold() for match in WORD.finditer(question)]
    names = set(names_in(question))
    names -= {month.casefold() for month in months} if having else set()
    for size in range(MOST_WORDS, 0, -1):
        for start in range(len(words) - size + 1):
            phrase = " ".join(words[start : start + size])
            named = names & set(words[start : start + size])
            if not named or any(f" {phrase} " in f" {longer} " for longer in having):
                continue
            places = frozenset(place for place, part in enumerate(folded) if f" {phrase} " in part)
            if places and len(places) <= max(1, SELECTIVE * len(folded)):
                having[phrase] = places
    return having


def _selections(having: Mapping[str, frozenset[int]]) -> list[Selection]:
    """The selections by one phrase or two, each set of parts once, the smallest first."""
    ranked = sorted(having, key=lambda phrase: (-phrase.count(" "), len(having[phrase])))
    chosen: dict[frozenset[int], tuple[str, ...]] = {}
    for phrase in ranked:
        chosen.setdefault(having[phrase], (phrase,))
    for one, other in combinations(ranked[:MOST_OPTIONS], 2):
        if both := having[one] & having[other]:
            chosen.setdefault(both, (one, other))
    options = sorted(chosen.items(), key=lambda option: len(option[0]))
    return [_selection(phrases, len(places)) for places, phrases in options[:MOST_OPTIONS]]


def _selection(phrases: Sequence[str], count: int) -> Selection:
    month = next((int(phrase.removeprefix(MONTH)) for phrase in phrases if phrase.startswith(MONTH)), 0)
    return Selection(tuple(phrase for phrase in phrases if not phrase.startswith(MONTH)), count, month)


def dates_in(month: int) -> str:
    """The regular expression of a date in a month: `2025-03-09`, `9.3.2025`."""
    return rf"\b\d{{4}}-{month:02}-\d\d|\b\d{{1,2}}\.0?{month}\.(?:\d{{4}}|\d\d)\b"


def names_in(question: str) -> frozenset[str]:
    """The names and numbers of a question, case-folded."""
    begins = [match.end() for match in re.finditer(r"^\W*|[.!?:]\s+", question)]
    matches = WORD.finditer(question)
    return frozenset(match[0].casefold() for match in matches if _names(match[0], match.start() in begins))


def whole_question(task: str, written: str, earlier: str) -> str:
    """What a model wrote as the whole question of a task, or the task itself where it does not say the same.

    It must have every name and number of the task, and none that stands neither there nor in the turns before.
    """
    question = " ".join(written.split())
    known = set(map(str.casefold, WORD.findall(f"{task} {earlier}")))
    fits = bool(question) and names_in(task) <= set(map(str.casefold, WORD.findall(question)))
    return question if fits and names_in(question) <= known else " ".join(task.split())


def _names(word: str, begins: bool) -> bool:
    """True for a word with a digit, and for one that begins with a capital and not a sentence."""
    return any(letter.isdigit() for letter in word) or (not begins and word[0].isupper())


@dataclass(frozen=True)
class Plan:
    """What §2 says of a reading: the kind, the selection, the question for one part, and the labels.

    Of the labels, `asked` is the one that is counted or listed; without labels a part is judged yes or no. With
    `doubt`, a value is looked for, too, and the model says which of the two answers fits.
    """

    kind: str
    selection: Selection
    question: str
    labels: tuple[str, ...] = ()
    doubt: bool = False
    asked: str = "yes"


def plan_of_part(reading: Reading, question: str, choices: Sequence[str]) -> Plan:
    """The plan of a child that says which of its choices one large part is: each piece is judged by itself."""
    return Plan(JUDGE, reading.selections[0], " ".join(question.split()), tuple(choices))


def kind_of(reading: Reading, wanted: str, chance: float) -> tuple[str, bool]:
    """The kind of answer that is looked for, and whether that is in doubt.

    Nothing is counted over one part: where the names of the question stand in one part alone, a value of that
    part is wanted, unless the model is sure of another kind.
    """
    one = reading.narrowest.count == 1 < len(reading.parts)
    if wanted not in KINDS or (one and wanted != FIND and chance < SURE_OF_ONE):
        return FIND, False
    return wanted, wanted != FIND and chance < SURE


def asked_keys(kind: str, reading: Reading) -> tuple[str, ...]:
    """The keys of the blanks that the model fills for a kind of answer; code knows the others."""
    if kind == FIND:
        return ()
    parts = () if reading.decided or kind == PAIRS else ("parts",)
    kinds = () if kind == PAIRS or (kind == FREQUENT and reading.alternatives) else ("kinds",)
    return ("question", *kinds, *parts)


def plan_of(
    reading: Reading,
    values: Mapping[str, object],
    task: str,
    kind: str,
    doubt: bool = False,
    examples: str = "",
) -> Plan:
    """The plan that the filled form of §2 gives; what it leaves open is taken in the safest way.

    A value is asked for in the words of the task, of the parts that have most of its names. A question with
    words that only the `examples` have is theirs and not the task's: then each part is held against the task.
    """
    options = dict(zip(reading.options, reading.selections, strict=True))
    selection = reading.decided or options.get(str(values.get("parts")), reading.selections[0])
    given = re.split(r"[,;|/]", str(values.get("kinds", "")))
    kinds = tuple(dict.fromkeys(filter(None, map(_label, given))))
    question = " ".join(str(values.get("question", "")).split())
    question = _with_selected(question, task, reading.decided)
    if kind == FREQUENT and len(reading.alternatives or kinds) < 2:
        kind = COUNT
    if kind == FIND or not question:
        return Plan(FIND, reading.decided or reading.narrowest, " ".join(task.split()))
    if kind == PAIRS:  # the parts with one name give no pair
        selection = reading.selections[0]
    languages = possible_languages(task)
    if kind == FREQUENT:
        labels = reading.alternatives or kinds
        return Plan(kind, selection, _among(question, labels, selection, languages), labels, doubt)
    listed = alternatives_in(question, languages)
    qualities = listed or kinds
    named = _named_by(task, qualities)
    if kind == PAIRS or len(named) != 1 or _denied(named[0], qualities):
        question, qualities = _without(question, listed), ()
    bare = _without(question, listed if qualities else ())
    if _names_of_examples(bare, task, examples) or _borrowed(bare, (task, *reading.parts), examples):
        return Plan(kind, selection, f"Does this {reading.splitting.part} count for: {' '.join(task.split())}")
    if qualities and not listed:
        qualities = (*qualities, NEITHER) if len(qualities) == 2 else qualities
        question = _among(question, qualities, selection, languages)
    return Plan(kind, selection, question, qualities, doubt, named[0] if qualities else "yes")


def without_selected(text: str, selection: Selection | None) -> str:
    """The text with `…` for each name and month by which code selected: a plan is not to repeat them."""
    pattern = _names_of(selection, text)
    return pattern.sub(LEFT_OUT, text) if pattern else text


def _with_selected(question: str, task: str, selection: Selection | None) -> str:
    """A question that keeps `…` of a task, with the names that stood there."""
    pattern = _names_of(selection, task)
    names = iter(pattern.findall(task) if pattern and LEFT_OUT not in task else ())
    return re.sub(re.escape(LEFT_OUT), lambda gap: next(names, gap[0]), question)


def _names_of(selection: Selection | None, text: str) -> re.Pattern[str] | None:
    """What matches the names and months of a text by which code selected; None where there are none."""
    if selection is None:
        return None
    names = [r"\W+".join(map(re.escape, phrase.split())) for phrase in selection.phrases]
    months = months_named(text) if selection.month else {}
    names += [re.escape(word) for word, number in months.items() if number == selection.month]
    return re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", re.I) if names else None


def _named_by(task: str, qualities: Sequence[str]) -> list[str]:
    """The qualities that the task names, in any of their forms."""
    words = stems(task) | set(WORD.findall(task.casefold()))
    return [quality for quality in qualities if {quality.casefold(), quality.casefold()[:STEM]} & words]


def _denied(asked: str, qualities: Sequence[str]) -> bool:
    """True where another quality is the asked one denied, as `not urgent` is: then yes or no says the same."""
    word = rf"\b{re.escape(asked.casefold())}\b"
    return any(quality != asked and re.search(word, quality.casefold()) for quality in qualities)


def _among(question: str, labels: Sequence[str], selection: Selection, languages: Sequence[str]) -> str:
    """The question for a part beside all labels: `Is it good?` becomes `Is it good, bad or fair?`.

    A question that names again what code selected is about many parts: then the labels alone are asked for.
    """
    if len(alternatives_in(question, languages)) > 1:
        return question
    word = next(filter(None, map(or_word, languages)), "/")
    listing = f"{', '.join(labels[:-1])} {word} {labels[-1]}"
    words = f" {' '.join(WORD.findall(question.casefold()))} "
    again = any(f" {phrase} " in words for phrase in selection.phrases)
    if again or selection.month in months_named(question).values():
        return f"{listing[0].upper()}{listing[1:]}?"
    for label in labels:
        stem = label[:STEM] if len(label) > STEM else label
        if mention := re.search(rf"\b{re.escape(stem)}\w*", question, re.I):
            return f"{question[: mention.start()]}{listing}{question[mention.end() :]}"
    return f"{question} {listing}?"


def _without(question: str, qualities: Sequence[str]) -> str:
    """The question about the first of the qualities that it lists alone."""
    if not qualities:
        return question
    listed = r"\W+(?:[^\W_]+\W+)?".join(map(re.escape, qualities))
    return re.sub(listed, qualities[0], question, count=1)


def _borrowed(question: str, own: Iterable[str], examples: str) -> bool:
    """True where the question has a word that an example is about, and none of its `own` texts has it."""
    foreign: set[str] = set()
    for task, asked in _EXAMPLE.findall(examples):
        foreign |= stems(task) & stems(asked)
    foreign &= stems(question)
    for text in own:
        foreign -= stems(text)
    return bool(foreign)


def _names_of_examples(question: str, task: str, examples: str) -> frozenset[str]:
    """The names of the examples' tasks that the question has, and the task has not."""
    borrowed = frozenset(name for other, _ in _EXAMPLE.findall(examples) for name in names_in(other))
    return (borrowed & names_in(question)) - set(WORD.findall(task.casefold()))


def _label(text: str) -> str:
    cleaned = text.strip(" .\"'`")
    return "" if cleaned.casefold() == NOTHING else cleaned[:40]


def checks_of(plan: Plan) -> list[str]:
    """The conditions that FINAL has to pass."""
    return ["len(replies) == len(nearest)" if plan.kind == FIND else "len(labels) == len(chosen)"]


def design_of(reading: Reading, plan: Plan) -> dict[str, str]:
    """What the plan says of the turn's design: what persists, units of work, checks, what is worth keeping."""
    chosen = plan.selection.option(reading.splitting.part)
    judged = "replies" if plan.kind == FIND else "labels"
    units = [
        f"split the texts into {reading.splitting.part}s, and select {chosen}",
        f"ask each: {plan.question}",
    ]
    units += [f"let a child read each {reading.splitting.part} of more than {LONGEST} characters"] * (
        reading.children and plan.kind != FIND
    )
    units += ["look for a value, too, and compare"] if plan.doubt else []
    return {
        "persist": numbered_lines([f"parts: every {reading.splitting.part}", "chosen", judged, "answer"]),
        "units": numbered_lines([*units, f"work out the {plan.kind} in code"]),
        "checks": numbered_lines(checks_of(plan)),
        "worth keeping": f"chosen and {judged}",
    }


def numbered_lines(lines: Sequence[str]) -> str:
    """Lines as a numbered list, which stands below its label even where it has one line."""
    text = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    return text if len(lines) > 1 else f"{text}\n"


def blocks_of(reading: Reading, plan: Plan, question: str) -> list[str]:
    """The blocks of a plan: split and select, judge, add up and FINAL. `question` is the whole one."""
    blocks = [_selecting(reading, plan, question)]
    if plan.kind == FIND:
        blocks += [_finding(question), [f"answer = {_FOUND}", *_GROUNDED, "FINAL(answer)"]]
    else:
        blocks += [_finding(question)] if plan.doubt else []
        blocks += [_judging(reading, plan), _adding_up(reading, plan, question)]
    return ["\n".join(block) for block in blocks]


_FOUND = "found[0] if found else missing('answer', 'no part says it word for word')"
_GROUNDED = ["grounded = [text.name for text in texts if found and reground('answer', text)]"]


def _selecting(reading: Reading, plan: Plan, question: str) -> list[str]:
    lines = [
        "import re",
        "texts = [text for text in inputs.values() if isinstance(text, str)]",
        f"parts = [part for text in texts for part in {reading.splitting.expression}]",
        f"words = re.compile({WORD.pattern!r})",
        "def words_of(text): return ' ' + ' '.join(words.findall(text.casefold())) + ' '",
        "chosen = parts",
    ]
    if plan.selection.phrases:
        lines.append(f"phrases = {list(plan.selection.phrases)!r}")
        lines.append("chosen = [part for part in parts if all(f' {p} ' in words_of(part) for p in phrases)]")
    if plan.selection.month:
        dates = dates_in(plan.selection.month)
        lines.append(f"chosen = [part for part in chosen if re.search({dates!r}, part)]")
    if plan.kind == FIND or plan.doubt:
        lines += [
            f"asked = {list(dict.fromkeys(WORD.findall(question.casefold())))!r}",
            "folded = [words_of(part) for part in parts]",
            "rarity = {w: 1 / (1 + sum(f' {w} ' in part for part in folded)) for w in asked}",
            "def rank(part): return -sum(n for w, n in rarity.items() if f' {w} ' in words_of(part))",
            f"nearest = sorted(dict.fromkeys({_NEAR if reading.children else 'chosen'}), key=rank)[:{NEAREST}]",
        ]
    lines += ["ledger['parts'] = len(parts)", "ledger['chosen'] = len(chosen)"]
    return [*lines, "print(len(parts), 'parts,', len(chosen), 'chosen')"]


_NEAR = f"piece for part in chosen for piece in {PIECES}"
"""Where a value is looked for, too: in the pieces of what is too large for a leaf."""


def _asking(reading: Reading) -> list[str]:
    """The function that asks the same about each of some parts: a leaf, or a child where one is too large."""
    if not reading.children:
        return []
    part = reading.splitting.part
    return [
        "def judgments(question, some, choices):",
        "    made = {}",
        "    for large in (False, True):",
        f"        fitting = [part for part in some if (len(part) > {LONGEST}) == large]",
        f"        for at in range(0, len(fitting), {LANES}):",
        f"            lanes = fitting[at:at + {LANES}]",
        "            if large:",
        "                children = map_rlm(question, lanes, choices=choices,",
        f"                    boundary={f'judge this {part} alone'!r}, missing='say that it is')",
        "                made.update(zip(lanes, [child and child.value for child in children]))",
        "            else:",
        "                made.update(zip(lanes, map_lm(question, lanes, choices=choices)))",
        "    return [made[part] for part in some]",
    ]


def _judging_alike(core: str) -> list[str]:
    """Ask one of the parts that have the same core, where pairs of such parts were judged alike."""
    if core == "part":
        return []
    return [
        "same = {}",
        f"for part in different: same.setdefault({core}, []).append(part)",
        f"pairs = [some[:2] for some in same.values() if len(some) > 1][:{PAIRS_TRIED}]",
        f"if len(pairs) == {PAIRS_TRIED} and 2 * len(same) <= len(different):",
        "    judge([part for pair in pairs for part in pair])",
        "    alike = sum(judged[one] == judged[other] for one, other in pairs if judged[one])",
        "    print('alike:', alike, 'of', len(pairs))",
        f"    if alike >= {PAIRS_ALIKE}:",
        "        judge([some[0] for some in same.values() if some[0] not in judged])",
        "        for some in same.values():",
        "            for part in some if judged[some[0]] else []: judged.setdefault(part, judged[some[0]])",
    ]


def _nearer_to_yes(core: str) -> list[str]:
    """Take a `no` for `yes` where its log odds are nearer to those with yes than to the usual part.

    To some questions a small model says yes seldom, however clear a text is: then what it says of the other
    parts tells more than what it says of no text. Where no part is yes, nobody knows what yes looks like.
    """
    alike = f"judged.update((other, 'yes') for other in same.get({core}, []) if other not in chances)"
    return [
        "from math import log",
        "from statistics import mean, median",
        f"def log_odds(chance): return log(max(chance, {SMALLEST}) / max(1 - chance, {SMALLEST}))",
        "odds = {part: log_odds(chance) for part, chance in chances.items()}",
        f"said = [odds[part] for part in odds if judged[part] == {YES!r}]",
        f"if said and len(odds) >= {ENOUGH}:",
        "    middle = (mean(said) + median(odds.values())) / 2",
        f"    nearer = [part for part in odds if judged[part] == {NO!r} and odds[part] > middle]",
        f"    for part in nearer: judged[part] = {YES!r}",
        *([] if core == "part" else [f"    for part in nearer: {alike}"]),
        "    print(len(nearer), 'more are nearer to yes than to the usual part')",
    ]


def _with_chances(wording: str) -> list[str]:
    """Judge `lanes`, and keep the probability of yes of each."""
    return [
        f"        given = map_lm({wording}, shares=True)",
        "        judged.update((part, one and one[0]) for part, one in zip(lanes, given))",
        f"        chances.update((part, one[1][{YES!r}]) for part, one in zip(lanes, given) if one)",
    ]


_UNSTAMPED = "unstamped = re.compile(r'^[\\W\\d_]*\\d[\\W\\d_]*(?:T[\\d:.,]+Z?\\W*)?')"


def _judging(reading: Reading, plan: Plan) -> list[str]:
    """Ask each different part once: the same text gets the same judgment."""
    choices, core, shown = _choices(plan), reading.core, "part"
    wording, trial = f"{plan.question!r}, lanes, choices={choices!r}", []
    if len(plan.labels) >= LABELS and not reading.children:
        trial = trial_lines(plan.question, plan.labels, core, plan.selection.count)
    if trial:
        wording, shown = "wording[0], lanes, choices=wording[1]", "shown[part]"
        core = core if core == "part" else f"part if bare else {core}"
    yes_or_no = set(choices) == {YES, NO} and not reading.children
    asking = [
        f"    for at in range(0, len(some), {LANES}):",
        f"        lanes = some[at:at + {LANES}]",
        *(_with_chances(wording) if yes_or_no else [f"        judged.update(zip(lanes, map_lm({wording})))"]),
    ]
    if reading.children:
        asking = [f"    judged.update(zip(some, judgments({plan.question!r}, some, {choices!r})))"]
    return [
        *_asking(reading),
        "judged, different = {}, list(dict.fromkeys(chosen))",
        *(["chances = {}"] if yes_or_no else []),
        *([] if core == "part" else [_UNSTAMPED]),
        *trial,
        "def judge(some):",
        *asking,
        *_judging_alike(core),
        "judge([part for part in different if part not in judged])",
        *(_nearer_to_yes(core) if yes_or_no else []),
        f"labels = [judged[{shown}] for part in chosen]",
        "unjudged = [place for place, label in enumerate(labels) if not label]",
        "results['labels'] = labels",
        "print(len(labels), 'judged,', len(unjudged), 'failed')",
    ]


def _choices(plan: Plan) -> list[str]:
    return list(plan.labels) or [YES, NO]


def _verdict(plan: Plan) -> list[str]:
    """What the whole part is, from its pieces: yes where one of them is, else the kind that most have.

    A piece that no leaf judged could have been the one that decides: then the part is not judged.
    """
    choices = _choices(plan)
    counted = [label for label in choices if label != NEITHER]
    rest = "missing('answer', 'not all pieces were judged') if unjudged else"
    if set(choices) == {YES, NO}:
        return [f"answer = {YES!r} if {YES!r} in labels else {rest} {NO!r}"]
    return [
        f"said = [label for label in labels if label in {counted!r}]",
        f"most = max({counted!r}, key=said.count)",
        f"answer = {rest} most if said else {NEITHER if NEITHER in choices else choices[-1]!r}",
    ]


def _listing(reading: Reading, plan: Plan) -> list[str]:
    """The parts with the label that is asked for; a whole text stands there by its name."""
    asked = f"if label == {plan.asked!r}"
    if reading.splitting is not FILES:
        return [f"answer = [part for part, label in zip(chosen, labels) {asked}]"]
    return [
        f"wanted = {{part for part, label in zip(chosen, labels) {asked}}}",
        "answer = [text.name for text in texts if str(text) in wanted]",
    ]


def _adding_up(reading: Reading, plan: Plan, question: str) -> list[str]:
    answers = {
        COUNT: [f"answer = labels.count({plan.asked!r})"],
        LIST: _listing(reading, plan),
        FREQUENT: [f"answer = max({_choices(plan)!r}, key=labels.count)"],
        PAIRS: _pairing(reading),
        JUDGE: _verdict(plan),
    }
    if plan.kind == JUDGE:
        return [*answers[JUDGE], "FINAL(answer)"]
    comparing = [
        "if found:",
        "    other, value = (', '.join(map(str, given)) if isinstance(given, list) else str(given)"
        " for given in (answer, found[0]))",
        f"    fits = lm({f'Which answer fits the question: {question}'!r}, choices=[other[:200], value])"
        " if other[:200] != value else value",
        "    answer = found[0] if fits == value else answer",
    ]
    final = "FINAL({'answer': answer, 'not judged': len(unjudged)} if unjudged else answer)"
    return [*answers[plan.kind], *(comparing if plan.doubt else []), final]


def _pairing(reading: Reading) -> list[str]:
    """Whom a part is about is a word that has a capital wherever it stands; a leaf says which of several."""
    asking = f"lm({WHOM!r}, part, choices=names)"
    if reading.children:
        asking = f"name for name in judgments({WHOM!r}, [part], names) if name"
    return [
        "from itertools import combinations",
        "about = [part for part, label in zip(chosen, labels) if label == 'yes']",
        "small = {word for part in parts for word in words.findall(part) if word[0].islower()}",
        "def names_in(part): return list(dict.fromkeys(w for w in words.findall(part)"
        " if w[0].isupper() and w.casefold() not in small))",
        "who = []",
        "for part in dict.fromkeys(about):",
        "    names = names_in(part)",
        f"    who += names if len(names) < 2 else [{asking}]",
        "results['who'] = sorted(set(who))",
        "answer = [list(pair) for pair in combinations(sorted(set(who)), 2)]",
    ]


def _finding(question: str) -> list[str]:
    asking = " ".join(question.split())
    way_out = f" Write {NOTHING} if the text does not say it."
    return [
        # The one part that has all names of the question says it, in whatever words.
        f"question = {asking!r} + ({way_out!r} if len(nearest) > 1 else '')",
        "replies = map_lm(question, nearest)",
        "def quote_of(reply, part):",
        "    said, there = words_of(reply).split(), list(words.finditer(part))",
        "    folded = [word[0].casefold() for word in there]",
        f"    if not said or said == [{NOTHING!r}]: return ''",
        "    for size in range(len(said), 0, -1):",
        "        runs = [said[at:at + size] for at in range(len(said) - size + 1)]",
        "        for at in range(len(there) - size + 1):",
        "            if folded[at:at + size] in runs:",
        "                run = there[at:at + size]",
        "                while run and run[0][0].casefold() in asked: run = run[1:]",
        "                while run and run[-1][0].casefold() in asked: run = run[:-1]",
        "                if size == len(said): run = run or there[at:at + size]",
        "                elif not any(re.search('[A-Z0-9]', w[0]) or w[0][0].isupper() for w in run): continue",
        "                return part[run[0].start():run[-1].end()]",
        "    return ''",
        "quotes = [quote_of(reply, part) for reply, part in zip(replies, nearest) if reply]",
        "found = list(filter(None, quotes))",
        "results['found'] = found",
        "print(replies, found)",
    ]
