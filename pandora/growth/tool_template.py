"""The template of a grown operation or tool: its literal parts are fixed, and its blanks are filled."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pandora.document.body import fence_for
from pandora.document.fill import one_line
from pandora.growth.example_facts import formula_of
from pandora.growth.examples import SINGLE, Example, variable_of
from pandora.growth.script_ending import RESULT, ending_of
from pandora.growth.text_formulas import text_formulas

PATH = "path"
"""The input that code fills with the first path that a task names."""
LEVELS = ("operation", "tool")
_WORD = re.compile(r"[a-z0-9]+")
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}$")
LONGEST_NAME = 24
MOST_CHOICES = 6


@dataclass(frozen=True)
class Template:
    """The blanks of a grown tool: what a model, a person's words or the examples put into the template."""

    name: str
    level: str
    when: str
    words: str
    fields: Sequence[str]
    effects: str
    kinds: Sequence[str]
    needs: Sequence[str]
    result: str
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def operation(self) -> str:
        """The name of the operation that holds the script."""
        return f"{self.name}_script" if self.level == "tool" else self.name

    @property
    def by_code(self) -> bool:
        """True where code fills the only input, a path, so that using the tool needs no call of a model."""
        return tuple(self.fields) == (PATH,)

    def files(self, source: str) -> dict[str, str]:
        """The files of the tool by path, with the script in its operation's file."""
        operation = {f"system/operations/{self.operation}.md": self._operation(source)}
        if self.level == "operation":
            return operation
        return {f"system/tools/{self.name}/pattern.md": self._tool(), **operation}

    def _head(self, name: str, level: str) -> list[str]:
        lines = [f"pattern: {name}", f"level: {level}", f"when: {_plain(self.when)}"]
        lines += [f"kinds: [{', '.join(self.kinds)}]"] if self.kinds else []
        return lines + ([f"needs: [{', '.join(map(_quoted, self.needs))}]"] if self.needs else [])

    def _operation(self, source: str) -> str:
        lines = [*self._head(self.operation, "operation"), "handler: script", f"effects: {self.effects}"]
        lines += ["repeat: true"] + (["result: json"] if self.result == "json" else [])
        lines += ["parents: [tool]"] if self.level == "tool" else []
        lines += ["phases: {do: code}"] if self.by_code else []
        form = "\n".join(f"{name.capitalize()}: {self._slot(name)}" for name in self.fields)
        fence = fence_for(source)
        return (
            "---\n" + "\n".join(lines) + f"\n---\n# {self.operation}\n\n{self.words}\n\n"
            f"## DO\n\n{self._instruction()}\n\n### Form\n{form}\n\n"
            f"## Handler\n\n{fence}python\n{source.strip()}\n{fence}\n"
        )

    def _tool(self) -> str:
        lines = [
            *self._head(self.name, "tool"),
            f"menu: [{self.operation}]",
            "phases: {understand: code, plan: code, do: steps, check: code}",
            f'steps: ["{self.operation}: {{task}}"]',
        ]
        return "---\n" + "\n".join(lines) + f"\n---\n# {self.name}\n\n{self.words}\n"

    def _slot(self, name: str) -> str:
        if options := self.choices.get(name):
            return f"{{{' | '.join(options)}}}"
        return "{line 60}"

    def _instruction(self) -> str:
        if self.by_code:
            return "Name the file."
        return f"Copy from the task, word for word: {', '.join(self.fields)}. Leave out everything else."


def _plain(text: str) -> str:
    """A line that stands in front matter as it is: YAML's own marks are left out."""
    return re.sub(r"[:#{}\[\]&*!|>'\"%@`]", " ", one_line(text)).strip(" -?,") or "it is asked for"


def _quoted(text: str) -> str:
    return f'"{text}"'


def name_of(words: str, taken: Sequence[str]) -> str:
    """A name for a pattern, of the words given: small letters with underscores, and none that is taken."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", words)  # WordCount, as models like to write it
    bare = "_".join(_WORD.findall(parted.casefold()))[:LONGEST_NAME].strip("_")
    if not bare or not bare[0].isalpha():
        bare = f"tool_{bare}".strip("_")
    name, number = bare, 2
    while name in taken or f"{name}_script" in taken:
        name, number = f"{bare}_{number}", number + 1
    return name


def template_of(
    examples: Sequence[Example], level: str, name: str, when: str, words: str, kinds_known: Sequence[str]
) -> Template:
    """Fill the template as far as the examples alone decide: inputs, files, kinds, effects and the result."""
    fields = list(examples[0].given)
    writes = [example for example in examples if example.writes]
    makes_files = any(path not in example.files for example in writes for path in example.writes)
    kind = ("file" if makes_files else "change") if writes else "answer"
    return Template(
        name,
        level,
        when,
        one_line(words),
        fields,
        "workspace" if writes else "none",
        [kind] if kind in kinds_known else [],
        _globs(examples),
        "json" if all(_is_json(example.output) for example in examples) else "text",
        _choices(examples),
    )


def _globs(examples: Sequence[Example]) -> list[str]:
    """Globs of the files that inputs name, where each example names one with an ending; else none."""
    endings: dict[str, None] = {}
    for example in examples:
        named = [value for value in example.given.values() if value in example.files]
        endings_of = [match[0] for path in named if (match := _ENDING.search(path))]
        if not endings_of:
            return []
        endings |= dict.fromkeys(endings_of)
    return [f"*{ending}" for ending in endings]


def _choices(examples: Sequence[Example]) -> dict[str, list[str]]:
    """The options of an input of which there are a few short words, each in two examples at least."""
    choices = {}
    for name in examples[0].given:
        values = [example.given.get(name, "") for example in examples]
        options = list(dict.fromkeys(values))
        short = all(re.fullmatch(r"[\w.-]{1,20}", value) for value in options)
        often = all(values.count(value) > 1 for value in options)
        if name not in (PATH, SINGLE) and short and often and 2 <= len(options) <= MOST_CHOICES:
            choices[name] = options
    return choices


def _is_json(output: str | None) -> bool:
    return output is not None and output.lstrip()[:1] in ("{", "[")


def opening_of(examples: Sequence[Example]) -> str:
    """The first lines of a script: its inputs are read, and text files that they name are loaded.

    The file of `path` has a variable beside that of its path; of a file with a name of its own, such as
    `first`, the content has the name.
    """
    lines = ["import json", "import sys", "", "given = json.load(sys.stdin)"]
    for name in examples[0].given:
        variable, taken = variable_of(name), f'given["{name}"]'
        loaded = _loaded(name, examples)
        read = _type_of([example.given.get(name, "") for example in examples])
        if name == PATH or not loaded:
            lines.append(f"{variable} = {read}({taken})" if read else f"{variable} = {taken}")
        if loaded:
            made, function = loaded
            remark = "  # a list of dicts by column" if function == "table" else ""
            lines.append(f"{made} = {function}({PATH if name == PATH else taken}){remark}")
    if any(" = date.fromisoformat(" in line for line in lines):
        lines.insert(2, "from datetime import date, timedelta")
    return "\n".join(lines) + "\n"


def _is_day(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _loaded(name: str, examples: Sequence[Example]) -> tuple[str, str] | None:
    """The variable and the function that loads it of the file that an input names in every example, or None."""
    paths = [example.given.get(name, "") for example in examples]
    if not all(path in example.files for path, example in zip(paths, examples, strict=True)):
        return None
    endings = {path.rpartition(".")[2].casefold() for path in paths}
    named = "" if name == PATH else variable_of(name)
    if endings <= {"csv", "tsv", "psv"}:
        return named or "rows", "table"
    if endings <= {"json"}:
        return named or "data", "load"
    return named or f"text_of_{PATH}", "text"


def function_opening_of(examples: Sequence[Example], name: str, words: str) -> str:
    """The same lines, with the head of a function below them: what it is called, takes and does."""
    arguments = ", ".join(arguments_of(examples))
    said = re.sub(r'["\\]', "", one_line(words))
    return f'{opening_of(examples)}\n\ndef {name}({arguments}):\n    """{said}"""\n'


def arguments_of(examples: Sequence[Example]) -> list[str]:
    """The variables that the opening has for the inputs: of a file, what was loaded of it."""
    loaded = {name: _loaded(name, examples) for name in examples[0].given}
    return list(dict.fromkeys(made[0] if made else variable_of(name) for name, made in loaded.items()))


def argument_forms(examples: Sequence[Example]) -> dict[str, str]:
    """What reads each input that is an argument of such a function: `table`, `load`, `int`; "" for a text."""
    forms = {}
    for name in examples[0].given:
        loaded = _loaded(name, examples)
        values = [example.given.get(name, "") for example in examples]
        forms[name] = loaded[1] if loaded else _type_of(values)
    return forms


def known_results(examples: Sequence[Example], words: str) -> list[str]:
    """The scripts that code can write itself: a number follows from another, or only the form changes.

    Each is a guess that the examples bear out or not; it costs no call.
    """
    opening, ending = opening_of(examples), ending_of(examples, words) or f"print({RESULT})\n"
    loaded = [line.partition(" = ")[0] for line in opening.partition("(sys.stdin)\n")[2].splitlines()]
    found = [*filter(None, [formula_of(examples, words)]), *text_formulas(examples), *reversed(loaded)]
    return [f"{_importing(opening, formula)}{RESULT} = {formula}\n{ending}" for formula in found]


def _importing(opening: str, formula: str) -> str:
    return opening.replace("import sys\n", "import re\nimport sys\n", 1) if "re." in formula else opening


def _type_of(values: Sequence[str]) -> str:
    """What reads an input where every example has a number or a day there, as Python writes it; else ""."""
    if all(map(_is_day, values)):
        return "date.fromisoformat"
    if all(re.fullmatch(r"-?(0|[1-9]\d{0,14})", value) for value in values):
        return "int"
    return "float" if all(re.fullmatch(r"-?(0|[1-9]\d{0,14})(\.\d+)?", value) for value in values) else ""
