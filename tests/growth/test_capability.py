from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace, shipped_system
from pandora.disk.store import Store
from pandora.document.question_lines import fill_answer
from pandora.document.state_document import Document
from pandora.engine.host import Host
from pandora.engine.pattern import Library
from pandora.engine.run import Ended, resume, start
from pandora.growth.capability import CapabilityBuilder, begin
from pandora.growth.examples import Example, divide
from pandora.growth.gate import Score
from pandora.growth.leak_audit import TaskSecrets
from pandora.growth.suite_runs import Suites, TaskRun
from pandora.growth.tool_template import function_opening_of, opening_of
from pandora.outcome import Status
from pandora.policy import Policy
from tests.engine.runs import Asked

TEXTS = {
    "menu.txt": "leek soup and barley\n",
    "parts.txt": "six bolts\nsix nuts\n\none spring",
    "walk.txt": "we left at noon\n",
    "oath.txt": "I will sweep the yard\nand lock the gate\n",
    "log.txt": "gulls  again\n",
    "short.txt": "one\n",
}
EXAMPLES = [Example({"path": path}, str(len(text.split())), {path: text}) for path, text in TEXTS.items()]
GOOD = "import json\nimport sys\n\npath = json.load(sys.stdin)['path']\nprint(len(text(path).split()))"
LINES = GOOD.replace(".split()", ".splitlines()")
PLAN = {
    "phase": "plan",
    "fill": {"name": "Word count", "when": "how many words a text has", "row order matters": "yes"},
}


NAMED = {"phase": "plan", "fill": {"name": "Word count", "when": "how many words a text has"}}
"""The plan where no example has rows that could come in another order."""


def fits(answer: str, chance: float) -> Mapping[str, Any]:
    """What the model says of the tool and a task of another kind."""
    return {"phase": "fit", "fill": {"fit": answer}, "chances": {"fit": chance}}


MENU = fits("no", 0.9)
MENUS = [MENU] * 4
SPLIT = "import json\nimport sys\n\nprint(len(json.load(sys.stdin)['text'].split()))"


def script(code: str) -> Mapping[str, Any]:
    return {"phase": "do", "fill": {"code": code}}


@dataclass
class Judge:
    """A suite of six tasks, of which a system with the new tool solves fewer where it `loses`."""

    loses: bool
    names: Sequence[str] = tuple("abcdef")
    secrets: Sequence[TaskSecrets] = ()
    ran: int = 0

    def run(self, task: str, seed: int, system: Path) -> TaskRun:
        self.ran += 1
        grown = (system / "operations" / "word_count.md").exists()
        return TaskRun(task, seed, Score(not (grown and self.loses), tokens=9), "accepted", "abc234")

    def documents(self, task: str, system: Path) -> Workspace | None:
        return None

    def reached(self, task: str, old: Path, new: Path) -> bool:
        return task in "abc"

    def count_use(self, candidate: str) -> int:
        return 1


@dataclass
class Sitting:
    """A workspace with the shipped patterns, and a scripted model that builds a tool in it."""

    root: Path

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.root)

    judge: Judge | None = None

    def host(self, lines: Sequence[Mapping[str, Any]], policy: Policy | None = None) -> Host:
        path = self.root.parent / "script.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        self.model = Asked(path)
        self.model.fingerprint = "one model"
        judge = self.judge
        builders = (CapabilityBuilder((lambda loop: Suites(judge)) if judge else None),)
        return Host(self.workspace, self.model, Ledger(Budget()), policy or Policy(), builders=builders)

    def grow(self, *lines: Mapping[str, Any], examples: Sequence[Example] = EXAMPLES, **more: Any) -> Ended:
        policy = more.pop("policy", None)
        level = str(more.get("level", "operation"))
        words = more.pop("words", "Count the words of a text file.")
        suite = "suite" if self.judge else ""
        return begin(words, examples, level, self.host(lines, policy), Budget(), suite)

    def resume(self, *lines: Mapping[str, Any]) -> Ended:
        (run,) = self.workspace.runs()
        return resume(run, self.host(lines))

    @property
    def document(self) -> Document:
        (run,) = self.workspace.runs()
        return Store(self.workspace).load(run)

    def answer(self, text: str) -> None:
        path = self.root / self.document.path
        answered = fill_answer(self.document, text)
        assert answered is not None
        path.write_text(answered.text, encoding="utf-8")


@pytest.fixture
def sitting(coding: Sitting, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """A workspace in which the model writes every script, also one that code could."""
    monkeypatch.setattr("pandora.growth.capability.known_results", lambda examples, words: [])
    return coding


@pytest.fixture
def coding(tmp_path: Path) -> Sitting:
    """A workspace in which code writes the scripts that it can."""
    root = tmp_path / "work"
    shutil.copytree(shipped_system(), root / "system")
    (root / "state").mkdir()
    return Sitting(root)


def test_a_tool_grows_from_examples_and_a_yes(sitting: Sitting) -> None:
    """Growth 8 to 12: examples, a template, scripts on visible examples, checks by code, a person's yes."""
    ended = sitting.grow(PLAN, script(LINES), script(GOOD), MENU)
    document, path = sitting.document, sitting.root / "system/operations/word_count.md"
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert ended.outcome.question is not None
    assert ended.outcome.question.kind == "effect"
    assert not path.exists(), "nothing counts before the yes"
    assert "Takes: path" in document.body(1)
    assert "May change: nothing" in document.body(1)
    assert "Name: word_count" in document.body(2)
    assert "Effects: none" in document.body(2)
    assert "visible examples: for path" in document.body(3), "the first script counts lines"
    assert "Chosen: 2" in document.body(3)
    for line in ("visible examples: 4 of 4 right", "hidden examples: 2 of 2 right", "check and budget: clean"):
        assert f"ok: {line}" in document.body(4)
    assert "ok: menu: 0.10 at most" in document.body(4)
    assert ended.usage.calls == 4
    sitting.answer("yes")
    ended = sitting.resume()
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert sitting.model.asked == [], "a yes costs no call"
    assert "word_count" in ended.outcome.output
    assert "handler: script" in path.read_text(encoding="utf-8")
    before = sitting.document.text
    assert sitting.resume().outcome.status is Status.ACCEPTED
    assert sitting.document.text == before, "a finished run changes nothing"


def test_the_hidden_third_is_in_no_prompt(sitting: Sitting) -> None:
    """Growth 11 and 23: neither an input nor an output that is kept back is shown to the model."""
    sitting.grow(PLAN, script(LINES), script(GOOD), MENU)
    shown = "\n".join(prompt.text for prompt in sitting.model.prompts)
    seen = [example for example in EXAMPLES if example.given["path"] in shown]
    assert 1 <= len(seen) <= 4
    hidden = [example for example in EXAMPLES if example not in seen]
    assert not any(
        text.strip() in shown for example in hidden for text in example.files.values() if len(text) > 9
    )


def test_a_script_that_fits_only_what_it_saw_is_not_kept(sitting: Sitting) -> None:
    """Growth 11: the hidden third decides, and its failure asks a person instead of the model."""
    visible, _ = divide(EXAMPLES)
    sizes = {len(example.files[example.given["path"]]): int(str(example.output)) for example in visible}
    known = ", ".join(f"{size}: {count * 2} // 2" for size, count in sizes.items())
    cheat = GOOD.replace("len(text(path).split())", f"{{{known}}}.get(len(text(path)), 77)")
    ended = sitting.grow(PLAN, script(cheat))
    assert ended.outcome.status is Status.ESCALATED
    assert "hidden examples: 0 of 2 right" in ended.outcome.reason
    assert not list((sitting.root / "system/operations").glob("word*"))


def test_fewer_than_three_examples_ask_what_should_come_out(sitting: Sitting) -> None:
    """Growth 8: an expected output is never the model's own: the run waits, and names an input."""
    unsaid = [Example(example.given, None, example.files) for example in EXAMPLES[2:]]
    ended = sitting.grow(examples=[*EXAMPLES[:2], *unsaid])
    assert ended.outcome.status is Status.WAITING
    assert str(ended.outcome.question) == "What must come out for path 'walk.txt'?"
    assert ended.usage.calls == 0
    assert sitting.resume().outcome.status is Status.WAITING
    sitting.answer("4")
    ended = sitting.resume(PLAN, script(GOOD), MENU)
    assert ended.outcome.question is not None
    assert ended.outcome.question.kind == "effect"
    assert "hidden examples: 1 of 1 right" in sitting.document.body(4)


def test_without_examples_and_files_whole_examples_are_asked_for(sitting: Sitting) -> None:
    """Growth 8: nothing is built from words alone."""
    ended = sitting.grow(examples=[])
    for words, count in (("a b", 2), ("a", 1), ("x y z", 3)):
        assert "INPUT => OUTPUT" in str(ended.outcome.question)
        sitting.answer(f"{words} => {count}")
        ended = sitting.resume(NAMED, script(SPLIT), *MENUS)
    assert ended.outcome.question is not None
    assert ended.outcome.question.kind == "effect"


def test_accepted_runs_add_their_examples(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Growth 8: with fewer than three examples, those of runs are added, and §1 names these."""
    of_runs = [(f"run{number}", example) for number, example in enumerate(EXAMPLES)]
    monkeypatch.setattr("pandora.growth.capability.examples_of_runs", lambda host, words: of_runs)
    ended = sitting.grow(PLAN, script(GOOD), MENU, examples=EXAMPLES[:2])
    assert ended.outcome.status is Status.WAITING
    assert ended.outcome.question is not None
    assert ended.outcome.question.kind == "effect"
    assert "Examples: 6, kept as " in sitting.document.body(1)
    assert "; of the runs run2, run3, run4, run5" in sitting.document.body(1)


def test_a_script_that_does_what_an_earlier_one_did_is_not_shown_again(sitting: Sitting) -> None:
    """Growth 10: the next prompt has what is wrong, in words, and no script that was copied."""
    longer = LINES.replace("path = json", "way = json").replace("text(path)", "text(way)")
    sitting.grow(PLAN, script(LINES), script(longer), script(GOOD), MENU)
    first, second, third = [
        prompt.text
        for prompt, (phase, _) in zip(sitting.model.prompts, sitting.model.asked, strict=True)
        if phase == "do"
    ]
    assert "## Tried" not in first
    assert "is right; for path" in second
    assert "## Calls" in third
    assert ["splitlines" in told for told in (second, third)] == [True, False]
    assert "Chosen: 3" in sitting.document.body(3)


def test_a_prompt_has_what_code_found_in_the_visible_examples(sitting: Sitting) -> None:
    """Growth 10: what code sees, no small model must guess."""
    examples = [Example({"side": str(side)}, f"{side * side:.2f}") for side in (1, 7, 10, 25, 100, 440)]
    scripts = [script(f"print({number})") for number in range(4)]
    sitting.grow(NAMED, *scripts, examples=examples)
    (found,) = {
        prompt.text.partition("## In every example\n")[2].partition("\n\n")[0]
        for prompt, (phase, _) in zip(sitting.model.prompts, sitting.model.asked, strict=True)
        if phase == "do"
    }
    assert found.split("\n") == ["- the output has 2 digits behind the point"]


def test_a_conversion_is_written_by_code(coding: Sitting) -> None:
    """Growth 10: where the output follows from a number by a rule that code sees, no script is asked for."""
    examples = [Example({"yards": str(yards)}, f"{yards * 0.9144:.2f}") for yards in (1, 7, 10, 25, 100, 440)]
    ended = coding.grow(NAMED, *MENUS, MENU, examples=examples)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert "result = yards * 0.9144" in coding.document.body(3)
    assert "Chosen: 1 (code wrote it" in coding.document.body(3)
    assert "ok: hidden examples: 2 of 2 right" in coding.document.body(4)
    assert [phase for phase, _ in coding.model.asked if phase == "do"] == []
    before = coding.document.text
    coding.resume()
    assert coding.document.text == before


def test_another_form_of_the_same_rows_is_written_by_code(coding: Sitting) -> None:
    """Growth 10: a table in another form needs no script of the model."""
    tables = {
        f"{name}.csv": f"{name},n\nx,{n}\ny,2.50\n" for n, name in enumerate(("a", "b", "c", "d", "e"), 7)
    }
    examples = [
        Example({"path": path}, f"| {path[0]} | n |\n| --- | --- |\n| x | {n} |\n| y | 2.50 |", {path: text})
        for n, (path, text) in enumerate(tables.items(), 7)
    ]
    ended = coding.grow(PLAN, *MENUS, examples=examples)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert "result = rows" in coding.document.body(3)


def test_a_count_of_words_is_written_by_code(coding: Sitting) -> None:
    """Growth 10: what is counted, chosen or written anew of one text; the hidden third holds it, too."""
    ended = coding.grow(PLAN, MENU)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert 'result = len(text(given["path"]).split())' in coding.document.body(3)
    assert ended.usage.calls == 2


def test_the_second_script_begins_as_a_function(sitting: Sitting) -> None:
    """Growth 10: a script that begins as the one that failed comes out as that one; code calls the function."""
    numbers = ("79927398713", "79927398710", "4111111111111111", "4111111111111112", "1234567812345670")
    examples = [Example({"number": number}, "yes" if int(number) % 2 else "no") for number in numbers]
    head = function_opening_of(examples, "word_count", "Count the words of a text file.")
    body = f"{head}    return 'yes' if int(number) % 2 else 'no'\n"
    ended = sitting.grow(NAMED, script("print('yes')"), script(body), *MENUS, examples=examples)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert "result = word_count(number)\nprint(result)" in sitting.document.body(3)
    assert [opening for opening in sitting.model.openings if opening][1] == {"code": head}


def test_a_script_that_lists_the_examples_is_told_so(sitting: Sitting) -> None:
    """Growth 11: what goes in of an example is no literal of a script, and the model is told what is wrong."""
    path = divide(EXAMPLES)[0][0].given["path"]
    listing = script(f"print(5 if given['path'] == {path!r} else 6)")
    sitting.grow(PLAN, listing, script(GOOD), MENU)
    assert f"the script itself lists what goes in, such as {path!r}" in sitting.document.body(3)


def test_how_a_result_is_printed_is_written_by_code(sitting: Sitting) -> None:
    """Growth 10: the model works the value out; code writes a sum without a needless .0."""
    tables = {name: f"day,n\n1,{n}\n2,2\n" for name, n in zip("abcdef", (1, 2.5, 3, 4.25, 5, 60), strict=True)}
    examples = [
        Example({"path": f"{name}.csv"}, f"{float(text.split(',')[2].split()[0]) + 2:g}", {f"{name}.csv": text})
        for name, text in tables.items()
    ]
    total = script(
        opening_of(examples) + "total = 0.0\nfor row in rows:\n    total += row['n']\nprint(total)\n"
    )
    ended = sitting.grow(PLAN, total, *MENUS, examples=examples)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert 'print(f"{result:.12g}" if isinstance(result, float) else result)' in sitting.document.body(3)


def test_a_grown_tool_that_does_it_already_is_named(sitting: Sitting) -> None:
    """Growth 9: each example is first run with what is there; all right ends accepted, without a call."""
    sitting.grow(PLAN, script(GOOD), MENU)
    sitting.answer("yes")
    sitting.resume()
    for path in (sitting.root / "state").glob("*.md"):
        path.unlink()
    ended = sitting.grow()
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert ended.outcome.output.startswith("`word_count` does this")
    assert ended.usage.calls == 0


def test_killed_after_a_script_nothing_is_asked_twice(sitting: Sitting) -> None:
    """Growth 10: a reply is on disk before it is tried; resume asks for the rest alone."""
    host = sitting.host([PLAN, script(LINES)])
    fill, calls = host.model.fill, iter(range(2))

    def killed_at_the_third(*given: Any, **named: Any) -> Any:
        if next(calls, None) is None:
            raise AssertionError("killed")
        return fill(*given, **named)

    host.model.fill = killed_at_the_third  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="killed"):
        begin("Count the words of a text file.", EXAMPLES, "operation", host, Budget())
    assert "### Candidate 1" in sitting.document.body(3)
    sitting.resume(script(GOOD), MENU)
    assert [phase for phase, _ in sitting.model.asked] == ["do", "fit"]
    assert "Chosen: 2" in sitting.document.body(3)


def test_a_changed_script_is_held_to_the_examples_again(sitting: Sitting) -> None:
    """Growth 10 and 12: a person's script is tried like a model's, and the yes is for its bytes."""
    sitting.grow(PLAN, script(GOOD), MENU)
    path = sitting.root / sitting.document.path
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("text(path).split()", "text(path).splitlines()"), encoding="utf-8")
    ended = sitting.resume(MENU)
    assert ended.outcome.status is Status.ESCALATED, ended.outcome
    assert "for path" in ended.outcome.reason


def test_a_line_that_wins_every_menu_is_refused(sitting: Sitting) -> None:
    """Growth 11: on tasks of other kinds the new line must not win."""
    greedy = [fits("yes", 0.9)] * 4
    examples = [Example({"text": text}, str(len(text.split()))) for text in TEXTS.values()]
    ended = sitting.grow(NAMED, script(SPLIT), *greedy, examples=examples)
    assert ended.outcome.status is Status.ESCALATED
    assert "FAIL: menu" in sitting.document.body(4)


def test_where_the_model_is_unsure_plan_is_asked_too(sitting: Sitting) -> None:
    """Growth 11: a tool that is not left off may win the menu of another task, which counts against it."""
    planned = {
        "phase": "plan",
        "fill": {"confidence": "high", "steps": [{"menu": "word_count", "line": "x"}]},
        "chances": {"steps.1.menu": 0.7},
    }
    ended = sitting.grow(PLAN, script(GOOD), fits("no", 0.6), planned, MENU)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert "with the model's own line 0.70 at most" in sitting.document.body(4)


def test_a_line_that_quotes_the_request_takes_the_place_of_one_that_wins(sitting: Sitting) -> None:
    """Growth 11: where the model's own line wins other tasks, code puts a narrower one there and asks again."""
    ended = sitting.grow(PLAN, script(GOOD), fits("yes", 0.9), MENU)
    assert ended.outcome.question is not None
    assert ended.outcome.question.kind == "effect"
    assert "ok: menu: 0.10 at most" in sitting.document.body(4)
    assert "with the model's own line 0.90 at most" in sitting.document.body(4)
    sitting.answer("yes")
    assert sitting.resume().outcome.status is Status.ACCEPTED
    text = (sitting.root / "system/operations/word_count.md").read_text("utf-8")
    assert "when: only where the task is this one, Count the words of a text file." in text


def test_the_new_tool_does_the_task(sitting: Sitting) -> None:
    """Growth 12 and 16: it stands on the menu, and a plain run gives the right answer."""
    sitting.grow(PLAN, script(GOOD), MENU, level="tool")
    sitting.answer("yes")
    sitting.resume()
    (sitting.root / "note.txt").write_text("five words are in here\n", encoding="utf-8")
    understood = {"kind": "answer", "files change": "no"}
    lines = [
        {"phase": "understand", "fill": understood},
        {"phase": "plan", "fill": {"confidence": "high", "steps": [{"menu": "word_count", "line": "count"}]}},
        {"phase": "check", "fill": {"validation": "pass", "issues": "none", "decision": "accept"}},
    ]
    ended = start("How many words has note.txt?", sitting.host(lines), Budget())
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert ended.outcome.output == "5"
    assert any("- word_count: how many words a text has" in prompt.text for prompt in sitting.model.prompts)


def test_the_capability_asked_for_again_is_done_by_the_new_tool(sitting: Sitting) -> None:
    """Growth 16: code sees that the words are its own, so that no general line can win; more words are not."""
    sitting.grow(PLAN, script(GOOD), MENU)
    assert "- ok: own task: 1.00" in sitting.document.body(4)
    sitting.answer("yes")
    sitting.resume()
    (sitting.root / "note.txt").write_text("five words are in here\n", encoding="utf-8")
    understood = {"phase": "understand", "fill": {"kind": "answer", "files change": "no"}}
    chosen_by_code = {
        "phase": "plan",
        "fill": {"confidence": "high", "steps": [{"menu": "word_count", "line": "x"}]},
    }
    accepted = {"phase": "check", "fill": {"validation": "pass", "issues": "none", "decision": "accept"}}
    ended = start(
        "Count the words of note.txt.", sitting.host([understood, chosen_by_code, accepted]), Budget()
    )
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "5")
    (planned,) = (prompt for prompt in sitting.model.prompts if "# PLAN" in prompt.text)
    assert "You may call:\n- word_count: how many words a text has\n\nReply" in planned.text


def test_a_tool_that_its_own_task_is_not_offered_is_not_kept(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Growth 16: a tool that nobody could choose is none, and the run says so before a person is asked."""
    monkeypatch.setattr(Library, "menu", lambda *_: {})
    ended = sitting.grow(PLAN, script(GOOD), MENU)
    assert ended.outcome.status is Status.ESCALATED
    assert "own task: 0 for 'Count the words of a text file." in ended.outcome.reason
    assert not (sitting.root / "system/operations/word_count.md").exists()


@pytest.mark.parametrize("loses", [False, True])
def test_a_suite_may_not_get_worse(sitting: Sitting, loses: bool) -> None:
    """Growth 11: with a suite, tasks whose prompts the tool changes run in pairs, with it and without."""
    sitting.judge = Judge(loses)
    ended = sitting.grow(PLAN, script(GOOD), MENU)
    said = sitting.document.body(4)
    if loses:
        assert ended.outcome.status is Status.ESCALATED
        assert "FAIL: suite: the evidence of harm reached" in said
    else:
        assert ended.outcome.status is Status.WAITING
        assert "ok: suite: not worse by more than 32 points (90 %), in 9 pairs" in said


LOGS = {
    "door.log": "INFO opened\nERROR latch stuck\n",
    "pump.log": "ERROR no water\nERROR no water\nWARN slow\nERROR no power\n",
    "quiet.log": "INFO one\nINFO two\n",
    "kiln.log": "ERROR too hot\nINFO off\nERROR door\n",
}
LOGGED = [
    Example({"path": path}, str(sum("ERROR" in line for line in text.split("\n"))), {path: text})
    for path, text in LOGS.items()
]
IN_LINES = (
    "import json\nimport sys\n\npath = json.load(sys.stdin)['path']\n"
    "print(sum('ERROR' in line for line in text(path).splitlines()))"
)
COUNT_ERRORS = "Count the lines of a log file that have ERROR in them."


@pytest.mark.parametrize(("answer", "kept"), [("0", "re.search("), ("1", "'ERROR' in line")])
def test_a_near_miss_that_a_script_takes_for_the_word_is_asked_about(
    sitting: Sitting, answer: str, kept: str
) -> None:
    """Growth 8 and 11: what no example decides, a person does; the answer is one more example."""
    ended = sitting.grow(PLAN, script(IN_LINES), examples=LOGGED, words=COUNT_ERRORS)
    assert ended.outcome.status is Status.WAITING
    assert ended.outcome.question is not None
    asked = ended.outcome.question.words
    assert asked.startswith("What must come out for path 'door.log' with ERRORS in place of ERROR: 'INFO")
    again = sitting.resume()
    assert (again.outcome.question, len(sitting.model.asked)) == (ended.outcome.question, 0)
    sitting.answer(answer)
    ended = sitting.resume(PLAN, script(IN_LINES), *MENUS)
    assert ended.outcome.status is Status.WAITING, ended.outcome
    assert "be part of system/" in str(ended.outcome.question)
    assert kept in sitting.document.body(3)
    assert "ERRORS latch" in "".join(prompt.text for prompt in sitting.model.prompts)


@pytest.mark.parametrize("said", ["have the word ERROR", 'haben das Wort "ERROR"', "ont le mot ERROR"])
def test_a_request_that_calls_a_word_a_word_leaves_nothing_to_ask(sitting: Sitting, said: str) -> None:
    """Growth 8 and 11: a longer word is another word then, and code mends the script by that."""
    words = f"Count the lines of a log file that {said}."
    ended = sitting.grow(PLAN, script(IN_LINES), *MENUS, examples=LOGGED, words=words)
    assert "be part of system/" in str(ended.outcome.question)
    assert "looks for the whole word" in sitting.document.body(3)


def test_an_example_that_has_a_near_miss_leaves_nothing_to_ask(sitting: Sitting) -> None:
    """Growth 11: where an example tells the word from a near miss, code mends the script by it."""
    told = Example({"path": "gate.log"}, "1", {"gate.log": "ERRORS none\nERROR hinge\n"})
    replies = [PLAN, *[script(IN_LINES)] * 4, *MENUS]
    ended = sitting.grow(*replies, examples=[*LOGGED, told], words=COUNT_ERRORS)
    question = str(ended.outcome.question)
    assert "ERRORS" not in question
