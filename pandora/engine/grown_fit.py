"""Which grown pattern a request asks for: code sees it by the pattern's own words, else the model is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pandora.document.form import parse_form
from pandora.document.meta_values import mappings
from pandora.engine.loop import Loop
from pandora.engine.pattern import Library, Pattern, Phase
from pandora.engine.phase import call_model, make_prompt
from pandora.operations.registry import OPERATIONS
from pandora.programs.request.asked_parts import question_verbs

SHORTEST = 3
"""Words with fewer letters, such as `of` and `a`, say nothing of what is asked for; nor does `the`."""
MOST = 3
"""So many grown patterns of a menu are asked about, those with the most words of the request first."""
TAKEN, LEFT_OFF = 0.45, 0.34
"""The probability of a yes from which on a grown pattern is taken, and up to which it is left off.

Set by `python -m benchmarks wordings --part tune` with the default model: of 20 requests in other words 13 are
taken and none is left off, and of 20 that come near 13 are left off and 2 taken (both ask for the way back, as
miles in kilometres). A model of this size says a clear yes to nothing; what counts is how its answers compare.
"""
EXAMPLES = """## Examples
Tool: a text is to be in capitals. Write a text in capital letters.
Task: Put 'good night' in capitals
Fit: yes
Task: How many capitals has 'Good Night'?
Fit: no

Tool: the latest date of a table. Print the latest date in a CSV file.
Task: Which day is the last in visits.csv?
Fit: yes
Task: Which day is the first in visits.csv?
Fit: no
Task: What is the last day of room 4 in visits.csv?
Fit: no
Task: visits.csv: the most recent date, please
Fit: yes"""
"""What the model is shown first: the beginning of the prompt is the same for every tool and every task."""
FORM = parse_form("Fit: {yes | no}")
PHASE = Phase("fit", "model", "Does the task ask for just that, and for nothing else?", FORM, ())
"""What the model is asked of a grown pattern and a task."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class GrownFit:
    """Which grown patterns of a menu a request asks for.

    `own` is the one that it asks for, "" where none is or two are. `others` are those that it surely does not
    ask for. `chances` has the probability of a yes of each that the model was asked about.
    """

    own: str = ""
    others: frozenset[str] = frozenset()
    chances: Mapping[str, float] = field(default_factory=dict)

    def offers(self, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
        """What PLAN's first attempt offers of a menu, which is never nothing."""
        if self.own:
            return {self.own: menu[self.own]}
        return {name: pattern for name, pattern in menu.items() if name not in self.others} or dict(menu)

    @property
    def reason(self) -> str:
        """Why §2 takes the grown pattern; "" where it takes none."""
        if not self.own:
            return ""
        chance = f" ({self.chances[self.own]:.2f})" if self.own in self.chances else ", in its own words"
        return f"the task asks for just what {self.own} does{chance}"


def grown_fit(
    loop: Loop, menu: Mapping[str, Pattern], library: Library, request: str, files: Sequence[str]
) -> GrownFit:
    """Say which grown pattern of `menu` a request asks for; of each the model is asked at most once.

    What the model said is kept in the document. Nothing is asked where code sees the request to be a pattern's
    own, or where the request names more files than the pattern takes.
    """
    if own := asked_for(menu, library, request, files):
        return GrownFit(own)
    grown = [
        pattern
        for pattern in menu.values()
        if is_grown(pattern, library) and len(files) <= fields_of(pattern, library)
    ]
    words = _words(request)

    def shared(pattern: Pattern) -> int:
        own = _words(_own_text(pattern))
        return sum(_has(own, word) for word in words)

    grown.sort(key=lambda pattern: (-shared(pattern), pattern.name))
    chances = {pattern.name: chance_of_fit(loop, pattern, request) for pattern in grown[:MOST]}
    fitting = [name for name, chance in chances.items() if chance >= TAKEN]
    others = frozenset(name for name, chance in chances.items() if chance <= LEFT_OFF)
    return GrownFit(fitting[0] if len(fitting) == 1 else "", others, chances)


def chance_of_fit(loop: Loop, pattern: Pattern, request: str) -> float:
    """The probability that a request asks for just what the pattern does, by the model's own logits."""
    described = pattern.file.parts.get(pattern.name.upper())
    tool = f"{pattern.when}. {described.text if described else ''}".strip()
    parts = [EXAMPLES, f"## Now\nTool: {tool}\nTask: {request}"]
    prompt = make_prompt(loop, PHASE, FORM, parts)
    origin = loop.origin(prompt.text, loop.host.model.fingerprint)
    kept = mappings(loop.document.meta, "fit").values()
    others = [entry for entry in kept if entry.get("from") != origin]
    known = next((entry.get("chance") for entry in kept if entry.get("from") == origin), None)
    if isinstance(known, (int, float)) and not loop.host.fresh:
        return float(known)
    filled = call_model(loop, PHASE, FORM, prompt).filled
    sure = filled.probabilities.get("fit", 1.0)
    chance = round(sure if filled.values["fit"] == "yes" else 1 - sure, 4)
    entries = [*others, {"tool": pattern.name, "chance": chance, "from": origin}]
    loop.save(fit={str(number): entry for number, entry in enumerate(entries, 1)})
    return chance


def asked_for(menu: Mapping[str, Pattern], library: Library, request: str, files: Sequence[str]) -> str:
    """The grown pattern of `menu` whose line and description have every word of a request; "" for none.

    The names of files do not count, nor does `does` in a question. A request about several files, or one that
    says more than the pattern (`the words that begin with a capital`), is the model's to judge; so is one that
    two patterns fit.
    """
    if len(files) > 1:
        return ""
    fitting = [
        name
        for name, pattern in menu.items()
        if says_no_more(request, _own_text(pattern), files) and is_grown(pattern, library)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def says_no_more(request: str, words: str, files: Sequence[str]) -> bool:
    """True where every word of a request stands in `words`, and there is one.

    The names of files are left out, and the forms of to be, to have and to do in a question.
    """
    for path in files:
        for name in (path, PurePosixPath(path).name):
            request = request.replace(name, " ")
    own, asked = _words(words), _words(request) - question_verbs(request)
    return bool(asked) and all(_has(own, word) for word in asked)


def is_grown(pattern: Pattern, library: Library) -> bool:
    """True for an operation with a script of its own, and for a tool whose menu is one such operation."""
    return grown_operation(pattern, library) is not None


def grown_operation(pattern: Pattern, library: Library) -> Pattern | None:
    """The operation with a script of its own that a pattern is, or that its menu has alone; None for others."""
    operation = _operation_of(pattern, library)
    handler = OPERATIONS.get(operation.handler) if operation else None
    return operation if handler is not None and handler.grown else None


def fields_of(pattern: Pattern, library: Library) -> int:
    """How many fields the form of a grown pattern has: it takes no more files."""
    operation = _operation_of(pattern, library)
    return len(library.phase(operation, "do").form.fields) if operation else 0


def _operation_of(pattern: Pattern, library: Library) -> Pattern | None:
    """The pattern itself where it is an operation, and of a tool the one operation that its menu has."""
    if pattern.level == "operation":
        return pattern
    names = [str(name) for name in pattern.keys.get("menu") or ()]
    operations = {other.name: other for other in library.all(("operation",))[0]} if len(names) == 1 else {}
    return operations.get(names[0]) if len(names) == 1 else None


def _own_text(pattern: Pattern) -> str:
    """The pattern's line and the description below its heading."""
    described = pattern.file.parts.get(pattern.name.upper())
    return f"{pattern.when}\n{described.text if described else ''}".strip()


def _words(text: str) -> set[str]:
    words = map(str.casefold, _WORD.findall(text))
    return {word for word in words if (len(word) >= SHORTEST and word != "the") or word.isdigit()}


def _has(words: set[str], word: str) -> bool:
    """True where `word` is one of `words`, or one and the same but for a last letter, as in the plural."""
    return word in words or word[:-1] in words or any(other[:-1] == word for other in words)
