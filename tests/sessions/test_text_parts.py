"""Parts that are larger than a leaf's room: a child of its own reads each, and code makes up the value."""

from __future__ import annotations

import errno
import os
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.errors import DiskError, ModelError
from pandora.models.llama import LlamaModel
from pandora.models.protocol import Call, Prompt, Reply
from pandora.models.wrapped_model import WrappedModel
from pandora.sessions.inside.given_text import Text
from pandora.sessions.reading_plan import COUNT, LIST, PAIRS, reading_of
from pandora.sessions.session_runs import TurnReport, resume, start
from pandora.sessions.text_parts import FILES, LINES, LONGEST, OVERLAP, PART, splitting_of
from tests.answering_model import AnsweringModel
from tests.disk.faults import failing
from tests.models.conftest import smollm2  # noqa: F401  (a fixture)
from tests.sessions.sittings import Sitting
from tests.torture.faults import counted, dies_at

FILLER = "Nothing of note happened that day.\n"
LONG = LONGEST // len(FILLER) * 2
"""So many lines of filler are too large for a leaf."""


def report(name: str, *words: str) -> str:
    """A report of several pages: its `words`, far from each other."""
    pages = (FILLER * (LONG // len(words)) + f"{word}\n" for word in words)
    return f"Report by {name}\n\n{''.join(pages)}"


class Reader(AnsweringModel):
    """A perfect leaf: says yes to a text that leaks; its replies follow from the prompt."""

    def __init__(self, wanted: str = COUNT, choices: str = "yes, no") -> None:
        self.wanted, self.choices = wanted, choices
        self.asked: list[str] = []

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        self.asked.append(f"{call.kind} {prompt.text}")
        if call.kind == "leaf":
            return {"answer": self.judge(prompt.text)}, {}
        blanks = {"wanted": self.wanted, "question": "Does this report leak?", "kinds": self.choices}
        return {entry.key: blanks.get(entry.key, []) for entry in form.asked}, {"wanted": 0.95}

    def judge(self, text: str) -> str:
        return "yes" if "leaks" in text.partition("Question:")[0] else "no"


def host_of(sitting: Sitting, model: Any) -> Host:
    return Host(sitting.workspace, model, Ledger(Budget(calls=200)), scaffold=True)


def folder(sitting: Sitting, **texts: str) -> None:
    (sitting.root / "reports").mkdir(exist_ok=True)
    for name, text in texts.items():
        (sitting.root / "reports" / f"{name}.txt").write_text(text, encoding="utf-8")


REPORTS = {
    "ada": report("Ada", "All is dry."),
    "bo": report("Bo", "It is warm.", "The roof leaks."),
    "cleo": "Report by Cleo\n\nThe tap leaks.\n",
    "dora": report("Dora", "The pipe leaks.", "The pipe leaks again."),
}
QUESTION = "How many of the reports say that something leaks?"


def work(sitting: Sitting, model: Any, question: str = QUESTION) -> TurnReport:
    """Begin the session over the folder, or go on with it where it is on disk."""
    if sitting.store.exists("system-abc234"):
        return resume(sitting.session(), host_of(sitting, model))
    return start(
        question, host_of(sitting, model), Budget(calls=200), over=[sitting.root / "reports"], run="abc234"
    )


def children(sitting: Sitting) -> list[str]:
    return sorted(name for name in sitting.files() if name.startswith("tool-session-"))


def test_a_part_that_is_too_large_is_read_by_a_child(sitting: Sitting) -> None:
    """Sessions 11, S9: a file that no leaf holds is a child's; its envelope comes back, and code counts."""
    folder(sitting, **REPORTS)
    model = Reader()
    assert work(sitting, model).entry["value"] == "3"
    assert len(children(sitting)) == 3  # Cleo's report is a leaf's
    text = sitting.text("tool-turn-abc234-1")
    assert "map_lm: 1 lane; map_rlm: 3 lanes" in text
    assert "let a child read each file of more than 3000 characters" in text
    assert max(map(len, model.asked)) < 2 * PART + 600  # no leaf was shown more than a piece


def test_a_child_has_its_own_document_head_status_and_share(sitting: Sitting) -> None:
    """Sessions 11 and 14: a child sees its part alone, and its share of the ledger grows with that part."""
    folder(sitting, **REPORTS)
    work(sitting, Reader())
    child = sitting.text("tool-turn-abc234-1.2.2.1.1")
    assert "Task: Does this report leak?" in child
    assert "Report by Ada" in child
    assert "Bo" not in child.replace("Boundary", "")
    assert "Return: one of yes, no" in child
    session = sitting.store.load("tool-session-abc234-1.2.2.1")
    assert session.meta["status"] == "accepted"
    assert sitting.store.load("tool-turn-abc234-1.2.2.1.1").meta["head"]["kind"] == "final"
    state = sitting.text("tool-turn-abc234-1")
    assert "handles[" in state or "Changed:" in state


def test_equal_parts_make_equal_heads(sitting: Sitting) -> None:
    """Sessions S7: nothing of a child's place is in its head; a part that occurs twice is read once."""
    folder(sitting, **{**REPORTS, "dora2": REPORTS["dora"]})
    assert work(sitting, Reader()).entry["value"] == "4"
    assert len(children(sitting)) == 3


def test_after_final_nothing_is_asked(sitting: Sitting) -> None:
    """Sessions 6: a session whose children are read resumes without a call."""
    folder(sitting, **REPORTS)
    work(sitting, Reader())
    again = Reader()
    assert (work(sitting, again).turn, again.asked) == (None, [])


def test_a_person_who_corrects_a_piece_corrects_the_value(sitting: Sitting) -> None:
    """Sessions 6: an edited leaf of a child reaches the child's head and the value; nothing is asked."""
    folder(sitting, **REPORTS)
    work(sitting, Reader())
    sitting.edit("op-leaf-abc234-1.2.2.1.1.2.1.1", "Answer: no", "Answer: yes")
    again = Reader()
    assert (work(sitting, again).entry["value"], again.asked) == ("4", [])


def test_a_large_line_is_a_childs_and_the_other_lines_are_leaves(sitting: Sitting) -> None:
    """Records: a long one among short ones does not change how the others are read."""
    (sitting.root / "reports").mkdir()
    lines = ["all is dry", "the tap leaks", f"{'dry and fine ' * 300}but it leaks"]
    (sitting.root / "reports" / "log.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert work(sitting, Reader(), "How many lines say that it leaks?").entry["value"] == "2"
    assert len(children(sitting)) == 1


def test_files_are_listed_by_name(sitting: Sitting) -> None:
    """A list has the names of the files that a child or a leaf said yes to."""
    folder(sitting, **REPORTS)
    listed = work(sitting, Reader(LIST), "Which of the reports say that something leaks?")
    assert listed.entry["value"] == '["reports/bo.txt", "reports/cleo.txt", "reports/dora.txt"]'


class Namer(Reader):
    """A reader that also knows whom a text is about."""

    def judge(self, text: str) -> str:
        if "Who or what" in text:
            return next((name for name in ("Bo", "Cleo", "Dora") if f"by {name}" in text), "Report")
        return super().judge(text)


def test_pairs_of_whom_large_parts_are_about(sitting: Sitting) -> None:
    """Pairs: whom a large part is about is asked of its pieces, and what most of them say counts."""
    signed = {name: text.replace(FILLER, f"As told by {name.title()}.\n") for name, text in REPORTS.items()}
    folder(sitting, **signed)
    value = work(sitting, Namer(PAIRS), "List all pairs of people whose reports name a leak.").entry["value"]
    assert value == '[["Bo", "Cleo"], ["Bo", "Dora"], ["Cleo", "Dora"]]'


def test_the_kind_of_a_large_part_is_that_of_most_of_its_pieces(sitting: Sitting) -> None:
    """Sessions S6: of several kinds, code counts the pieces; neither counts only where no piece has another."""
    folder(sitting, **REPORTS)

    class Kinds(Reader):
        def judge(self, text: str) -> str:
            shown = text.partition("Question:")[0]
            return "leaking" if "leaks" in shown else "dry" if "dry" in shown else "neither"

    question = "How many of the reports are leaking?"
    assert work(sitting, Kinds(choices="leaking, dry"), question).entry["value"] == "3"
    labels = [sitting.store.load(f"tool-session-abc234-1.2.2.{lane}").body(5) for lane in (1, 2, 3)]
    assert labels == ["dry", "leaking", "leaking"]


def test_a_piece_that_fails_makes_its_lane_a_sentinel(sitting: Sitting) -> None:
    """Sessions 9 and S3: what a child could not judge is a failed lane, and is not counted as no."""
    folder(sitting, **REPORTS)

    class Fails(Reader):
        def judge(self, text: str) -> str:
            if "All is dry" in text:
                raise ModelError("the server is gone")
            return super().judge(text)

    report = work(sitting, Fails())
    assert report.entry["value"] == '{"answer": 3, "not judged": 1}'
    assert report.entry["failed"] == 1


def test_a_session_that_may_not_delegate_cuts_what_is_too_large(sitting: Sitting) -> None:
    """Sessions 12: the depth is bounded; where no child may be made, code cuts the part, and leaves read it."""
    (sitting.root / "a.txt").write_text("short\n" * 9 + "long " * LONGEST + "\n", encoding="utf-8")
    texts = {"a.txt": (sitting.root / "a.txt").read_text()}
    flat, deep = reading_of(texts, "How many leak?"), reading_of(texts, "How many leak?", children=True)
    assert (flat.children, deep.children) == (False, True)
    assert max(map(len, flat.parts)) <= PART
    assert len(deep.parts) == 10


def test_a_folder_of_long_texts_is_split_into_files_where_the_question_names_it() -> None:
    """The name of a folder says what its files are; a question about anything else reads their parts."""
    texts = {f"reports/{name}.txt": text for name, text in REPORTS.items()}
    long = {name: text for name, text in texts.items() if len(text) > LONGEST}
    assert splitting_of(long, question="Which report is the angriest?") is FILES
    assert splitting_of(long, question="How many things leak?") is not FILES
    assert splitting_of(long, files=False, question="Which report is it?") is not FILES
    one = {"reports/log.txt": "a line\n" * 9000}
    assert splitting_of(one, question="Which report is the angriest?") is LINES


def test_a_budget_that_is_too_small_for_a_child_is_a_failed_lane(sitting: Sitting) -> None:
    """Sessions 14: calls are reserved before a child starts; without them its lane fails; the rest stays."""
    folder(sitting, **REPORTS)
    host = Host(sitting.workspace, Reader(), Ledger(Budget(calls=6)), scaffold=True)
    report = start(
        QUESTION, host, Budget(calls=6), over=[sitting.root / "reports"], run="abc234", fixed=["calls"]
    )
    assert "map_rlm: 3 lanes, 3 failed" in sitting.text("tool-turn-abc234-1")
    assert report.entry["value"] == '{"answer": 1, "not judged": 3}'


class Told(Reader):
    """A reader that writes down what it is asked at once, so that it is known after a kill, too."""

    def __init__(self, log: Path) -> None:
        super().__init__()
        self.log = log

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        with self.log.open("a", encoding="utf-8") as file:
            asked = f"{call.document} {call.kind} {prompt.text}"  # parts of two texts may be alike
            file.write(f"{sha256(asked.encode()).hexdigest()}\n")
        return super().values(prompt, form, call)


POINTS = 9
"""At how many of the calls that write something a session is broken off, evenly spread."""


def disturbed(sitting: Sitting) -> tuple[TurnReport, int, list[Sitting]]:
    """A session that nothing disturbed, how many calls write something in it, and a place for each fault."""

    def room(name: str) -> Sitting:
        (sitting.root / name).mkdir()
        made = Sitting(sitting.root / name)
        folder(made, bo=REPORTS["bo"], cleo=REPORTS["cleo"], dora=REPORTS["dora"])
        return made

    whole = room("whole")
    with failing(0, errno.ENOSPC) as disk:
        report = work(whole, Reader())
    return report, len(disk.made), [room(str(place)) for place in range(POINTS)]


def goes_on(sitting: Sitting, wanted: TurnReport, model: Reader) -> None:
    """Go on without faults, and come to the undisturbed head; then nothing is left to do."""
    report = work(sitting, model)
    current = sitting.session().current()
    assert current is not None
    assert (current.id, report.entry["value"]) == (wanted.entry["head"], "3")
    assert work(sitting, model).turn is None


def test_a_killed_session_asks_no_child_twice(sitting: Sitting) -> None:
    """Sessions 6 and S7: kill -9 at any write; resume goes on within the child, to the same head.

    At most the one reply that was not on disk yet is asked for again.
    """
    wanted, calls, places = disturbed(sitting)
    killed = 0
    for place, broken in enumerate(places, 1):
        log = broken.root / "asked.txt"
        process = os.fork()
        if process == 0:
            try:
                counted(dies_at(place * calls // POINTS))
                work(broken, Told(log))
            finally:
                os._exit(0)
        killed += os.WIFSIGNALED(os.waitpid(process, 0)[1])
        goes_on(broken, wanted, Told(log))
        asked = log.read_text().splitlines()
        assert len(asked) - len(set(asked)) <= 1
    assert killed >= POINTS - 1


def test_a_full_disk_within_a_child_is_told_and_the_session_goes_on(sitting: Sitting) -> None:
    """Sessions 6: a disk that is full at any write of parent or child is a typed error; resume goes on."""
    wanted, calls, places = disturbed(sitting)
    told = 0
    for place, broken in enumerate(places, 1):
        with failing(place * calls // POINTS, errno.ENOSPC):
            try:
                work(broken, Reader())
            except DiskError:
                told += 1
        goes_on(broken, wanted, Reader())
    assert told


def test_a_real_model_reads_a_large_part_through_a_child(sitting: Sitting, smollm2: Path) -> None:  # noqa: F811
    """Sessions 11, 14 and S9 with a real model: every piece has a leaf, the child a head, and code counts."""
    folder(sitting, bo=REPORTS["bo"], cleo=REPORTS["cleo"], eve="Report by Eve\n\nAll is well.\n")
    with closing(LlamaModel.open(smollm2, context=2048, threads=1)) as model:
        report = work(sitting, CountsParts(model))
        assert report.exit_code == 0
        again = work(sitting, CountsParts(model))
    assert (again.turn, again.usage.calls) == (None, 0)
    turn = sitting.store.load("tool-turn-abc234-1.2.2.1.1")
    pieces = len(set(Text(REPORTS["bo"]).parts(PART, OVERLAP)))
    leaves = [name for name in sitting.files() if name.startswith("op-leaf-abc234-1.2.2.1.1.2.1.")]
    assert len([name for name in leaves if not name.endswith(".0.md")]) == pieces
    said = [sitting.store.load(f"op-leaf-abc234-1.2.1.{lane}").body(5) for lane in (1, 2)]
    assert turn.meta["head"]["kind"] == "final"
    assert report.entry["value"] == str([turn.body(5), *said].count("yes"))


class CountsParts(WrappedModel):
    """A real model whose choice of the kind and of the plan is given; it judges the leaves by itself."""

    def fill(self, prompt: Prompt, form: Form, **more: Any) -> Reply:
        if more["call"].kind == "leaf":
            return super().fill(prompt, form, **more)
        return Reader().fill(prompt, form, **more)
