"""The commands and transcripts of a page: its fenced blocks, and the comments that say how each is checked.

A comment stands in a line of its own above a block. One that begins with `check:` says one of these; several
are joined by `;`. COMMAND is a command of the block, or its beginning; where the block has one, leave it out.

    <!-- check: not run: REASON -->                  the block is not run
    <!-- check: not run `COMMAND`: REASON -->        this command of it is not run
    <!-- check: needs PROGRAM -->                    it is run where this program is
    <!-- check: `COMMAND` prints `FACT`, `FACT` -->  the answer has these facts, in whatever words
    <!-- check: `COMMAND` exits with 3 -->           the exit code, where it is not 0
    <!-- check: first `COMMAND` -->                  a command that is run before the block and not shown
    <!-- check: file NAME -->                        the block is what this file says
    <!-- check: output of `COMMAND` -->              the block is what this command prints
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUN_LANGUAGES = ("sh", "bash", "console")
PAGES = tuple(
    path.relative_to(ROOT).as_posix()
    for path in (
        ROOT / "README.md",
        *sorted((ROOT / "docs").glob("*.md")),
        *(
            page
            for folder in ("system", "state", "pandora")
            for page in sorted((ROOT / folder).rglob("README.md"))
        ),
    )
)
_FENCE = re.compile(r"^( *)(`{3,})(\w*) *$")
_COMMENT = re.compile(r"^ *<!-- check: (.+) -->$")
_RULES = re.compile(
    r"not run(?: `(?P<skipped>[^`]+)`)?: (?P<reason>.+)"
    r"|needs (?P<needs>[\w.-]+)"
    r"|(?:`(?P<printer>[^`]+)` )?prints (?P<facts>`[^`]+`(?:, `[^`]+`)*)"
    r"|(?:`(?P<ender>[^`]+)` )?exits with (?P<code>\d+)"
    r"|first `(?P<first>[^`]+)`"
    r"|file (?P<file>\S+)"
    r"|output of `(?P<output>[^`]+)`"
)
_HIDDEN = re.compile(r"^ *(?:\$ |pandora (?!.*\[OPTIONS\]))", re.M)
_DOCUMENT = re.compile(r"^---\npandora: \d", re.M)


@dataclass(frozen=True)
class Command:
    """A command of a page; `line` is its line in the page, from 1.

    `shown` is what the page shows of its output, None where it shows nothing at all; it takes the lines of the
    page from `begins` to before `ends`, counted from 0. `skipped` is why it is not run, `needs` a program that
    it needs. `aside` is true for one that the page's reader does not see.
    """

    line: int
    text: str
    shown: tuple[str, ...] | None = None
    begins: int = 0
    ends: int = 0
    indent: str = ""
    facts: tuple[str, ...] = ()
    code: int = 0
    skipped: str = ""
    needs: str = ""
    aside: bool = False

    @property
    def name(self) -> str:
        """The command without the comment behind it."""
        return re.sub(r"\s+# .*$", "", self.text)


@dataclass(frozen=True)
class GivenFile:
    """A file of the workspace that a block of the page spells out."""

    line: int
    name: str
    content: str


@dataclass(frozen=True)
class Page:
    """What is done of a page, in its order, and what is wrong with its comments (`path:line: …`)."""

    name: str
    text: str
    steps: tuple[Command | GivenFile, ...]
    problems: tuple[str, ...]

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands alone."""
        return tuple(step for step in self.steps if isinstance(step, Command))


@dataclass(frozen=True)
class _Block:
    """A fenced block: `first` is the line after its fence, from 0."""

    language: str
    first: int
    indent: str
    lines: tuple[str, ...]
    rules: tuple[tuple[int, re.Match[str]], ...]


def read_page(name: str) -> Page:
    """The page of this repository with that name, such as `docs/models.md`."""
    return parse_page(name, (ROOT / name).read_text(encoding="utf-8"))


def parse_page(name: str, text: str) -> Page:
    """A page by its text."""
    problems: list[str] = []
    steps: list[Command | GivenFile] = []
    for block in _blocks(text.split("\n"), problems):
        steps += _steps(block, problems)
    return Page(name, text, tuple(steps), tuple(f"{name}:{problem}" for problem in problems))


def _blocks(lines: Sequence[str], problems: list[str]) -> list[_Block]:
    blocks: list[_Block] = []
    rules: list[tuple[int, re.Match[str]]] = []
    at = 0
    while at < len(lines):
        if fence := _FENCE.match(lines[at]):
            indent, ticks, language = fence.groups()
            end = at + 1
            while end < len(lines) and lines[end].strip() != ticks:
                end += 1
            inside = tuple(line.removeprefix(indent) for line in lines[at + 1 : end])
            blocks.append(_Block(language, at + 1, indent, inside, tuple(rules)))
            rules, at = [], end + 1
            continue
        if comment := _COMMENT.match(lines[at]):
            for part in re.split(r"; (?=[^`]*(?:`[^`]*`[^`]*)*$)", comment[1]):
                if rule := _RULES.fullmatch(part):
                    rules.append((at + 1, rule))
                else:
                    problems.append(f"{at + 1}: {part!r} says nothing that a check knows")
        elif lines[at].strip() and rules:
            problems.append(f"{rules[0][0]}: this comment stands above no block")
            rules = []
        at += 1
    return blocks


def _steps(block: _Block, problems: list[str]) -> list[Command | GivenFile]:
    """What is done of a block: the hidden commands of its comments, its file, its own commands."""
    end = block.first + len(block.lines)
    commands: list[Command] = []
    for line, rule in block.rules:
        if rule["first"]:
            commands.append(Command(line, rule["first"], aside=True))
        elif rule["output"]:
            span = (block.first, end)
            commands.append(Command(line, rule["output"], block.lines, *span, block.indent, aside=True))
    named = next((rule["file"] for _, rule in block.rules if rule["file"]), None)
    printed = any(rule["output"] for _, rule in block.rules)
    if not named and not printed and block.language not in RUN_LANGUAGES and not _reason(block):
        inside = "\n".join(block.lines)
        if _HIDDEN.search(inside):
            problems.append(
                f"{block.first}: a block with a command must be `sh` or `console`, so that it is run"
            )
        if _DOCUMENT.search(inside):
            problems.append(f"{block.first}: of a state document, say which command prints it: `output of`")
    commands += _commands(block)
    for line, rule in block.rules:
        commands = _ruled(commands, line, rule, problems)
    given = [GivenFile(block.first, named, "\n".join((*block.lines, "")))] if named else []
    return [*given, *commands]


def _reason(block: _Block) -> str:
    """Why the whole block is not run."""
    return next((rule["reason"] for _, rule in block.rules if rule["reason"] and not rule["skipped"]), "")


def _commands(block: _Block) -> list[Command]:
    """The commands of a block of a shell's language, each with what is shown below it."""
    if block.language not in RUN_LANGUAGES:
        return []
    console = block.language == "console"
    found: list[Command] = []
    at, end = 0, len(block.lines)
    while at < end:
        begins = at
        text = block.lines[at]
        while text.endswith("\\") and at + 1 < end:
            at += 1
            text = f"{text[:-1]}{block.lines[at].removeprefix('> ').lstrip()}"
        at += 1
        if console:
            shown = at
            while at < end and not block.lines[at].startswith("$ "):
                at += 1
            span = (block.first + shown, block.first + at)
            found.append(
                Command(
                    block.first + begins + 1,
                    text.removeprefix("$ "),
                    block.lines[shown:at],
                    *span,
                    block.indent,
                )
            )
        elif text.strip() and not text.startswith("#"):
            found.append(Command(block.first + begins + 1, text))
    return found


def _ruled(commands: list[Command], line: int, rule: re.Match[str], problems: list[str]) -> list[Command]:
    """The commands as a comment wants them checked."""
    if rule["needs"]:
        return [replace(command, needs=rule["needs"]) for command in commands]
    if not (rule["reason"] or rule["facts"] or rule["code"]):
        return commands
    named = rule["skipped"] or rule["printer"] or rule["ender"]
    chosen = [command for command in commands if not named or command.text.startswith(named)]
    if not chosen or (len(chosen) > 1 and not (rule["reason"] and not named)):
        problems.append(f"{line}: {named or 'this comment'} must mean one command of the block below")
        return commands
    facts = tuple(re.findall(r"`([^`]+)`", rule["facts"] or ""))
    return [
        replace(
            command,
            skipped=rule["reason"] or command.skipped,
            facts=command.facts + facts,
            code=int(rule["code"] or command.code),
        )
        if command in chosen
        else command
        for command in commands
    ]
