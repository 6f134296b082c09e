"""Worker processes on one graph, some of them killed: every claim and every accepted answer is logged.

`python -m tests.questions.crowd --questions 1000 --workers 15 --kills 20` runs it whole and prints a report.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass
from multiprocessing.context import ForkProcess
from multiprocessing.sharedctypes import RawValue
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.questions.graph_operations import Fractal
from pandora.questions.graph_rules import DONE

WIDE = 10


@dataclass(frozen=True)
class Report:
    """What a crowd did: `double` claims of questions that were claimed still, `lost` accepted answers."""

    questions: int
    claims: int
    double: int
    answers: int
    lost: int
    done: int
    kills: int
    seconds: float


def build(root: Path, questions: int, lease: int = 600) -> str:
    """A graph of that many questions, ten below each."""
    (root / "state").mkdir(exist_ok=True)
    fractal = Fractal(Workspace(root))
    made = fractal.fractal_create_graph("seed", "deep", "autonomous", json.dumps({"lease_seconds": lease}))
    level, total = [made["root_node_id"]], 1
    while total < questions:
        below = []
        for parent in level:
            for number in range(WIDE):
                if total < questions:
                    added = fractal.fractal_add_node(made["graph_id"], parent, "question", f"{parent} {number}")
                    below.append(added["node_id"])
                    total += 1
        level = below
    return str(made["graph_id"])


class Pace:
    """Spreads the kills over the work: workers wait with the next claim until the kills due are done."""

    def __init__(self, questions: int, kills: int) -> None:
        self._questions, self._parts = questions, kills + 1
        self._answered, self.killed = RawValue("i", 0), RawValue("i", 0)

    def answer(self) -> None:
        """Count an answer; one lost between two processes only delays the next kill."""
        self._answered.value += 1

    def wait(self) -> None:
        """Wait while more is answered than the kills so far allow."""
        while self._answered.value * self._parts > self._questions * (self.killed.value + 1):
            time.sleep(0.01)


def work(root: Path, graph: str, worker: str, log: Path, pace: Pace) -> None:
    """Claim, answer and synthesise until the graph is done."""
    fractal = Fractal(Workspace(root))

    def tell(what: str, node: str, text: str = "") -> None:
        with log.open("a", encoding="utf-8") as handle:
            handle.write(json.dumps([what, worker, node, text]) + "\n")

    while True:
        pace.wait()
        claim = fractal.fractal_claim_work(graph, worker)
        if "error" in claim:  # more workers than agents for a moment: the killed ones' leases hold still
            time.sleep(0.05)
            continue
        if claim["graph_done"]:
            return
        if node := claim["node_id"]:
            tell("claim", node)
            text = f"{worker} on {node}"
            if "error" not in fractal.fractal_add_node(graph, node, "answer", text, worker):
                tell("answer", node, text)
                pace.answer()
        ready = fractal.fractal_get_ready_to_synthesize(graph)["ready_nodes"]
        mine = [each for each in ready if each["owner"] == worker] or ready
        for each in mine[:1]:
            fractal.fractal_synthesize_node(graph, each["node_id"], f"all of {each['node_id']}")
        if not node and not ready:
            time.sleep(0.02)


def crowd(root: Path, questions: int, workers: int, kills: int = 0, every: float = 0.1) -> Report:
    """Run a crowd to its end, killing a random worker `kills` times, and look at what it left."""
    graph = build(root, questions, 1 if kills else 600)
    logs, count, pace = root / "logs", 0, Pace(questions, kills)
    logs.mkdir()
    forked = multiprocessing.get_context("fork")  # an interpreter for each would take longer than the work

    def start() -> ForkProcess:
        nonlocal count
        count += 1
        name = f"w{count}"
        process = forked.Process(target=work, args=(root, graph, name, logs / name, pace), daemon=True)
        process.start()
        return process

    began = time.monotonic()
    running = [start() for _ in range(workers)]
    while any(each.is_alive() for each in running):
        time.sleep(every)
        alive = [each for each in running if each.is_alive()]
        if pace.killed.value < kills and alive and any(logs.iterdir()):
            victim = random.choice(alive)
            victim.kill()
            victim.join()
            running[running.index(victim)] = start()
            pace.killed.value += 1
    return _report(root, graph, questions, pace.killed.value, time.monotonic() - began)


def _report(root: Path, graph: str, questions: int, killed: int, seconds: float) -> Report:
    events = []
    for log in sorted((root / "logs").iterdir()):
        events += [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    nodes = Fractal(Workspace(root)).fractal_get_snapshot(graph)["nodes"]
    texts = {each["parent_id"]: each["text"] for each in nodes if each["node_type"] == "answer"}
    counted = {each["node_id"]: each["claims"] for each in nodes if each["node_type"] == "question"}
    claimed = Counter(node for what, _, node, _ in events if what == "claim")
    answered = Counter(node for what, _, node, _ in events if what == "answer")
    lost = sum(1 for what, _, node, text in events if what == "answer" and texts.get(node) != text)
    double = sum(max(0, times - counted[node]) for node, times in claimed.items())
    double += sum(times - 1 for times in answered.values())
    if not killed:
        double += sum(times - 1 for times in claimed.values())
    done = sum(1 for each in nodes if each["node_type"] == "question" and each["status"] in DONE)
    return Report(questions, sum(claimed.values()), double, len(texts), lost, done, killed, round(seconds, 1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--every", type=float, default=1.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        came = crowd(Path(folder), given.questions, given.workers, given.kills, given.every)
    print(json.dumps(asdict(came)))
