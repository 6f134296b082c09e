"""What DO gave: the output, and the evidence that code gathered about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pandora.programs.help import Evidence


@dataclass(frozen=True)
class Results:
    """The loop's output so far, and the evidence for and against it."""

    output: str
    evidence: tuple[Evidence, ...] = field(default=())
    programs: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """True where nothing speaks against the output."""
        return bool(self.output.strip()) and all(each.ok for each in self.evidence)

    @property
    def question(self) -> str:
        """What a person must settle first, or ""."""
        return next((each.question for each in self.evidence if not each.ok and each.question), "")

    @property
    def against(self) -> str:
        """What speaks against it, on one line."""
        told = [each.told for each in self.evidence if not each.ok]
        return "; ".join(told) or ("" if self.output.strip() else "there is no output")
