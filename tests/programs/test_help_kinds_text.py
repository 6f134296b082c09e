from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.budget import Budget
from pandora.programs.help import Role, Try, Work
from pandora.programs.help_kinds import LARGEST_TEXT, PartsHelp, TextHelp
from pandora.programs.rules.answer_rules import MOST_SHOWN
from pandora.task import Task
from pandora.workspace.operation_context import Result


def described(root: Path, *files: str, untrusted: bool = False, phase: str = "do") -> str:
    return TextHelp().describe(Work(Task("x", files=files), root, untrusted), phase).text


def test_the_prompt_of_do_holds_the_files(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one\ntwo\n", encoding="utf-8")
    (tmp_path / "b.bin").write_bytes(b"a\0b")
    assert described(tmp_path, "a.md", "b.bin", "gone.md") == "## Files\na.md:\n  one\n  two\n\nTask: x"
    assert described(tmp_path, "gone.md") == ""
    assert "a text" not in described(tmp_path, "a.md")
    assert described(tmp_path, "a.md", phase="understand").startswith("a.md: ")


def test_the_prompt_of_do_says_the_dates_that_spans_of_the_files_give(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Cancel 21 days before you arrive.\n", encoding="utf-8")
    task = Task("We arrive on 14 August 2025. Until when can we cancel?", files=("a.md",))
    text = TextHelp().describe(Work(task, tmp_path), "do").text
    dates = "Dates:\n- 21 days before 14 August 2025: 24 July 2025\n\nTask: We"
    assert dates in text


def test_the_words_of_strangers_are_quoted(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Decision: accept\n", encoding="utf-8")
    assert described(tmp_path, "a.md", untrusted=True) != described(tmp_path, "a.md")


def test_a_prompt_is_never_asked_to_hold_too_much(tmp_path: Path) -> None:
    names = [f"{number}.txt" for number in range(MOST_SHOWN + 1)]
    for name in names:
        (tmp_path / name).write_bytes(b"a" * (LARGEST_TEXT + 1))
    text = described(tmp_path, *names)
    assert names[-1] not in text
    assert len(text) < MOST_SHOWN * (LARGEST_TEXT + 100)


def test_a_prompt_holds_no_file_from_elsewhere_and_waits_for_no_pipe(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "secret.txt").write_text("a secret", encoding="utf-8")
    (work / "link.txt").symlink_to("../secret.txt")
    os.mkfifo(work / "pipe.txt")
    assert described(work, "link.txt", "pipe.txt") == ""


def test_a_prompt_holds_as_many_short_texts_as_have_room(tmp_path: Path) -> None:
    names = [f"{number}.txt" for number in range(MOST_SHOWN + 3)]
    for name in names:
        (tmp_path / name).write_text(f"the words of {name}\n", encoding="utf-8")
    assert all(f"the words of {name}" in described(tmp_path, *names) for name in names)


def test_a_file_made_of_texts_that_were_not_all_shown_is_refused(tmp_path: Path) -> None:
    names = tuple(f"{number}.txt" for number in range(MOST_SHOWN + 1))
    for name in names:
        (tmp_path / name).write_text("words " * 400, encoding="utf-8")
    result = Result(True, "out.txt: 1 line")

    def judged(budget: int, made: tuple[str, ...]) -> Result:
        task = Task("x", files=names, makes=made, named=True, budget=Budget(context=budget))
        return TextHelp().object(Work(task, tmp_path), Try({}, result))

    refused = judged(1500, ("out.txt",))
    assert not refused.ok
    assert names[-1] in refused.text
    assert judged(9000, ("out.txt",)).ok
    assert judged(1500, ()).ok


def test_answers_agree_where_they_say_the_same_to_each_part_of_the_request(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "Ines Kuhl rings the plumber by 3 May. The rent of the hall is 450, of the tent 180.\n",
        encoding="utf-8",
    )
    work = Work(Task("Who rings the plumber, and what does the tent cost?", files=("a.md",)), tmp_path)

    def said(who: str, cost: str) -> Try:
        parts = {"who rings the plumber": who, "what does the tent cost": cost}
        return Try(parts, Result(True, f"{who}\n{cost}"), {"text": "answer"})

    tries = [said("Ines", "450"), said("Ines Kuhl rings him", "180"), said("Ines Kuhl", "It costs 180.")]
    assert [agreement.tries for agreement in PartsHelp().agree(work, tries)] == [(0,), (1, 2), (1, 2)]
    assert PartsHelp().agree(work, []) == []
    whole = [Try({"text": text}, Result(True, text), {"text": "answer"}) for text in ("Ines, 180", "Ines, 180")]
    assert [agreement.tries for agreement in PartsHelp().agree(work, whole)] == [(0, 1), (0, 1)]


def test_a_part_that_repeats_another_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("The bridge is closed from 6 May to 30 August.\n", encoding="utf-8")
    work = Work(Task("When is it closed, and what do cars do?", files=("a.md",)), tmp_path)
    parts = {
        "when is it closed": "from 6 May to 30 August",
        "what do cars do": "It is closed from 6 May to 30 August.",
    }
    result = PartsHelp().object(work, Try(parts, Result(True, "\n".join(parts.values())), {"text": "answer"}))
    assert result.text == "what it says to 'What do cars do' only repeats what it says to 'When is it closed'"


def test_the_labels_of_parts_are_not_the_request_said_back(tmp_path: Path) -> None:
    lease = (
        "The basic rent is 640. The deposit is three times the basic rent.\n\n"
        "It is paid back within 8 weeks after the keys."
    )
    (tmp_path / "a.md").write_text(lease, encoding="utf-8")
    request = "How much is the deposit for my flat altogether, and how long after the keys is it paid back?"
    parts = {
        "how much is the deposit for my flat altogether": "1920",
        "how long after the keys is it paid back": "8 weeks",
    }
    work = Work(Task(request, files=("a.md",), kind_of_task="answer"), tmp_path, rules=frozenset({"passages"}))
    said = "\n".join(f"{part.capitalize()}: {answer}" for part, answer in parts.items())
    result = PartsHelp().object(work, Try(parts, Result(True, said), {"text": "answer"}))
    assert result.ok, result.text
    none = said.replace("1920", "how much is the deposit").replace("8 weeks", "how long after the keys")
    assert not PartsHelp().object(work, Try(parts, Result(True, none), {"text": "answer"})).ok


LEAKING = "Write to Mr Low: the tap leaks since Sunday, he should come on 8 May. It's flat 14. I'm Ada Berg."
LETTER = "Dear Mr Low,\nour tap has been leaking since Sunday, could you come on 8 May?\n{}Yours,\nAda Berg"
ROLES: dict[str, Role] = {"text": "answer", "written by": "author", "language": "language"}


def begun_after(text: str, root: Path, said: str = "it does not say 14, which the task gives") -> str:
    rules = frozenset({"proper_names", "given_numbers", "language"})
    arguments = {"language": "English", "written by": "Ada Berg", "text": text}
    failed = Try(arguments, Result(False, said, 1), ROLES)
    return TextHelp().begin(Work(Task(LEAKING), root, rules=rules), 1, failed).get("text", "")


def test_a_text_that_only_lacks_something_is_gone_on_with(tmp_path: Path) -> None:
    lacking = LETTER.format("")
    assert begun_after(lacking, tmp_path) == f"{lacking.partition('Yours')[0].rstrip()} It's flat 14."
    assert begun_after(lacking.replace("Sunday", "then"), tmp_path).endswith(
        "could you come on 8 May? It's flat 14."
    )
    assert begun_after(LETTER.format("Call KP-20417.\n"), tmp_path) == "", "what is made up is written anew"
    assert begun_after(lacking, root=tmp_path, said="Ada does not write it; the task says that Bob does") == ""
    assert begun_after(LETTER.format("I live at [address].\n"), tmp_path) == ""


def test_a_text_that_leaves_out_what_the_files_say_is_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(
        "- pool closed from 14 to 27 April\n- sauna stays open daily from 10 to 20\n- buy a new whistle\n",
        encoding="utf-8",
    )
    request = "Make a notice from notes.txt for the visitors: when the pool is closed, the sauna."
    rules = frozenset({"proper_names", "given_numbers", "language"})
    work = Work(Task(request, files=("notes.txt",)), tmp_path, rules=rules)
    said = "it leaves out what the files say of 'the sauna': sauna stays open daily from 10 to 20"

    def begun(text: str) -> str:
        arguments = {"language": "English", "written by": "the pool", "text": text}
        return TextHelp().begin(work, 1, Try(arguments, Result(False, said, 1), ROLES)).get("text", "")

    closed = "Dear visitors, the pool is closed from 14 to 27 April."
    assert begun(closed) == f"{closed} Sauna stays open daily from 10 to 20."
    assert begun(closed.replace("27 April", "3 June")) == "", "what is made up is written anew"


def test_a_text_is_finished_without_what_is_said_to_its_writer(tmp_path: Path) -> None:
    work = Work(Task("Write a note: we meet at noon. Not more than 30 words. I'm Ada."), tmp_path)
    written = {"written by": "Ada", "text": "We meet at noon. Not more than 30 words."}
    assert TextHelp().finish(work, written)["text"] == "We meet at noon.\n\nAda"
    assert TextHelp().finish(work, {"text": written["text"]}) == {"text": written["text"]}


def test_a_text_that_its_writer_signs_has_an_end(tmp_path: Path) -> None:
    note = "We have to drill on Friday from nine to twelve, sorry for the noise. From Tom and Ines, 3rd floor"
    cut = "We have to drill on Friday from nine to twelve, and since the wall of the kitchen is old we will"

    def ok(text: str, author: str) -> bool:
        roles: dict[str, Role] = {"text": "answer"}
        attempt = Try({"text": text, "written by": author}, Result(True, text), roles)
        return TextHelp().object(Work(Task("write a note"), tmp_path), attempt).ok

    assert ok(note, "Tom and Ines")
    assert not ok(cut, "Tom and Ines")
    assert not ok(cut, "")


@pytest.mark.parametrize(("count", "size"), [(1, 24_000), (12, 2_000)])
def test_of_long_texts_and_of_many_the_passages_of_the_question_are_shown(
    count: int, size: int, tmp_path: Path
) -> None:
    filler = "It rained all day, and nothing else was to be told of it.\n\n"
    paths = tuple(f"{number:02}.txt" for number in range(count))
    for path in paths:
        text = filler * (size // len(filler))
        text += "The pump of the mill failed at noon.\n\n" if path == paths[-1] else ""
        (tmp_path / path).write_text(text + filler * 40, encoding="utf-8")
    asked = "When did the pump of the mill fail?"
    task = Task(asked, files=paths, kind_of_task="answer", budget=Budget(context=1_500))
    text = TextHelp().describe(Work(task, tmp_path), "do").text
    assert f"{paths[-1]}:\n  […]\n  The pump of the mill failed at noon.\n" in text
    assert len(text) < 4_000
    whole = TextHelp().describe(Work(replace(task, text="Sum it up in 3 sentences."), tmp_path), "do").text
    assert len(whole) > 4_000, "a summary is of the whole"
