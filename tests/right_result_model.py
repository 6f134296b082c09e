"""A model for tests that gives a task's right result, by whatever the menu offers for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pandora.commands.task_suite import SuiteTask
from pandora.document.form import Form, Group, Slot
from pandora.models.protocol import Call, Prompt
from pandora.programs.language.text_language import language_of, name_of
from tests.answering_model import AnsweringModel

KINDS = {
    **{"fault": "code", "rename": "code", "new-code": "code"},
    **{"files": "change", "two-steps": "change", "writing": "answer", "summary": "answer"},
}
"""The kind of task of each family; of any other it is an answer."""
CALLS = {
    "fault": ("code",),
    "rename": ("rename",),
    "files": ("python",),
    "two-steps": ("python", "table"),
    "new-code": ("write",),
    "writing": ("draft", "compose"),
    "summary": ("draft", "compose"),
    "prose-question": ("text", "quote"),
    "general": ("answer",),
}
"""What is called for each family, the best first."""
RENAMED = {
    "kiosk-rename-calc-tot": ("shop/orders.py", "calc_tot", "order_total"),
    "library-reader-to-member": ("library/reader.py", "Reader", "Member"),
    "music-school-rename": ("lessons.py", "pupil_fee", "monthly_fee"),
    "rename-calc-tot": ("shop/prices.py", "calc_tot", "order_total"),
    "rename-get-pts": ("scoring.py", "get_pts", "match_points"),
    "rename-calc-to-gross-price": ("pricing.py", "calc", "gross_price"),
    "rename-module-helpers-to-textclean": ("helpers.py", "(module)", "textclean"),
}
"""The file that defines what is renamed, the old name and the new one, by task."""
CHOSEN = {"confidence": "high", "validation": "pass", "decision": "accept", "these files are needed": "yes"}
_ONE_VALUE = {"written by": "", "written to": "", "issues": "none"}


class RightResultModel(AnsweringModel):
    """Gives the result `right` of a task's `tries.json`; it never exempts a relation."""

    context = 32_000

    def __init__(self, task: SuiteTask, right: Mapping[str, Any]) -> None:
        self.task = task
        self.files: Mapping[str, str | None] = right.get("files") or {}
        self.output = str(right.get("output") or "")
        self.made = [path for path, content in self.files.items() if content is not None]
        self.programs = 0

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        """The values of a form's fields; each choice has the probability 1."""
        return {field.key: self._value(field.key, field.slot, call) for field in form.asked}, {}

    def _value(self, key: str, slot: Slot | Group, call: Call) -> Any:
        if isinstance(slot, Group):
            return self._items(slot)
        if slot.kind in ("choice", "named") and slot.options:
            wanted = self._choice(key, slot.options)
            return wanted if wanted in slot.options else slot.options[0]
        if key == "path":
            return self.made[0] if self.made else "none.txt"
        if key == "content":
            return self._content(self.made[0]) if self.made else "none"
        if key == "code":
            return self._content(self.made[0]) if call.kind == "repair" else self._program()
        if key == "new":
            return RENAMED[self.task.name][2]
        return _ONE_VALUE.get(key, " ".join(self.output.split()) if key != "text" else self.output)

    def _choice(self, key: str, options: Sequence[str]) -> str:
        if key == "kind":
            return self._kind()
        if key == "files change":
            return "yes" if self.files else "no"
        if key in ("path", "file", "file to write"):
            first = [RENAMED[self.task.name][0]] if self.task.name in RENAMED else []
            return next((path for path in (*first, *self.made) if path in options), "none")
        if key == "old":
            return RENAMED[self.task.name][1]
        if key == "language":
            text = "\n".join(filter(None, (self.output, *self.files.values())))
            return name_of(language_of(text) or "en")
        return CHOSEN.get(key, "no")

    def _kind(self) -> str:
        kind = KINDS.get(self.task.family, "answer")
        new = bool(self.made) and not any((self.task.folder / "files" / path).is_file() for path in self.made)
        return "file" if new and kind in ("answer", "change") and self.task.family != "files" else kind

    def _items(self, group: Group) -> list[dict[str, str]]:
        menu = next((slot.options for slot in group.slots if slot.name == "menu"), None)
        if menu is None:
            return [{slot.name: "none" for slot in group.slots}] * max(1, group.low)
        called = next((name for name in CALLS.get(self.task.family, ()) if name in menu), menu[0])
        return [{"menu": called, "line": group.whole.get(called, " ".join(self.task.text.split()))}]

    def _content(self, path: str) -> str:
        return (self.files[path] or "").rstrip("\n")

    def _program(self) -> str:
        """A program that moves, writes and removes the files of the result, and prints its output."""
        lines = ["import os"]
        gone = [path for path, content in self.files.items() if content is None]
        for path in self.made:
            content = self.files[path] or ""
            source = next((old for old in gone if self._read(old) == content), None)
            lines.append(f"os.makedirs(os.path.dirname({path!r}) or '.', exist_ok=True)")
            if source:
                gone.remove(source)
                lines.append(f"os.rename({source!r}, {path!r})")
            else:
                lines.append(f"open({path!r}, 'w', encoding='utf-8').write({content!r})")
        lines += [f"os.remove({path!r})" for path in gone]
        self.programs += 1
        return "\n".join([*lines, f"program = {self.programs}", f"print({self.output or 'done'!r})"])

    def _read(self, path: str) -> str:
        file = self.task.folder / "files" / path
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
