"""The direct try: the request and the files alone, before any try that fills a form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.engine.direct_try import without_frame
from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import SHIPPED, Bench, Line

ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
NOTES = "The pool is closed from 14 to 27 April."
ASKED = "When is the pool closed, by notes.txt?"
WANTED = "Write a notice from notes.txt: when is the pool closed? Save it as notice.txt."


def task(request: str, operation: str, **more: object) -> Task:
    made = Task(request, "operation", operation, "abc234", "system-abc234", "1", request=request)
    return replace(made, files=("notes.txt",), named=True, **more)  # type: ignore[arg-type]


def ran(bench: Bench, asked: Task, *lines: Line, kernel: bool = False) -> Outcome:
    """The end of the operation of a task, by the pattern that ships."""
    folder = "kernel" if kernel else "operations"
    place = bench.workspace.system / folder
    place.mkdir(exist_ok=True)
    (place / f"{asked.kind}.md").write_bytes((SHIPPED / folder / f"{asked.kind}.md").read_bytes())
    (bench.root / "notes.txt").write_text(NOTES, encoding="utf-8")
    bench.script([{"phase": "do", "level": "operation", "type": asked.kind, **line} for line in lines])
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(asked, host)


def test_the_first_prompts_are_the_files_and_the_request_and_nothing_else(bench: Bench) -> None:
    """The request stands before the files, then behind them; two answers that agree are believed."""
    end = ran(bench, task(ASKED, "quote", kind_of_task="answer"), {"text": NOTES}, {"text": NOTES})
    assert (end.status, end.output) == (Status.ACCEPTED, NOTES)
    first, second = bench.model.prompts
    shown = f"## Files\nnotes.txt:\n  {NOTES}"
    assert first.user == f"{ASKED}\n\n{shown}"
    assert second.user == f"{shown}\n\n{ASKED}"


def test_a_question_without_files_has_one_direct_try(bench: Bench) -> None:
    asked = replace(task("Is a whale a fish?", "answer", kind_of_task="answer"), files=(), named=False)
    end = ran(bench, asked, {"text": "A whale is a mammal."}, {"fill": {"text": "A whale is a mammal."}})
    assert end.status is Status.ACCEPTED
    assert [prompt.user == "Is a whale a fish?" for prompt in bench.model.prompts] == [True, False]


@pytest.mark.parametrize(
    "reply",
    [
        NOTES,
        f"Here it is:\n\n```text\n{NOTES}\n```\nI hope it helps.",
        f"Here it is:\n\n---\n\n{NOTES}\n\n---\n\nI hope it helps.",
    ],
)
def test_a_file_gets_the_reply_or_what_is_framed_in_it(bench: Bench, reply: str) -> None:
    asked = task(WANTED, "write", kind_of_task="file", makes=("notice.txt",), outputs=("notice.txt",))
    end = ran(bench, asked, {"text": reply}, kernel=True)
    assert end.status is Status.ACCEPTED
    assert (bench.root / "notice.txt").read_text(encoding="utf-8").strip() == NOTES


def test_direct_tries_that_are_refused_are_followed_by_one_with_the_form(bench: Bench) -> None:
    asked = task(WANTED, "draft", kind_of_task="file", makes=("notice.txt",), outputs=("notice.txt",))
    filled = {"path": "notice.txt", "language": "English", "written by": "we", "written to": "visitors"}
    wrong = {"text": "It is closed from 3 to 9 May 2031."}
    end = ran(bench, asked, wrong, wrong, {"fill": {**filled, "content": NOTES}})
    assert end.status is Status.ACCEPTED
    assert (bench.root / "notice.txt").read_text(encoding="utf-8").strip() == NOTES


@pytest.mark.parametrize("makes", [(), ("a.txt", "b.txt")])
def test_no_direct_try_is_made_of_a_file_whose_name_is_left_open(bench: Bench, makes: tuple[str, ...]) -> None:
    asked = task("Write a notice from notes.txt.", "draft", kind_of_task="file", makes=makes)
    ran(bench, asked)
    assert bench.model.prompts
    assert all("Reply in this form" in prompt.instruction for prompt in bench.model.prompts)


def test_what_a_direct_try_said_is_in_the_document_as_any_other_is(bench: Bench) -> None:
    ran(bench, task(ASKED, "quote", kind_of_task="answer"), {"text": NOTES}, {"text": NOTES})
    assert f"### Candidate 1\nText: {NOTES}\n" in bench.host().store.load("op-quote-abc234-1").body(3)


def test_a_request_for_several_things_is_answered_in_one_text(bench: Bench) -> None:
    asked = task(
        "When does the pool close, and when does it open again? notes.txt", "quote", kind_of_task="answer"
    )
    end = ran(bench, asked, {"text": NOTES}, {"text": NOTES})
    assert (end.status, end.output) == (Status.ACCEPTED, NOTES)
    assert len(bench.model.prompts) == 2
    assert f"### Candidate 2\nText: {NOTES}\nResult: ok" in bench.host().store.load("op-quote-abc234-1").body(3)


def test_a_letter_made_of_the_request_alone_is_asked_for_directly_at_last(bench: Bench) -> None:
    asked = task("Write to Bo that the pool is closed from 14 to 27 April, from Ann.", "compose")
    asked = replace(asked, files=(), named=False, kind_of_task="answer")
    filled = {"language": "English", "written by": "Ann", "written to": "Bo", "text": "The pool shuts in 2031."}
    ran(bench, asked, *[{"fill": filled}] * 3, {"text": f"Dear Bo,\n\n{NOTES}\n\nAnn"})
    first, *_, last = bench.model.prompts
    assert "Reply in this form" in first.instruction
    assert last.user == asked.text


def test_where_answers_must_agree_the_prompts_take_turns(bench: Bench) -> None:
    wrong, right = {"fill": {"text": ASKED}}, {"fill": {"text": NOTES}}  # the first only repeats the task
    unsure = [{"fill": {"answer": "yes"}}] * 6
    said = [wrong, right, wrong, wrong, right, *unsure]
    end = ran(bench, task(ASKED, "quote", kind_of_task="answer"), *said)
    assert (end.status, end.output) == (Status.ACCEPTED, NOTES)
    tries = [number for number, form in enumerate(bench.model.forms) if "text" in form]
    users = [bench.model.prompts[number].user for number in tries]
    assert [users.index(user) for user in users] == [0, 1, 2, 0, 1]
    drawn = [bench.model.samplings[number].temperature > 0 for number in tries]
    assert drawn == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("reply", "path", "content"),
    [
        ("Here:\n```python\nx = 1\n```\nRun it.\n```sh\npython a.py\n```", "a.py", "x = 1"),
        ("Here:\n```python\nx = 1\ny = 2", "a.py", "x = 1\ny = 2"),
        ("# A\n\nInstall it:\n\n```sh\npip install a\n```\n", "README.md", ""),
        ("Install it:\n```sh\npip install a\n```\n", "README.md", ""),
        ("```markdown\n# A\n\n```sh\npip\n```\n\nEnd.\n```", "README.md", "# A\n\n```sh\npip\n```\n\nEnd."),
        ("Here it is:\n```csv\na,b\n1,2\n```", "a.csv", "a,b\n1,2"),
        (
            "Certainly!\n\nHere is the file:\n\n```csv\na;b\n1;2\n```\n\nIt has two columns.",
            "a.csv",
            "a;b\n1;2",
        ),
        ("Klar.\r\n\r\nHier ist sie.\r\n```json\r\n[1]\r\n```\r\n", "a.json", "[1]"),
        (
            "Sure! Here is the letter.\n\n```\nDear Bo,\n\nall is well.\n\nAnn\n```",
            "",
            "Dear Bo,\n\nall is well.\n\nAnn",
        ),
        ("Bien sûr !\n\nVoici la lettre :\n\n---\n\nBonjour\n\n---\n\nBonne chance !", "", "\nBonjour\n"),
        ("Use it so:\n```\nrun\n```\n" + "Then read on. " * 30, "README.md", ""),
        ("First.\n\nSecond.\n\nThird.\n\n```\nx\n```\n", "a.txt", ""),
        ("---\ntitle: x\n---\nText\n", "a.md", ""),
        ("First part\n\n---\n\nSecond part\n\n---\n\nThird", "a.txt", ""),
        ("Voici le texte :\n\n---\n\nBonjour\n\n---\n\nBonne chance !", "", "\nBonjour\n"),
    ],
)
def test_what_stands_around_a_content_is_left_out(reply: str, path: str, content: str) -> None:
    assert without_frame(reply, path).strip() == (content or reply).strip()


def test_a_line_with_the_name_of_a_file_above_its_code_is_left_out() -> None:
    code = "def cost():\n    return 1"
    for said in (
        f"shop.py:\n{code}",
        "shop.py:\n\n    def cost():\n        return 1",
        f"**`shop.py`**\n{code}",
    ):
        assert without_frame(said, "src/shop.py") == code
    for other in (f"# shop.py\n{code}", "shop.py:\n", f"cart.py:\n{code}"):
        assert without_frame(other, "src/shop.py") == other
    assert without_frame("notes.txt:\nmilk", "notes.txt") == "notes.txt:\nmilk"


def test_a_strangers_text_is_not_asked_about_without_an_instruction(bench: Bench) -> None:
    asked = replace(task(ASKED, "quote", kind_of_task="answer"), untrusted=("https://shop.example",))
    ran(bench, asked, *[{"fill": {"text": NOTES}}] * 2)
    assert bench.model.prompts
    assert all("Reply in this form" in prompt.instruction for prompt in bench.model.prompts)


SHARES = "def shares(total, people):\n    each = total // people\n    return [each] * people\n"
SCRIPT = SHARES + "\n\nprint(shares(10, 3))\n"
MENDED = SCRIPT.replace("[each] * people", "[each + (place < total % people) for place in range(people)]")
LOSES = "split.py loses cents: shares(10, 3) gives [3, 3, 3] but should be [4, 3, 3]"


def repaired(bench: Bench, given: str, *lines: Line) -> Outcome:
    (bench.root / "split.py").write_text(SCRIPT, encoding="utf-8")
    (bench.root / "notes.txt").write_text("", encoding="utf-8")
    asked = task(LOSES, "repair", kind_of_task="code", part=True)
    asked = replace(asked, files=("split.py",), context=(LOSES, f"step 1 gave: {given}"))
    return ran(bench, asked, *lines)


def test_code_without_tests_is_first_asked_for_as_in_one_call(bench: Bench) -> None:
    said = f"The rest is lost. Here is the file:\n```python\n{MENDED}```\nNow it adds up."
    end = repaired(
        bench, "there are no tests\npython split.py prints: [3, 3, 3]", {"text": said}, {"text": said}
    )
    assert end.status is Status.ACCEPTED, end.reason
    assert (bench.root / "split.py").read_text(encoding="utf-8") == MENDED
    shown = f"split.py:\n```\n{SCRIPT.rstrip()}\n```"
    assert [prompt.user for prompt in bench.model.prompts] == [f"{LOSES}\n\n{shown}", f"{shown}\n\n{LOSES}"]


def test_a_function_that_a_report_names_is_written_again_alone(bench: Bench) -> None:
    began, right = "def shares(total, people):\n", MENDED.partition("\n\n\n")[0]
    gives = "there are no tests\nshares(10, 3) gives [3, 3, 3]; the task says [4, 3, 3]"
    said = {"text": f"```python\n{SCRIPT.replace('//', '/')}```"}
    wrong = {"fill": {"code": f"{began}    return []"}}
    end = repaired(bench, gives, wrong, said, {"fill": {"code": right}}, said, {"fill": {"code": right}})
    assert end.status is Status.ACCEPTED, end.reason
    assert (bench.root / "split.py").read_text(encoding="utf-8") == MENDED
    asked = [prompt.user for prompt in bench.model.prompts]
    assert "The fault may be in `shares` of split.py." in asked[0]
    assert "gives [3, 3, 3]; the task says" in asked[0]
    assert asked[0] == asked[2] == asked[4]
    assert not any("The fault may be in" in prompt for prompt in (asked[1], asked[3]))
    assert [dict(opening) for opening in bench.model.openings] == [{"code": began}, {}] * 2 + [{"code": began}]


def test_code_that_tests_fail_is_asked_for_with_what_they_say(bench: Bench) -> None:
    filled = {"path": "split.py", "change": "add the rest", "code": MENDED}
    repaired(bench, "FAILED test_split.py", {"fill": filled})
    assert "FAILED test_split.py" in bench.model.prompts[0].user
