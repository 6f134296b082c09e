"""Whether an answer is a number where the entries themselves are asked for: the model is asked."""

from __future__ import annotations

import ast
import copy
import re

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.engine.yes_or_no.meant_values import person_wrote_plan
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.parsed_program import printed_labels, read_program
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.texts.sentences import words

ASKED_ENTRIES = "asked_entries"
"""The name of the rule in a pattern's `evidence`."""
NUMBER = "Is the answer a single number?"
ENTRIES = "Does the person want to see the entries themselves?"
"""The log odds of a yes to the first, less those of the second, tell whether a number is asked for."""
LEAST_NUMBER = 0.0
"""The least such difference at which it is.

Of 36 requests in five languages 17 of the 18 for a number have 0.8 to 4.0, and 17 of the 18 for lines, names or
dates -2.2 to -0.2. A number of each genre has -0.2, and one question for names 0.8.
"""
_COUNTS = re.compile(r"\blen\(|\bsum\(\s*1\b|\.count\(|\bCOUNT\(|\+=\s*1\b", re.I)
_NUMBER = re.compile(r"\d+")


def only_counted(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict on an answer that says how many entries there are, and nothing of what they are.

    A small model counts the lines that it was asked to show. [] where the request asks for several things,
    where the pattern does not ask for this, and where the model shows no probabilities.
    """
    work, source = loop.work, attempt.argument("program")
    if source is None or ASKED_ENTRIES not in work.rules or loop.untrusted or person_wrote_plan(loop):
        return []
    if not attempt.result.ok or attempt.result.changes or work.task.kind_of_task not in ("", "answer"):
        return []
    if not _only_counts(source, attempt.result.text) or len(asked_parts(work.words)) > 1:
        return []
    task = f"Task: {work.request}"
    number, entries = (log_odds_of(loop, question, task) for question in (NUMBER, ENTRIES))
    if number is None or entries is None or number - entries >= LEAST_NUMBER:
        return []
    reason = "it says only how many there are; print what they are, each on a line of its own"
    return [Verdict(ASKED_ENTRIES, "violated", reason)]


def _only_counts(source: str, text: str) -> bool:
    """True where a program counts, and prints one number beside words of its own."""
    if len(_NUMBER.findall(text)) != 1 or not _COUNTS.search(_without_keys(source)):
        return False
    own = {word for label in printed_labels(read_program(source)) for word in words(label)}
    return {word for word in words(_NUMBER.sub(" ", text)) if word} <= own


def _without_keys(source: str) -> str:
    """A program without the functions by which it sorts or compares: the longest name is no number of names."""
    tree = read_program(source).tree
    return source if tree is None else ast.unparse(_NoKeys().visit(copy.deepcopy(tree)))


class _NoKeys(ast.NodeTransformer):
    """Puts None in the place of each key."""

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """A lambda is None."""
        return ast.Constant(None)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        """So is `key=len`."""
        if node.arg == "key":
            return ast.keyword(node.arg, ast.Constant(None))
        return self.generic_visit(node)
