"""Votes of a model in this process: candidates written together beside one by one."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from benchmarks.figures import Measure, Row
from benchmarks.prefix_tree import BASE, TASK
from benchmarks.rounds import interleave
from pandora.document.form import parse_form
from pandora.errors import ReplyError
from pandora.models.ceilings import GivenCeilings
from pandora.models.foreseen import foreseeing
from pandora.models.llama import LlamaModel
from pandora.models.protocol import GREEDY, Call, Prompt, Sampling

KEY, TITLE, GOAL = "votes", "Votes in this process", 1 / 0.98
OF = "measured width / one by one, the slower vote"
CONTEXT, ROUNDS, TOKENS, MOST = 4096, 5, 60, 4
_PROMPT = Prompt(BASE, (TASK,), "# DO\nWrite a Python program that prints it.")
_FORM = parse_form("Code: {code python}\n")
_CALL = Call("do", "operation", "python", "op-python-votes")
_DRAWS = (GREEDY, *(Sampling(0.7, seed) for seed in range(1, MOST)))


def measure_votes(gguf: Path, threads: int) -> Measure:
    """Time votes that need all candidates, and votes whose first two agree, so that the others are dropped.

    The prompt is in the cache. By turns: one by one, with the width that was measured, and all together.
    """
    model = LlamaModel.open(gguf, context=CONTEXT, threads=threads, given=GivenCeilings(code=TOKENS))
    ways: dict[str, int | None] = {"off": 1, "auto": None, "all": MOST}
    written: dict[str, int] = {}

    def vote(asked: int, way: str) -> float:
        model.set_width(ways[way])
        if way == "auto":
            model.begun.gains = gains
        start = time.perf_counter()
        tokens = 0
        for number, draw in enumerate(_DRAWS[:asked]):
            with suppress(ReplyError), foreseeing(_DRAWS[number + 1 :] if number else ()):
                tokens += model.fill(_PROMPT, _FORM, call=_CALL, sampling=draw).usage.written
        model.begun.drop()
        written[f"{way}_{asked}"] = tokens
        return time.perf_counter() - start

    try:
        model.set_width(None)
        with suppress(ReplyError), foreseeing(_DRAWS[2:]):
            model.fill(_PROMPT, _FORM, call=_CALL, sampling=_DRAWS[1])
        gains = model.begun.gains
        contenders = {f"{way}_{asked}": partial(vote, asked, way) for asked in (MOST, 2) for way in ways}
        seconds = interleave(contenders, ROUNDS, warm=1)
    finally:
        model.close()
    words = {"off": "one by one", "auto": f"with the measured width, {gains.width}", "all": "all together"}
    rows = []
    for name, taken in seconds.items():
        way, asked = name.split("_")
        kind = "the first two agree" if asked == "2" else f"all {asked} are asked for"
        rows.append(Row(name, f"{kind}, {words[way]}", taken, "s", taken / seconds[f"off_{asked}"]))
    ratio = max(seconds[f"auto_{asked}"] / seconds[f"off_{asked}"] for asked in (MOST, 2))
    return Measure(KEY, TITLE, OF, GOAL, tuple(rows), ratio, details={"width": str(gains), "written": written})
