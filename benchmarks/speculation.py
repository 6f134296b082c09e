"""Replies with tokens decoded ahead, beside the same without: one that copies its prompt, and a free one."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from benchmarks.figures import Measure, Row
from benchmarks.prefix_tree import BASE
from benchmarks.rounds import interleave
from pandora.document.form import parse_form
from pandora.errors import ReplyError
from pandora.models.ceilings import GivenCeilings
from pandora.models.fit.batch_costs import BatchCosts
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Call, Prompt

KEY, TITLE, OF, GOAL = "speculation", "Tokens decoded ahead", "auto / off, the slower of two replies", 1 / 0.98
CONTEXT, ROUNDS, TOKENS = 4096, 5, 100
_PROGRAM = """\
import csv

with open("data/laptops.csv", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))

cheapest = None
for row in rows:
    price = float(row["price"])
    if "nvidia" not in row["gpu"].lower():
        continue
    if cheapest is None or price < float(cheapest["price"]):
        cheapest = row

if cheapest is None:
    print("no laptop has such a GPU")
else:
    print(cheapest["name"], cheapest["price"])
"""
PROMPTS = {
    "copy": Prompt(
        BASE,
        (f"The program:\n```python\n{_PROGRAM}```",),
        "# DO\nWrite the program again, word by word, but for intel in place of nvidia.",
    ),
    "free": Prompt(
        BASE, ("Task: Explain why the sky is blue.",), "# DO\nWrite it for a child, in your own words."
    ),
}
FORMS = {"copy": parse_form("Code: {code python}\n"), "free": parse_form("Says: {text}\n")}
_SETTLED = parse_form("Sure: {yes | no}\n")


def measure_speculation(gguf: Path, threads: int) -> Measure:
    """Time both replies off, auto and on by turns; the prompt is in the cache, and the batches are measured."""
    given = GivenCeilings(code=TOKENS, text=TOKENS)
    model = LlamaModel.open(gguf, context=CONTEXT, threads=threads, given=given)
    ways: dict[str, BatchCosts | None] = {"off": None, "auto": BatchCosts(), "on": BatchCosts(same_only=False)}
    counts: dict[str, tuple[int, int, int]] = {}
    replies: dict[str, str] = {}

    def seconds_of(kind: str, way: str) -> float:
        call = Call("do", "operation", "python", f"op-{kind}")
        with suppress(ReplyError):
            model.costs = None
            model.fill(PROMPTS[kind], _SETTLED, call=call)
        start = time.perf_counter()
        model.costs = ways[way]
        with suppress(ReplyError):
            reply = model.fill(PROMPTS[kind], FORMS[kind], call=call)
            usage = reply.usage
            counts[f"{kind}_{way}"] = (usage.written, usage.drafted, usage.taken)
            replies[f"{kind}_{way}"] = reply.raw
        return time.perf_counter() - start

    try:
        contenders = {f"{kind}_{way}": partial(seconds_of, kind, way) for kind in PROMPTS for way in ways}
        seconds = interleave(contenders, ROUNDS, warm=1)
    finally:
        model.close()
    rows = []
    for name, taken in seconds.items():
        kind, way = name.split("_")
        written, drafted, right = counts.get(name, (0, 0, 0))
        label = f"a reply that copies, {way}" if kind == "copy" else f"a free reply, {way}"
        label += f": {written} tokens, {right} of {drafted} drafts right"
        rows.append(Row(name, label, taken, "s", taken / seconds[f"{kind}_off"]))
    ratio = max(seconds[f"{kind}_auto"] / seconds[f"{kind}_off"] for kind in PROMPTS)
    same = {
        way: all(replies.get(f"{kind}_{way}") == replies.get(f"{kind}_off") for kind in PROMPTS) for way in ways
    }
    details = {
        "same_replies": same,
        "batches": {way: str(costs) for way, costs in ways.items() if costs is not None},
    }
    return Measure(KEY, TITLE, OF, GOAL, tuple(rows), ratio, details=details)
