from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs import help_kinds
from pandora.programs.change_preview import FileVersions
from pandora.programs.help import LoopResults, Role, Try, Work
from pandora.programs.help_kinds import HELPS, DataHelp, KeysHelp, PlainHelp, TextHelp
from pandora.programs.repairs.program_continuation import NOTHING_PRINTED
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result


def facts(work: Work, results: LoopResults) -> list[bool]:
    return [fact.ok for fact in PlainHelp().evidence(work, results)]


@pytest.mark.parametrize("kind", ["file", "code", "change"])
def test_a_task_for_files_needs_a_changed_file_or_a_person(tmp_path: Path, kind: str) -> None:
    work = Work(Task("Sort a.csv", files=("a.csv",), kind_of_task=kind), tmp_path)
    assert facts(work, LoopResults("done")) == [False]
    assert facts(work, LoopResults("done", applied=True)) == []
    assert facts(work, LoopResults("done", by_person=True)) == []


def test_new_files_that_are_all_there_are_enough(tmp_path: Path) -> None:
    work = Work(
        Task("Write out/a.txt", outputs=("out/a.txt",), makes=("out/a.txt",), kind_of_task="file"), tmp_path
    )
    assert facts(work, LoopResults("done")) == [False, False]
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_text("plum", encoding="utf-8")
    assert facts(work, LoopResults("done")) == [True]


def test_no_match_said_in_words_over_rows_is_settled_by_code(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name\nplum\n", encoding="utf-8")
    table = Work(Task("Which is red?", files=("a.csv",), kind_of_task="answer"), tmp_path)
    prose = Work(Task("Which is red?", kind_of_task="answer"), tmp_path)
    settled = [
        [fact.settles for fact in PlainHelp().evidence(work, LoopResults(output))]
        for work, output in ((table, "No match"), (table, "None"), (prose, "No match"), (table, "plum"))
    ]
    assert settled == [[True], [False], [False], []]


def test_a_name_that_stands_nowhere_is_asked_about(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name\nplum\n", encoding="utf-8")
    work = Work(Task("What does the Medlar cost?", level="operation", files=("a.csv",)), tmp_path)
    (fact,) = PlainHelp().evidence(work, LoopResults("not found"))
    assert (fact.ok, "Medlar" in fact.question) == (False, True)
    assert facts(work, LoopResults("2")) == []
    assert facts(work, LoopResults("not found", applied=True)) == []


def test_what_failed_alike_begins_otherwise_and_a_stopped_program_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("kind,price\nBrakes,2\nGears,3\nBrakes,4\nGears,1\n", encoding="utf-8")
    task = Task("What do brake jobs cost?", files=("a.csv",), kind_of_task="answer")
    works = [Work(replace(task, repeats=number), tmp_path) for number in range(3)]
    first, second, third = (DataHelp().begin(work, 0)["code"] for work in works)
    assert "'brake' stands in column 'kind' of a.csv as 'Brakes'" in second
    assert "kept" not in second
    assert first.splitlines()[-1] == "kept = [row for row in rows if row['kind'] == 'Brakes']  # 2 of 4 rows"
    assert third == first
    report = "line 4: total = sum(kept)\nTypeError: no numbers"
    failed = Try({"code": f"{first}total = sum(kept)\n"}, Result(False, report, code=1), {"code": "program"})
    begun = DataHelp().begin(Work(task, tmp_path), 1, failed)["code"]
    assert begun == f"{first}# TypeError: no numbers\ntotal ="
    assert DataHelp().begin(Work(task, tmp_path), 2, failed)["code"] == first
    changing = Work(replace(task, kind_of_task="change"), tmp_path)  # no query takes turns with its programs
    first = DataHelp().begin(changing, 0)["code"]
    failed = replace(failed, arguments={"code": f"{first}total = sum(kept)\n"})
    report = f"line {first.count(chr(10)) + 1}: total = sum(kept)\nTypeError: no numbers"
    failed = replace(failed, result=Result(False, report, code=1))
    assert DataHelp().begin(changing, 1, failed)["code"] == first
    assert DataHelp().begin(changing, 2, failed)["code"].endswith("# TypeError: no numbers\ntotal =")


def test_a_program_that_printed_nothing_is_gone_on_with_and_no_other(tmp_path: Path) -> None:
    work = Work(Task("What is 2 + 3?", kind_of_task="answer"), tmp_path)
    roles: dict[str, Role] = {"code": "program"}
    silent = Try({"code": "x = 2 + 3\n"}, Result(False, f"{NOTHING_PRINTED}\nnote", code=0), roles)
    assert DataHelp().begin(work, 1, silent)["code"] == "x = 2 + 3\nprint("
    refused = Try({"code": "print(5)"}, Result(False, "it changed a file of strangers", code=0), roles)
    assert DataHelp().begin(work, 1, refused) == DataHelp().begin(work, 1)


def test_a_module_is_gone_on_with_from_where_it_went_wrong(tmp_path: Path) -> None:
    request = "Write t.py: one(1) is 1, and two(1) is 2"
    work = Work(Task(request, level="operation", makes=("t.py",), kind_of_task="code"), tmp_path)
    roles: dict[str, Role] = {"path": "path", "content": "content"}
    module = "def one(n):\n    return 1\n\n\ndef two(n):\n    most = n\n    return most\n"
    report = "t.py was tried with the examples of the task:\ntwo(1) gives 1; the request says 2"
    failed = Try({"path": "t.py", "content": module}, Result(False, report, code=1), roles)
    begun = TextHelp().begin(work, 1, failed)["content"]
    assert "def one(n):\n    return 1\n" in begun
    assert "# two(1) must give 2" in begun
    assert begun.endswith("    return")
    assert TextHelp().begin(work, 3, failed) == {}
    assert TextHelp().begin(work, 0) == {}
    there = replace(work, task=replace(work.task, makes=()))
    assert TextHelp().begin(there, 1, failed) == {}


@pytest.mark.parametrize(
    ("request_text", "cake", "settled"),
    [
        ("Put the bills into 2022 and 2023.", "cake.txt", True),
        ("Put the bills into 2022 and 2023.", "2023/cake.txt", False),
        ("Put all into bills/2022 and bills/2023, the rest into bills/other.", "bills/other/cake.txt", True),
        ("Put all into bills/2022 and bills/2023, the rest into bills/other.", "bills/cake.txt", False),
    ],
)
def test_files_that_lie_where_their_names_tell_settle_the_result(
    request_text: str, cake: str, settled: bool, tmp_path: Path
) -> None:
    folder = "bills/" if "bills/" in request_text else ""
    moves = {f"{folder}a_{year}.txt": f"{folder}{year}/a_{year}.txt" for year in (2022, 2023)}
    files = (*moves, f"{folder}cake.txt")
    moves |= {files[-1]: cake} if cake != files[-1] else {}
    changed = [FileVersions(old, b"a", None) for old in moves]
    changed += [FileVersions(new, None, b"a") for new in moves.values()]
    work = Work(Task(request_text, files=files, kind_of_task="change", named=True), tmp_path)
    results = LoopResults("Error: cake.txt", applied=True, changed=tuple(changed))
    assert any(fact.settles for fact in PlainHelp().evidence(work, results)) is settled


def test_a_text_is_read_without_the_example_of_a_date(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Bill of 10 June 2025, web hosting for 12 months\n", encoding="utf-8")
    request = "A table: supplier, date (2025-06-30 style)"
    task = Task("a.txt: supplier, date", files=("a.txt",), request=request)
    text = HELPS["fields"].describe(Work(task, tmp_path), "do").text
    assert text.endswith("Task: A table: supplier, date (YYYY-MM-DD style)")
    assert "2025-06-30" not in text


@pytest.mark.parametrize(
    ("context", "value", "ok"),
    [
        ((), "4.4", True),
        (("## Learned\n- table: 4.4 is divided by 30 rows, of which 3 have no value",), "4.4", False),
        (("## Learned\n- table: 4.4 is divided by 30 rows, of which 3 have no value",), "4.9", False),
        (("step 1 gave: 4.9", "## Learned\n- table: 4.4 is divided by 30 rows"), "4.9", True),
        (("step 1 gave: 4.4",), "4.4", True),
    ],
)
def test_a_number_of_nowhere_is_not_set_after_an_attempt_that_was_refused(
    context: tuple[str, ...], value: str, ok: bool, tmp_path: Path
) -> None:
    before = '{"mean_mm": null}'
    (tmp_path / "report.json").write_text(before, encoding="utf-8")
    after = before.replace("null", value)
    change = Change("report.json", hashlib.sha256(before.encode()).hexdigest(), after.encode())
    task = Task(
        "Enter the mean in report.json.", files=("report.json",), kind_of_task="change", context=context
    )
    result = KeysHelp().object(Work(task, tmp_path), Try({}, Result(True, "done", changes=(change,))))
    assert result.ok == ok


@pytest.mark.parametrize(
    ("step", "given", "read", "whole"),
    [
        ("list who owes in open.csv, largest first", {}, ("dues.csv",), True),
        ("save the rows without a payment in open.csv", {}, ("dues.csv",), True),
        ("save the rows without a payment in open.csv", {"step1": "60"}, ("dues.csv",), False),
        ("sort open.csv", {}, ("open.csv",), False),
    ],
)
def test_a_step_that_makes_the_file_of_the_task_is_held_to_the_whole_request(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    given: dict[str, str],
    read: tuple[str, ...],
    whole: bool,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(help_kinds, "experiments_on", lambda request, *rest: asked.append(request))
    request = "list who owes in open.csv, largest first"
    task = Task(step, "operation", "python", request=request, makes=("open.csv",), part=True, given=given)
    result = Result(True, "", changes=(Change("open.csv", "", b"name\n"),), read=read)
    attempt = Try({"code": "save(rows, 'open.csv')"}, result, {"code": "program"})
    PlainHelp().experiments(Work(task, tmp_path, rules=frozenset({"columns"})), attempt)
    assert asked == [request if whole else step]


def test_an_answer_is_a_list_where_that_is_asked_for_and_a_letter_stays_as_it_is(tmp_path: Path) -> None:
    said = "We meet at 5 pm. There is a barbecue."
    request = "What is the plan in note.txt? Use bullet points"
    work = Work(Task(request, request=request), tmp_path)
    roles: dict[str, Role] = {"text": "answer", "written by": "author"}
    told = TextHelp().told(work, Try({"text": said}, Result(True, said), roles))
    assert told == "- We meet at 5 pm.\n- There is a barbecue."
    letter = {"text": said, "written by": "Dana"}
    assert TextHelp().told(work, Try(letter, Result(True, said), roles)) == said


def test_where_a_request_gives_both_names_of_a_renaming_the_old_one_alone_is_offered(tmp_path: Path) -> None:
    source = "class Contact:\n    name: str\n    tel: str\n\n\ndef find(name): ...\n"
    (tmp_path / "contacts.py").write_text(source, encoding="utf-8")

    def offered(request: str) -> tuple[str, ...]:
        task = Task(request, request=request, files=("contacts.py",), kind_of_task="change")
        return tuple(HELPS["names"].describe(Work(task, tmp_path), "do").options["name"])

    assert offered("The field tel of Contact should be named phone.") == ("Contact.tel", "(module)")
    assert set(offered("Give the class a better name.")) >= {"Contact", "Contact.tel", "find", "(module)"}


def test_the_heading_of_a_phase_is_no_part_of_a_text(tmp_path: Path) -> None:
    work = Work(Task("Sum up rules.txt", request="Sum up rules.txt", kind_of_task="file"), tmp_path)
    said = {"written by": "us", "written to": "guests"}
    finished = TextHelp().finish(work, {**said, "content": "### DO\n\n- No dogs.\n- No noise."})
    assert finished["content"] == "- No dogs.\n- No noise."
    said["path"] = "house.md"
    assert TextHelp().finish(work, {**said, "content": "# DOGS\n\nNo."})["content"] == "# DOGS\n\nNo."


def test_the_lines_that_code_begins_a_program_with_are_not_respelled(tmp_path: Path) -> None:
    (tmp_path / "plate.csv").write_text("sample,value\nA,0.4\nA,0.5\nB,0.7\nB,0.6\n", encoding="utf-8")
    table = "# Plate\n\n| Sample | Mean |\n|---|---|\n| A | 0 |\n| B | 0 |\n"
    (tmp_path / "report.md").write_text(table, encoding="utf-8")
    text = "Put the mean of each sample of plate.csv into the table in report.md."
    files = ("plate.csv", "report.md")
    task = Task(text, request=text, files=files, kind_of_task="change", named=True, columns=("sample", "value"))
    work = Work(task, tmp_path)
    code = DataHelp().begin(work, 0)["code"].rpartition("\n")[0] + "\nprint(1)\n"
    assert "row['Sample']" in code
    assert DataHelp().finish(work, {"code": code})["code"].startswith(code.rpartition("print(1)")[0])


@pytest.mark.parametrize(
    ("reader", "text", "begun"),
    [
        ("Mme Aubry", "Écris un courriel à Mme Aubry : il manque 3 cartons de papier A4.", "Madame Aubry,\n\n"),
        ("Mme Aubry", "Dans notre commande, trois cartons ne sont pas arrivés.", ""),
        ("la mairie", "Écris un courriel à Mme Aubry : il manque 3 cartons de papier A4.", ""),
    ],
)
def test_a_letter_that_says_the_request_back_begins_with_its_greeting(
    reader: str, text: str, begun: str, tmp_path: Path
) -> None:
    request = "Écris un courriel à Mme Aubry : il manque 3 cartons de papier A4."
    work = Work(Task(request, request=request, makes=("a.txt",)), tmp_path)
    arguments = {
        "path": "a.txt",
        "language": "French",
        "written by": "Ina",
        "written to": reader,
        "content": text,
    }
    failed = Try(arguments, Result(False, "it only repeats the task", 1), {})
    assert TextHelp().begin(work, 1, failed).get("content", "") == begun
