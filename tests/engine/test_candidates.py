from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.form import Form, parse_form
from pandora.document.state_document import new_document
from pandora.engine.candidates import (
    SHOWN,
    Candidate,
    Tries,
    as_read_back,
    described_confinement,
    prompt_part,
    read_tries,
    tries_of,
    with_confinement,
    write_tries,
)
from pandora.engine.numbered_contents import Contents
from pandora.errors import DiskError
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

CODE = parse_form("Code: {code python}")
WRITE = parse_form("Path: {line}\nContent: {code text}")
ANSWER = parse_form("Text: {text}")
FORMS = {"code": CODE, "write": WRITE, "answer": ANSWER}


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with TemporaryDirectory() as folder:
        (Path(folder) / "state").mkdir()
        yield Store(Workspace(Path(folder)))


odd = st.sampled_from(
    [
        *(
            "plain",
            "",
            " ",
            "  indented",
            "tab\t",
            "# head",
            "### Candidate 2",
            "### Outcome",
            "Chosen: 2",
            "Result: ok (exit 0)",
        ),
        *(
            "Output: x",
            "Question: a?",
            "Answer:",
            "```",
            "````python",
            "~~~",
            "## §3 DO",
            "## History",
            "Code:",
            "é🙂",
            "a\r",
        ),
    ]
)
texts = st.lists(odd, max_size=6).map("\n".join)
long = st.integers(1, 4).map(lambda times: "a line\n\n" * (SHOWN // 8 * times))
paths = st.sampled_from(["a.txt", "out/b c.csv", "é/→.md"])
changes = st.builds(
    Change,
    paths,
    st.sampled_from(["", "ab" * 32]),
    st.one_of(st.none(), st.binary(max_size=20)),
)
results = st.builds(
    Result,
    st.booleans(),
    st.one_of(texts, long),
    st.integers(-9, 255),
    st.lists(changes, max_size=2).map(tuple),
    st.sampled_from(["", "only a part – really", "two\nlines"]),
    st.sampled_from([(), ("own worker", "user", "landlock"), ("none",)]),
)


@st.composite
def candidates(draw: st.DrawFn, form: Form) -> Candidate:
    arguments = {
        field.key: draw(texts.filter(lambda text: bool(text.strip())) if field.slot.kind != "line" else paths)  # type: ignore[union-attr]
        for field in form.fields
    }
    return Candidate(arguments, draw(st.one_of(st.none(), results)))


@settings(max_examples=150, deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(FORMS)))
def test_what_is_written_is_read_back_the_same(data: st.DataObject, name: str, store: Store) -> None:
    """Through the document, too: whatever a program prints stays in its place."""
    form, contents = FORMS[name], Contents()
    tries = [
        as_read_back(each, form, store, contents)
        for each in data.draw(st.lists(candidates(form), min_size=1, max_size=3))
    ]
    tried = Tries(
        tries,
        data.draw(st.sampled_from(["", "1 (2 of 2 agree)"])),
        data.draw(st.sampled_from(["", "a.txt (2 bytes)"])),
        contents=contents,
    )
    body = write_tries(tried, form, store)
    document = new_document("x.md", {}, {}, "x").splice(4, "Decision: accept").splice(3, body)
    assert document.body(3) == body.strip("\n")
    assert document.body(4) == "Decision: accept"
    again = read_tries(document.body(3), form, store, contents)
    assert again == tried
    assert write_tries(again, form, store) == body


def test_settling_changes_nothing_but_blanks(store: Store) -> None:
    result = Result(True, "\n  a\n \nb\r\n", 0, (Change("x", "", b"1"),), "note")
    done = as_read_back(Candidate({"code": "\nprint(1)\n"}, result), CODE, store, Contents())
    assert done.arguments == {"code": "print(1)"}
    assert done.result == Result(True, "  a\n\nb", 0, (Change("x", "", b"1"),), "note")


def test_what_confined_a_step_is_for_the_front_matter(store: Store) -> None:
    result = Result(True, "1", confined=("own worker", "user", "network", "landlock", "seccomp"))
    assert "Confined" not in write_tries(Tries([Candidate({"code": "1"}, result)]), CODE, store)
    worker = "own worker (user+network namespaces, Landlock, seccomp)"
    assert described_confinement(result) == worker
    tried = Tries([Candidate({}), Candidate({}, confined=worker), Candidate({}, confined="none")])
    assert with_confinement({worker: [1, 9], "none": [2]}, tried) == {worker: [1, 2], "none": [3]}
    assert with_confinement("odd", Tries([Candidate({})])) == with_confinement({"x": "odd"}, Tries()) == {}


def test_a_document_of_an_earlier_version_keeps_its_lines(store: Store) -> None:
    worker = "own worker (user+network namespaces, Landlock, seccomp)"
    body = f"### Candidate 1\nCode:\n```python\n1\n```\nResult: ok (exit 0)\nConfined: {worker}\nOutput: 1"
    read = read_tries(body, CODE, store, Contents())
    (candidate,) = read.candidates
    assert candidate.result is not None
    assert candidate.result.confined == (worker,)
    assert write_tries(read, CODE, store) == body


def test_a_document_of_before_the_line_is_read(store: Store) -> None:
    body = "### Candidate 1\nCode:\n```python\n1\n```\nResult: ok (exit 0)\nOutput: 1\n"
    (candidate,) = read_tries(body, CODE, store, Contents()).candidates
    assert candidate.result == Result(True, "1")


def test_an_unfinished_candidate_has_no_result(store: Store) -> None:
    body = write_tries(Tries([Candidate({"code": "print(1)"})]), CODE, store)
    assert body == "### Candidate 1\nCode:\n```python\nprint(1)\n```"
    assert read_tries(body, CODE, store, Contents()).candidates == [Candidate({"code": "print(1)"})]


def test_a_question_behind_a_candidate_is_kept_when_its_result_comes(store: Store) -> None:
    body = (
        write_tries(Tries([Candidate({"code": "print(1)"})]), CODE, store) + "\nQuestion: May it?\nAnswer: yes"
    )
    tried = read_tries(body, CODE, store, Contents())
    tried.candidates = [
        as_read_back(Candidate(tried.candidates[0].arguments, Result(True, "1")), CODE, store, Contents())
    ]
    assert write_tries(tried, CODE, store).endswith("Output: 1\n\n### Outcome\nQuestion: May it?\nAnswer: yes")


def test_notes_of_a_person_stay(store: Store) -> None:
    body = (
        "my head\n\n### Candidate 1\nmy note\nCode:\n```python\nprint(1)\n```\nResult: ok (exit 0)\nOutput: 1\n"
        "\n### My own\nheading\n\n### Outcome\nmine\nChosen: 1 (1 of 1 agree)\nand mine"
    )
    tried = read_tries(body, CODE, store, Contents())
    assert tried.candidates == [Candidate({"code": "print(1)"}, Result(True, "1"))]
    assert tried.named == tried.candidates[0]
    tried.applied = "a.txt (1 bytes)"
    written = write_tries(tried, CODE, store)
    for note in ("my head", "my note", "### My own\nheading", "\nmine\n", "\nand mine"):
        assert note in written
    assert "\nApplied: a.txt (1 bytes)\n" in written
    assert write_tries(read_tries(written, CODE, store, Contents()), CODE, store) == written


@pytest.mark.parametrize("chosen", ["", "0", "2 (2 of 2)", "none"])
def test_a_choice_that_names_no_candidate(chosen: str) -> None:
    assert Tries([Candidate({})], chosen).named is None


def test_a_long_result_is_shown_in_part_and_kept_whole(store: Store) -> None:
    text = "x" * (SHOWN + 1)
    body = write_tries(Tries([Candidate({"code": "1"}, Result(True, text))]), CODE, store)
    assert f"[… all {SHOWN + 1} characters are in blobs/" in body
    (found,) = read_tries(body, CODE, store, Contents()).candidates
    assert found.result is not None
    assert found.result.text == text
    blob = store.workspace.state / body.split("are in ")[1].split("]")[0]
    blob.write_bytes(b"other")
    with pytest.raises(DiskError, match="not what its name says"):
        read_tries(body, CODE, store, Contents())
    blob.unlink()
    with pytest.raises(DiskError, match="No such file"):
        read_tries(body, CODE, store, Contents())


def test_a_failed_try_is_shown_to_the_next() -> None:
    shown = prompt_part(Candidate({"code": "x = ```"}, Result(False, "NameError: y", 1)))
    assert "````\nx = ```\n````" in shown
    assert "NameError: y" in shown


def test_blanks_within_what_a_call_gives_count(store: Store) -> None:
    calls = {"pad('a  b')": "' a   b '", "lines('x')": "'a\\n  b'"}
    candidate = Candidate({"path": "a.py", "content": "x"}, Result(True, "ok", calls=calls))
    read = as_read_back(candidate, WRITE, store, Contents()).result
    assert read is not None
    assert read.calls == calls


def test_files_and_values_are_named_by_numbers_that_the_front_matter_explains(store: Store) -> None:
    before = hashlib.sha256(b"0").hexdigest()
    changes = (Change("a", before, b"1"), Change("b", before, None), Change("c", "", b"1"))
    tried = Tries([Candidate({"code": "1"}, Result(True, "ok", 0, changes, kept={"rows": b"[1]"}))])
    body = write_tries(tried, CODE, store)
    assert "Kept:\n  - rows → content 1\nChanges:\n" in body
    assert "  - a → content 3 (was content 2)\n  - b → removed (was content 2)\n" in body
    assert "  - c → content 3 (was absent)" in body
    assert "blobs/" not in body
    recorded = tried.contents.by_number
    assert recorded["2"] == before
    assert recorded["3"].startswith("blobs/")
    read = read_tries(body, CODE, store, Contents(recorded)).candidates[0].result
    assert read is not None
    assert (read.changes, read.kept) == (changes, {"rows": b"[1]"})


def test_a_content_whose_record_is_gone_is_never_another(store: Store) -> None:
    tried = Tries([Candidate({"code": "1"}, Result(True, "ok", 0, (Change("a", "", b"1"),)))])
    document = new_document("x.md", {}, {}, "x").splice(3, write_tries(tried, CODE, store))
    assert tries_of(document, CODE, store).candidates[0].result is None  # it is made again
    assert Contents.of(document).numbered("blobs/0") == "content 2"


def test_changes_of_an_earlier_version_are_read(store: Store) -> None:
    blob, before = store.write_blob(b"1"), hashlib.sha256(b"0").hexdigest()
    body = f"### Candidate 1\nCode: 1\nResult: ok (exit 0)\nOutput: 1\nChanges:\n  - a → {blob} (was {before})"
    tried = read_tries(body, CODE, store, Contents())
    assert tried.candidates[0].result is not None
    assert tried.candidates[0].result.changes == (Change("a", before, b"1"),)
    assert write_tries(tried, CODE, store) == body
