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

SHORTEST = 3
"""Words with fewer letters, such as `of` and `a`, say nothing of what is asked for."""
MOST = 3
"""So many grown patterns of a menu are asked about, those with the most words of the request first."""
SURE = 0.8
"""The least probability of a yes with which a grown pattern is taken, and of a no with which it is left off.

`python -m benchmarks wordings` measures it with requests in other words, and with requests for something else.
"""
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
    grown.sort(key=lambda pattern: (-sum(_has(_own_words(pattern), word) for word in words), pattern.name))
    chances = {pattern.name: chance_of_fit(loop, pattern, request) for pattern in grown[:MOST]}
    fitting = [name for name, chance in chances.items() if chance >= SURE]
    others = frozenset(name for name, chance in chances.items() if chance <= 1 - SURE)
    return GrownFit(fitting[0] if len(fitting) == 1 else "", others, chances)


def chance_of_fit(loop: Loop, pattern: Pattern, request: str) -> float:
    """The probability that a request asks for just what the pattern does, by the model's own logits."""
    described = pattern.file.parts.get(pattern.name.upper())
    lines = [f"{pattern.name}: {pattern.when}", described.text if described else ""]
    parts = ["## The tool\n" + "\n".join(line for line in lines if line), f"## The task\n{request}"]
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

    The names of files do not count. A request about several files, or one that says more than the pattern
    (`the words that begin with a capital`), is the model's to judge; so is one that two patterns fit.
    """
    if len(files) > 1:
        return ""
    for path in files:
        for name in (path, PurePosixPath(path).name):
            request = request.replace(name, " ")
    words = _words(request)
    fitting = [
        name
        for name, pattern in menu.items()
        if words and all(_has(_own_words(pattern), word) for word in words) and is_grown(pattern, library)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def is_grown(pattern: Pattern, library: Library) -> bool:
    """True for an operation with a script of its own, and for a tool whose menu is one such operation."""
    operation = _operation_of(pattern, library)
    handler = OPERATIONS.get(operation.handler) if operation else None
    return handler is not None and handler.grown


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


def _own_words(pattern: Pattern) -> set[str]:
    """The words of the pattern's line and of the description below its heading."""
    described = pattern.file.parts.get(pattern.name.upper())
    return _words(f"{pattern.when} {described.text if described else ''}")


def _words(text: str) -> set[str]:
    words = map(str.casefold, _WORD.findall(text))
    return {word for word in words if len(word) >= SHORTEST or word.isdigit()}


def _has(words: set[str], word: str) -> bool:
    """True where `word` is one of `words`, or one and the same but for a last letter, as in the plural."""
    return word in words or word[:-1] in words or any(other[:-1] == word for other in words)
