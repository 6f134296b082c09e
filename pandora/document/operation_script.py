"""Read the script of a grown operation from the section `## Handler` of its markdown file."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"^(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+-]*)[ \t]*$")
LANGUAGES = {"python": "python", "py": "python", "sh": "sh", "shell": "sh"}
RESULTS = ("text", "json")


class ScriptError(ValueError):
    """A handler's section is wrong at `line` (1 is its first line); `remedy` says how to put it right."""

    def __init__(self, line: int, message: str, remedy: str) -> None:
        super().__init__(message)
        self.line = line
        self.remedy = remedy


@dataclass(frozen=True)
class Script:
    """The script of a grown operation; `line` is the line of the section on which its source begins.

    `effects` are the effects that the operation declares; `result` is "text" or "json", the format that the
    script prints.
    """

    name: str
    language: str
    source: str
    line: int
    effects: str = "none"
    result: str = "text"


def read_script(name: str, section: str, effects: str = "none", result: str = "text") -> Script:
    """Read the one fenced block of `section`; raises ScriptError where it is missing or cannot be run."""
    blocks: list[tuple[str, int, list[str]]] = []
    fence = ""
    for number, line in enumerate(section.split("\n"), 1):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark["fence"].startswith(fence) and not mark["language"]:
                fence = ""
            else:
                blocks[-1][2].append(line)
        elif mark:
            fence = mark["fence"]
            blocks.append((mark["language"], number + 1, []))
    if fence:
        raise ScriptError(blocks[-1][1] - 1, "the script's fence is not closed", f"write {fence} below it")
    if len(blocks) != 1:
        message = "there is no script" if not blocks else f"there are {len(blocks)} scripts"
        raise ScriptError(1, message, "write one fenced block of ```python or ```sh")
    language, line_number, lines = blocks[0]
    if language not in LANGUAGES:
        raise ScriptError(line_number - 1, f"no script is run in {language or 'no language'}", "python or sh")
    if result not in RESULTS:
        raise ScriptError(1, f"result is {result!r}", f"write one of {', '.join(RESULTS)}")
    script = Script(name, LANGUAGES[language], "\n".join(lines) + "\n", line_number, effects, result)
    if not script.source.strip():
        raise ScriptError(line_number, "the script is empty", "write what it does")
    if script.language == "python":
        _compile(script)
    return script


def _compile(script: Script) -> None:
    try:
        compile(script.source, script.name, "exec", dont_inherit=True)
    except SyntaxError as error:
        at = script.line + (error.lineno or 1) - 1
        raise ScriptError(at, f"the script is no Python: {error.msg}", "mend the line") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ScriptError(script.line, f"the script is no Python: {error}", "mend it") from None
