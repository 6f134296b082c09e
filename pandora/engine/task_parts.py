"""The parts of a task that operations take, under the names of the registry."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pandora.engine.loop import Loop
from pandora.operations.registry import Part
from pandora.programs.code.call_trials import examples_for, trial_for
from pandora.programs.code.code_examples import examples_in
from pandora.programs.code.script_runs import encoded_runs, script_runs
from pandora.programs.help import Work
from pandora.programs.request.asked_parts import asked_parts
from pandora.web.address import urls
from pandora.web.search_engine import DUCKDUCKGO
from pandora.workspace.named_files import named_paths
from pandora.workspace.paths import is_test_file


def _text_with_examples(work: Work) -> str:
    """The request, and a line for each further example that it carries; "" where it carries none."""
    examples = examples_for(work)
    written = set(examples_in(work.request))
    lines = [f"{example.call} == {example.value}" for example in examples if example not in written]
    return "\n".join((work.request, *lines)) if examples else ""


def parts_of_task(loop: Loop) -> Mapping[Part, str]:
    """Return the parts of the task under the registry's names; "" for a part that this task does not have."""
    text, files = loop.task.text, loop.task.files
    named, absent = named_paths(text, loop.host.workspace.root)
    paths = [*named, *files, *absent]
    tests = [path for path in paths if is_test_file(path)]
    given_tests = [path for path in files if is_test_file(path)]
    return {
        "path": _with_lines(paths[0], text) if paths else "",
        "test": _with_lines(tests[0], text) if tests else "",
        "examples": _text_with_examples(loop.work),
        "calls": trial_for(loop.work).encoded(loop.work.request),
        "request": "\n".join((loop.work.request, *loop.task.given.values())),
        "request alone": loop.work.request,
        "one test": given_tests[0] if len(given_tests) == 1 else "",
        "url": next(iter(urls(text)), ""),
        "engine": loop.host.searxng or DUCKDUCKGO,
        "one file": files[0] if len(files) == 1 else "",
        "files": "\n".join(files),
        "makes": "\n".join(loop.task.makes),
        "step": text,
        "readings": json.dumps(dict(loop.task.given)),
        "tries": "",
        "asked": "\n".join(asked_parts(loop.work.words)),
        "runs": encoded_runs(script_runs(loop.work.request, files, loop.host.workspace.root)),
        "text": text,
    }


def _with_lines(path: str, text: str) -> str:
    """Return the path, with the line range that `text` gives for it appended, such as notes.md:10-20."""
    lines = re.search(rf"(?<![\w/]){re.escape(path)}(:\d{{1,9}}(?:-\d{{0,9}})?)", text)
    return path + (lines[1] if lines else "")
