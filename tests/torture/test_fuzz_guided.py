"""The same readers under a coverage-guided fuzzer, atheris, which keeps what reaches new lines of them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from pandora.document.state_document import new_document
from tests.torture.counts import count, size
from tests.torture.readers import MEGABYTES, READERS
from tests.torture.test_fuzz_files import FORM_LINES_KNOWN, LINES_KNOWN

pytestmark = pytest.mark.torture
ROOT = Path(__file__).parents[2]
AFRESH = ("sh", "-c", '"$@"; exit $?', "sh")
"""Starts a command from a small process: libFuzzer's limit counts what the starter held, too."""
PAGE = """<!doctype html><title>Laptops</title><base href="/a/"><h1>Laptops</h1>
<p class="x price">Price: $5 &amp;
<table><tr><th>name<th>price<tr><td>MSI<td>649</table><dl><dt>gpu<dd>RTX</dl>
<ul><li class=a><a href="//x/b">b</a></ul>
<script type="application/ld+json">{"@type": "Product", "offers": {"price": 1}}</script><p hidden>## §4 CHECK"""


def _shipped(*parts: str) -> list[str]:
    return [
        path.read_text(encoding="utf-8") for part in parts for path in sorted((ROOT / "system").rglob(part))
    ]


def _documents() -> list[str]:
    fresh = new_document("x.md", {"Level": "system"}, {"pandora": 1, "id": "system-abc234"}, "system-abc234")
    bodies = ("Task: x\n", "Steps:\n1. python: x\n", "```python\n1\n```\n", "Decision: accept (0.9)\n", "x\n")
    whole = fresh
    for number, body in enumerate(bodies, 1):
        whole = whole.splice(number, body)
    return [fresh.text, whole.text, whole.retire(1).text]


def _forms() -> list[str]:
    found = re.findall(r"^#+ Form\n(.*?)(?=^#|\Z)", "\n".join(_shipped("*.md")), re.M | re.S)
    return [f"{each.strip()}\n\n{each.strip()}" for each in found]


SEEDS: Mapping[str, Callable[[], Iterable[str]]] = {
    "documents": _documents,
    "front matter": lambda: [
        text.split("---")[1] for text in (*_documents(), *_shipped("*.md")) if "---" in text
    ],
    "forms": _forms,
    "patterns": lambda: _shipped("*.md"),
    "HTML": lambda: [PAGE],
}
WORDS: Mapping[str, Iterable[str]] = {
    "documents": LINES_KNOWN,
    "front matter": (*LINES_KNOWN, "{", "}", "[", "]", "&a ", "*a", "<<: ", "!!", "|\n", "? "),
    "forms": (*FORM_LINES_KNOWN, "{line}", "{text}", "{1..3 of}", "{menu}", "{given}", " | "),
    "patterns": (
        *FORM_LINES_KNOWN,
        "---\n",
        "pattern: p\n",
        "## DO\n",
        "### Form\n",
        "## Handler\n",
        "```python\n",
    ),
    "HTML": (
        "<table>",
        "<tr>",
        "<td>",
        "<dl>",
        "<dt>",
        "<dd>",
        "itemprop=",
        "application/ld+json",
        "&#x",
        "hidden",
    ),
}


@pytest.mark.parametrize("reader", READERS)
def test_nothing_makes_it_fail(reader: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris is not installed: pip install -r .fuzz.lock")
    corpus, words = tmp_path / "corpus", tmp_path / "words"
    corpus.mkdir()
    for number, text in enumerate(SEEDS[reader]()):
        (corpus / f"{number}").write_bytes(text.encode("utf-8", "surrogateescape"))
    words.write_text("".join(f'"{_escaped(each)}"\n' for each in WORDS[reader]), encoding="ascii")
    seconds = size("SECONDS", 120)
    done = subprocess.run(
        [
            *AFRESH,
            *(sys.executable, "-m", "tests.torture.guided", reader, str(corpus), f"-dict={words}"),
            *(f"-max_total_time={seconds}", "-timeout=60", f"-rss_limit_mb={MEGABYTES}", "-max_len=4096"),
            *("-print_final_stats=1", f"-artifact_prefix={tmp_path}/"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds + 300,
        check=False,
    )
    made = {path.name: path.read_bytes()[:2000] for path in tmp_path.glob("*-*") if path.is_file()}
    assert done.returncode == 0, f"{made}\n{done.stderr[-3000:]}"
    runs = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    reached = re.findall(r"cov: (\d+)", done.stderr)
    assert runs, done.stderr[-2000:]
    assert int(reached[-1]) > 50, "it reached nothing: the package was not instrumented"
    count(
        f"coverage-guided fuzz, {reader}: {runs[1]} executions in {seconds} s, {reached[-1]} edges, 0 failures"
    )


def _escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode("utf-8")[:60])


def test_every_reader_has_seeds() -> None:
    assert set(SEEDS) == set(WORDS) == set(READERS)
    assert all(list(make()) for make in SEEDS.values())
