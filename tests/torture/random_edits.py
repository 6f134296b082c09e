"""Edits at random of the documents of some runs, and the commands that are called on what is left."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pandora import cli
from pandora.check.throwaway_workspace import REPLIES, TASK
from pandora.disk.layout import shipped_system
from pandora.engine import run as runs
from pandora.questions import graph_lifecycle
from tests.engine.small_system import write_system
from tests.torture.world import NOTE, WRITE

FINISHED, RETRIED, WAITING, ESCALATED, UNCLEAR, GRAPH = (
    "aaaaaa",
    "bbbbbb",
    "cccccc",
    "dddddd",
    "eeeeee",
    "gggggg",
)
PLUM = [{"line": "two is a plum"}]
SIDED: Mapping[str, Any] = {"for": PLUM, "against": [{"line": "none"}]}
SEEDS = [{"line": f"Which thing is number {number}?"} for number in ("one", "two", "three")]
THINKING: Sequence[Mapping[str, Any]] = (
    {"phase": "do", "level": "system", "fill": {"answer": "It is not sure."}},
    {"phase": "plan", "level": "system", "fill": {"asks for": "a cause", "possible answers": SEEDS[:2]}},
    *(
        {"phase": "do", "level": "tool", "fill": {**copied, "answer": f"Fruit {n} wins."}}
        for n, copied in zip("abc", (SIDED, SIDED, {"found": PLUM}), strict=True)
    ),
    {
        "phase": "do",
        "type": "think_decide",
        "fill": {"answer": SEEDS[0]["line"], "because": "So it is.", "provided": "nothing"},
    },
)
UNDERSTOOD, PLANNED, FIRST, SECOND, CHECKED = REPLIES
PLANNING_LOW: Mapping[str, Any] = {
    **PLANNED,
    "fill": {
        "approach": "unsure",
        "confidence": "low",
        "steps": PLANNED["fill"]["steps"],
        "done when": "it is there",
    },
}


def _checking(decision: str) -> Mapping[str, Any]:
    fill = {"validation": "fail", "issues": "it is too short", "decision": decision}
    return {"phase": "check", "level": "system", "fill": fill}


CLARIFIED: Mapping[str, Any] = {"phase": "clarify", "fill": {"question": "Which file?"}}
ANY_REPLY = (
    *(line for line in (UNDERSTOOD, PLANNED, FIRST, SECOND, CHECKED) for _ in range(8)),
    CLARIFIED,
    *(line for line in THINKING for _ in range(4)),
)
"""What the model of the commands says: something for every call of a few."""
_ODD_LINES = """\
## History
## §4 CHECK
## §6 MORE
## Notes
### Attempt 1
### Attempt 99
#### §3 DO
### Candidate 1
### Candidate 0
### Candidate ²
### Outcome
Task:
Parent: none
Parent:
Level: tool
Type: ..
Pattern: ../../etc/passwd
Pattern: system/none.md
Created: yesterday
Approach:
Confidence: 7
Steps:
1. write: x
9. x
Evidence:
Decision: accept
Decision: retry
Validation: fail
Result:
Result: ok
Result: ok (exit 0)
Result: ok (exit 99999999999999999999)
Result: ok (exit ²)
Intent: 0123456789abcdef, begun once; x
Intent: 0123456789abcdef, begun 99 times; x
Chosen: 0
Chosen: 1 (1 of 1 agree)
Chosen: 99999999999
Chosen: ²
Changes:
  - out/one.txt → removed (was absent)
  - ../up → removed (was aa)
  - a → blobs/00 (was absent)
Kept:
  - x → blobs/00
Output:
[… all 3 characters are in blobs/00]
Question: Which?
Question: May it write? [blobs/00]
Answer:
Answer: yes
Child loops:
Shared context:
- Step 1: note → x [none.md]
- Step 99999999999999999999: note → x [op-x-aaaaaa-1.md]
- step 1 gave: x
Source a:1:"""
ODD_TEXTS = (
    *(
        "",
        " ",
        "\t",
        "\r",
        "\x00",
        "\x1b[2J",
        "\u202e",
        "\u2028",
        "\ufeff",
        "²",
        "٣",
        "é",
        "e\u0301",
        "\U0010ffff",
    ),
    *(
        "-",
        "- ",
        "---",
        "```",
        "````",
        "~~~",
        "<!--",
        "-->",
        "<!-- a note -->",
        "[",
        "]",
        "{",
        "}",
        "→",
        ":",
        "#",
    ),
    *_ODD_LINES.split("\n"),
)
"""Lines, and pieces of them, where nobody would put them."""
_ODD_VALUES = """\
0
1
-1
2
99999999999999999999999
1e999
.nan
1.5
007
²
true
null
~
""
x
no
[]
{}
[1, [2]]
{1: 2}
{a: {b: {c: 1}}}
"\\u0000"
"²"
{²: {by: model, from: a, text: b}}
{0: {by: model, from: a, text: b}}
{1: {by: nobody, from: 1, text: 2}}
{1: {}}
{1: x}
{-1: {at: 1}}
{x: {effect: 1, targets: 1, verdict: 1}}
{1: {what: blobs/00, at: 1}}
{1: {kind: x, section: 9}}
{1: {kind: task, section: x}}
accepted
running
waiting
escalated
failed
plan
check
2026-11-21T10:00:00Z
{state: open}
{state: [1]}
{lease: x, seen: y}
{calls: x}
{calls: -1}
{files: 1, absent: 2}
a: b: c"""
ODD_VALUES = _ODD_VALUES.split("\n")
"""Values of the front matter of wrong types and sizes."""
EARLIER = 1_700_000_000
_ID = re.compile(r"(?:tool|op|system)-(?:[a-z][a-z0-9_]*-)?[a-z0-9]{6}(?:-\d+(?:\.\d+)*)?")
_NUMBER = re.compile(r"\d+")


@dataclass
class Called:
    """One command that was called: its arguments, its exit code, and what it said on stderr."""

    arguments: tuple[str, ...]
    code: int
    error: str

    @property
    def internal(self) -> bool:
        """True where the command ended in an error that nobody foresaw."""
        problems = self.arguments[0] in ("check", "fsck")
        return "internal error" in self.error or (self.code == 1 and not problems)

    @property
    def place(self) -> str:
        """The last line of the engine in the traceback, and the error."""
        lines = self.error.strip().split("\n")
        files = [line.strip() for line in lines if re.match(r'\s+File ".*pandora/', line)]
        return f"{files[-1] if files else '?'}: {lines[-1] if lines else ''}"


@dataclass
class EditedRuns:
    """Runs in every state in two workspaces, which are restored after each command."""

    folder: Path
    files: dict[str, bytes] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    @property
    def small(self) -> Path:
        """The workspace of runs with tools and operations."""
        return self.folder / "small"

    @property
    def thinking(self) -> Path:
        """The workspace of a graph of questions."""
        return self.folder / "thinking"

    def script(self, name: str, lines: Sequence[Mapping[str, Any]]) -> str:
        """A model with these replies."""
        path = self.folder / f"{name}.jsonl"
        header = {"model": "torture", "context": 8192, "fingerprint": "torture"}
        path.write_text("".join(f"{json.dumps(line)}\n" for line in (header, *lines)), encoding="utf-8")
        return f"scripted:{path}"

    def call(self, root: Path, *arguments: str) -> Called:
        """Call a command in a workspace, in this process."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.run(["--debug", "-C", str(root), *arguments])
        return Called(arguments, code, err.getvalue())

    def build(self, patch: pytest.MonkeyPatch) -> None:
        """Make the runs."""
        write_system(self.small / "system")
        for name, text in (("tools/note/pattern.md", NOTE), ("kernel/write.md", WRITE)):
            path = self.small / "system" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        shutil.copytree(shipped_system(), self.thinking / "system")
        for root in (self.small, self.thinking):
            (root / "state").mkdir()
        self._run(patch, FINISHED, 0, *REPLIES)
        again = (UNDERSTOOD, PLANNED, FIRST, SECOND, _checking("retry"), PLANNED, FIRST, SECOND, CHECKED)
        self._run(patch, RETRIED, 0, *again, file="two")
        patch.setenv("PANDORA_POLICY_WRITE", "ask")
        self._run(patch, WAITING, 3, *REPLIES, file="three")
        patch.delenv("PANDORA_POLICY_WRITE")
        self._run(patch, ESCALATED, 4, *REPLIES[:4], _checking("escalate"), file="four")
        self._run(patch, UNCLEAR, 3, UNDERSTOOD, PLANNING_LOW, CLARIFIED, file="five")
        patch.setattr(graph_lifecycle, "new_run", lambda: GRAPH)
        (self.thinking / "notes").mkdir()
        (self.thinking / "notes" / "facts.md").write_text("Thing number two is a plum.\n", encoding="utf-8")
        model = self.script("thinking", THINKING)
        context = str(self.thinking / "notes")
        thought = self.call(self.thinking, "think", "What is it?", "--context", context, "--model", model, "-q")
        assert thought.code == 0, thought.error
        self.files = dict(self._read())
        self.names = sorted(Path(name).stem for name in self.files if re.match(r"\w+/state/[^./]*\.md$", name))

    def _run(
        self, patch: pytest.MonkeyPatch, run: str, code: int, *lines: Mapping[str, Any], file: str = "one"
    ) -> None:
        """Do the task of `world` with another file, which ends with this exit code."""
        patch.setattr(runs, "new_run", lambda: run)
        replies = json.loads(json.dumps(lines).replace("out/one.txt", f"out/{file}.txt"))
        task = TASK.replace("one", file)
        told = self.call(self.small, "run", task, "--no-cache", "-q", "--model", self.script(run, replies))
        assert told.code == code, (run, told)

    def _read(self) -> Iterator[tuple[str, bytes]]:
        for root in (self.small, self.thinking):
            for path in sorted(root.rglob("*")):
                name = path.relative_to(self.folder).as_posix()
                if path.is_file() and "/system/" not in name:
                    yield name, path.read_bytes()

    def restore(self) -> None:
        """Put every file back as it was after the runs were made."""
        there = dict(self._read())
        for name in there.keys() - self.files.keys():
            (self.folder / name).unlink()
        for name, data in self.files.items():
            if there.get(name) != data:
                path = self.folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)

    def case(self, number: int) -> tuple[list[str], Called]:
        """Edit some documents at random and call one command; returns what was edited, and the command.

        The same number always makes the same case.
        """
        random = Random(number)
        graph = random.random() < 0.25
        root = self.thinking if graph else self.small
        places = sorted((root / "state").glob("*.md"))
        edited = []
        run = random.choice(places)
        for _ in range(random.choice((1, 1, 2, 3))):
            path = run if random.random() < 0.7 else random.choice(places)
            edited.append(f"{random_edit(random, path, self.names)} in {path.name}")
        for path in (root / "state").rglob("*.md"):
            os.utime(path, (EARLIER, EARLIER))  # what was saved just now is read more than once
        model = self.script("any", ANY_REPLY)
        document = (
            run.stem if random.random() < 0.8 else random.choice((*self.names, "system-none00", "x", "last"))
        )
        commands = GRAPH_COMMANDS if graph and random.random() < 0.5 else COMMANDS
        arguments = random_command(random, commands, document, model)
        return edited, self.call(root, *arguments)


def random_edit(random: Random, path: Path, names: Sequence[str]) -> str:
    """Change one document as nobody would, and say how."""
    data = path.read_bytes() if path.exists() else b""
    text = data.decode("utf-8", "surrogateescape")
    name, edit = random.choice(EDITS)
    if random.random() < 0.02:
        path.unlink(missing_ok=True)
        return "the file removed"
    if random.random() < 0.02:
        other = path.with_name(f"{random.choice(names)}.md")
        other.write_bytes(data)
        return f"a copy as {other.name}"
    changed = edit(random, text, names)
    path.write_bytes(changed.encode("utf-8", "surrogateescape" if random.random() < 0.98 else "surrogatepass"))
    return name


def _in_lines(change: Callable[[Random, list[str]], None]) -> Callable[[Random, str, Sequence[str]], str]:
    def edit(random: Random, text: str, names: Sequence[str]) -> str:
        lines = text.split("\n")
        change(random, lines)
        return "\n".join(lines)

    return edit


def _delete_line(random: Random, lines: list[str]) -> None:
    del lines[random.randrange(len(lines))]


def _delete_lines(random: Random, lines: list[str]) -> None:
    first = random.randrange(len(lines))
    del lines[first : first + random.randrange(12)]


def _duplicate_line(random: Random, lines: list[str]) -> None:
    lines.insert(random.randrange(len(lines) + 1), random.choice(lines))


def _swap_lines(random: Random, lines: list[str]) -> None:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _odd_line(random: Random, lines: list[str]) -> None:
    lines.insert(random.randrange(len(lines) + 1), random.choice(ODD_TEXTS))


def _odd_after_label(random: Random, lines: list[str]) -> None:
    labelled = [number for number, line in enumerate(lines) if ":" in line] or [0]
    number = random.choice(labelled)
    lines[number] = f"{lines[number].partition(':')[0]}: {random.choice((*ODD_TEXTS, *ODD_VALUES))}"


def _odd_front_matter(random: Random, lines: list[str]) -> None:
    """Give a key of the front matter, at its top or below, another value."""
    end = next((number for number, line in enumerate(lines[1:], 1) if line == "---"), len(lines))
    number = random.randrange(1, max(2, end))
    line = lines[number] if number < len(lines) else ""
    places = [match.span() for match in re.finditer(r"(?<=: )(?:\"[^\"]*\"|[^,{}]+)", line)]
    start, stop = random.choice(places) if places and random.random() < 0.6 else (line.find(":") + 1, len(line))
    lines[number : number + 1] = [f"{line[:start].rstrip()} {random.choice(ODD_VALUES)}{line[stop:]}"]


def _new_front_matter(random: Random, lines: list[str]) -> None:
    key = random.choice(
        (
            *(
                "sections",
                "tries",
                "steps",
                "attempts",
                "gathered",
                "questions",
                "ceiling",
                "decisions",
                "applied",
            ),
            *(
                "undone",
                "untrusted",
                "kept",
                "finds",
                "edited_steps",
                "node",
                "metadata",
                "answer",
                "graph",
                "used",
            ),
            *("budget", "status", "attempt", "phase", "id", "pandora", "model"),
        )
    )
    lines[:] = [line for line in lines if not line.startswith(f"{key}:")]
    lines.insert(min(1, len(lines)), f"{key}: {random.choice(ODD_VALUES)}")


def _swap_sections(random: Random, lines: list[str]) -> None:
    heads = [number for number, line in enumerate(lines) if line.startswith("## §")]
    if len(heads) > 1:
        one, other = random.sample(heads, 2)
        lines[one], lines[other] = lines[other], lines[one]


def _empty_section(random: Random, lines: list[str]) -> None:
    heads = [number for number, line in enumerate(lines) if line.startswith("## ")]
    if heads:
        first = random.choice(heads)
        last = next((number for number in heads if number > first), len(lines))
        lines[first + 1 : last] = [random.choice(ODD_TEXTS)]


def _odd_text(random: Random, text: str, names: Sequence[str]) -> str:
    place = random.randrange(len(text) + 1)
    return text[:place] + random.choice(ODD_TEXTS) + text[place:]


def _odd_byte(random: Random, text: str, names: Sequence[str]) -> str:
    place = random.randrange(len(text) + 1)
    return text[:place] + random.choice("\udcff\udc80\x00\x1b\x85") + text[place:]


def _other_id(random: Random, text: str, names: Sequence[str]) -> str:
    found = list(_ID.finditer(text))
    if not found:
        return text
    match = random.choice(found)
    odd = (
        "op-x-aaaaaa-1",
        "tool-x-zzzzzz-1.1.1",
        "op-x-aaaaaa-99999999999999999999",
        "none",
        "../../up",
        "op-x-aaaaaa-²",
    )
    roots = [name for name in names if name.startswith("system-")]
    name = random.choice(random.choice((names, roots, odd)))
    return text[: match.start()] + name + text[match.end() :]


def _other_number(random: Random, text: str, names: Sequence[str]) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    match = random.choice(found)
    number = random.choice(("0", "1", "2", "7", "-1", "99999999999999999999999", "²", "٣", "1.5", "", "0x1"))
    return text[: match.start()] + number + text[match.end() :]


def _cut(random: Random, text: str, names: Sequence[str]) -> str:
    return text[: random.randrange(len(text) + 1)]


def _line_ends(random: Random, text: str, names: Sequence[str]) -> str:
    return text.replace("\n", random.choice(("\r\n", "\r", "\n\n", "\u2028")))


EDITS: Sequence[tuple[str, Callable[[Random, str, Sequence[str]], str]]] = (
    ("a line deleted", _in_lines(_delete_line)),
    ("lines deleted", _in_lines(_delete_lines)),
    ("a line doubled", _in_lines(_duplicate_line)),
    ("lines swapped", _in_lines(_swap_lines)),
    ("an odd line", _in_lines(_odd_line)),
    ("an odd value after a label", _in_lines(_odd_after_label)),
    ("an odd value after a label", _in_lines(_odd_after_label)),
    ("an odd value in the front matter", _in_lines(_odd_front_matter)),
    ("an odd value in the front matter", _in_lines(_odd_front_matter)),
    ("an odd key in the front matter", _in_lines(_new_front_matter)),
    ("an odd key in the front matter", _in_lines(_new_front_matter)),
    ("sections swapped", _in_lines(_swap_sections)),
    ("a section emptied", _in_lines(_empty_section)),
    ("odd text", _odd_text),
    ("an odd byte", _odd_byte),
    ("another id", _other_id),
    ("another id", _other_id),
    ("another number", _other_number),
    ("another number", _other_number),
    ("the end cut off", _cut),
    ("other line ends", _line_ends),
)
_COMMANDS = """\
ls [--all] [--json]
tree [DOCUMENT] [--json|--format mermaid]
tree DOCUMENT
show DOCUMENT [--section 0|--section 3|--section 5|--json]
log DOCUMENT [--json]
log DOCUMENT
log
why DOCUMENT --model MODEL [--json]
why DOCUMENT:SECTION --model MODEL [--json]
diff DOCUMENT [OTHER] [--json]
check [DOCUMENT|--json]
prompt DOCUMENT --phase PHASE --model MODEL [--candidate 1|--candidate 2|--attempt 1|--tokens|--json]
prompt DOCUMENT --phase PHASE --model MODEL
prompt DOCUMENT --phase do --model MODEL
resume DOCUMENT --dry-run --model MODEL [--json]
resume DOCUMENT --model MODEL -q [--json|--fresh|--yes]
resume DOCUMENT --model MODEL -q
resume DOCUMENT --model MODEL -q --yes
resume --all --model MODEL -q
answer DOCUMENT yes --model MODEL -q
answer DOCUMENT again --model MODEL -q
approve DOCUMENT --model MODEL -q [--deny|--always]
undo DOCUMENT [--dry-run|--step 1|--json]
fsck [--repair|--json]
archive DOCUMENT [--json]
rm DOCUMENT --yes
graph ls [--json]"""
COMMANDS = _COMMANDS.split("\n")
"""What reads and resumes runs; one of the words in brackets, or none. `budget` reads no document."""
_GRAPH_COMMANDS = """\
graph show GRAPH [--json]
graph open GRAPH [--json]
graph contradictions GRAPH [--json]
graph convergence GRAPH [--json]
graph harvest GRAPH [--json]
graph draw GRAPH [--json|--format mermaid|--format dot|--format svg|--format html]
think --resume GRAPH --model MODEL -q --seconds 5"""
GRAPH_COMMANDS = _GRAPH_COMMANDS.split("\n")


def random_command(random: Random, commands: Sequence[str], document: str, model: str) -> tuple[str, ...]:
    """One of the commands, with its arguments filled in."""
    given = {
        "DOCUMENT": document,
        "MODEL": model,
        "GRAPH": f"system-{GRAPH}",
        "OTHER": f"system-{random.choice((RETRIED, FINISHED))}",
        "PHASE": random.choice(("understand", "plan", "do", "check", "synthesise")),
        "SECTION": str(random.randrange(1, 6)),
    }
    whole = re.sub(
        r"\[([^\]]*)\]", lambda match: random.choice((*match[1].split("|"), "")), random.choice(commands)
    )
    return tuple(re.sub("[A-Z]{5,}", lambda match: given[match[0]], word) for word in whole.split())
