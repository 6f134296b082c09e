"""The tree of calls on a tiny model of each kind of memory: hybrid, windowed, recurrent, and a mixture."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.figures import Measure, Row, not_measured
from benchmarks.prefix_tree import GOAL, OF, measure_tree
from pandora.document.fill import ReplyLimits
from pandora.errors import ModelError
from pandora.models.ceilings import Ceilings
from pandora.models.llama import LlamaModel

KEY, TITLE = "tree_kinds", "Prompt tokens of that tree in each kind of memory, tiny models"
CONTEXT, TEXT = 4096, 40


def measure_kinds() -> Measure:
    """Let a model of each kind, with random weights, do the calls of the tree; the worst ratio counts."""
    try:
        from benchmarks.tiny_gguf import ARCHITECTURES, write_tiny_gguf
    except ImportError as error:
        return not_measured(KEY, TITLE, OF, GOAL, f"no such model can be written here: {error}")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="pandora-bench-") as folder:
        for kind, architecture in ARCHITECTURES.items():
            try:
                path = write_tiny_gguf(Path(folder) / "tiny.gguf", kind)
                model = LlamaModel.open(path, context=CONTEXT, threads=1)
            except ModelError as error:
                return not_measured(KEY, TITLE, OF, GOAL, str(error))
            model.ceilings = Ceilings(ReplyLimits(text=TEXT))
            try:
                evaluated = measure_tree(model).rows[0]
            finally:
                model.close()
            rows.append(Row(kind, f"{kind} ({architecture})", evaluated.value, "tokens", evaluated.ratio))
    return Measure(KEY, TITLE, OF, GOAL, tuple(rows), max(row.ratio or 0.0 for row in rows))
