"""Three ways to answer questions over long texts: a plain call, a plain program, and a session."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.llama_bindings import open_llama
from benchmarks.long_text_scores import score
from benchmarks.long_texts import LongQuestion
from benchmarks.plain_call import CONTEXT

REPLY = 200
"""The most tokens of a plain call's reply."""
FILE = "text.txt"
LONG = 64_000
"""The tokens from which on a session has goals beside the other ways."""
GOALS = {"call": 2.0, "program": 1.0}
"""How many times the score of another way a session is to have, at least."""
_SHOWN = 300
_GOOD = ("good", "great", "best", "happy", "love", "loves", "excellent", "delight", "perfect", "beautifully")
_BAD = ("bad", "worst", "broke", "broken", "hate", "money back", "ashamed", "letdown", "let me down", "poor")
"""What somebody who counts moods with a program writes down first, without having seen the texts."""
_STOP = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at both by do does for from go how i in into is it its line list many most must of on "
        "one or pair pairs people that the they to what which who with",
    )
)


@dataclass(frozen=True)
class Answer:
    """What a way answered, and what it used: model calls, tokens, and wall clock seconds.

    Where it `broke`, it did not answer for a reason that another try may not have.
    """

    text: str
    calls: int = 0
    prompt: int = 0
    written: int = 0
    seconds: float = 0.0
    broke: bool = False


Way = Callable[[LongQuestion], Answer]


def plain_program(question: LongQuestion) -> Answer:
    """Answer by a short program that knows the kind of question and not the sentences: words and numbers."""
    begun = time.monotonic()
    lines = question.text.splitlines()
    answer = {"counting": _count, "needles": _look_up, "pairs": _pair}[question.kind](question.question, lines)
    return Answer(answer, seconds=time.monotonic() - begun)


def _count(question: str, lines: Sequence[str]) -> str:
    if name := re.search(r"by (\w+)", question):
        lines = [line for line in lines if f"| {name[1]} |" in line]
    if month := re.search(r"from (\w+) are", question):
        number = time.strptime(month[1], "%B").tm_mon
        lines = [line for line in lines if line[5:7] == f"{number:02}"]
    moods = Counter(_mood(line.casefold()) for line in lines)
    asked = re.search(r"are (positive|negative|neutral)\?", question)
    return str(moods[asked[1]]) if asked else max(moods, key=moods.__getitem__, default="")


def _mood(line: str) -> str:
    good, bad = (sum(word in line for word in words) for words in (_GOOD, _BAD))
    return "positive" if good > bad else "negative" if bad > good else "neutral"


def _look_up(question: str, lines: Sequence[str]) -> str:
    words = _words(question)
    best = max(lines, key=lambda line: len(words & _words(line)), default="")
    numbers = re.findall(r"\d+", best)
    return numbers[-1] if numbers and not question.startswith("Who") else best.partition(" ")[0]


def _pair(question: str, lines: Sequence[str]) -> str:
    kind = re.search(r"go in for (\w+)", question)
    stem = kind[1][:5] if kind else ""
    names = sorted({line.split()[1] for line in lines if stem in line.casefold()})
    return "\n".join(", ".join(pair) for pair in combinations(names, 2))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold())) - _STOP


class TruncatedCall:
    """One call of a model in this process, with as much of the text's beginning as its context holds."""

    def __init__(self, gguf: Path, threads: int) -> None:
        self._llama = open_llama(gguf, CONTEXT, threads)

    def count(self, text: str) -> int:
        """How many tokens a text has."""
        return len(self._llama.tokenize(text.encode(), add_bos=False))

    def __call__(self, question: LongQuestion) -> Answer:
        """Ask."""
        begun = time.monotonic()
        room = CONTEXT - REPLY - self.count(question.question) - 100
        tokens = self._llama.tokenize(question.text[: 16 * room].encode(), add_bos=False)
        text = self._llama.detokenize(tokens[:room]).decode("utf-8", "ignore")
        content = f"{text}\n\n{question.question} Give the answer alone."
        reply = self._llama.create_chat_completion(
            [{"role": "user", "content": content}], temperature=0.0, max_tokens=REPLY
        )
        used = reply["usage"]
        said = str(reply["choices"][0]["message"]["content"]).strip()
        seconds = time.monotonic() - begun
        return Answer(said, 1, used["prompt_tokens"], used["completion_tokens"], seconds)

    def close(self) -> None:
        """Release the model's memory."""
        self._llama.close()


@dataclass(frozen=True)
class SessionCommand:
    """`pandora session start --over` in a workspace of its own, with the patterns of `system`.

    With `keep`, the workspaces stay in that folder, and a session that was interrupted is resumed there.
    """

    system: Path
    arguments: tuple[str, ...] = ()
    keep: Path | None = None

    def __call__(self, question: LongQuestion) -> Answer:
        """Begin a session over the text, or go on with one, and read its answer."""
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            root = self.keep / question.name if self.keep else Path(folder)
            command = [sys.executable, "-m", "pandora", "-C", str(root), "session"]
            if any((root / "state").glob("system-*.md")):
                command += ["resume", "--json", *self.arguments]
            else:
                shutil.rmtree(root, ignore_errors=True)
                shutil.copytree(self.system, root / "system")
                (root / "state").mkdir()
                (root / FILE).write_text(question.text, encoding="utf-8")
                command += ["start", "--json", *self.arguments, "--over", FILE, question.question]
            done = subprocess.run(command, capture_output=True, cwd=root, check=False)
        try:
            entry = json.loads(done.stdout)
            used = entry["usage"]
            text = str(entry["value"] or "")
            calls, prompt, written = (int(used[key]) for key in ("calls", "prompt_tokens", "written_tokens"))
            return Answer(text, calls, prompt, written, time.monotonic() - begun)
        except (ValueError, KeyError, TypeError):
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            why = said[-1] if said else done.returncode
            return Answer(f"[{why}]", seconds=time.monotonic() - begun, broke=True)


def answer_all(
    questions: Iterable[LongQuestion],
    ways: Mapping[str, Way],
    tell: Callable[[str], object],
    record: Path | None = None,
) -> list[dict[str, Any]]:
    """Answer every question in every way; returns one row each, with its score and what it used.

    Each row is written to `record` at once, a line of JSON; what is answered there is not asked again. A way
    that broke is not written there: it is asked again the next time.
    """
    lines = record.read_text("utf-8").splitlines() if record and record.exists() else []
    known = {(row["question"], row["way"]): row for row in map(json.loads, lines)}
    rows = []
    for question in questions:
        for name, way in ways.items():
            row = known.get((question.name, name))
            if row is None:
                answer = way(question)
                row = _row(question, name, answer)
                broke = f", broke: {answer.text}" if answer.broke else ""
                tell(f"{question.name} {name}: {row['score']:.2f} ({row['seconds']:.1f} s){broke}")
                if record and not answer.broke:
                    with record.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row, ensure_ascii=False) + "\n")
            rows.append(row)
    return rows


def _row(question: LongQuestion, way: str, answer: Answer) -> dict[str, Any]:
    return {
        "question": question.name,
        "kind": question.kind,
        "tokens": question.tokens,
        "way": way,
        "score": score(question, answer.text),
        "calls": answer.calls,
        "prompt_tokens": answer.prompt,
        "written_tokens": answer.written,
        "seconds": round(answer.seconds, 2),
        "answer": answer.text[:_SHOWN],
        "right": str(question.answer)[:_SHOWN],
    }


def score_table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines of a markdown table: the mean score of each kind and length, a column a way."""
    ways = list(dict.fromkeys(str(row["way"]) for row in rows))
    groups: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault((str(row["kind"]), int(row["tokens"])), []).append(row)
    lines = [f"| kind | tokens | questions | {' | '.join(ways)} |", f"|---|---:|---:|{'---:|' * len(ways)}"]
    for (kind, tokens), group in groups.items():
        cells = [_cell([row for row in group if row["way"] == way]) for way in ways]
        count = len({row["question"] for row in group})
        lines.append(f"| {kind} | {tokens:,} | {count} | {' | '.join(cells)} |")
    return [*lines, "", "Mean score / tokens read and written by the model, a question."]


def goal_lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the session's score on long texts is beside each other way's, each with its goal; [] without both.

    Only questions count that both ways answered. What is compared with a score of 0 has no ratio.
    """
    scores: dict[str, dict[str, float]] = {}
    for row in rows:
        if int(row["tokens"]) >= LONG:
            scores.setdefault(str(row["way"]), {})[str(row["question"])] = float(row["score"])
    lines = []
    for way, others in scores.items():
        both = others.keys() & scores.get("session", {}).keys()
        if way == "session" or not both:
            continue
        own, other = (sum(scores[name][question] for question in both) / len(both) for name in ("session", way))
        factor = GOALS.get(way)
        goal = (
            ""
            if factor is None
            else f"; at least {factor:g} times: {'met' if own >= factor * other else 'not met'}"
        )
        ratio = f" ({own / other:.2f} times)" if other else ""
        lines.append(f"- {len(both)} questions: session {own:.2f}, {way} {other:.2f}{ratio}{goal}")
    return [f"Over texts of {LONG:,} tokens and more:", "", *lines] if lines else []


def _cell(rows: Sequence[Mapping[str, Any]]) -> str:
    used = sum(int(row["prompt_tokens"]) + int(row["written_tokens"]) for row in rows)
    points = sum(float(row["score"]) for row in rows)
    return f"{points / len(rows):.2f} / {round(used / len(rows)):,}" if rows else "–"
