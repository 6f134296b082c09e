"""The direct try: the request and the files alone, in the words that a person would ask a model with.

A form costs a small model what it would have said: given a label before its text, it says the request back. So
the first tries of a text have no instruction and no label. They stand under the same evidence as those that
follow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import dedent

from pandora.document.form import Form, Slot
from pandora.engine.earlier_tries import was_tried
from pandora.engine.kept_values import lent_values
from pandora.engine.loop import Loop
from pandora.engine.pattern import DIRECT, Phase
from pandora.engine.phase import make_prompt
from pandora.engine.yes_or_no.text_author import AUTHOR
from pandora.models.protocol import Prompt
from pandora.operations.test import WITHOUT_TESTS
from pandora.programs.code.replied_code import file_of_code, replied_file
from pandora.programs.help_kinds import LEARNED
from pandora.programs.inside.markdown_tables import ENDINGS as MARKDOWN
from pandora.regular_file import read_regular
from pandora.workspace.paths import is_source_code, is_test_file

_FENCED = re.compile(r"^```[\w+-]*[ \t]*\n(?P<text>.*?)(?:^```[ \t]*$|\Z)", re.S | re.M)
_SAID, _LINE = r"[^\n`]+:[ \t]*\n\s*+", r"[^\n`]+\n\s*+"
"""What a model says to the person before a text: a line with a colon at its end, or another one."""
_MARKDOWN, _LETTER, _DATA = (
    re.compile(rf"\A{lead}```{tag}[ \t]*\n(?P<text>.*)^```[ \t]*$", re.S | re.M)
    for lead, tag in (
        (rf"(?:{_SAID})?", "(?:markdown|md|text)?"),
        (rf"(?:{_LINE}){{0,2}}", "(?:markdown|md|text)?"),
        (rf"(?:{_LINE}){{0,2}}", r"[\w+-]*"),
    )
)
"""A block, which in a page of Markdown may be a part of it: there no more than one line leads to it."""
_RULED = re.compile(rf"\A(?:{_LINE})?{_SAID}-{{3,}}[ \t]*\n(?P<text>.*\S.*)^-{{3,}}[ \t]*$", re.S | re.M)
"""Between rules the last of these lines ends with a colon: rules divide texts, too."""
_MOST_AROUND = 200
"""The most characters around a framed text that may be more than it has itself."""
_PATH = "path"
_GAVE = re.compile(r"step \d+ gave: (.*)", re.S)
"""What an earlier step gave, as a context has it."""
_MOST_CODE = 8_000
"""The most characters of code that is shown to be mended: the reply writes a file of it once more."""
_MOST_TURNS = 5
"""How often the prompts may take turns: more often than tries are made."""


def with_direct_field(loop: Loop, form: Form) -> Form:
    """The form with the field of a direct try, where each part of a request has a field of its own instead."""
    part = loop.pattern.file.parts.get(DIRECT)
    fields = part.form.asked if part is not None and part.form is not None else ()
    apart = tuple(replace(entry, slot=Slot("given", "given")) for entry in fields if entry.key not in form)
    return replace(form, fields=(*form.fields, *apart)) if apart else form


def direct_tries(loop: Loop, phase: Phase, form: Form, files: str) -> tuple[Phase, Mapping[int, Prompt]]:
    """The phase of the direct tries, and the prompt of each by its number from 0; {} where there is none.

    With files there are two: the request stands before the files, and then behind them. Of 14 questions and
    summaries a 1.5B model solved eight in either order, and twelve in one or the other. A text for somebody
    that is made of the request alone is asked for directly at last: there the model makes up what no file can
    refute. Where answers must agree, these prompts and that with the form take turns.

    There is none where a person changed §1, where earlier steps gave something, where the operation failed in
    an earlier attempt, where a file is to be made whose name the request leaves open, and where the text is a
    stranger's: no instruction would stand behind it. Code is mended so where there are no tests to tell why.
    """
    part = loop.pattern.file.parts.get(DIRECT)
    if part is None or part.form is None or loop.record(1).human or was_tried(loop):
        return phase, {}
    if loop.untrusted:
        return phase, {}
    if loop.host.operation(loop.pattern).tested:
        files = "\n\n".join(f"{path}:\n```\n{text}\n```" for path, text in _code_to_mend(loop).items())
        if not files:
            return phase, {}
    elif not _is_first_step(loop) or (_PATH in form and len(loop.task.makes) != 1):
        return phase, {}
    phase = replace(phase, text=part.text, form=replace(part.form, unlabelled=True))
    request = loop.work.request
    shown = files.removesuffix(f"Task: {request}").rstrip()
    orders = ((request, shown), (shown, request)) if shown else ((request,),)
    prompts = [_prompt(loop, phase, order) for order in orders]
    if int(loop.pattern.keys.get("agree", 1)) > 1:
        turns = [*prompts, None] * _MOST_TURNS
        return phase, {number: prompt for number, prompt in enumerate(turns) if prompt is not None}
    last = not shown and AUTHOR in loop.pattern.evidence
    return phase, dict(enumerate(prompts, int(loop.pattern.keys.get("tries", 1)) - 1 if last else 0))


def _is_first_step(loop: Loop) -> bool:
    """True where no earlier step gave anything to go on from."""
    known = [line for line in loop.task.context[1:] if not line.startswith(LEARNED)]
    return not (known or loop.task.given or lent_values(loop))


def _code_to_mend(loop: Loop) -> dict[str, str]:
    """The code files of a task without tests, by their paths; {} where there are tests, or much code."""
    root = loop.host.workspace.root
    told = [found[1] for line in loop.task.context if (found := _GAVE.match(line))]
    given = [*loop.task.given.values(), *told]
    if not given or not all(text.startswith(WITHOUT_TESTS) for text in given):
        return {}
    texts: dict[str, str] = {}
    for path in loop.task.files:
        if not path.endswith(".py") or is_test_file(path):
            continue
        try:
            content, whole = read_regular(path, _MOST_CODE, inside=root)
        except OSError:
            return {}
        texts[path] = content.decode("utf-8", "replace").rstrip("\n")
        if not whole or sum(map(len, texts.values())) > _MOST_CODE:
            return {}
    return texts


def _prompt(loop: Loop, phase: Phase, parts: Sequence[str]) -> Prompt:
    """The prompt of these parts; what the pattern adds to them comes last."""
    prompt = make_prompt(loop, phase, phase.form, parts)
    return replace(prompt, instruction=phase.text)


def with_file_of_code(loop: Loop, written: Mapping[str, str]) -> dict[str, str]:
    """The arguments of a try with a form, with the file that its code is meant for where there are no tests."""
    path, code = written.get(_PATH, ""), written.get("code", "")
    files = _code_to_mend(loop) if path and code and loop.host.operation(loop.pattern).tested else {}
    return {**written, _PATH: file_of_code(path, code, files)} if files else dict(written)


def direct_arguments(loop: Loop, form: Form, said: Mapping[str, str]) -> dict[str, str]:
    """The arguments of a direct try: what the model said, in the field that is for it, and the file's path.

    Of a text for somebody, or a file, what stands around it is said to the person who asks, and does not count.
    """
    if loop.host.operation(loop.pattern).tested:
        reply = "\n".join(said.values())
        path, code = replied_file(reply, _code_to_mend(loop)) or (next(iter(_code_to_mend(loop)), ""), "")
        return {**{entry.key: "" for entry in form.asked}, _PATH: path, "code": code}
    apart = any(form[name] not in form.asked for name in said)
    arguments = {**{entry.key: "" for entry in form.asked if not apart}, **said}
    path = loop.task.makes[0] if _PATH in arguments else ""
    if path:
        arguments[_PATH] = path
    if path or AUTHOR in loop.pattern.evidence:
        arguments |= {name: without_frame(text, path) for name, text in said.items()}
    return arguments


def without_frame(text: str, path: str) -> str:
    """A reply without what it says around the content of the file `path` ("" for a text of no file).

    Of code the first block is the content; of any other text the block, or what stands between two rules, where
    at most two lines lead to it and no more stands around it than in it. A block of a language of its own may
    be a part of a text.
    """
    text = text.replace("\r\n", "\n")
    code = is_source_code(path)
    block = _LETTER if not path else _MARKDOWN if path.casefold().endswith(MARKDOWN) else _DATA
    forms = (_FENCED,) if code else (block, _RULED)
    framed = next((found for form in forms if (found := form.search(text))), None)
    if framed and not code and 2 * len(framed["text"].strip()) < len(text.strip()) - _MOST_AROUND:
        framed = None  # the block is an example within the text
    return _without_name(framed["text"].strip("\n") if framed else text, path)


def _without_name(text: str, path: str) -> str:
    """Code without a first line that is nothing but the name of its file; what was set in below it is not."""
    first, _, rest = text.lstrip("\n").partition("\n")
    name = first.strip().rstrip(":").strip("`*#: ")
    is_name = bool(name) and name in (path, os.path.basename(path)) and not first.startswith("#")
    return dedent(rest).strip("\n") if is_name and is_source_code(path) and rest.strip() else text
