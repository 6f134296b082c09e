from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pandora import regular_file
from pandora.operations.registry import OPERATIONS
from pandora.programs.help import Role, Try, Work
from pandora.programs.language.english_words import nothing_found
from pandora.programs.parsed_program import hard_coded, read_program
from pandora.programs.rules import searched_texts
from pandora.programs.rules.absent_names import absent_names
from pandora.programs.rules.judgement import ONLY_ANSWER, asks_for_no_answer, judge_result, written_again
from pandora.programs.rules.wording_rules import RULES
from pandora.programs.rules.written_text_rules import gaps
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

OK = Result(True, "plum")
CODE = {"code": "print(name)"}
ROLES: Mapping[str, Role] = {"code": "program", "command": "command", "text": "answer", "path": "path"}


def judge(result: Result, arguments: Mapping[str, str], task: Task, workspace: Path, *rules: str) -> Result:
    """The judgement where the pattern asks for `rules`, by default for all."""
    asked = frozenset(rules or RULES)
    return judge_result(Work(task, workspace, rules=asked), Try(arguments, result, ROLES))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    return tmp_path


def test_what_failed_already_is_left_alone(workspace: Path) -> None:
    failed = Result(False, "no", 1)
    assert judge(failed, CODE, Task("x", outputs=("out/a",), makes=("out/a",)), workspace) is failed


def test_a_file_that_was_asked_for_must_be_made(workspace: Path) -> None:
    task = Task(
        "Write the list to out/list.txt",
        outputs=("out/list.txt",),
        makes=("out/list.txt",),
        kind_of_task="file",
    )
    judgement = judge(OK, CODE, task, workspace)
    assert not judgement.ok
    assert judgement.text == "out/list.txt was not made; the program must write it"
    made = Result(True, "", changes=(Change("out/list.txt", "", b"plum"),))
    assert judge(made, CODE, task, workspace).ok
    empty = Result(True, "x", changes=(Change("out/list.txt", "", b""),))
    assert not judge(empty, CODE, task, workspace).ok


def test_a_program_that_is_to_change_files_and_only_prints_is_no_work(workspace: Path) -> None:
    task = Task("Sort the rows of fruit.csv by price", files=("fruit.csv",), kind_of_task="change")
    assert (
        judge(OK, CODE, task, workspace).text == "no file was changed; the program must change the files itself"
    )
    changed = Result(True, "", changes=(Change("fruit.csv", "1", b"name,price\nplum,2\npear,3\n"),))
    assert judge(changed, CODE, task, workspace).ok
    again = {"code": "save(rows, 'fruit.csv')"}
    assert judge(OK, again, task, workspace).ok  # the rows stood so already
    assert judge(
        OK, CODE, replace(task, part=True), workspace
    ).ok  # an earlier step may only work something out


def test_a_file_that_is_written_with_its_own_words_is_no_work(workspace: Path) -> None:
    (workspace / "letter.txt").write_text("Dear Ann,\n\nwe come.\n", encoding="utf-8")
    task = Task("Put the date before the name of letter.txt", files=("letter.txt",), kind_of_task="file")
    same = Result(True, "", changes=(Change("letter.txt", "1", b"Dear Ann,\nwe come.\n"),))
    arguments = {"path": "letter.txt", "content": "Dear Ann,\nwe come.\n"}
    roles: Mapping[str, Role] = {"path": "path", "content": "content"}
    judgement = judge_result(Work(task, workspace), Try(arguments, same, roles))
    assert judgement.text == "letter.txt has these very words already; do what the task asks"
    changing = Work(replace(task, kind_of_task="change"), workspace)
    assert judge_result(changing, Try(arguments, same, roles)).ok  # it lost an empty line, as a task may ask
    indented = replace(same, changes=(Change("letter.txt", "1", b"Dear Ann,\n  \n  we come.\n"),))
    assert judge_result(changing, Try(arguments, indented, roles)).text == judgement.text


def test_a_step_that_moves_files_is_held_to_the_example_of_the_request(workspace: Path) -> None:
    request = "Put the year in front, so that fruit.csv becomes 2024_fruit.csv"
    task = Task("move it", files=("fruit.csv",), kind_of_task="change", request=request, part=True)
    assert judge(OK, CODE, task, workspace).ok  # an earlier step may only look something up
    moved = (Change("fruit.csv", "1", None), Change("old_fruit.csv", "", b"name,price\nplum,2\n"))
    judgement = judge(Result(True, "", changes=moved), CODE, task, workspace)
    assert judgement.text == "fruit.csv is to become 2024_fruit.csv, and old_fruit.csv was made"


def test_files_that_an_answer_left_behind_are_not_kept(workspace: Path) -> None:
    task = Task("How many?", kind_of_task="answer")
    left = Result(True, "2", changes=(Change("x.txt", "", b"1"),))
    judgement = judge(left, CODE, task, workspace)
    assert judgement.ok
    assert judgement.changes == ()
    assert "not kept" in judgement.note
    silent = Result(True, " ", changes=(Change("x.txt", "", b"1"),))
    assert not judge(silent, CODE, task, workspace).ok


def test_a_program_that_says_only_its_own_words_is_no_work(workspace: Path) -> None:
    judgement = judge(OK, {"code": "print('plum')"}, Task("Which is the cheapest?"), workspace)
    assert not judgement.ok
    assert judgement.code == 1
    assert "only prints its own words" in judgement.text


def test_files_that_nobody_named_are_not_changed(workspace: Path) -> None:
    change = Change("fruit.csv", "ab" * 32, b"1")
    changed = Result(True, "done", changes=(change,))
    assert not judge(changed, CODE, Task("Tidy up", kind_of_task="change"), workspace).ok
    assert judge(changed, CODE, Task("Tidy fruit.csv up", kind_of_task="change"), workspace).ok
    assert judge(changed, CODE, Task("Mend the tests", kind_of_task="code"), workspace).ok
    assert judge(changed, CODE, Task("Tidy up", request="Tidy fruit.csv up"), workspace).ok


@pytest.mark.parametrize("spreads", [True, False])
def test_a_name_changes_in_files_that_nobody_named(workspace: Path, spreads: bool) -> None:
    changed = Result(True, "done", changes=(Change("fruit.csv", "ab" * 32, b"1"),))
    attempt = Try({}, changed, {}, spreads)
    assert judge_result(Work(Task("Rename it", kind_of_task="file"), workspace), attempt).ok == spreads


@pytest.mark.parametrize(
    ("code", "hard"),
    [
        ("print('plum')", True),
        ("x = table('a.csv')\nprint('plum', 2)", True),
        ("print(f'plum')", True),
        ("print(x)", False),
        ("print(f'{x}')", False),
        ("print('a')\nprint(x)", False),
        ("if x:\n    print('yes')\nelse:\n    print('no')", False),
        ("for each in x:\n    print('one')", False),
        ("x = 1", False),
        ("def main():\n    print('1.8 m')\nmain()", True),
        ("def main(x):\n    print(x)\nx = 2\nmain(x * 2)", False),
        ("def (", False),
        ("print(" + "(" * 500, False),
    ],
)
def test_hard_coded(code: str, hard: bool) -> None:
    assert hard_coded(read_program(code)) is hard


@pytest.mark.parametrize("text", ["", "None", "not found", "No such", "[]", "0", "N/A", "null", "No match"])
def test_nothing_found(text: str) -> None:
    assert nothing_found(text)


@pytest.mark.parametrize("text", ["plum", "1", "nothing but plums", "00:10"])
def test_something_found(text: str) -> None:
    assert not nothing_found(text)


def test_names_of_the_request_that_stand_nowhere(workspace: Path) -> None:
    def unknown(text: str, files: tuple[str, ...] = ("fruit.csv",)) -> list[str]:
        return absent_names(Work(Task(text, files=files), workspace))

    assert unknown("What does the Medlar cost?") == ["Medlar"]
    assert unknown('What is Medlar\'s price, and "sour plum"?') == ["Medlar", "sour plum"]
    assert unknown("What does the Plum cost?") == []
    assert unknown("Medlar?") == []  # a sentence begins with a capital
    assert unknown("What came in on Monday in March?") == []
    assert unknown("What does the Medlar cost?", ()) == []
    assert unknown("What does the Medlar cost?", ("gone.csv",)) == ["Medlar"]


def test_words_without_a_number_of_the_text_are_no_answer(workspace: Path) -> None:
    task = Task("How many lines are there?", files=("fruit.csv",), context=("fruit.csv: text, 30 lines",))
    said = "There are 14998 lines."
    assert "14998" in judge(Result(True, said), {"text": said}, task, workspace).text
    assert judge(Result(True, "30 lines."), {"text": "30 lines."}, task, workspace).ok


def test_a_file_that_no_row_came_into_is_told_as_that(workspace: Path) -> None:
    task = Task(
        "Copy the cheap ones to out/a.csv", outputs=("out/a.csv",), makes=("out/a.csv",), kind_of_task="file"
    )
    empty = Result(True, "", changes=(Change("out/a.csv", "", b""),))
    assert judge(empty, CODE, task, workspace).text.startswith("out/a.csv is empty; no row was kept")


def test_a_file_of_an_earlier_attempt_that_is_written_again_is_made(workspace: Path) -> None:
    (workspace / "out").mkdir()
    (workspace / "out" / "a.txt").write_text("plum")
    task = Task(
        "Write the list to out/a.txt", outputs=("out/a.txt",), makes=("out/a.txt",), kind_of_task="file"
    )
    assert judge(OK, {"code": "save(rows, 'out/a.txt')\nprint(1)"}, task, workspace).ok
    assert not judge(OK, {"code": "# into out/a.txt\nprint(rows)"}, task, workspace).ok


def test_the_words_of_a_files_name_need_not_stand_in_a_text(tmp_path: Path) -> None:
    said = "Write what Brie costs in Büro Daten/Liste 2024.csv into a note"
    task = Task(said, request=said, files=("Büro Daten/Liste 2024.csv",))
    work = Work(task, tmp_path, rules=frozenset({"proper_names", "given_numbers"}))
    for text, ok in (("Brie: 3 euros", True), ("The cheese costs 3 euros", False)):
        assert judge_result(work, Try({"text": text}, Result(True, text), {"text": "answer"})).ok is ok


def test_a_text_is_told_all_that_it_lacks_at_once(tmp_path: Path) -> None:
    task = Task(said := "Thank Mr Low for the 12 laptops.", request=said)
    work = Work(task, tmp_path, rules=frozenset({"proper_names", "given_numbers"}))
    note = "Thank you for the laptops."
    told = judge_result(work, Try({"text": note}, Result(True, note), {"text": "answer"}))
    assert told.text.endswith("it does not name Mr, Low and does not say 12 laptops, which the task gives")


def test_a_text_does_not_tell_its_reader_how_long_it_is_to_be(tmp_path: Path) -> None:
    task = Task(said := "Write a note to the neighbours, at most 20 words.", request=said)
    work = Work(task, tmp_path, rules=frozenset({"given_numbers"}))
    note = "Dear all, the water is off today. Please fill a bucket."
    for text, ok in ((note, True), (f"{note} (at most 20 words)", False)):
        assert judge_result(work, Try({"text": text}, Result(True, text), {"text": "answer"})).ok is ok


def test_a_translation_has_the_numbers_of_its_text(tmp_path: Path) -> None:
    text = (
        "Die Halle bleibt vom 14. bis zum 27. April wegen der Arbeiten geschlossen und ist danach ab 8:30 auf."
    )
    (tmp_path / "aushang.txt").write_text(text, encoding="utf-8")
    task = Task(said := "Put aushang.txt into English", request=said, files=("aushang.txt",))
    work = Work(task, tmp_path, rules=frozenset({"given_numbers"}))
    whole = (
        "The hall is closed from 14 to 27 April because of the work that is done, then it opens at 8:30 again."
    )
    short = "The hall is closed in April."
    for note, ok in ((whole, True), (whole.replace("27 ", ""), False), (short, True)):
        told = judge_result(work, Try({"text": note}, Result(True, note), {"text": "answer"}))
        assert told.ok is ok, told.text


def test_a_text_makes_up_no_telephone_number(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ring the caretaker on 0555 210 334.", encoding="utf-8")
    task = Task(said := "Write a notice that says whom to ring, see a.txt", request=said, files=("a.txt",))
    work = Work(task, tmp_path, rules=frozenset({"given_numbers"}))
    for number, ok in (("0555 210 334", True), ("0555 123 456", False)):
        note = f"Please ring the caretaker on {number}."
        assert judge_result(work, Try({"text": note}, Result(True, note), {"text": "answer"})).ok is ok


def test_a_translation_has_other_words_than_its_file(tmp_path: Path) -> None:
    letter = (
        "Dear Mr Hill, the course begins again at the end of the summer holidays.",
        "The pottery class of Vera Quint meets in the old dairy, where the kiln now stands.",
        "Please bring an apron and an old towel, since there are none in the house.",
        "We look forward to seeing you and your daughter there.",
    )
    french = (
        "Cher Monsieur Hill, le cours reprend à la fin des vacances d'été.",
        "Le cours de poterie de Vera Quint a lieu dans l'ancienne laiterie, où se trouve le four.",
        "Apportez un tablier et une vieille serviette, car il n'y en a pas dans la maison.",
        "Nous nous réjouissons de vous voir avec votre fille.",
    )
    (tmp_path / "a.txt").write_text("\n\n".join(letter), encoding="utf-8")
    task = Task(said := "Translate a.txt into French", request=said, files=("a.txt",))
    work = Work(task, tmp_path, rules=frozenset({"given_numbers"}))
    result = Result(True, "\n\n".join(french))
    judgement = judge_result(work, Try({"text": result.text}, result, {"text": "answer"}))
    assert judgement.ok, judgement.text


def test_a_text_made_of_files_brings_no_names_and_numbers_together_that_they_do_not(tmp_path: Path) -> None:
    mails = (
        "Ann books the bus, 14 a head.",
        "The lake is at Grunsee, says Bert.",
        "The old castle is open again.",
        "Bye.",
    )
    (tmp_path / "a.txt").write_text("\n\n".join(mails), encoding="utf-8")
    task = Task(said := "Sum up a.txt for us", request=said, files=("a.txt",))
    work = Work(task, tmp_path, rules=frozenset({"given_numbers"}))
    for text, ok in (
        ("The bus is 14 a head, which Ann books.", True),
        ("The old castle of Grunsee is open again.", False),
    ):
        assert judge_result(work, Try({"text": text}, Result(True, text), {"text": "answer"})).ok is ok, text


@pytest.mark.parametrize(
    ("request_", "text", "rule"),
    [
        ("Thank Ann for the plum", "Thank you for the plum.", "proper_names"),
        ("Say thanks for 20 plums", "Thanks for the plums.", "given_numbers"),
    ],
)
def test_a_rule_of_words_holds_where_it_is_asked_for_alone(
    workspace: Path, request_: str, text: str, rule: str
) -> None:
    task, arguments = Task(request_, kind_of_task="answer"), {"text": text}
    assert not judge(Result(True, text), arguments, task, workspace, rule).ok
    assert judge(Result(True, text), arguments, task, workspace, "order").ok


def test_a_name_is_looked_for_in_the_workspace_alone(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "people.txt").write_text("Zebulon 77", encoding="utf-8")
    (work / "link.txt").symlink_to("../people.txt")
    os.mkfifo(work / "pipe.txt")
    task = Task("How old is Zebulon?", files=("link.txt", "pipe.txt"))
    assert absent_names(Work(task, work)) == ["Zebulon"]
    assert not judge(Result(True, "He is 77."), {"text": "He is 77."}, task, work).ok


def test_an_argument_counts_by_its_role_and_not_by_its_name(tmp_path: Path) -> None:
    task = Task("How many lines?", files=("notes.txt",))
    (tmp_path / "notes.txt").write_text("one", encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/a.txt").write_text("plum", encoding="utf-8")
    work, result = Work(task, tmp_path), Result(True, "14998 lines")
    assert judge_result(work, Try({"text": "14998 lines"}, result)).ok
    assert not judge_result(work, Try({"words": "14998 lines"}, result, {"words": "answer"})).ok
    assert judge_result(work, Try({"code": "print(1)"}, result)).ok
    assert not judge_result(work, Try({"source": "print(1)"}, result, {"source": "program"})).ok
    assert not written_again("out/a.txt", Try({"path": "out/a.txt"}, result), tmp_path)
    assert written_again("out/a.txt", Try({"path": "out/a.txt"}, result, {"path": "path"}), tmp_path)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Dear [Neighbours],\ncome on [Date]!", ["[Neighbours]", "[Date]"]),
        ("Liebe [Name der Nachbarn], kommt!", ["[Name der Nachbarn]"]),
        ("- [ ] soap\n- [x] towel\n[a link](b.md) and [one][2] and x[1]", []),
        ("Fill in [Name] yourself", ["[Name]"]),
        ("The party is on <date>.\nSigned: ____", ["<date>", "____"]),
        ("It is <b>free</b>; write to <a@b.de>, a < b > c, so ... on: tea ..... 2", []),
    ],
)
def test_gaps_that_a_text_leaves_to_be_filled_in(text: str, left: list[str]) -> None:
    assert gaps(text, "Write to them") == left
    assert gaps(text, f"Write {' '.join(left)}") == []


def test_the_request_said_back_is_no_answer(workspace: Path) -> None:
    request = "Reserve a table for four people tonight and tell me whether it worked."
    said = judge(Result(True, request), {"text": request}, Task(request), workspace)
    assert not said.ok


GERMAN = (
    "Der Mieter zahlt eine Kaution von drei Monatsmieten und bekommt sie nach dem Auszug mit Zinsen zurück."
)


@pytest.mark.parametrize(
    ("said", "ok"),
    [
        ("What does the lease say about the deposit that the tenant has to pay before moving in?", True),
        (
            "What does the lease say about the deposit that the tenant has to pay? Answer in German, please.",
            True,
        ),
        ("What does the letter say about the deposit that the tenant has to pay before moving in?", False),
    ],
)
def test_an_answer_may_be_in_another_language_where_it_is_asked_for_or_copied(
    tmp_path: Path, said: str, ok: bool
) -> None:
    (tmp_path / "lease.txt").write_text(f"Vertrag.\n\n{GERMAN}\n", encoding="utf-8")
    files = ("lease.txt",) if "before moving" in said and ok else ()
    work = Work(Task(said, request=said, files=files), tmp_path, rules=frozenset({"language"}))
    assert judge_result(work, Try({"text": GERMAN}, Result(True, GERMAN), {"text": "answer"})).ok is ok


def test_a_letter_need_not_name_the_language_that_it_is_in(tmp_path: Path) -> None:
    said = "Write a note to Paul in French."
    work = Work(Task(said, request=said), tmp_path, rules=frozenset({"proper_names", "language"}))
    roles: Mapping[str, Role] = {"text": "answer", "language": "language"}
    for text, ok in (("Cher Paul, viens.", True), ("Cher ami, viens.", False)):
        assert judge_result(work, Try({"text": text, "language": "French"}, Result(True, text), roles)).ok is ok


def test_a_letter_in_a_file_is_held_to_what_a_letter_is(tmp_path: Path) -> None:
    said = (
        "Write the surgery a short polite mail that says that I am away on business and cannot come to my "
        "appointment, and ask for a new one. Save it as mail.txt; I am Elke Tramnitz."
    )
    task = Task(said, request=said, outputs=("mail.txt",), makes=("mail.txt",), kind_of_task="file")
    work = Work(task, tmp_path, rules=frozenset({"proper_names", "language"}))
    operation = OPERATIONS["write"]
    own = "Dear surgery,\n\nI am away on business. When may I come instead?\n\nYours, Elke Tramnitz"
    for text, objection in (
        (own, ""),
        (f"{own[:-14]}I {said[6:130]}\n\nYours, Elke Tramnitz", "it repeats the task word for word"),
        (f"Dear Elke Tramnitz, {own[14:-14]}", "greet its reader"),
        (f"Here is your polite mail:\n\n{own}", "begin with the greeting"),
        (f"{own}\n\n[Phone number]", "it leaves gaps"),
    ):
        arguments = {"path": "mail.txt", "content": text, "language": "English", "written by": "Elke Tramnitz"}
        made = Result(True, "made", changes=(Change("mail.txt", "", text.encode()),))
        judged = judge_result(work, Try(arguments, made, operation.roles))
        assert judged.ok is not bool(objection), (text, judged.text)
        assert objection in judged.text


def test_a_letter_is_more_than_what_its_task_has_behind_a_colon(tmp_path: Path) -> None:
    given = "Vital Forum, member 48213, to the end of December, else as soon as that goes. I am Elke Tramnitz."
    said = f"Write the cancellation to my gym and save it as mail.txt: {given}"
    task = Task(said, request=said, outputs=("mail.txt",), makes=("mail.txt",), kind_of_task="file")
    work = Work(task, tmp_path, rules=frozenset({"proper_names"}))
    arguments = {"path": "mail.txt", "content": given, "language": "English", "written by": "Elke Tramnitz"}
    made = Result(True, "made", changes=(Change("mail.txt", "", given.encode()),))
    judged = judge_result(work, Try(arguments, made, OPERATIONS["write"].roles))
    assert not judged.ok
    assert "the task's own words and nothing else" in judged.text


def test_where_the_kind_is_unsure_a_program_may_change_the_file_that_the_task_names(workspace: Path) -> None:
    said = "Work out the mean price in fruit.csv and enter it in report.json."
    changed = Result(True, "2.5", changes=(Change("report.json", "0" * 64, b"{}"),))
    task = Task(said, request=said, kind_of_task="answer", files=("fruit.csv", "report.json"), named=True)
    assert judge(changed, CODE, task, workspace, "order").changes == ()
    unsure = replace(task, may_change=True)
    assert judge(changed, CODE, unsure, workspace, "order").changes == changed.changes
    other = Result(True, "2.5", changes=(Change("other.json", "0" * 64, b"{}"),))
    assert judge(other, CODE, unsure, workspace, "order").changes == ()


def test_an_answer_may_list_files_but_not_copy_them(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"T-10{number}1.txt").write_text(f"Ticket\n\nThe light in stairwell {number} flickers.\n")
    files = tuple(sorted(path.name for path in tmp_path.iterdir()))
    said = "Which tickets are about a light in a stairwell?"
    work = Work(Task(said, request=said, files=files), tmp_path, rules=frozenset({"passages"}))
    copied = "\n".join((tmp_path / name).read_text() for name in files)
    for text, ok in (("2: T-1001 and T-1021", True), ("2: T-1001 and T-7777", False), (copied, False)):
        assert judge_result(work, Try({"text": text}, Result(True, text), {"text": "answer"})).ok is ok, text
    for number in range(4, 8):
        (tmp_path / f"T-10{number}1.txt").write_text("Ticket\n\nThe lock sticks.\n")
    several = tuple(sorted(path.name for path in tmp_path.iterdir()))
    many = replace(work, task=replace(work.task, files=several))
    told = judge_result(many, Try({"text": "2: T-1001 and T-1021"}, OK, {"text": "answer"}))
    assert told.text == "it lists files out of 8, which a reader may miss; find them with a program"


def test_an_answer_is_no_program_that_would_find_it(tmp_path: Path) -> None:
    (tmp_path / "setup.md").write_text("Install it:\n```sh\npip install boat\n```\n", encoding="utf-8")
    asked = "How many steps has setup.md?"
    work = Work(Task(asked, request=asked, files=("setup.md",)), tmp_path, rules=frozenset({"passages"}))
    given = "Count them:\n```python\nprint(len(open('setup.md').read()))\n```"
    told = judge_result(work, Try({"text": given}, Result(True, given), {"text": "answer"}))
    assert told.text == "it gives a program, and not what the files come to; find them with a program"
    quoted = "Install it:\n```sh\npip install boat\n```"
    kept = judge_result(work, Try({"text": quoted}, Result(True, quoted), {"text": "answer"}))
    assert "a program" not in kept.text


def test_each_file_is_read_at_most_twice_for_a_try_in_words(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace / "plan.txt").write_text("The bridge is closed from 6 May to 30 August.\n", encoding="utf-8")
    opened: list[str] = []
    read = regular_file.read_regular

    def counted(path: str, most: int, inside: Path) -> tuple[bytes, bool]:
        opened.append(path)
        return read(path, most, inside=inside)

    monkeypatch.setattr(searched_texts, "read_regular", counted)
    answer = "The bridge is closed from 6 May to 30 August."
    task = Task("How long is it closed?", files=("plan.txt",), kind_of_task="answer")
    judgement = judge(Result(True, answer), {"text": answer}, task, workspace, "passages")
    assert judgement.ok, judgement.text
    assert judgement.note == "rests on plan.txt:1"
    assert len(opened) <= 2


LETTER = """Dear parents,

we hope that you had a good Easter.

The trip is on 12 June; the coach leaves at eight.

It costs 18.50, to be paid by 23 May.

Please give your child a lunch and boots.
"""
WRITTEN: Mapping[str, Role] = {"text": "answer", "written by": "author"}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("- 12 June, at eight\n- 18.50 by 23 May\n- lunch and boots", ""),
        ("- 12 June, at eight\n- 18.50 by 13 May\n- lunch and boots", "13 May stands nowhere in what is given"),
        (LETTER, "it copies the files, which the person has"),
        ("It costs 18.50, to be paid by 23 May.", "it is one paragraph of the files word for word"),
    ],
)
def test_a_text_has_no_day_from_nowhere_and_is_no_copy(tmp_path: Path, answer: str, told: str) -> None:
    (tmp_path / "letter.txt").write_text(LETTER, encoding="utf-8")
    task = Task(
        "Boil letter.txt down to bullets for me.", files=("letter.txt",), kind_of_task="answer", named=True
    )
    work = Work(task, tmp_path, rules=frozenset({"proper_names", "given_numbers"}))
    arguments = {"text": answer, "written by": ""}
    result = judge_result(work, Try(arguments, Result(True, answer), WRITTEN))
    assert result.text.startswith(told or answer)
    assert result.ok is not bool(told)
    (tmp_path / "letter.txt").write_text(f"{LETTER}\nSigned: ______\n", encoding="utf-8")
    template = judge_result(work, Try(arguments, Result(True, answer), WRITTEN))
    assert not template.text.startswith("it copies")


@pytest.mark.parametrize(
    ("request_text", "code", "told"),
    [
        ("Enter the mean of fruit.csv in report.md.", "print(len(rows))", "report.md"),
        ("Enter the mean of fruit.csv in report.md.", "save([report, rows], 'report.md')", ""),
        ("What is the mean of fruit.csv?", "print(len(rows))", ""),
        ("What is the mean of fruit.csv? Do not use report.md.", "print(len(rows))", ""),
    ],
)
def test_a_file_that_the_request_names_is_used(
    workspace: Path, request_text: str, code: str, told: str
) -> None:
    (workspace / "report.md").write_text("mean: TBD\n", encoding="utf-8")
    program = f"report = text('report.md')\nrows = table('fruit.csv')\n{code}\n"
    task = Task(request_text, files=("report.md", "fruit.csv"), kind_of_task="answer")
    judged = judge(OK, {"code": program}, task, workspace)
    assert judged.ok is not bool(told)
    remedy = f"use what it says, or change report and save(report, {told!r})"
    assert judged.text == (f"it does nothing with {told}, which the task names; {remedy}" if told else "plum")
    assert judge(OK, {"code": program}, replace(task, part=True), workspace).ok


GUIDE = "Washing machine\n\nClean the filter every month.\n\nThe drum takes up to 7 kg.\n"


@pytest.mark.parametrize(
    ("asked", "answer", "ok"),
    [
        ("What does a new door cost?", "The guide does not say what a door costs.", True),
        ("What does a new door cost?", "It doesn't say.", True),
        ("Was kostet eine neue Klappe?", "Das steht nicht in der Anleitung.", True),
        ("Combien coûte une porte neuve ?", "Le mode d'emploi ne le dit pas.", True),
        ("What does a new door cost?", "Look into the catalogue.", False),
        ("What does a new door cost?", "It does not cost more than 40 euros.", False),
    ],
)
def test_that_the_files_do_not_tell_needs_no_passage(tmp_path: Path, asked: str, answer: str, ok: bool) -> None:
    (tmp_path / "guide.txt").write_text(GUIDE, encoding="utf-8")
    task = Task(asked, request=asked, files=("guide.txt",), kind_of_task="answer")
    assert judge(Result(True, answer), {"text": answer}, task, tmp_path, "passages").ok is ok


@pytest.mark.parametrize(("size", "copied"), [(8, False), (40, True)])
def test_a_short_file_is_copied_from_a_few_lines_on(tmp_path: Path, size: int, copied: bool) -> None:
    text = f"Garden club\n\n{' '.join(f'word{number}' for number in range(size))}.\n"
    (tmp_path / "club.txt").write_text(text, encoding="utf-8")
    task = Task("Sum up club.txt", files=("club.txt",), kind_of_task="answer", named=True)
    work = Work(task, tmp_path, rules=frozenset({"proper_names"}))
    judgement = judge_result(work, Try({"text": text, "written by": ""}, Result(True, text), WRITTEN))
    assert judgement.text.startswith("it copies the files") == copied


@pytest.mark.parametrize(
    "code",
    [
        "report = text('report.json')\nreport.write('2.5')\n",
        "with open('report.json', 'w') as file:\n    file.write('2.5')\n",
        "save({'mean': 2.5}, 'report.json')\n",
    ],
)
def test_a_program_that_writes_to_a_named_file_shows_that_no_answer_is_asked_for(
    workspace: Path, code: str
) -> None:
    said = "Work out the mean price in fruit.csv and enter it in report.json."
    task = Task(said, request=said, kind_of_task="answer", files=("fruit.csv", "report.json"), named=True)
    failed = Result(False, "AttributeError: 'str' object has no attribute 'write'", 1)
    attempt = Try({"code": code}, failed, ROLES)
    assert asks_for_no_answer(Work(task, workspace), attempt) == f"it writes to report.json, {ONLY_ANSWER}"
    for other in (
        replace(task, request="What is the mean price in fruit.csv, and is it in report.json?"),
        replace(task, may_change=True),
        replace(task, part=True),
        replace(task, kind_of_task="change"),
        replace(task, request="Work out the mean price in fruit.csv."),
    ):
        assert asks_for_no_answer(Work(other, workspace), attempt) == ""


def test_a_function_is_no_answer(workspace: Path) -> None:
    shown = Result(True, "<function keep at 0x7f21029d2020>")
    judged = judge(shown, {"code": "print(keep)"}, Task("How many?", kind_of_task="answer"), workspace)
    assert (judged.ok, "prints <function keep at 0x" in judged.text) == (False, True)
    assert judge(Result(True, "a < b"), CODE, Task("How?", kind_of_task="answer"), workspace).ok
