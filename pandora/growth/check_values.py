"""The values of CHECK that every loop of growth writes by code, from its evidence."""

from __future__ import annotations

from collections.abc import Sequence

from pandora.document.form import Value
from pandora.programs.help import Evidence


def check_values(evidence: Sequence[Evidence], against: str, decision: str) -> dict[str, Value]:
    """The fields of §4: the evidence, a line each, whether it holds, what speaks against it, the decision."""
    return {
        "evidence": "\n".join(f"- {fact}" for fact in evidence),
        "validation": "fail" if against else "pass",
        "issues": against or "none",
        "decision": decision,
    }


def first_against(evidence: Sequence[Evidence]) -> str:
    """The first statement that speaks against it; "" where none does."""
    return next((fact.statement for fact in evidence if not fact.ok), "")
