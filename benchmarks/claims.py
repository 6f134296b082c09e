"""Measures the cost of a claim as a graph of questions grows from a hundred to ten thousand."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.figures import Measure, Row, Tell
from benchmarks.rounds import Contender, interleave, workspace_on_disk
from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.disk.store import encode
from pandora.document.ids import Name, parse_id
from pandora.errors import PandoraError
from pandora.questions.api import Fractal
from pandora.questions.child_status_lines import RUNNING, with_child_line
from pandora.questions.claims import release
from pandora.questions.lifecycle import WORK_PATTERN, question_document
from pandora.questions.question_document import Question

SIZES = (100, 1_000, 10_000)
GOAL = 1.5
WIDE = 10
"""The most children that a question of the graph has."""
WORKER = "bench"


class Questions:
    """A graph of `size` open questions, in which claims are timed and released at once."""

    def __init__(self, workspace: Workspace, size: int) -> None:
        self.size = size
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
                left.append((question_document(graph, question, WORK_PATTERN, Budget()), depth + 1))
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
