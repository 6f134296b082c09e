"""A fixed tree of calls with candidates and retries: how many of its prompt tokens are evaluated twice."""

from __future__ import annotations

from contextlib import suppress

from benchmarks.figures import Measure, Row
from benchmarks.prefix import unique_tokens
from pandora.document.form import parse_form
from pandora.errors import ReplyError
from pandora.models.llama import LlamaModel, TracedCall
from pandora.models.protocol import Call, Model, Prompt, Reply, Sampling

KEY, TITLE, OF, GOAL = (
    "tree_tokens",
    "Prompt tokens of a tree with candidates and retries",
    "evaluated / unique",
    1.1,
)
STEPS, CANDIDATES = 3, 2
BASE = "You work on one task in small steps. You write only what the form asks for, and nothing else."
TASK = (
    "## §1 UNDERSTAND\n"
    "Task: Find the cheapest laptop with an nvidia GPU in data/laptops.csv, and say what it costs.\n"
    "Resolved: The table has a row for each laptop, with its name, its price in euros and its GPU."
)
PLAN = parse_form("Approach: {line 16}\nConfidence: {low | high}\n")
DO = parse_form("Saying: {line 16}\nNeeds: {text without [}\nSure: {yes | no}\n")


def grow_tree(model: Model) -> list[Reply]:
    """A parent plans, step after step; for each step, a child gets candidates of one prompt, and a retry.

    Returns the replies that fit their forms.
    """
    replies: list[Reply] = []
    sections = [TASK]
    for number in range(STEPS):
        plan = Prompt(BASE, tuple(sections), "# PLAN\nSay in one line what to do next, and how sure you are.")
        with suppress(ReplyError):
            replies.append(model.fill(plan, PLAN, call=Call("plan", "system", "", "system-parent")))
        step = (
            f"## §1 UNDERSTAND\nStep {number + 1}: read the table, and keep the rows that the step before left."
        )
        refused = "The try before was refused: it names a column that the table does not have."
        tries = [((step,), seed) for seed in range(CANDIDATES)] + [((step, refused), 0)]
        for parts, seed in tries:
            do = Prompt(BASE, parts, "# DO\nSay what the step does, in a line, and what it needs.")
            call = Call("do", "operation", "python", f"op-python-parent-{number + 1}")
            with suppress(ReplyError):  # what a small model writes may not fit; its tokens count all the same
                replies.append(model.fill(do, DO, call=call, sampling=Sampling(0.7 if seed else 0.0, seed)))
        sections.append(
            f"## §{number + 3} RESULT\nStep {number + 1} left five rows of the table, in their order."
        )
    return replies


def measure_tree(model: LlamaModel) -> Measure:
    """Let the model, whose cache should be empty, do the calls of the tree, and count its tokens."""
    trace: list[TracedCall] = []
    model.trace = trace
    try:
        grow_tree(model)
    finally:
        model.trace = None
    evaluated, unique = sum(call.evaluated for call in trace), unique_tokens(trace)
    rows = (
        Row("evaluated", f"evaluated in {len(trace)} calls", float(evaluated), "tokens", evaluated / unique),
        Row(
            "unique", "unique: the given nodes of the prefix tree of all prompts", float(unique), "tokens", 1.0
        ),
    )
    return Measure(KEY, TITLE, OF, GOAL, rows, evaluated / unique, details={"model": model.name})
