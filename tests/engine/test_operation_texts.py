"""The operation `write` of a text for somebody in a loop: what its prompt has."""

from __future__ import annotations

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import Bench, without_direct

REQUEST = "Write a notice from notes.txt for the visitors: when is the pool closed? Save it as notice.txt."
NOTES = "The pool is closed from 14 to 27 April."
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])


def prompt_of(bench: Bench, *context: str, files: tuple[str, ...] = ("notes.txt",)) -> str:
    """The prompt of the text's first try, which is accepted."""
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "draft.md").write_text(without_direct("operations/draft.md"))
    (bench.root / "notes.txt").write_text(NOTES, encoding="utf-8")
    said = {"path": "notice.txt", "language": "English", "written by": "we", "written to": "visitors"}
    line = {"phase": "do", "level": "operation", "type": "draft", "fill": {**said, "content": NOTES}}
    bench.script([line])
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    task = Task(
        *(REQUEST, "operation", "draft", "abc234", "system-abc234", "1"),
        request=REQUEST,
        files=files,
        makes=("notice.txt",),
        outputs=("notice.txt",),
        context=("notes.txt: text, 1 line", *context),
        kind_of_task="file",
    )
    assert micro_loop(task, host).status is Status.ACCEPTED
    return bench.model.prompts[0].text


def test_the_request_stands_once_and_last_before_what_is_to_be_done(bench: Bench) -> None:
    prompt = prompt_of(bench)
    assert prompt.count(REQUEST) == 1
    assert prompt.index(NOTES) < prompt.index(f"Task: {REQUEST}\n\n# DO")


def test_the_request_stands_once_where_there_is_no_file(bench: Bench) -> None:
    prompt = prompt_of(bench, files=())
    assert prompt.count(REQUEST) == 1
    assert f"Task: {REQUEST}\n\n# DO" in prompt


def test_what_earlier_steps_gave_stays(bench: Bench) -> None:
    assert "Context: step 1 gave: 27 April" in prompt_of(bench, "step 1 gave: 27 April")


def test_what_a_person_wrote_into_the_section_stays(bench: Bench) -> None:
    prompt_of(bench)
    (bench.root / "notice.txt").unlink()
    document = bench.workspace.state / "op-draft-abc234-1.md"
    edited = document.read_text(encoding="utf-8").replace("text, 1 line", "text. The sauna stays open.")
    document.write_text(edited, encoding="utf-8")
    assert "The sauna stays open." in prompt_of(bench)
