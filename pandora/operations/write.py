"""The operation `write`: return a file's new content, given whole or as a patch, for the engine to apply."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pandora.document.counted import counted
from pandora.errors import RefusedError
from pandora.operations.edited_module import edited_module
from pandora.operations.patch import PatchError, apply_patch
from pandora.operations.python import python_command
from pandora.operations.staged_command import execute
from pandora.programs.code.boundary_calls import boundary_calls
from pandora.programs.code.call_trials import (
    PRINTING,
    SECONDS,
    fits,
    outcome_of,
    shown_command,
)
from pandora.programs.code.code_examples import Example, examples_in
from pandora.programs.code.unused_parameters import unused_parameter
from pandora.programs.code.written_asserts import names
from pandora.programs.inside import call_runner
from pandora.programs.repairs.shown_calls import without_shown_calls
from pandora.programs.structured.structured_edit import format_of, in_place
from pandora.regular_file import read_regular
from pandora.workspace import file_head
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import is_test_file, printable_path, resolve

_SHORTER = "code left out the calls behind its last function, of which one failed"
_MOST_VALUES, _LINES_ABOVE = 4, 3
"""The most variables that are told of a line, and the lines up to a `raise` that say what led there."""
_FEWEST_MOVED = 3
"""The fewest lines of which an indentation may be one of the prompt."""
_LARGEST, _PATCHED = 64 << 20, 4 << 20
"""The most bytes of a file that is replaced, and of one that a patch is applied to."""


def write(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the change that gives the file `path` the new `content`, or that applies `patch` to it.

    Nothing is written to disk. A Python module is tried on a copy of the workspace with the examples that the
    text `examples` gives; if one fails, the result is a failure that says which. A new one is also run with the
    trial `calls`, and the result has what each call gives. A patch is a unified
    diff or search/replace blocks; if it does not fit, the result is a failure that says where. Raises
    RefusedError for a path that may not be written.
    """
    given = arguments.get("path", "").strip()
    content = arguments.get("content", "").encode("utf-8", "replace")
    patch = arguments.get("patch", "")
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    before = ""
    if real.exists():
        old = file_head.head(real, _PATCHED if patch.strip() else _LARGEST, context.workspace)
        if not old.whole:
            purpose = "patched" if patch.strip() else "replaced"
            raise RefusedError(
                f"{printable_path(given)}: too large to be {purpose} ({file_head.human_size(old.size)})"
            )
        before = hashlib.sha256(old.raw).hexdigest()
        if patch.strip():
            try:
                content = _patched(old, patch)
            except ValueError as error:
                return Result(False, f"{path}: {error}", 1)
        else:
            content = _with_comments(path, old.raw, _ended_as(old.raw, _moved_back(old.raw, content)))
        if old.raw == content:
            return Result(True, f"{path} already holds this")
    elif patch.strip():
        return Result(False, f"there is no {printable_path(given)} to be patched", 1)
    tried = _trial(path, content, arguments, context, new=not before)
    if tried.failed:
        return Result(False, tried.failed, 1, confined=tried.confined)
    content = content if tried.edited is None else tried.edited
    count = len(content.splitlines())
    text = f"{path}: {counted(count, 'line')}, {file_head.human_size(len(content))}"
    changes = (Change(path, before, content),)
    return Result(True, text, changes=changes, confined=tried.confined, held=tried.held, calls=tried.calls)


def _with_comments(path: str, old: bytes, content: bytes) -> bytes:
    """A whole new content; of a structured file of which it lost comments, the old one with its values."""
    lost = format_of(path) is not None and content.count(b"#") < old.count(b"#")
    return in_place(path, old, content) if lost else content


def _moved_back(old: bytes, content: bytes) -> bytes:
    """A whole new content without the blanks before all its lines but the first, where the old one has none.

    A small model goes on as the text stands in its prompt.
    """
    first, _, rest = content.decode("utf-8").partition("\n")
    lines = [line for line in rest.split("\n") if line.strip()]
    margin = " " * min((len(line) - len(line.lstrip(" ")) for line in lines), default=0)
    kept = [line for line in old.decode("utf-8", "replace").splitlines()[1:] if line.strip()]
    begun = sum(line.startswith(margin) for line in kept)
    if (
        min(len(lines), len(kept)) < _FEWEST_MOVED
        or not margin
        or first.startswith(" ")
        or 2 * begun > len(kept)
    ):
        return content
    return "\n".join([first, *(line.removeprefix(margin) for line in rest.split("\n"))]).encode()


def _ended_as(old: bytes, content: bytes) -> bytes:
    """Return a whole new content with the line break at its end that the old one has: a reply is without it."""
    ending = b"\r\n" if old.endswith(b"\r\n") else b"\n"
    return content + ending if content and old.endswith(b"\n") and not content.endswith(b"\n") else content


@dataclass(frozen=True)
class _Tried:
    """How the trial of a module ended: what `failed`, what `held`, and what each call gave.

    `edited` is the module with the edits that code made in it, None for none.
    """

    failed: str = ""
    held: tuple[str, ...] = ()
    calls: Mapping[str, str] = field(default_factory=dict)
    confined: tuple[str, ...] = ()
    edited: bytes | None = None


def _trial(
    path: str,
    content: bytes,
    arguments: Mapping[str, str],
    context: OperationContext,
    *,
    new: bool,
    edit: bool = True,
) -> _Tried:
    """Run the module with the examples and the calls that the task gives, on a copy and in one start.

    Where nothing may be run here, nothing has failed. Of a new one that fails by its examples, small edits are
    tried, unless `edit` is False.
    """
    said = arguments.get("examples", "")
    examples = examples_in(said) if path.endswith(".py") and not is_test_file(path) else []
    trial = json.loads(arguments.get("calls") or "{}") if new and path.endswith(".py") else {}
    if unused := unused_parameter(content, trial.get("signatures", {})):
        return _Tried("{}: {} does nothing with {}, which the task gives it".format(path, *unused))
    asked, commands = trial.get("calls", []), trial.get("commands", [])
    if not examples and not asked and not commands:
        return _Tried()
    own = [{"function": example.function, "arguments": example.arguments, "any": False} for example in examples]
    absent = trial.get("absent", [])
    plan = {"path": path, "calls": [*own, *asked], "commands": [*commands, *absent], "seconds": SECONDS}

    def place(root: Path) -> None:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_bytes(content)
        for name, text in trial.get("samples", {}).items():
            sample = root / name
            if not sample.exists():
                sample.write_text(text, encoding="utf-8")

    script = Path(call_runner.__file__)
    stdin = json.dumps(plan).encode()
    try:
        staged = execute(python_command(script), context, readable=(script.parent,), prepare=place, stdin=stdin)
    except RefusedError:
        return _Tried()
    confined = staged.completed.confined
    lines = _report(staged.completed.stdout)
    failure = next((line["failed"] for line in lines if "failed" in line), "")
    ended = {line["call"]: line for line in lines if isinstance(line.get("call"), int)}
    broken = failure and not any(failure.startswith(kind) for kind in _NO_FAULT)
    # A request with examples wants functions. Elsewhere what stands last may be what a script does.
    if broken and new and examples and (shorter := without_shown_calls(content.decode("utf-8", "replace"))):
        again = _trial(path, shorter.encode(), arguments, context, new=new, edit=edit)
        kept = shorter.encode() if again.edited is None else again.edited
        return again if again.failed else replace(again, held=(*again.held, _SHORTER), edited=kept)
    if failure and (examples or (broken and any(call["named"] for call in asked))):
        return _Tried(f"{path} cannot be imported: {failure}", confined=confined)
    elsewhere = _are_elsewhere(path, said, context)
    tried = [
        (example, ended.get(at))
        for at, example in enumerate(examples)
        if not (elsewhere(example.function) and "absent" in ended.get(at, {}))
    ]
    source = content.decode("utf-8", "replace")
    wrong = list(filter(None, (_wrong(example, line, said, source) for example, line in tried)))
    if wrong:
        further = [(call["function"], call["arguments"]) for call in asked]
        further += [(call.function, call.arguments) for call in boundary_calls(said, examples)]
        if new and edit and (edited := edited_module(path, source, examples, further, context)):
            again = _trial(path, edited[0].encode(), arguments, context, new=new, edit=False)
            if not again.failed:
                return replace(again, held=(*again.held, edited[1]), edited=edited[0].encode())
        said = "\n".join(wrong)
        return _Tried(f"{path} was tried with the examples of the task:\n{said}", confined=confined)
    if not trial.get("undefined") and (missing := _missing_name(lines, [*own, *asked], commands, path, source)):
        return _Tried(missing, confined=confined)
    if not trial.get("errors") and (broken := _broken_calls(lines, [*own, *asked], source)):
        return _Tried(f"{path}: {broken}; and so does each other call", confined=confined)
    calls = {
        f"{call['function']}({call['arguments']})": outcome_of(ended[at])
        for at, call in enumerate(asked, len(examples))
        if at in ended and ("absent" not in ended[at] or (call["named"] and not elsewhere(call["function"])))
    }
    shown = {line["command"]: str(line["gives"]) for line in lines if "command" in line}
    calls |= {shown_command(path, words): shown[at] for at, words in enumerate(commands) if at in shown}
    errors = {line["command"]: str(line.get("error", "")) for line in lines if "command" in line}
    crashed = any("crashed" in line for line in lines if line.get("command") == 0)
    if crashed and _has_its_files(commands[0], context):
        said = f"{shown_command(path, commands[0])} ends in an error: {errors.get(0, '')}"
        return _Tried(said.rstrip(": "), confined=confined)
    if missing := _missing_results(trial.get("results", []), shown, content, path, commands):
        return _Tried(_with_error(missing, errors), confined=confined)
    if same := _same_without(absent, shown, path, commands):
        return _Tried(same, confined=confined)
    if same := _same_as_wrong(trial, shown, path, commands):
        return _Tried(same, confined=confined)
    prints = [] if _is_input(trial.get("prints", []), commands, context) else trial.get("prints", [])
    if missing := _missing_output(prints, shown, path, commands):
        return _Tried(_with_error(missing, errors), confined=confined)
    made = [change for change in staged.changes if change.path != path]
    checks = trial.get("samples") or trial.get("status")  # it may have nothing to say of what is right
    if commands and not made and not checks and (silent := _silent(shown, path, commands)):
        return _Tried(_with_error(silent, errors), confined=confined)
    ends = {line["command"]: line for line in lines if "command" in line}
    if missing := _missing_status(trial, ends, path, content):
        return _Tried(missing, confined=confined)
    reasons = (f"{counted(len(tried), 'example')} of the request",) if tried else ()
    return _Tried("", reasons, calls, confined)


def _missing_results(
    results: Sequence[str],
    shown: Mapping[int, str],
    content: bytes,
    path: str,
    commands: Sequence[Sequence[str]],
) -> str:
    """Say which number of the request no command line prints and the module does not have; "" for none."""
    said = "\n".join([*shown.values(), content.decode("utf-8", "replace")])
    left = [number for number in results if not re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", said)]
    if not left or 0 not in shown:
        return ""
    prints = shown[0].strip("'\"").replace("\\n", ", ")
    return f"{shown_command(path, commands[0])} prints {prints}; the request says {', '.join(left)}, too"


def _missing_output(
    prints: Sequence[str], shown: Mapping[int, str], path: str, commands: Sequence[Sequence[str]]
) -> str:
    """Say that the first command line does not print the lines that the request gives; "" where it does."""
    if not prints or 0 not in shown:
        return ""
    printed = [line.strip() for line in _as_text(shown[0]).splitlines()]
    wanted = [line.strip() for line in prints]
    if any(printed[place : place + len(wanted)] == wanted for place in range(len(printed))):
        return ""
    said = "\n".join(printed) or "nothing"
    return f"{shown_command(path, commands[0])} prints\n{said}\nand the request says\n" + "\n".join(wanted)


def _has_its_files(command: Sequence[str], context: OperationContext) -> bool:
    """True where a command line names files and all of them are there."""
    named = [word for word in command if re.fullmatch(r"[\w./-]+\.[A-Za-z]\w{0,4}", word)]
    return bool(named) and all((context.workspace / word).is_file() for word in named)


def _silent(shown: Mapping[int, str], path: str, commands: Sequence[Sequence[str]]) -> str:
    """Say that no command line prints anything, not even as the request runs the script; "" where one does."""
    if shown.get(0) != "''" or any(printed != "''" for printed in shown.values()):
        return ""
    return f"{shown_command(path, commands[0])} prints nothing, and it makes no file; nobody runs it for that"


def _is_input(lines: Sequence[str], commands: Sequence[Sequence[str]], context: OperationContext) -> bool:
    """True for lines that a request shows of a file which its command lines read."""
    for word in {word for words in commands for word in words}:
        with contextlib.suppress(OSError, ValueError):
            content, _ = read_regular(word, _PATCHED, inside=context.workspace)
            text = [line.strip() for line in content.decode("utf-8", "replace").splitlines() if line.strip()]
            if text[: len(lines)] == [line.strip() for line in lines]:
                return True
    return False


def _are_elsewhere(path: str, request: str, context: OperationContext) -> Callable[[str], bool]:
    """Tell of a function whether another module that the request names may have it.

    That is one that has a definition of it, or is not there yet; tests have none.
    """
    name = path.rpartition("/")[2]
    others = [
        other
        for other in dict.fromkeys(_MODULE.findall(request))
        if other.rpartition("/")[2] != name and not is_test_file(other)
    ]
    found: set[str] = set()
    for other in others:
        try:
            content, _ = read_regular(other, _PATCHED, inside=context.workspace)
            found |= {one.name for one in ast.parse(content).body if isinstance(one, ast.FunctionDef)}
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return lambda function: bool(function)
    return lambda function: function in found


def _same_without(
    absent: Sequence[Sequence[str]], shown: Mapping[int, str], path: str, commands: Sequence[Sequence[str]]
) -> str:
    """Say that a script prints the same where a file that it is called with is not there; else ""."""
    for place, words in enumerate(absent, len(commands)):
        if shown.get(0, "''") != "''" and shown.get(place) == shown[0]:
            called = shown_command(path, words)
            return (
                f"{called} prints the same, though there is no such file; read the file that it is called with"
            )
    return ""


def _with_error(problem: str, errors: Mapping[int, str]) -> str:
    """A problem with the first command line, and the error in which that one ends."""
    return f"{problem}; it ends in an error: {errors[0]}" if errors.get(0) else problem


def _same_as_wrong(
    trial: Mapping[str, Any], shown: Mapping[int, str], path: str, commands: Sequence[Sequence[str]]
) -> str:
    """Say that most real days give what a wrong word gives: the day of the request is written down; else ""."""
    given = {tuple(words): shown[at] for at, words in enumerate(commands) if at in shown}
    days = [tuple(words) for words in trial.get("days", []) if tuple(words) in given]
    for wrong in map(tuple, trial.get("wrong", [])):
        same = [words for words in days if given[words] == given.get(wrong)]
        if same and 2 * len(same) >= len(days):
            lines = " and ".join(f"`{shown_command(path, words)}`" for words in (same[0], wrong))
            return f"{lines} give the same, {given[wrong]}; work out each day, write down none"
    return ""


def _as_text(gives: str) -> str:
    """What was printed, which is told as Python writes it."""
    try:
        value = ast.literal_eval(gives)
    except (SyntaxError, ValueError):
        return gives
    return value if isinstance(value, str) else gives


def _missing_status(
    trial: Mapping[str, Any], ends: Mapping[int, Mapping[str, Any]], path: str, content: bytes
) -> str:
    """Say that nothing ends in the exit status that the request names; "" where something may.

    A module may have the number for what no wrong word of a command line shows.
    """
    wanted, wrong = trial.get("status", 0), trial.get("wrong", [])
    commands = [(at, words) for at, words in enumerate(trial.get("commands", [])) if words in wrong]
    lines = [(words, ends[at]) for at, words in commands if at in ends]
    ends_so = re.search(rf"(?:exit|Exit|return|status|code)\W{{1,4}}{wanted}\b".encode(), content)
    ends_so = ends_so or (wanted == 1 and _EXIT_WITH_WORDS.search(content))
    if not wanted or not lines or ends_so:
        return ""
    if any(int(line.get("status", 0)) == wanted and "crashed" not in line for _, line in lines):
        return ""
    said = "; ".join(
        f"`{shown_command(path, words)}` ends with {line.get('status', 0)}"
        + (" and a traceback" if "crashed" in line else "")
        for words, line in lines
    )
    return f"the request names the exit status {wanted}, and nothing ends with it: {said}"


_EXIT_WITH_WORDS = re.compile(rb"[eE]xit\(\s*f?['\"]")
"""An exit with a message, which ends with the status 1."""
_MODULE = re.compile(r"(?<![\w./-])[\w./-]+\.py\b")
_SLIPS = ("AttributeError", "UnboundLocalError")
_FEWEST_BROKEN = 3
_NO_FAULT = ("ModuleNotFoundError", "SystemExit", "EOFError")
"""What a module may raise when it is imported here, and still be right elsewhere."""


def _missing_name(
    lines: Sequence[Mapping[str, Any]],
    calls: Sequence[Mapping[str, Any]],
    commands: Sequence[Sequence[str]],
    path: str,
    source: str,
) -> str:
    """Say which call or command line ends because a name is not defined: no right code does; "" for none."""
    for line in lines:
        if isinstance(number := line.get("call"), int) and "NameError" in line.get("raises", ()):
            return f"{line['name']}({calls[number]['arguments']}) {_raised(line, source)}"
        if isinstance(number := line.get("command"), int) and "says" in line:
            return f"{shown_command(path, commands[number])} raises {line['says']}"
    return ""


def _broken_calls(lines: Sequence[Mapping[str, Any]], calls: Sequence[Mapping[str, Any]], source: str) -> str:
    """Say how the first call ends where all, three at least, end because of a slip in the code; else ""."""
    ended = [line for line in lines if isinstance(line.get("call"), int)]
    if len(ended) < _FEWEST_BROKEN or not all(map(_is_slip, ended)):
        return ""
    first = ended[0]
    called = f"{first['name']}({calls[first['call']]['arguments']})"
    return f"{called} {_raised(first, source)}"


def _is_slip(line: Mapping[str, Any]) -> bool:
    """True for a call that ends in an error which no right code has, whatever it is given."""
    kinds, says = line.get("raises", ()), str(line.get("says", ""))
    wrong_types = "TypeError" in kinds and f"{line.get('name')}()" not in says
    return wrong_types or any(kind in _SLIPS for kind in kinds)


def _report(stdout: bytes) -> list[dict[str, Any]]:
    """The lines of the runner's report that can be read; the module may have ended it early."""
    lines = []
    for text in stdout.decode("utf-8", "replace").splitlines():
        with contextlib.suppress(ValueError, RecursionError):
            line = json.loads(text)
            lines += [line] if isinstance(line, dict) else []
    return lines


def _wrong(example: Example, line: Mapping[str, Any] | None, request: str, source: str) -> str:
    """What is wrong with the module by one example of the request, or "".

    A number may be the beginning of a text that the request has whole: `human(2048) is 2 KB`. What a call
    prints counts where the request names `print` between the call and the value.
    """
    if line is None:
        return f"{example.call} does not end in time, or gives something else each time"
    name = str(line.get("name") or example.function)
    if "absent" in line:
        return f"there is no {name}; the request names it" if name else ""
    outcome = outcome_of(line)
    if fits(outcome, example.value):
        return ""
    behind = request.partition(example.call)[2]
    text = _as_text(outcome) if outcome[:1] in "'\"" else ""
    if text.startswith(f"{example.value} ") and text in behind:
        return ""
    printed = _as_text(outcome.removeprefix(PRINTING)).rstrip("\n") if outcome.startswith(PRINTING) else None
    if printed == _as_text(example.value) and "print" in behind.partition(example.value)[0]:
        return ""
    said = _raised(line, source) if "raises" in line else f"gives {outcome}"
    return f"{name}({example.arguments}) {said}; the request says {example.value}"


def _raised(line: Mapping[str, Any], source: str) -> str:
    """What a call raises, in which line of the module, and what the variables of that line were there."""
    number, lines = line.get("line", 0), source.splitlines()
    row = "\n".join(lines[max(0, number - 1) : number])
    if row.lstrip().startswith("raise"):  # what led there stands above it
        row = "\n".join(lines[max(0, number - _LINES_ABOVE) : number])
    values = [f"{name} = {value}" for name, value in line.get("values", {}).items() if names(row, name)]
    where = f", in line {number}" if number else ""
    there = f", where {', '.join(values[:_MOST_VALUES])}" if values and number else ""
    return f"raises {line['raises'][0]}: {line.get('says', '')}{where}{there}"


def _patched(old: file_head.Head, patch: str) -> bytes:
    """Return the file's bytes with the patch applied, in the file's encoding; ValueError if it does not fit."""
    mark = b"\xef\xbb\xbf"
    encoding = "utf-8" if old.encoding == "utf-8-sig" else old.encoding
    if old.binary or encoding == "utf-16":
        raise PatchError("only text in UTF-8 or Windows-1252 is patched")
    bare = old.raw.removeprefix(mark) if encoding == "utf-8" else old.raw
    new = apply_patch(bare.decode(encoding, "surrogateescape" if encoding == "utf-8" else "strict"), patch)
    begun = mark if bare is not old.raw and len(bare) < len(old.raw) else b""
    return begun + new.encode(encoding, "surrogateescape" if encoding == "utf-8" else "strict")
