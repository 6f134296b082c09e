"""Whether a query can be answered from the sources and within the budget, as far as code can tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pandora.budget import FLOOR, Budget
from pandora.engine.host import Host
from pandora.engine.prompt import instruction
from pandora.errors import Ceiling, UsageError
from pandora.research.research_plan import DIRECT_CALLS, MOST_SOURCES, MOST_TASKS, SENTENCES
from pandora.research.retrieval_report import language_note
from pandora.research.roles import EXTRACTOR, MANAGER, PLANNER, kind_of, own_budget
from pandora.research.source_index import BEST, QUANTIFIERS, SourceIndex
from pandora.workspace.full_text import terms

WIDE_SHARE = 0.2
"""The share of all sources from which on a query that all of them fit names nothing in particular."""
DEFINITE_WORDS, DEFINITE_SHARE = 4, 0.75
"""The least words of a query that asks for something definite, and the share of them that one passage has."""
MANAGER_CALLS = 2
"""The calls of the manager before anything is planned: the field, and what each query asks for."""
_SHOWN = 4
_LIST = re.compile(r"[^,;:?!.]+(?:, ?[^,;:?!.]+){2,}")
_LAST = re.compile(r",? (?:and|or|und|oder|et|ou|y|o|e) ")
_NAME = re.compile(r"(?:[^\W\d_a-z][\w'’-]*(?: |$))+")


@dataclass(frozen=True)
class Width:
    """Why a query is too wide, and what may be asked instead: one narrower query, or several.

    Both are empty where code knows none.
    """

    why: str
    narrower: tuple[str, ...]
    split: tuple[str, ...]


def width_of(query: str, index: SourceIndex) -> Width | None:
    """Why a query is too wide by the number of its subjects or of the sources it fits; None where it is not.

    A query fits a source in one of whose passages all its words stand. One that fits more sources than a leaf
    reads, and a good share of all, names nothing in particular.
    """
    return _too_many_subjects(query) or _too_many_sources(query, index)


def _too_many_subjects(query: str) -> Width | None:
    listed = listed_subjects(query)
    if len(listed) <= MOST_TASKS:
        return None
    start, end = query.index(listed[0]), query.rindex(listed[-1]) + len(listed[-1])
    half = (len(listed) + 1) // 2
    parts = tuple(
        f"{query[:start]}{_joined(some)}{query[end:]}" for some in (listed[:half], listed[half:]) if some
    )
    why = f"it names {len(listed)} subjects, and a plan has {MOST_TASKS} tasks at most"
    return Width(why, (f"{query[:start]}{_joined(listed[:2])}{query[end:]}",), parts)


def _joined(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def listed_subjects(query: str) -> tuple[str, ...]:
    """The subjects that a query lists, with commas and an `and`; () where it lists none."""
    match = _LIST.search(query)
    if match is None:
        return ()
    *inner, last = match[0].split(",")
    tail = _LAST.split(f",{last}", maxsplit=1)
    items = [*inner, *(part.lstrip(",") for part in tail if part.strip(", "))]
    first, *middle, end = (item.strip() for item in items)
    names = _NAME.findall(f"{first} ")
    begin = names[-1].strip() if names and first.endswith(names[-1].strip()) else first.split()[-1]
    name = _NAME.match(f"{end} ")
    return (begin, *middle, name[0].strip() if name else end.split()[0])


def _too_many_sources(query: str, index: SourceIndex) -> Width | None:
    words = _words(query)
    fitting = index.with_all(words)
    if not fitting or not _wide(fitting, total := len(index.sources())):
        return None
    passages = index.nearest(query, MOST_SOURCES)
    titles = dict.fromkeys(passage.source.title or passage.source.path for passage in passages)
    about = [f"{query.rstrip(' ?.')}: {title}?" for title in titles]
    about = [narrower for narrower in about if not _wide(index.with_all(_words(narrower)), total)]
    said = ", ".join(words[:_SHOWN])
    why = (
        f"{fitting} of {total} sources say {said}, and one question reads {MOST_SOURCES} at most; name what it "
        "is about"
    )
    return Width(why, tuple(about[:1]), tuple(about[:2]))


def is_definite(query: str, index: SourceIndex) -> bool:
    """True where a query has several words, and one passage nearly all: it asks for what stands there."""
    words = set(_words(query))
    if len(words) < DEFINITE_WORDS:
        return False
    nearest = index.nearest(query, BEST)
    return any(len(words.intersection(near.words)) >= DEFINITE_SHARE * len(words) for near in nearest)


def _words(query: str) -> list[str]:
    return [word for word in terms(query) if word not in QUANTIFIERS]


def _wide(fitting: int, total: int) -> bool:
    return fitting > MOST_SOURCES and fitting >= total * WIDE_SHARE


def notes_on(queries: Sequence[str], index: SourceIndex) -> tuple[str, ...]:
    """What a person should know of queries before they authorise them: words that no source has, languages."""
    unknown = dict.fromkeys(word for query in queries for word in index.unknown_words(query))
    notes = [f"{note[:1].upper()}{note[1:]}" for query in queries if (note := language_note(query, index))]
    if unknown:
        notes.append(f"No source has {', '.join(list(unknown)[:_SHOWN])}")
    return tuple(dict.fromkeys(notes))


def require_room(model_context: int, budget: Budget) -> None:
    """Raise UsageError where the model's context leaves an extractor less than it can work with."""
    room = own_budget(model_context, budget, EXTRACTOR, "1.1.1").context
    if room < FLOOR:
        raise UsageError(
            f"the model's context of {model_context} tokens leaves an extractor {room}, and {FLOOR} are the "
            "least; take a model with a longer one"
        )


def unaffordable(queries: int, ceiling: Budget, tokens: Callable[[int], int]) -> tuple[str, Ceiling] | None:
    """Why a ceiling is too small for one extractor of each query, and which; None where it is not.

    `tokens` are the least that so many queries take.
    """
    least = MANAGER_CALLS + queries * least_calls()
    if ceiling.calls < least:
        return f"{ceiling.calls} calls are too few for one extractor: {least} are the least", Ceiling(
            "calls", ceiling.calls, least
        )
    if ceiling.tokens < (needed := tokens(queries)):
        return f"{ceiling.tokens} tokens are too few for one extractor: {needed} are the least", Ceiling(
            "tokens", ceiling.tokens, needed
        )
    return None


def least_tokens(host: Host, queries: int) -> int:
    """The least tokens of so many queries: the prompts of `least_calls` without the texts they are about."""
    base = host.count(host.library.base())

    def asked(role: str, *phases: str) -> int:
        pattern = host.library.load("tool", kind_of(role))
        found = [host.library.phase(pattern, name) for name in phases]
        return sum(base + host.count(instruction(phase, phase.form)) for phase in found)

    of_a_query = (
        asked(PLANNER, "understand") + asked(EXTRACTOR, *["plan"] * SENTENCES, "do") + asked("plain", "do")
    )
    return asked(MANAGER, "understand", "plan") + queries * (of_a_query + (DIRECT_CALLS - 1) * base)


def least_calls() -> int:
    """The calls of the smallest plan of a query: what its planner asks, an extractor of one source, and
    a direct answer."""
    return 1 + SENTENCES + 1 + DIRECT_CALLS
