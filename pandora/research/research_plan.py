"""A plan of research as a typed tree: its text, which people may edit, and every rule of its shape.

A plan is text in lines, a level of indentation (two spaces) for each level of the tree:

    executor: How do the neighbours of Laos compare in population?
      phase: corroboration 1; coverage 1; confidence 0.5; contradictions 0; iterations 2; calls 40
      scout: Which documents tell populations?
      leaf: Which countries border Laos?
        questions: Which countries border Laos?
        sources: 4
      executor: What is the population of each?
        phase: coverage 0.5
        leaf: ...

The lines below a leaf are its task specification, which reaches the extractors byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pandora.research.roles import LEVELS
from pandora.workspace.full_text import terms

MOST_TASKS = 6
"""The most tasks of an executor."""
SENTENCES = 3
"""The sentences of a source that an extractor looks at for a question."""
SAYING_SO = 6
"""The sentences, of all sources together, that are held against what was answered directly."""
RIVALS = 3
"""What else is asked where a list answers: whether for its largest or its smallest entry, and of that one."""
ANSWERING, OTHERS = 4, 2
"""How often it is asked whether a sentence answers the question: of one that says so in each source, and of
others that state another figure."""
DIRECT_CALLS = 1 + SAYING_SO + RIVALS + ANSWERING + OTHERS
"""The most model calls of a direct answer to a question of a leaf."""
MOST_SOURCES, SOURCES = 12, 6
"""The most sources of a leaf, and how many it has where its specification does not say."""
MOST_ITERATIONS = 4
SCANS = 8
"""The most sources that a scout looks at."""
SPECIFICATION = (
    *("questions", "mode", "expected_format", "acceptance_criteria", "priority"),
    *("budget", "discovery_intense", "sources"),
)
"""The keys of a task specification."""
MODES = ("questions", "facts", "summary")
"""What an extractor is to do: answer the questions, give the key facts, or sum up."""
PRIORITIES = ("high", "medium", "low")
"""In which order the tasks of a phase are done, which decides where its calls do not reach for all."""
_CRITERIA = ("corroboration", "coverage", "confidence", "contradictions", "iterations", "calls")
_LINE = re.compile(r"(?P<indent> *)(?P<key>[A-Za-z_]+):(?: (?P<value>.*))?")
Problems = list[tuple[int, str]]
"""What is wrong with a plan: the line of its text, from 1, and what is wrong there."""


@dataclass(frozen=True)
class Criteria:
    """When a phase of an executor is done, all of it decided by code.

    `corroboration`: so many sources for each claim that counts. `coverage`: the share of the phase's tasks that
    have a finding. `confidence`: the least mean confidence of the best findings. `contradictions`: the most
    that may stay open. `iterations`: how often the phase is gone over at most. `calls`: the most model calls
    of the phase, 0 for no limit of its own.
    """

    corroboration: int = 1
    coverage: float = 1.0
    confidence: float = 0.5
    contradictions: int = 0
    iterations: int = 2
    calls: int = 0

    @property
    def line(self) -> str:
        """The criteria as a line of the plan."""
        return "phase: " + "; ".join(f"{name} {getattr(self, name):g}" for name in _CRITERIA)


@dataclass(frozen=True)
class Leaf:
    """Sources to be read for one objective, or, of a scout, to be found for the leaves after it.

    `specification` are its lines, word for word; `line` is the line of the plan.
    """

    objective: str
    discovery: bool = False
    specification: str = ""
    line: int = 0

    def values(self, key: str) -> tuple[str, ...]:
        """What the lines of the specification say for a key."""
        lines = (_LINE.fullmatch(line.rstrip()) for line in self.specification.split("\n"))
        return tuple((match["value"] or "").strip() for match in lines if match and match["key"] == key)

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that the specification gives; () where the executor is to compose them."""
        return tuple(filter(None, self.values("questions")))

    @property
    def modes(self) -> tuple[str, ...]:
        """What the extractors are to do, one or more of MODES: `mode: facts, summary`."""
        given = (mode.strip().lower() for line in self.values("mode") for mode in line.split(","))
        return tuple(dict.fromkeys(filter(None, given))) or MODES[:1]

    @property
    def sources(self) -> int:
        """How many sources are read at most."""
        given = next(iter(self.values("sources")), "")
        return int(given) if given.isdecimal() else SOURCES

    @property
    def calls(self) -> int:
        """The most model calls of one of its extractors; 0 for no limit of its own."""
        words = next(iter(self.values("budget")), "").split()
        return int(words[0]) if words and words[0].isdecimal() else 0

    def looks(self, questions: int = 1) -> int:
        """How many sentences of a source an extractor looks at for each of its questions, within `calls`."""
        return min(SENTENCES, max(1, self.calls // max(1, questions) - 1)) if self.calls else SENTENCES

    def calls_of_source(self, questions: int = 1) -> int:
        """The most model calls for one source: the looks at its sentences, and the reading of the best one."""
        return (self.looks(questions) + 1 + ("summary" in self.modes)) * max(1, questions)

    @property
    def priority(self) -> int:
        """The place of its priority among PRIORITIES; one that says none is in the middle."""
        given = next(iter(self.values("priority")), "").lower()
        return PRIORITIES.index(given) if given in PRIORITIES else PRIORITIES.index("medium")

    @property
    def intense(self) -> bool:
        """True where the extractors are to look for further questions and sources, too."""
        return next(iter(self.values("discovery_intense")), "").lower() in ("true", "yes", "1")


@dataclass(frozen=True)
class PlanPhase:
    """A phase of an executor: tasks, and the criteria by which they are done."""

    criteria: Criteria
    tasks: tuple[Leaf | Node, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Node:
    """An executor: its objective and its phases, each with its tasks in order."""

    objective: str
    phases: tuple[PlanPhase, ...] = field(default=())
    line: int = 0

    @property
    def tasks(self) -> tuple[Leaf | Node, ...]:
        """The tasks of all phases, in order."""
        return tuple(task for phase in self.phases for task in phase.tasks)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """All leaves, those of the executors below included, in order."""
        below = (task.leaves if isinstance(task, Node) else (task,) for task in self.tasks)
        return tuple(leaf for leaves in below for leaf in leaves)


def plan_of_one_look_up(query: str, most: int = 0) -> Node:
    """The plan of a query that is looked up at once: an executor with one leaf.

    Where `most` calls are allowed, it has as many sources as these reach for, one at least.
    """
    fitting = max(1, (most - 2 - DIRECT_CALLS) // (SENTENCES + 1)) if most else SOURCES
    specification = f"sources: {fitting}" if fitting < SOURCES else ""
    return Node(query, (PlanPhase(Criteria(), (Leaf(query, specification=specification),)),))


_INNER = re.compile(
    r"\b(?P<what>the (?P<head>[^\W\d_][\w-]*(?: [\w-]+){0,2}?) (?:(?:with|in|of|to|from|for|by|on|at) )?"
    r"(?:which|whom|whose|that|who) [^,;?]+)",
    re.I,
)
_ASKING = re.compile(r"(?:(?:what|which|who)(?: \w+)? (?:is|are|was|were)|name|find)\W*", re.I)


def inner_question(query: str) -> str:
    """The question inside a query that names a thing only by what it does; "" where there is none.

    `How large is the country that borders Laos?` asks `Which is the country that borders Laos?` first. In `May
    the target do something that needs it?`, no thing is named so: a verb stands before `that`.
    """
    match = _INNER.search(query)
    if match is None or _ASKING.fullmatch(query[: match.start()].strip()) or not query[: match.start()].strip():
        return ""
    if len(terms(match["head"])) < len(set(match["head"].split())):
        return ""
    return f"Which is {match['what'].strip()}?"


def with_answer(query: str, answer: str) -> str:
    """The query with an answer in place of what `inner_question` asks for."""
    match = _INNER.search(query)
    return (
        f"{query[: match.start('what')]}{answer.rstrip(' .')}{query[match.end('what') :]}" if match else query
    )


def plan_of_two_hops(query: str, inner: str) -> Node:
    """The plan of a query with a question inside: that first, and then the query, composed from its finding."""
    return Node(query, (PlanPhase(Criteria(), (Leaf(inner), Leaf(query))),))


def plan_text(node: Node, level: int = 0) -> str:
    """The plan as text, without a line end at its end."""
    indent = "  " * level
    lines = [f"{indent}executor: {node.objective}"]
    for phase in node.phases:
        lines.append(f"{indent}  {phase.criteria.line}")
        for task in phase.tasks:
            if isinstance(task, Node):
                lines.append(plan_text(task, level + 1))
                continue
            lines.append(f"{indent}  {'scout' if task.discovery else 'leaf'}: {task.objective}")
            lines += [f"{indent}    {line}" for line in task.specification.split("\n") if line.strip()]
    return "\n".join(lines)


def read_plan(text: str) -> tuple[Node | None, Problems]:
    """Read a plan's text; returns it, or None, and what is wrong with its lines."""
    problems: Problems = []
    lines = [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        return None, [(1, "there is no plan; begin it with `executor: QUESTION`")]
    reader = _Reader(lines, problems)
    node = reader.node(0)
    if reader.place < len(lines) and not problems:
        number, line = lines[reader.place]
        problems.append((number, f"{line.strip()[:60]!r} stands below no executor; indent it by two spaces"))
    return node, problems


@dataclass
class _Reader:
    lines: Sequence[tuple[int, str]]
    problems: Problems
    place: int = 0

    def _at(self, indent: int) -> re.Match[str] | None:
        """The line at `place` where it is indented so, else None; a line that is none is a problem."""
        while self.place < len(self.lines):
            number, line = self.lines[self.place]
            match = _LINE.fullmatch(line)
            if match is None:
                self.problems.append((number, f"{line.strip()[:60]!r} is no line `key: value`"))
                self.place += 1
                continue
            here = len(match["indent"])
            if here < indent:
                return None
            if here > indent:
                message = f"{line.strip()[:60]!r} is indented by {here} spaces; {indent} are expected here"
                self.problems.append((number, message))
                self.place += 1
                continue
            return match
        return None

    def _next(self) -> int:
        self.place += 1
        return self.lines[self.place - 1][0]

    def node(self, indent: int) -> Node | None:
        match = self._at(indent)
        if match is None or match["key"] != "executor":
            number = self.lines[min(self.place, len(self.lines) - 1)][0]
            self.problems.append((number, "a plan begins with `executor: QUESTION`"))
            return None
        line = self._next()
        objective = (match["value"] or "").strip()
        if not objective:
            self.problems.append((line, "the executor has no objective; write a question after `executor:`"))
        phases: list[PlanPhase] = []
        while (match := self._at(indent + 2)) is not None:
            key, value = match["key"], (match["value"] or "").strip()
            if key == "phase":
                number = self._next()
                phases.append(PlanPhase(self._criteria(value, number), (), number))
                continue
            if not phases:
                phases.append(PlanPhase(Criteria(), (), line))
            task: Leaf | Node | None = None
            if key == "executor":
                task = self.node(indent + 2)
            elif key in ("leaf", "scout"):
                task = self._leaf(key, value, indent + 4)
            else:
                number = self._next()
                roles = "executor, leaf and scout"
                self.problems.append(
                    (number, f"there is no {key!r} in a plan; it has {roles}, and `phase:` lines")
                )
            if task is not None:
                phases[-1] = replace(phases[-1], tasks=(*phases[-1].tasks, task))
        return Node(objective, tuple(phases), line)

    def _leaf(self, key: str, objective: str, indent: int) -> Leaf:
        line = self._next()
        if not objective:
            self.problems.append((line, f"the {key} has no objective; write a question after `{key}:`"))
        below: list[str] = []
        while (match := self._at(indent)) is not None:
            number = self._next()
            if match["key"] not in SPECIFICATION:
                known = ", ".join(SPECIFICATION)
                self.problems.append((number, f"a task specification has no {match['key']!r}; it has {known}"))
            below.append(match[0][indent:])
        return Leaf(objective, key == "scout", "\n".join(below), line)

    def _criteria(self, value: str, number: int) -> Criteria:
        given: dict[str, float] = {}
        for part in filter(None, (part.strip() for part in value.split(";"))):
            name, _, words = part.partition(" ")
            try:
                figure = float(words)
            except ValueError:
                figure = -1.0
            if name not in _CRITERIA or not 0 <= figure < 1e6:
                known = ", ".join(_CRITERIA)
                self.problems.append(
                    (number, f"{part[:40]!r} is no criterion; they are {known}, each with a number")
                )
            else:
                given[name] = figure
        whole = {"corroboration", "contradictions", "iterations", "calls"}
        return Criteria(**{name: int(n) if name in whole else n for name, n in given.items()})  # type: ignore[arg-type]


def shape_problems(node: Node, level: int = 1) -> Problems:
    """Everything that is wrong with a plan's shape, whose root is an executor of `level`.

    Executors nest at most three deep. Each has a task, and a phase before it; a scout stands before the leaves
    that it finds sources for; a leaf has a source, or a scout before it.
    """
    return list(_shape_problems(node, level))


def _shape_problems(node: Node, level: int) -> Iterator[tuple[int, str]]:
    if level > LEVELS:
        yield node.line, f"this executor is of level {level}; executors go {LEVELS} levels deep"
    tasks = node.tasks
    if not tasks:
        yield node.line, "this executor has nothing to do; give it a leaf, a scout or an executor"
    if len(tasks) > MOST_TASKS:
        yield node.line, f"this executor has {len(tasks)} tasks; {MOST_TASKS} are the most"
    if all(isinstance(task, Leaf) and task.discovery for task in tasks) and tasks:
        yield node.line, "this executor only looks for sources; give it a leaf that reads them"
    objectives: set[str] = set()
    scouted = read = False
    for phase in node.phases:
        yield from _phase_problems(phase)
        for task in phase.tasks:
            words = _same(task.objective)
            if words in objectives:
                yield task.line, "this task stands twice; leave one out"
            objectives.add(words)
            if isinstance(task, Node):
                if words == _same(node.objective):
                    yield task.line, "this executor has the objective of the one above it; give it a part of it"
                yield from _shape_problems(task, level + 1)
                continue
            if task.discovery and read:
                yield task.line, "a scout comes before the leaves that read what it finds"
            scouted, read = scouted or task.discovery, read or not task.discovery
            yield from _leaf_problems(task, scouted)


def _phase_problems(phase: PlanPhase) -> Iterator[tuple[int, str]]:
    criteria = phase.criteria
    if not phase.tasks:
        yield phase.line, "this phase has no task; put one below it, or leave it out"
    if not 1 <= criteria.iterations <= MOST_ITERATIONS:
        yield phase.line, f"iterations is {criteria.iterations}; write a number from 1 to {MOST_ITERATIONS}"
    for name in ("coverage", "confidence"):
        if getattr(criteria, name) > 1:
            yield phase.line, f"{name} is {getattr(criteria, name):g}; write a share such as 0.5"


def _leaf_problems(leaf: Leaf, scouted: bool) -> Iterator[tuple[int, str]]:
    for mode in leaf.modes:
        if mode not in MODES:
            yield leaf.line, f"its mode is {mode!r}; it is one of {', '.join(MODES)}"
    given = leaf.values("priority")
    if given and given[0].lower() not in PRIORITIES:
        yield leaf.line, f"its priority is {given[0]!r}; it is one of {', '.join(PRIORITIES)}"
    least = 2 * max(1, len(leaf.questions))
    if leaf.values("budget") and leaf.calls < least:
        yield (
            leaf.line,
            f"its budget is {leaf.values('budget')[0]!r}; an extractor needs {least} calls at least",
        )
    if leaf.sources > MOST_SOURCES:
        yield leaf.line, f"this leaf has {leaf.sources} sources; {MOST_SOURCES} are the most"
    if leaf.sources < 1 and not scouted and not leaf.discovery:
        yield leaf.line, "this leaf has no source, and no scout before it; give it `sources: 4`"


def _same(objective: str) -> str:
    return " ".join(re.findall(r"\w+", objective.casefold()))


def calls_of(node: Node, all_iterations: bool = False) -> int:
    """The most model calls that one pass over a plan may take, or all iterations of its phases.

    An extractor looks at a few sentences of a source and then reads one, for each question; a leaf composes its
    questions, may have them answered directly, and is synthesized; so is an executor with more than two tasks.
    Only leaves are gone over again.
    """
    total = 1 if len(node.tasks) > 2 else 0
    for phase in node.phases:
        times = phase.criteria.iterations if all_iterations else 1
        for task in phase.tasks:
            if isinstance(task, Node):
                total += calls_of(task, all_iterations)
            else:
                total += 1 + times * _calls_of_leaf(task) + _direct_calls(task)
    return total


def _direct_calls(leaf: Leaf) -> int:
    """The most calls of the direct answers to the questions of a leaf, which are asked for once."""
    return 0 if leaf.discovery or MODES[0] not in leaf.modes else DIRECT_CALLS * max(1, len(leaf.questions))


def _calls_of_leaf(leaf: Leaf) -> int:
    if leaf.discovery:
        return min(SCANS, leaf.calls) if leaf.calls else SCANS
    return leaf.calls_of_source(len(leaf.questions)) * max(1, leaf.sources) + 1


def outline_plan(query: str, outline: str) -> tuple[Node | None, Problems]:
    """The plan that an outline of a model gives: a question a line, parts indented below what they are part of.

    Numbers and marks of lists are left out. A question with parts below it is an executor, any other a leaf.
    """
    items: list[tuple[int, str]] = []
    for line in outline.expandtabs(2).split("\n"):
        match = _ITEM.fullmatch(line)
        if match is None or not match["text"].strip():
            continue
        number = (match["number"] or "").rstrip(".)")
        level = number.count(".") if "." in number else len(match["indent"]) // 2
        items.append((level, match["text"].strip()))
    if not items:
        return None, [(1, "the outline has no question")]
    least = min(level for level, _ in items)
    tasks, _ = _tasks([(level - least, text) for level, text in items], 0, 0)
    return Node(query, (PlanPhase(Criteria(), tasks),)), []


_ITEM = re.compile(r"(?P<indent> *)(?:[-*•]\s+|(?P<number>\d+(?:\.\d+)*[.)]?)\s+)?(?P<text>\S.*)")


def _tasks(items: Sequence[tuple[int, str]], start: int, level: int) -> tuple[tuple[Leaf | Node, ...], int]:
    tasks: list[Leaf | Node] = []
    place = start
    while place < len(items) and items[place][0] >= level:
        text = items[place][1]
        place += 1
        if place < len(items) and items[place][0] > level:
            below, place = _tasks(items, place, items[place][0])
            tasks.append(Node(text, (PlanPhase(Criteria(), below),)))
        else:
            tasks.append(Leaf(text))
    return tuple(tasks), place
