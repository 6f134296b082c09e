from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.document.body import Parsed
from pandora.engine.gathered_files import Gathered
from pandora.engine.loop import open_loop
from pandora.engine.task_kind import asks_for_change, kind_read_anew, settled_kind
from pandora.engine.understand import _all_files_there, _renamed_alike, _with_kind, first_question
from pandora.outcome import Status
from pandora.policy import Policy
from pandora.programs.rules.judgement import ONLY_ANSWER
from pandora.task import Task
from tests.engine.runs import CHEAPEST, Bench, Line, checked, coded, planned, replaced, saving


@pytest.fixture(autouse=True)
def _nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether files are to be moved is asked in two more questions, which have their own tests."""
    monkeypatch.setattr("pandora.engine.understand.asks_for_moves", lambda *asked, **beside: False)


def question(bench: Bench, task: Task, kind: str, chance: float = 1.0) -> str | None:
    return first_question(open_loop(task, bench.host()), settled_kind(kind, chance, task))


@pytest.mark.parametrize(
    ("task", "kind", "chance", "asked"),
    [
        (Task("Sum a.csv", outputs=("a.csv",), run="abc234"), "answer", 1.0, "There is no a.csv"),
        (
            Task("Sum a.csv and b.csv", outputs=("a.csv", "b.csv"), run="abc234"),
            "answer",
            1.0,
            "no a.csv and no b.csv",
        ),
        (Task("Order a pizza", run="abc234"), "outside", 0.9, "Nothing here can act outside"),
        (Task("Order a pizza", run="abc234"), "outside", 0.4, None),
        (Task("Delete the old one", run="abc234"), "change", 1.0, "Which file is to be changed, and how?"),
        (Task("Delete it", files=("a", "b"), run="abc234"), "change", 1.0, "The task names none of a, b."),
        (Task("Delete a", files=("a",), named=True, run="abc234"), "change", 1.0, None),
        (
            Task("Write out/a.txt", outputs=("out/a.txt",), makes=("out/a.txt",), run="abc234"),
            "file",
            1.0,
            None,
        ),
        (Task("How many?", run="abc234"), "answer", 1.0, None),
    ],
)
def test_the_first_question(bench: Bench, task: Task, kind: str, chance: float, asked: str | None) -> None:
    found = question(bench, task, kind, chance)
    assert found == asked if asked is None else asked in str(found)


def of_kind(kind: str, chance: float = 1.0, **more: str) -> Line:
    return {
        "phase": "understand",
        "level": "system",
        "fill": {"kind": kind, "resolved": "do it", **more},
        "chances": {"kind": chance},
    }


def test_files_that_the_folders_of_a_task_part_are_named_by_them(kinds: Bench) -> None:
    names = ("2023-01 gas.txt", "2024-02 oil.txt", "2024-03 rent.txt")
    for name in names:
        (kinds.workspace.root / name).write_text("Bill\n", encoding="utf-8")
    of_change = of_kind("change", these_files_are_needed="yes")
    kinds.start(of_change, text="Put these into 2023 and 2024.")
    assert [phase for phase, _ in kinds.model.asked] == ["understand", "plan"]
    waits = kinds.start(of_change, text="Put these into a folder for each year.")
    assert str(waits.outcome.question).startswith("Which file is to be changed? The task names none of")


def test_all_files_of_a_folder_are_sorted_and_not_the_likeliest_alone(kinds: Bench) -> None:
    for number in range(14):
        name = f"{2023 + number % 2}-01 bill{number}.txt"
        (kinds.workspace.root / name).write_text("Bill\n", encoding="utf-8")
    loop = open_loop(Task("Put these into 2023 and 2024.", files=("2023-01 bill0.txt",)), kinds.host())
    found = _all_files_there(loop, loop.task)
    assert found[0] == "2023-01 bill0.txt"
    assert sum("bill" in path for path in found) == 14
    assert not any("/" in path for path in found)


def test_files_of_strangers_are_not_sorted_with_the_others(kinds: Bench) -> None:
    for name in ("a.txt", "b.txt", "theirs.txt"):
        (kinds.workspace.root / name).write_text("-\n", encoding="utf-8")
    host = kinds.host(policy=replace(Policy(), untrusted=("theirs.txt",)))
    loop = open_loop(Task("Sort these", files=("a.txt",), run="abc234"), host)
    assert {"a.txt", "b.txt"} <= set(_all_files_there(loop, loop.task))
    assert "theirs.txt" not in _all_files_there(loop, loop.task)


@pytest.mark.parametrize(("kind", "copies"), [("answer", False), ("change", True)])
def test_the_files_that_words_tell_are_moved_and_not_the_named_ones_that_stay(
    kinds: Bench, kind: str, copies: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.understand.asks_for_moves", lambda *asked, **beside: True)
    monkeypatch.setattr("pandora.engine.understand.asks_for_copies", lambda loop, task: copies)
    names = ("s_rio_1.txt", "s_rio_2.txt", "s_lago_1.txt", "readme.txt")
    for name in names:
        (kinds.workspace.root / name).write_text("-\n", encoding="utf-8")
    task = Task("Una carpeta por lugar (rio, lago). readme.txt se queda.", files=("readme.txt",), named=True)
    loop = open_loop(replace(task, run="abc234"), kinds.host())
    parsed = Parsed({"kind": kind}, probabilities={"kind": 0.5})
    gathered = Gathered(("readme.txt",), (), "", named=True)
    sorted_ = _with_kind(loop, loop.task, parsed, gathered)
    assert (sorted_.moves, sorted_.copies, sorted_.kind_of_task) == (True, copies, "change")
    assert sorted(sorted_.files) == sorted(names[:3])


@pytest.mark.parametrize(
    ("text", "all_files", "count"),
    [
        ("date first, 2024-03-05 minutes.txt instead of minutes 05.03.2024.txt", True, 2),
        ("date first, 2024-03-05 minutes.txt instead of minutes 05.03.2024.txt", False, 0),
        ("they are called e.g. minutes 05.03.2024.txt; now 2024-03-05 minutes.txt", False, 2),
        ("Sie heißen zum Beispiel „minutes 05.03.2024.txt“, neu „2024-03-05 minutes.txt“", False, 2),
        ("rename minutes 05.03.2024.txt as 2024-03-05 minutes.txt", False, 0),
        ("renombra minutes 05.03.2024.txt como 2024-03-05 minutes.txt", False, 0),
    ],
)
def test_a_new_name_that_is_an_example_is_that_of_all_where_the_model_or_the_request_says_so(
    kinds: Bench, text: str, all_files: bool, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.understand.is_about_all_files", lambda loop: all_files)
    for name in ("minutes 05.03.2024.txt", "minutes 09.01.2024.txt", "rules.md"):
        (kinds.workspace.root / name).write_text("-\n", encoding="utf-8")
    loop = open_loop(Task(text, files=("minutes 05.03.2024.txt",), run="abc234"), kinds.host())
    assert len(_renamed_alike(loop, loop.task)) == count


@pytest.mark.parametrize(
    ("kind", "ending", "files"), [("answer", ".", 2), ("file", "?", 2), ("answer", "?", 1)]
)
def test_who_writes_a_new_name_for_a_file_wants_it_changed_but_in_a_question(
    kinds: Bench, kind: str, ending: str, files: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.understand.is_about_all_files", lambda loop: True)
    monkeypatch.setattr("pandora.engine.understand.asks_for_moves", lambda *asked, **beside: False)
    named = "minutes 05.03.2024.txt"
    for name in (named, "minutes 09.01.2024.txt", "rules.md"):
        (kinds.workspace.root / name).write_text("-\n", encoding="utf-8")
    text = f"they are called like {named}, and are to be like 2024-03-05 minutes.txt{ending}"
    loop = open_loop(Task(text, files=(named,), named=True, run="abc234"), kinds.host())
    gathered = Gathered((named,), (), "", named=True, renames=True)
    meant = _with_kind(loop, loop.task, Parsed({"kind": kind}, probabilities={"kind": 0.8}), gathered)
    assert (len(meant.files), meant.kind_of_task) == (files, "change" if files > 1 else kind)


def test_a_file_that_is_not_there_is_asked_for_and_the_answer_names_another(kinds: Bench) -> None:
    ended = kinds.start(of_kind("answer", file_to_write="none"), text="What is the cheapest in data/nuts.csv?")
    assert ended.outcome.status is Status.WAITING
    assert str(ended.outcome.question) == "There is no data/nuts.csv. Which file is meant?"
    assert len(kinds.model.asked) == 1
    kinds.edit(replaced("\nAnswer:\n", "\nAnswer: data/fruit.csv\n"))
    ended = kinds.resume(planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    assert ended.outcome.output == "plum"
    assert "data/fruit.csv: a table" in kinds.document("op-python-1").body(1)
    before = kinds.states()
    kinds.resume()
    assert kinds.model.asked == []
    assert kinds.states() == before


def test_a_step_that_a_person_edits_into_a_change_is_a_change_and_its_kind_is_asked_once(kinds: Bench) -> None:
    """As long as its kind was an answer, its changes were not kept."""
    path = kinds.workspace.system / "operations" / "python.md"
    path.write_text(path.read_text("utf-8").replace("agree: 2\n", "agree: 2\nhelp: data\n"), encoding="utf-8")
    kinds.start(of_kind("answer"), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    program = coded(saving("data/fruit.csv", "name,price\npear,3\nplum,2\nfig,1\n"))
    kinds.edit(replaced("1. python: print it", "1. python: Add a fig to data/fruit.csv"))
    kind = {**of_kind("change"), "phase": "do"}
    ended = kinds.resume(kind, program, program)
    assert kinds.model.asked[0] == ("do", f"system-{kinds.short}")
    assert "Task: Add a fig to data/fruit.csv" in kinds.model.prompts[0].text
    assert str(ended.outcome.question).startswith("May it change data/fruit.csv?")
    settled = kinds.states()
    assert kinds.resume().outcome.status is Status.WAITING
    assert kinds.model.asked == []
    assert kinds.states() == settled


def with_data(kinds: Bench) -> Line:
    """A program that adds a row, in a system whose programs are held to the data's rules."""
    path = kinds.workspace.system / "operations" / "python.md"
    path.write_text(path.read_text("utf-8").replace("agree: 2\n", "agree: 2\nhelp: data\n"), encoding="utf-8")
    return coded(saving("data/fruit.csv", "name,price\npear,3\nplum,2\nfig,1\n"))


def test_a_kind_that_a_person_makes_sure_counts_for_the_programs_that_ran_before(kinds: Bench) -> None:
    program = with_data(kinds)
    unsure = of_kind("answer", 0.5)
    ended = kinds.start(unsure, planned("python: print it"), program, program)
    assert str(ended.outcome.question).startswith("May it change data/fruit.csv?")
    before = kinds.states()
    assert kinds.resume().outcome.status is Status.WAITING
    assert kinds.states() == before
    kinds.edit(replaced("Kind: answer (0.50)", "Kind: answer"))
    ended = kinds.resume(planned("python: print it"), program, program, checked())
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert "fig" not in (kinds.root / "data" / "fruit.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(("chance", "status"), [(0.95, Status.ACCEPTED), (0.5, Status.WAITING)])
def test_an_edited_step_may_change_files_only_where_its_own_kind_is_unsure(
    kinds: Bench, chance: float, status: Status
) -> None:
    program = with_data(kinds)
    unsure = of_kind("answer", 0.5)
    kinds.start(unsure, planned("python: print it"), program, program)
    kinds.edit(replaced("1. python: print it", "1. python: Print the rows of data/fruit.csv"))
    kind = {**of_kind("answer", chance), "phase": "do"}
    ended = kinds.resume(kind, program, program, checked())
    assert ended.outcome.status is status, ended.outcome
    settled = kinds.states()
    assert kinds.resume().outcome.status is status
    assert kinds.states() == settled


def test_a_file_that_a_command_is_to_write_is_not_asked_for(kinds: Bench) -> None:
    ended = kinds.start(of_kind("file"), planned("python: print it"), text="Run echo hi > out.txt")
    assert ended.outcome.question is None
    assert "plan" in {phase for phase, _ in kinds.model.asked}


def test_a_file_that_a_command_is_to_read_is_asked_for(kinds: Bench) -> None:
    line = of_kind("answer", file_to_write="none")
    ended = kinds.start(line, text="Run sort < nuts.txt > out.txt")
    assert str(ended.outcome.question) == "There is no nuts.txt. Which file is meant?"


def test_answers_that_name_nothing_that_is_there_end_as_escalated(kinds: Bench) -> None:
    kinds.start(of_kind("answer", file_to_write="none"), text="What is the cheapest in data/nuts.csv?")
    kinds.edit(replaced("\nAnswer:\n", "\nAnswer: data/figs.csv\n"))
    assert kinds.resume().outcome.status is Status.WAITING
    kinds.edit(replaced("\nAnswer:\n", "\nAnswer: data/kiwis.csv\n"))
    ended = kinds.resume()
    assert ended.outcome.status is Status.ESCALATED
    assert "unclear after two answers" in ended.outcome.reason


def test_an_order_that_nobody_can_follow_waits_and_an_answer_goes_on(kinds: Bench) -> None:
    ended = kinds.start(of_kind("outside", 0.9), text="Buy the cheapest of data/fruit.csv")
    assert ended.outcome.status is Status.WAITING
    assert "Kind: outside (0.90)" in kinds.document().body(1)
    kinds.edit(replaced("\nAnswer:\n", "\nAnswer: just name it\n"))
    ended = kinds.resume(planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    assert ended.outcome.output == "plum"
    before = kinds.states()
    kinds.resume()
    assert kinds.model.asked == []
    assert kinds.states() == before


def test_what_is_hardly_an_order_is_tried(kinds: Bench) -> None:
    ended = kinds.start(
        of_kind("outside", 0.3), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked()
    )
    assert ended.outcome.status is Status.ACCEPTED


def test_which_path_is_a_file_to_write_is_asked_where_no_word_tells(kinds: Bench) -> None:
    made = of_kind("file", file_to_write="brief.txt")
    ended = kinds.start(made, planned("python: write it"), text="Schreibe einen Brief an das Amt, brief.txt")
    assert ended.outcome.status is not Status.WAITING
    assert "File to write: brief.txt" in kinds.document().body(1)


@pytest.mark.parametrize(
    ("text", "chance", "shown"),
    [
        ("Who is it?", 0.9, False),
        ("Who is it?", 0.51, False),
        ("Who is it?", 0.4, True),
        ("Which fruit is it, the apple?", 0.51, True),
        ("Which fruit is it, the apple?", 0.9, False),
    ],
)
def test_files_that_the_task_does_not_need_are_left_out_sooner_where_no_word_of_it_is_in_them(
    kinds: Bench, text: str, chance: float, shown: bool
) -> None:
    line = of_kind("answer", these_files_are_needed="no")
    line = {**line, "chances": {**line["chances"], "these files are needed": chance}}
    kinds.start(line, planned("python: say it"), coded(CHEAPEST), coded(CHEAPEST), checked(), text=text)
    assert ("data/fruit.csv" in kinds.document("op-python-1").body(1)) is shown


@pytest.mark.parametrize(
    ("text", "needed", "shown"),
    [
        ("Who is it?", "no", [False, True, False]),
        ("Who is it?", "yes", [True, False, True]),
        ("Which fruit is it, the apple?", "yes", [True, True, True]),
        ("Which fruit is it, the apple?", "no", [False, True, False]),
    ],
)
def test_a_second_attempt_takes_guessed_files_the_other_way_unless_they_have_words_of_the_task(
    kinds: Bench, text: str, needed: str, shown: list[bool]
) -> None:
    line = of_kind("answer", these_files_are_needed=needed)
    line = {**line, "chances": {**line["chances"], "these files are needed": 0.9}}
    once = (planned("python: say it"), coded(CHEAPEST), coded(CHEAPEST))
    kinds.start(line, *once, checked("retry", "no"), *once, checked("retry", "no"), *once, checked(), text=text)
    found = ["data/fruit.csv" in kinds.document(f"op-python-{number}").body(1) for number in (1, 2, 3)]
    assert found == shown


def test_a_second_attempt_answers_where_the_model_rather_said_that_no_file_changes(kinds: Bench) -> None:
    """The first one is held to changing a file: an answer in its place would be taken for the deed."""
    pattern = kinds.workspace.system / "pattern.md"
    kind = "Kind: {answer | file | code | change | outside}\n"
    asked = pattern.read_text(encoding="utf-8").replace(kind, f"{kind}Files change: {{yes | no}}\n")
    pattern.write_text(asked, encoding="utf-8")
    line = of_kind("answer", 0.5, **{"files change": "no"})
    line = {**line, "chances": {**line["chances"], "files change": 0.65}}
    wants = [
        {"phase": "understand", "fill": {"answer": "yes"}, "chances": {"answer": chance}}
        for chance in (0.9, 0.8)
    ]
    step, tries = planned("python: say it"), [coded(CHEAPEST)] * 5
    text = "The cook wants to know what is cheapest in data/fruit.csv"
    ended = kinds.start(line, *wants, step, *tries, step, *tries[:2], checked(), text=text)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "plum")
    assert 'wants_change: "yes"' in kinds.document().text
    assert kinds.document().meta["attempt"] == 2
    before = kinds.states()
    kinds.resume()
    assert (kinds.model.asked, kinds.states()) == ([], before)


@pytest.mark.parametrize(
    ("text", "chance", "asked"),
    [
        ("Add up data/fruit.csv and fill in the sum below it.", 0.75, True),
        ("Add up data/fruit.csv and fill in the sum below it.", 0.9, False),
        ("What is the sum of data/fruit.csv?", 0.75, False),
        ("Add up the fruit and fill in the sum.", 0.75, False),
    ],
)
def test_an_answer_of_which_the_model_is_not_quite_sure_may_be_a_change(
    kinds: Bench, text: str, chance: float, asked: bool
) -> None:
    wants = [
        {"phase": "understand", "fill": {"answer": "yes"}, "chances": {"answer": sure}} for sure in (0.95, 0.6)
    ]
    rest = (planned("python: say it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    kinds.start(of_kind("answer", chance), *(wants if asked else []), *rest, text=text)
    assert ("wants_change" in kinds.document().text) is asked


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("The apples went bad. What should I sell? The prices are in data/fruit.csv", "no"),
        ("The apples went bad, so strike them from data/fruit.csv", "yes"),
    ],
)
def test_who_asks_a_question_of_one_file_wants_it_changed_only_where_that_is_surer(
    kinds: Bench, text: str, wants: str
) -> None:
    pattern = kinds.workspace.system / "pattern.md"
    kind = "Kind: {answer | file | code | change | outside}\n"
    asked = pattern.read_text(encoding="utf-8").replace(kind, f"{kind}Files change: {{yes | no}}\n")
    pattern.write_text(asked, encoding="utf-8")
    line = of_kind("file", 0.4, **{"files change": "yes"})
    line = {**line, "chances": {**line["chances"], "files change": 0.51}}
    odds = [
        {"phase": "understand", "fill": {"answer": "yes"}, "chances": {"answer": chance}}
        for chance in (0.75, 0.6)
    ]
    tries = [coded(CHEAPEST)] * 6
    kinds.start(line, *odds, planned("python: say it"), *tries, checked(), text=text)
    assert f'wants_change: "{wants}"' in kinds.document().text


def test_a_file_without_a_name_while_none_changes_is_words(kinds: Bench) -> None:
    pattern = kinds.workspace.system / "pattern.md"
    kind = "Kind: {answer | file | code | change | outside}\n"
    asked = pattern.read_text(encoding="utf-8").replace(kind, f"{kind}Files change: {{yes | no}}\n")
    pattern.write_text(asked, encoding="utf-8")
    line = of_kind("file", 0.5, **{"files change": "no"})
    line = {**line, "chances": {**line["chances"], "files change": 0.6}}
    text = "The cook wants to know what is cheapest in data/fruit.csv"
    ended = kinds.start(line, planned("python: say it"), coded(CHEAPEST), coded(CHEAPEST), checked(), text=text)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "plum")
    assert kinds.document().meta["attempt"] == 1


IN_FOUR_LANGUAGES = (
    "Write the cheapest of data/fruit.csv to {}",
    "Schreibe das Billigste aus data/fruit.csv nach {}",
    "Écris le moins cher de data/fruit.csv dans {}",
    "Escribe lo más barato de data/fruit.csv en {}",
)


@pytest.mark.parametrize("words", IN_FOUR_LANGUAGES)
def test_whether_a_named_file_is_made_depends_on_no_word_around_it(kinds: Bench, words: str) -> None:
    ended = kinds.start(of_kind("file", file_to_write="none"), text=words.format("best.txt"))
    assert str(ended.outcome.question) == "There is no best.txt. Which file is meant?"


@pytest.mark.parametrize("words", IN_FOUR_LANGUAGES)
def test_several_files_that_are_made_are_one_choice(kinds: Bench, words: str) -> None:
    line = of_kind("file", file_to_write="all of these")
    ended = kinds.start(line, planned("python: write it"), text=words.format("a.txt, b.txt"))
    assert ended.outcome.question is None
    assert "plan" in {phase for phase, _ in kinds.model.asked}


ORDERS = ("Order it at {}", "Bestelle es auf {}", "Commande-le sur {}", "Pídelo en {}")


@pytest.mark.parametrize("words", ORDERS)
@pytest.mark.parametrize(("chance", "kind"), [(0.9, "outside"), (0.5, "answer")])
def test_an_act_on_a_page_is_told_by_the_choice_of_the_kind(words: str, chance: float, kind: str) -> None:
    page = "https://example.org/a"
    assert settled_kind("outside", chance, Task(words.format(page), addresses=(page,))) == kind
    assert settled_kind("outside", 0.9, Task(f"{words.format(page)}?", addresses=(page,))) == "answer"


@pytest.mark.parametrize("kind", ["file", "answer"])
@pytest.mark.parametrize(("chance", "asks"), [(0.9, True), (0.6, False)])
def test_a_path_is_taken_for_a_file_to_make_where_others_are_there_and_the_model_is_unsure(
    kinds: Bench, kind: str, chance: float, asks: bool
) -> None:
    line = of_kind(kind, file_to_write="none")
    line = {**line, "chances": {**line["chances"], "file to write": chance}}
    ended = kinds.start(
        line, planned("python: do it"), text="Rename data/fruit.csv so that it becomes data/f.csv"
    )
    assert (str(ended.outcome.question) == "There is no data/f.csv. Which file is meant?") is asks


@pytest.mark.parametrize(
    ("text", "chance", "asks"),
    [
        ("Ich brauche einen kurzen Aushang, bitte als aushang.txt: die Praxis ist zu.", 0.56, False),
        ("Summarise report.csv in two sentences.", 0.72, True),
        ("What stands in notes.txt?", 0.56, True),
    ],
)
def test_a_path_is_made_where_no_file_is_named_and_the_model_is_unsure(
    kinds: Bench, text: str, chance: float, asks: bool
) -> None:
    line = of_kind("answer", file_to_write="none")
    line = {**line, "chances": {**line["chances"], "file to write": chance}}
    ended = kinds.start(line, planned("python: do it"), text=text)
    assert ("Which file is meant?" in str(ended.outcome.question)) is asks


@pytest.mark.parametrize(
    ("path", "kind", "of_kind", "chance", "settled"),
    [
        ("league.py", "code", 0.3, 0.71, "code"),
        ("league.py", "change", 0.3, 0.71, "code"),
        ("league.py", "answer", 0.43, 0.71, "code"),
        ("league.py", "answer", 0.6, 0.71, "answer"),
        ("league.py", "code", 0.3, 0.9, "answer"),
        ("data/a.csv", "code", 0.3, 0.71, "answer"),
        ("data/a.csv", "answer", 0.39, 0.62, "change"),
        ("notes.md", "answer", 0.51, 0.61, "answer"),
    ],
)
def test_a_no_that_is_not_sure_leaves_a_task_about_named_code_a_change(
    path: str, kind: str, of_kind: float, chance: float, settled: str
) -> None:
    task = Task(f"Something is off in {path}, can you fix it?", files=(path,), named=True)
    changes = asks_for_change("no", chance, kind, task, of_kind)
    assert settled_kind(kind, of_kind, task, changes) == settled


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("How many lines has notes.md?", False),
        ("Wie viele Zeilen hat notes.md?", False),
        ("which three files are the biggest? list them with their size", False),
        ("Can you sort notes.md?", True),
        ("notes.md has a line twice, which one should go?", True),
    ],
)
def test_a_question_from_its_first_word_on_changes_nothing(text: str, changes: bool) -> None:
    """The default model gave the first one 0.47 for an answer and 0.61 for a no on one build of llama.cpp."""
    task = Task(text, files=("notes.md",), named=True)
    assert asks_for_change("no", 0.59, "answer", task, 0.47) is changes
    assert asks_for_change("yes", 0.59, "answer", task, 0.47)


def test_who_has_a_program_write_to_a_named_file_asks_for_a_change_and_no_answer(kinds: Bench) -> None:
    """Both programs write to the file; the request, which is no question, was surely taken for one."""
    program, sure = with_data(kinds), of_kind("answer", 0.9)
    ended = kinds.start(
        sure, planned("python: Add a fig to data/fruit.csv"), program,
        sure, planned("python: Add a fig to data/fruit.csv"), program, program,
        text="Add a fig for 1 to data/fruit.csv",
    )  # fmt: skip
    assert str(ended.outcome.question).startswith("May it change data/fruit.csv?"), ended.outcome
    assert ONLY_ANSWER in kinds.document().text


@pytest.mark.parametrize("said", ["Is a fig in data/fruit.csv?", "How many are in data/fruit.csv? Add a fig?"])
def test_a_question_stays_one_whatever_its_programs_write(kinds: Bench, said: str) -> None:
    program, sure = with_data(kinds), of_kind("answer", 0.9)
    kinds.start(sure, planned("python: print it"), program, program, checked(), text=said)
    assert "fig" not in (kinds.root / "data" / "fruit.csv").read_text(encoding="utf-8")
    assert ONLY_ANSWER not in kinds.document().text


@pytest.mark.parametrize(
    ("chosen", "attempt", "history", "named", "kind"),
    [
        ("code", 2, "", True, "code"),
        ("code", 1, "", True, "answer"),
        ("code", 3, "", True, "answer"),
        ("code", 2, "", False, "answer"),
        ("answer", 2, "", True, "answer"),
        ("answer", 2, f"Issues: it writes to tally.py, {ONLY_ANSWER}", True, "change"),
        ("answer", 2, f"Issues: it writes to tally.py, {ONLY_ANSWER}", False, "answer"),
    ],
)
def test_a_later_attempt_may_be_of_another_kind(
    chosen: str, attempt: int, history: str, named: bool, kind: str
) -> None:
    task = Task("tally.py crashes, repair it", files=("tally.py",), named=named)
    assert kind_read_anew(task, chosen, attempt, history) == kind


def test_whether_a_name_of_several_texts_gets_its_new_one_is_asked(kinds: Bench) -> None:
    texts = {"feeding.txt": "Stella: hay\nEstella comes on Friday\n", "vet.txt": "12 May: saw Stella.\n"}
    for name, words in texts.items():
        (kinds.workspace.root / name).write_text(words, encoding="utf-8")
    (kinds.workspace.root / "other.txt").write_text("Bruno: oats\n", encoding="utf-8")
    text = "the pony Stella is called Moonlight from now on, please change it in all the files"
    yes: Line = {"phase": "understand", "fill": {"answer": "yes"}, "chances": {"answer": 0.95}}
    of_change = of_kind("change", these_files_are_needed="yes")
    kinds.start(of_change, yes, yes, text=text)
    assert 'all_files: "yes", renamed: "Stella\\nMoonlight"' in kinds.document().text
    asked = [prompt.text for prompt in kinds.model.prompts[1:3]]
    assert "Is this to be done in all files?" in asked[0]
    assert "Does the task ask to rename Stella to Moonlight?" in asked[1]
