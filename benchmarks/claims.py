"""Measures what claims and readings of a graph cost as it grows from a hundred questions to ten thousand."""

from __future__ import annotations

import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.figures import Measure, Row, Tell
from benchmarks.rounds import Contender, interleave, workspace_on_disk
from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.disk.read_document import encode
from pandora.document.ids import Name, parse_id
from pandora.document.state_document import Document
from pandora.errors import PandoraError
from pandora.questions.child_status_lines import RUNNING, with_child_line
from pandora.questions.graph import Graph
from pandora.questions.graph_lifecycle import WORK_PATTERN, question_document
from pandora.questions.graph_operations import Fractal
from pandora.questions.question_document import (
    Answer,
    Question,
    answer_section,
    node_keys,
    text_digest,
    with_section,
)
from pandora.questions.work_claims import release

SIZES = (100, 1_000, 10_000)
GOAL = 1.5
WIDE = 10
"""The most children that a question of the graph has."""
WORKER = "bench"
LARGE = 3_000
"""The questions of the graph whose times have limits."""
LIMITS = {"claim": 50.0, "ready": 100.0, "snapshot": 500.0}
"""The most milliseconds that each may take in such a graph."""


class Questions:
    """A graph of `size` questions, in which claims are timed and released at once.

    All are open; with `answered` all below the root have an answer with metadata, as workers leave them.
    """

    def __init__(self, workspace: Workspace, size: int, answered: bool = False) -> None:
        self.size, self.answered = size, answered
        fractal = Fractal(workspace)
        created = fractal.fractal_create_graph("What is there to know?", "deep", "autonomous")
        self.graph = fractal.graph(created["graph_id"])
        self._grow()
        self.graph = Fractal(workspace).graph(created["graph_id"])
        self._fractal = fractal

    def _grow(self) -> None:
        """Write what `size` calls of `fractal_add_node` would leave, each once, without fsync."""
        graph = self.graph
        left, total = deque([(graph.document(graph.root), 0)]), 1
        while left:
            document, depth = left.popleft()
            prefix = parse_id(str(document.meta["id"])).number
            for number in range(1, WIDE + 1):
                if total == self.size:
                    break
                total += 1
                name = Name("tool", "question", graph.run, f"{prefix}.{number}" if prefix else str(number))
                question = Question(
                    *(str(name), f"What is question {total} about?", str(document.meta["id"])),
                    depth=depth + 1,
                    seq=total,
                )
                child = question_document(graph, question, WORK_PATTERN, Budget())
                if self.answered:
                    child = _with_answer(child, question)
                left.append((child, depth + 1))
                document = with_child_line(document, str(name), RUNNING)
            graph.workspace.document(str(document.meta["id"])).write_bytes(encode(document))

    def claimed(self, clock: Callable[[], float]) -> float:
        """Return the seconds of one durable claim by `clock`; raise PandoraError if nothing can be claimed."""
        begun = clock()
        claim = self._fractal.fractal_claim_work(self.graph.run, WORKER)
        taken = clock() - begun
        if not claim.get("node_id"):
            raise PandoraError(f"no question could be claimed among {self.size}: {claim}")
        release(self.graph, claim["node_id"], WORKER)
        return taken

    def timed(self, name: str) -> float:
        """Return the seconds of one reading of the graph: `claim`, `ready`, `snapshot` or a cold `index`."""
        run = self.graph.run
        if name == "claim":
            return self.claimed(time.perf_counter)
        if name == "index":
            self.graph.index.close()
            shutil.rmtree(self.graph.folder)
        begun = time.perf_counter()
        if name == "index":
            Graph(self.graph.workspace, run).open()
        elif name == "ready":
            self._fractal.fractal_get_ready_to_synthesize(run)
        else:
            self._fractal.fractal_get_snapshot(run)
        return time.perf_counter() - begun


def _with_answer(document: Document, question: Question) -> Document:
    """The document of a question with the answer that a worker would leave in it."""
    digest = text_digest(question.text)
    text = f"It is {question.seq} litres a day.\nThe log says so, and the tank holds no more."
    rests = {"question": digest, "sources": f"whole-{digest}"}
    answer = Answer(text, WORKER, metadata={"quote": f"“litres: {question.seq}”", "sure": 0.8}, rests=rests)
    answered = replace(question, state="answered", owner=WORKER, claims=1, answer=answer)
    return with_section(document, 3, answer_section(text), "model", digest).with_meta(**node_keys(answered))


def measure_claims(system: Path, sizes: Sequence[int], rounds: int, tell: Tell) -> Iterator[Measure]:
    """Measure claims a second at each size in interleaved rounds; then the processor time of a claim."""
    with ExitStack() as stack:
        places = []
        for size in sizes:
            tell(f"making {size} questions")
            places.append(Questions(stack.enter_context(workspace_on_disk(system)), size))
        for key, title, clock in (
            ("claims", "Claims of questions", time.perf_counter),
            ("claims_processor", "Processor time of a claim", time.process_time),
        ):
            tell(f"{title.lower()}, {rounds} at each size")
            timed: dict[str, Contender] = {
                str(questions.size): partial(questions.claimed, clock) for questions in places
            }
            yield _of_claims(key, title, interleave(timed, rounds, warm=3))


def measure_readings(
    system: Path, sizes: Sequence[int], rounds: int, tell: Tell, large: int = LARGE
) -> Iterator[Measure]:
    """Measure what a cold index costs for each question, then claim, ready and snapshot of a large graph."""
    with ExitStack() as stack:
        places = {}
        for size in dict.fromkeys([*sizes, large]):
            tell(f"making {size} answered questions")
            places[size] = Questions(stack.enter_context(workspace_on_disk(system)), size, answered=True)
        tell(f"cold indexes, {rounds} at each size")
        cold: dict[str, Contender] = {
            str(size): partial(questions.timed, "index") for size, questions in places.items() if size in sizes
        }
        yield _of_indexes(interleave(cold, rounds))
        tell(f"readings of {large} questions, {rounds} of each")
        timed: dict[str, Contender] = {name: partial(places[large].timed, name) for name in LIMITS}
        yield _within_limits(large, interleave(timed, rounds, warm=1))


def _of_indexes(medians: dict[str, float]) -> Measure:
    each = {size: seconds / int(size) for size, seconds in medians.items()}
    base, last = next(iter(each)), list(each)[-1]
    rows = tuple(
        Row(size, f"of {size} questions", medians[size] * 1e3, "ms", seconds / each[base])
        for size, seconds in each.items()
    )
    of = f"cost of a question among {last} / {base}"
    return Measure("index", "Cold index of a graph", of, GOAL, rows, each[last] / each[base])


def _within_limits(size: int, medians: dict[str, float]) -> Measure:
    """The times in a graph of `size` questions; the ratio is the largest share of a limit."""
    shares = {name: seconds * 1e3 / LIMITS[name] for name, seconds in medians.items()}
    rows = tuple(
        Row(name, f"{name}, at most {LIMITS[name]:g} ms", seconds * 1e3, "ms", shares[name])
        for name, seconds in medians.items()
    )
    title = f"Readings of {size} questions"
    return Measure("readings", title, "milliseconds / limit", 1.0, rows, max(shares.values()))


def _of_claims(key: str, title: str, medians: dict[str, float]) -> Measure:
    base, last = next(iter(medians)), list(medians)[-1]
    rows = tuple(
        Row(size, f"among {size} questions", *_figure(key, seconds), seconds / medians[base])
        for size, seconds in medians.items()
    )
    of = f"cost among {last} / {base} questions"
    return Measure(key, title, of, GOAL, rows, medians[last] / medians[base])


def _figure(key: str, seconds: float) -> tuple[float, str]:
    return (1 / seconds, "claims/s") if key == "claims" else (seconds * 1e3, "ms")
