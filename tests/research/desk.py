"""A workspace in which research is done, by a model whose replies follow from what it is asked."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace, shipped_system
from pandora.document.form import Form, Group, Slot
from pandora.document.question_lines import open_question
from pandora.document.state_document import Document
from pandora.engine.answers import settle, waiting_document
from pandora.engine.host import Host
from pandora.engine.run import Ended, resume, start
from pandora.models.protocol import Call, Prompt
from pandora.policy import Policy
from pandora.research.authorization import PHRASE
from pandora.research.manager import Request, manager
from tests.answering_model import AnsweringModel

LAOS = "Laos is a country.\n\nLaos has a population of 7900000 people.\n\nIts capital is Vientiane.\n"
CHINA = "China is a country.\n\nThe population of China is 1410000000 people.\n"
CHEESE = "Cheese is made from milk. It has no population.\n"
FILES = {"laos.md": LAOS, "china.md": CHINA, "cheese.md": CHEESE}
POPULATION = "What is the population of Laos?"
QUERY = POPULATION


@dataclass
class Reader(AnsweringModel):
    """A model that answers a question where a text has the words that belong to it.

    `knows` maps words of a question to the words of a text that answer it, and to the fact. `wide` are words
    of queries that are too wide, `parts` the outlines of queries that need several look-ups. `says` is the fact
    that it states whatever the quote, `direct` what it answers from all passages at once, and `borne` maps
    words of a text to claims, and to how probably they say each. `near` are words of texts that say something
    and do not answer by that. `fits` is whether a suggested plan answers the query.
    """

    knows: dict[str, tuple[str, str]] = field(
        default_factory=lambda: {
            "population of Laos": (
                "Laos has a population of 7900000 people",
                "Laos has a population of 7900000 people.",
            ),
            "population of China": (
                "The population of China is 1410000000 people",
                "China has a population of 1410000000 people.",
            ),
            "capital of Laos": ("Its capital is Vientiane", "The capital of Laos is Vientiane."),
        }
    )
    wide: tuple[str, ...] = ("everything",)
    parts: dict[str, str] = field(default_factory=dict)
    fits: str = "no"
    says: str = ""
    direct: str = ""
    borne: dict[str, dict[str, float]] = field(default_factory=dict)
    near: tuple[str, ...] = ()
    chances: dict[str, float] = field(default_factory=dict)
    asked: list[tuple[Call, Prompt]] = field(default_factory=list)
    dies_at: int = 0

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        if self.dies_at and len(self.asked) + 1 >= self.dies_at:
            raise KeyboardInterrupt
        self.asked.append((call, prompt))
        return self._values(prompt, form)

    def _values(self, prompt: Prompt, form: Form) -> tuple[dict[str, Any], dict[str, float]]:
        keys, text = {entry.key for entry in form.asked}, "\n".join(prompt.parts)
        if "field" in keys:
            return {"field": "geography"}, {}
        if "answers" in keys and isinstance(form["answers"].slot, Group):
            queries = re.findall(r"^\d+\. (.*)$", text, re.M)
            wide = [any(word in query for word in self.wide) for query in queries]
            items = [{"choice": "a whole book" if is_wide else "one fact"} for is_wide in wide]
            return {"answers": items}, {f"answers.{n}.choice": 0.9 for n in range(1, len(items) + 1)}
        if "narrower" in keys:
            split = [{"line": POPULATION}, {"line": "What is the capital of Laos?"}]
            return {"too wide": "it asks for all", "narrower": POPULATION, "split": split}, {}
        if "asks for" in keys:
            several = any(word in text for word in self.parts)
            fits = {"suggestion fits": self.fits} if "suggestion fits" in keys else {}
            return {"asks for": "several questions" if several else "one fact"} | fits, {"asks for": 0.9}
        if "outline" in keys:
            return {"outline": next(outline for word, outline in self.parts.items() if word in text)}, {}
        if "states it" in keys:
            chance = next((chance for word, chance in self.chances.items() if word in text), 0.9)
            return {"states it": "yes" if self._known(text) else "no"}, {"states it": chance}
        if "answer" in keys and isinstance(form["answer"].slot, Slot) and form["answer"].slot.kind == "choice":
            claim = prompt.instruction.partition("Does the text say this: ")[2].partition("\n")[0]
            if "Does the text ask for" in prompt.instruction:
                yes = "longest" in text and "largest" in prompt.instruction
                return {"answer": "yes" if yes else "no"}, {"answer": 0.7}
            if "Does the text answer this question" in prompt.instruction:
                near = any(words in text for words in self.near)
                return {"answer": "no" if near else "yes"}, {"answer": 0.9}
            said = [chances.get(claim, 0.1) for quote, chances in self.borne.items() if quote in text]
            chance = max(said, default=0.1)
            return {"answer": "yes" if chance >= 0.5 else "no"}, {"answer": max(chance, 1 - chance)}
        if "answer" in keys and text.startswith("Text:\n") and self.direct:
            return {"answer": self.direct}, {}
        if "fact" in keys:
            return {"fact": self.says or (self._known(text) or ("", "nothing"))[1]}, {}
        if "ask" in keys:
            return {"ask": re.findall(r"^# TASK\n(.*)$", text, re.M)[0]}, {}
        if "answered" in keys:
            return {"answered": "yes" if self._known(text) else "no"}, {"answered": 0.9}
        facts = re.findall(r"\bF\d+ \[[\d.]+\] ([^“]*?) “", text)
        answer = " ".join(dict.fromkeys(facts)) or "It is not known."
        values: dict[str, Any] = {"answer": answer}
        values |= {"outlier": "none"} if "outlier" in keys else {}
        return values | ({"connections": []} if "connections" in keys else {}), {}

    def _known(self, text: str) -> tuple[str, str] | None:
        asked = text.rpartition("# ASKED\n")[2].partition("\n# ")[0] if "# ASKED\n" in text else text
        for words, (quote, fact) in self.knows.items():
            if words in asked and quote in text:
                return quote, fact
        return None

    def close(self) -> None: ...

    def calls_of(self, role: str) -> list[str]:
        """The documents of a role for which a call was made, one entry for each call."""
        return [call.document for call, _ in self.asked if call.kind == f"research_{role}"]


@dataclass
class Desk:
    """A workspace with documents, and one piece of research in it."""

    root: Path
    files: Mapping[str, str] = field(default_factory=lambda: FILES)
    model: Reader = field(default_factory=Reader)
    short: str = ""
    policy: Policy = field(default_factory=Policy)
    searxng: str = ""

    def __post_init__(self) -> None:
        if self.short:  # it was made by another process
            return
        shutil.copytree(shipped_system(), self.root / "system")
        (self.root / "state").mkdir()
        (self.root / "docs").mkdir()
        for name, text in self.files.items():
            (self.root / "docs" / name).write_text(text, encoding="utf-8")

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.root)

    def host(self, budget: Budget | None = None) -> Host:
        return Host(
            self.workspace,
            self.model,
            Ledger(budget or Budget(calls=400, tokens=1_000_000)),
            self.policy,
            searxng=self.searxng,
            clock=lambda: 0.0,
            now=lambda: "2026-11-21T10:00:00Z",
        )

    def ask(self, question: str = QUERY, plan: str = "", budget: Budget | None = None) -> Ended:
        """Begin a piece of research: the manager asks."""
        given = budget or Budget(calls=400, tokens=1_000_000)
        ended = start(question, self.host(given), given, loop=manager(Request("docs", plan)))
        self.short = ended.run
        return ended

    def reply(self, text: str) -> Ended:
        """Answer the manager, and go on."""
        store = self.host().store
        document, question = waiting_document(store, self.short)
        settle(store, document, question, text, "person", "a test")
        return self.resume()

    def resume(self) -> Ended:
        return resume(f"system-{self.short}", self.host(), loop=manager(None))

    def research(self, question: str = QUERY, plan: str = "") -> Ended:
        """Ask, authorise, and carry out."""
        self.ask(question, plan)
        return self.reply(PHRASE)

    def document(self, role: str = "", number: str = "") -> Document:
        name = f"tool-research_{role}-{self.short}-{number}" if role else f"system-{self.short}"
        return self.host().store.load(name)

    def documents(self, role: str) -> list[str]:
        """The ids of a role's documents."""
        return [
            name
            for name in self.workspace.run_documents(self.short)
            if name.startswith(f"tool-research_{role}-")
        ]

    def edit(self, old: str, new: str, role: str = "", number: str = "") -> None:
        """Edit a document as a person does."""
        path = self.root / self.document(role, number).path
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (old, text)
        path.write_text(text.replace(old, new), encoding="utf-8")

    @property
    def report(self) -> str:
        return (self.root / "reports" / f"research-{self.short}.md").read_text(encoding="utf-8")

    def state(self) -> dict[str, bytes]:
        """Every document of state/."""
        return {path.name: path.read_bytes() for path in sorted((self.root / "state").rglob("*.md"))}

    @property
    def question(self) -> str:
        asked = open_question(self.document())
        return asked.text if asked else ""
