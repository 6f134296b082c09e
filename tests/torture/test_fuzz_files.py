"""Files as nobody would write them: no crash, no hang over 2 seconds, no memory over 500 MB.

Documents, front matter, forms, patterns and scripts. What is wrong must be told by the errors that say so.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pandora.document.state_document import new_document
from tests.torture import readers
from tests.torture.counts import size
from tests.torture.readers import MEGABYTES, SECONDS

pytestmark = pytest.mark.torture
EXAMPLES = size("FUZZ", 1000)
RELAXED = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])

ODD = st.sampled_from(
    [
        "\0",
        "\r",
        "\r\n",
        "\x1b]52;c;aGk=\x07",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\ud800",
        "\U0010ffff",
        "é",
        "\t",
        "  ",
    ]
)
TEXT = st.one_of(st.text(max_size=20), ODD)
LINES_KNOWN = (
    "---", "pandora: 1", "id: system-abc234", "status: running", "status: [", "phase: do", "attempt: 1",
    "attempt: 99999999999999999999999", "sections:", "  1: {by: model, from: aa, text: bb}",
    "a: &x [*x]", "<<: *x",
    "a: !!python/object:os.system x", "a: |", "? [a]", "a: 1", "a: 1",
    "# State: x", "## §0 META", "## §1 UNDERSTAND", "## §2 PLAN", "## §3 DO", "## §4 CHECK", "## §5 OUTPUT",
    "## History", "### Candidate 1", "### Outcome", "Result: ok (exit 0)", "Confined: x", "Output: y",
    "Level: system", "Parent: none", "Pattern: system/pattern.md", "Created: 2026-11-21T10:00:00Z",
    "Task: x",
    "Steps:", "1. python: x", "Decision: accept (0.9)", "Question: x?", "Answer:", "```", "````python",
    "~~~",
)  # fmt: skip
LINES = st.sampled_from(LINES_KNOWN)
FORM_LINES_KNOWN = (
    "Task: {given}", "Line: {line}", "Short: {line 3: a hint}", "Choice: {a | b | c}", "Choice: {a|a}",
    "Code: {code python}", "Text: {text}", "Steps: {1..3 of}", "  {menu}: {line}",
    "  {a | b} then {line}", "Menu: {menu}",
    "Steps: {9..1 of}", "Steps: {1..999999999 of}", "X: {line 999999999999}", "{", "X: {{line}}",
    "X: {}", "x: {line}",
    "X: {code " + "y" * 300 + "}", "X: {" + "|".join("abc" * 200) + "}",
)  # fmt: skip
FORM_LINES = st.sampled_from(FORM_LINES_KNOWN)


def made_of(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Lines of the language at hand, broken in many ways."""
    lines = st.one_of(*parts, TEXT, st.builds(str.__add__, st.one_of(*parts), TEXT))
    return st.lists(lines, max_size=40).map("\n".join)


WHOLE = new_document("x.md", {"Level": "system"}, {"pandora": 1, "id": "x"}, "x").text.split("\n")


def mutated(changes: list[tuple[int, int, str]]) -> str:
    """A whole document with lines put in, or in the place of others."""
    lines = list(WHOLE)
    for place, gone, line in changes:
        at = place % (len(lines) + 1)
        lines[at : at + gone] = [line]
    return "\n".join(lines)


CHANGES = st.tuples(st.integers(0, 99), st.integers(0, 1), st.one_of(LINES, TEXT))
CHANGED = st.lists(CHANGES, max_size=8).map(mutated)


@RELAXED
@given(st.one_of(made_of(LINES), CHANGED, CHANGED), st.integers(1, 5), TEXT)
def test_any_document(text: str, number: int, body: str) -> None:
    readers.document(text, number, body)


@RELAXED
@given(made_of(LINES, st.sampled_from(["a: {b: [1, {c: 2}]}", "- a", "a: 'b", 'a: "\\u12"', "a: [", "b: }"])))
def test_any_front_matter(text: str) -> None:
    readers.front_matter(text)


@RELAXED
@given(made_of(FORM_LINES), made_of(FORM_LINES, LINES))
def test_any_form_reads_any_section(notation: str, body: str) -> None:
    readers.form(notation, body)


@RELAXED
@given(data=st.data())
def test_any_pattern_and_any_script(data: st.DataObject) -> None:
    keys = st.sampled_from(
        [
            "pattern: p", "level: operation", "when: x", "effects: none", "handler: script", "repeat: true",
            "result: json", "tries: x", "menu: [a]", "steps: 1", "phases: {do: code}", "phases: 1",
            "kinds: {a: b}", "needs: [[1]]", "enough: x", "sources: 1", "parents: 3", "blind: 1",
            "help: {a: 1}", "evidence: [[1]]", "reports: []",
        ]
    )  # fmt: skip
    headings = st.sampled_from(
        ["# p", "## DO", "### Form", "## Form", "## Handler", "## BASE", "```python", "```sh", "```"]
    )
    head = "\n".join(data.draw(st.lists(keys, max_size=12)))
    text = f"---\n{head}\n---\n" + data.draw(
        made_of(headings, FORM_LINES, st.sampled_from(["x = (", "# DO", "print(1)"]))
    )
    readers.pattern(text)


# Each makes one text and hands it to one reader, in a process of its own.
BOMBS = {
    "a nested list": ("meta", "'a: ' + '[' * 20_000 + ']' * 20_000"),
    "nested mappings": ("meta", "'a: ' + '{a: ' * 15_000"),
    "nested and not plain": ("meta", "'é: ' + '[' * 30_000"),
    "indentation": ("meta", "''.join('  ' * n + 'a:\\n' for n in range(240))"),
    "aliases": (
        "meta",
        "'a0: &a0 [x]\\n' + ''.join(f'a{n}: &a{n} [*a{n-1}, *a{n-1}]\\n' for n in range(1, 99))",
    ),
    "merges": ("meta", "'a: &a {x: 1}\\n' + '<<: *a\\n' * 3000"),
    "digits": ("meta", "'a: ' + '9' * 60_000"),
    "a float": ("meta", "'a: 1e' + '9' * 3 + '\\nb: 0.' + '1' * 60_000"),
    "keys": ("meta", "''.join(f'k{n}: 1\\n' for n in range(6000))"),
    "quotes": ("meta", "'a: ' + '\"\\\\\"' * 20_000"),
    "question marks": ("meta", "'? ' * 30_000"),
    "blanks": ("meta", "' ' * 60_000 + 'a: 1'"),
    "a long document": ("document", "HEAD + 'x' * 20_000_000"),
    "many lines": ("document", "HEAD + '\\n' * 3_000_000"),
    "fences": ("document", "HEAD + '```\\n' * 500_000"),
    "headings": ("document", "HEAD + '## §4 CHECK\\n' * 300_000"),
    "backticks": ("document", "HEAD + '`' * 5_000_000"),
    "candidates": ("tried", "'### Candidate 1\\nCode:\\n```python\\n1\\n```\\nResult: ok (exit 0)\\n' * 5000"),
    "labels": ("tried", "'Result: ' * 400_000"),
    "choices": ("form", "'X: {' + ' | '.join(f'w{n}' for n in range(50_000)) + '}'"),
    "braces": ("form", "'X: ' + '{' * 500_000"),
    "fields": ("form", "''.join(f'A{n}: {{line}}\\n' for n in range(5000))"),
    "items": ("form", "'Steps: {1..99999999 of}\\n  ' + '{line} ' * 20_000"),
    "parts": ("pattern", "'---\\npattern: p\\n---\\n' + ''.join(f'## P{n}\\n' for n in range(100_000))"),
    "a pattern of fences": ("pattern", "'---\\npattern: p\\n---\\n## Handler\\n' + '```python\\n' * 200_000"),
    "parentheses": ("script", "'```python\\n' + '(' * 200_000 + '\\n```'"),
    "additions": ("script", "'```python\\nx = ' + '1+' * 50_000 + '1\\n```'"),
    "a power": ("script", "'```python\\nx = 9 ** 9 ** 9 ** 9\\n```'"),
    "a product": ("script", "'```python\\nx = \"a\" * 10 ** 10\\n```'"),
    "json": ("json", "'[' * 20_000"),
    "json digits": ("json", "'9' * 200_000"),
    "json surrogate": ("json", "'\"\\\\ud800\"'"),
}
CHILD = """
import json, sys, time
from tests.peak_memory import peak_bytes
from pathlib import Path
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.engine.candidates import read_tries
from pandora.engine.numbered_contents import Contents
from pandora.document.instructions import read_instructions
from pandora.errors import PandoraError
from pandora.document.operation_script import ScriptError, read_script
from pandora.operations.script import _json
from pandora.document import body, front_matter as meta
from pandora.document.state_document import new_document, parse_document
from pandora.document.form import FormError, parse_form
kind, made, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
HEAD = new_document("x.md", {"Level": "system"}, {"pandora": 1}, "x").text + "\\n"
text = eval(made)
def pattern(text):
    (folder / "p.md").write_text(text, encoding="utf-8")
    read_instructions(folder / "p.md", "p.md")
def tried(text):
    form = parse_form("Code: {code python}")
    read_tries(text, form, Store(Workspace(folder)), Contents())
def form(text):
    body.parse(parse_form(text), "X: w1\\nA1: x\\n" * 100)
def document(text):
    parse_document(text).splice(3, "x").with_meta(status="failed")
readers = {"meta": meta.load, "document": document, "tried": tried, "form": form, "pattern": pattern,
           "script": lambda text: read_script("x", text), "json": _json}
began = time.process_time()
try:
    readers[kind](text)
except (PandoraError, FormError, ScriptError, meta.FrontMatterError) as error:
    assert len(str(error)) < 5000, str(error)[:200]
print(json.dumps({"seconds": time.process_time() - began,
                  "megabytes": peak_bytes() / 2**20}))
"""


@pytest.mark.parametrize(("kind", "made"), BOMBS.values(), ids=BOMBS)
def test_a_file_made_to_hang_or_to_fill_memory(kind: str, made: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, kind, made, str(tmp_path)],
        capture_output=True, text=True, timeout=120, cwd=Path(__file__).parents[2], check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-800:]
    found = json.loads(done.stdout)
    assert found["seconds"] < SECONDS
    assert found["megabytes"] < MEGABYTES
