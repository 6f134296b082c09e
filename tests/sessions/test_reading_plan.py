from __future__ import annotations

import random
from typing import Any

import pytest

from pandora.budget import Budget, Ledger
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.models.protocol import Call, Prompt
from pandora.sessions.reading_plan import (
    COUNT,
    FIND,
    FREQUENT,
    LIST,
    PAIRS,
    alternatives_in,
    kind_of,
    plan_of,
    reading_of,
    without_selected,
)
from pandora.sessions.session_runs import start
from pandora.sessions.text_parts import FILES, LINES, PARAGRAPHS, PARTS, splitting_of
from tests.answering_model import AnsweringModel
from tests.sessions.sittings import Line, Sitting, leaf

GOOD, BAD = "a wonderful film", "a dull film"


def reviews(count: int = 12) -> str:
    draw = random.Random(4)
    rows = (f"User: {draw.choice((11, 17, 23))} || {draw.choice((GOOD, BAD))} {n}" for n in range(count))
    return "\n".join(rows) + "\n"


def planned(kind: str, question: str = "Is it positive?", chance: float = 0.9, **blanks: str) -> list[Line]:
    """The replies to what is wanted, and to the blanks that code leaves open."""
    wanted = {"phase": "understand", "fill": {"wanted": kind}, "chances": {"wanted": chance}}
    blanks = {"kinds": "yes, no", **blanks} if kind in (COUNT, LIST) else blanks
    return [wanted, {"phase": "plan", "fill": {"question": question, **blanks}}]


def over(sitting: Sitting, text: str, question: str, *lines: Line) -> object:
    (sitting.root / "texts.txt").write_text(text, encoding="utf-8")
    sitting.scaffold = True
    report = sitting.start(list(lines), question, over=[sitting.root / "texts.txt"])
    assert report.exit_code == 0, sitting.text("tool-turn-abc234-1")
    return report.entry["value"]


def test_a_text_is_split_as_it_is_written() -> None:
    assert splitting_of({"a": reviews()}) is LINES
    assert splitting_of({"a": "One line,\nand another.\n\nA second part,\nwith two lines.\n"}) is PARAGRAPHS
    assert splitting_of({"a": "word " * 5000}) is PARTS


MAILS = {
    f"mails/{name}.txt": f"From: {name}\nDate: 2025-03-04\n\nDear team,\n\n{words}\n\nRegards\n{name}\n"
    for name, words in (("Ada", "thank you"), ("Bo", "it leaks"), ("Cleo", "it leaks"), ("Dora", "all is well"))
}


def test_of_several_short_documents_each_is_a_part() -> None:
    """What a question over a folder of mails counts is mails, and not their paragraphs."""
    assert splitting_of(MAILS) is FILES
    reading = reading_of(MAILS, "How many of the mails by Bo are complaints?")
    assert reading.options == ("all 4 files", "the 1 file with 'bo'")
    assert splitting_of({"a": reviews(), "b": reviews()}) is LINES  # a record a line, and no paragraphs
    assert splitting_of({name: text * 99 for name, text in MAILS.items()}) is not FILES
    assert splitting_of({"a": MAILS["mails/Ada.txt"]}) is LINES
    one_long = {**MAILS, "long.txt": MAILS["mails/Bo.txt"] * 99}
    assert splitting_of(one_long) is FILES


def test_documents_are_counted_and_listed_by_their_names(sitting: Sitting) -> None:
    """Sessions S9: each document is judged once and as a whole; a list has their names."""
    for name, text in MAILS.items():
        path = sitting.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sitting.scaffold = True
    answers = [leaf("yes" if "leaks" in text else "no") for text in MAILS.values()]
    question = "Which of the mails are complaints?"
    listed = sitting.start([*planned(LIST), *answers], question, over=[sitting.root / "mails"])
    assert listed.entry["value"] == '["mails/Bo.txt", "mails/Cleo.txt"]'


def test_a_value_is_looked_for_in_the_lines_of_documents(sitting: Sitting) -> None:
    """The smaller the part, the better a small model finds a value in it."""
    for name, text in MAILS.items():
        path = sitting.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace("Dear team", f"Order {len(text)}7"), encoding="utf-8")
    sitting.scaffold = True
    lines = [WANTED_VALUE, *[leaf("none")] * 6]
    sitting.start(lines, "What is the order of the leak?", over=[sitting.root / "mails"])
    assert "split the texts into lines" in sitting.text("tool-turn-abc234-1")


def test_code_selects_what_the_question_names() -> None:
    """Code first: the phrases of the question that select some parts, and all of them together."""
    text = reviews(40)
    reading = reading_of({"a": text}, "How many reviews by User 17 are positive?")
    count = sum("User: 17 " in line for line in text.splitlines())
    assert reading.options == ("all 40 lines", f"the {count} lines with 'user 17'")
    assert reading.decided == reading.selections[1]
    nothing = reading_of({"a": text}, "Which label is the most frequent?")
    assert (nothing.options, nothing.decided) == (("all 40 lines",), nothing.selections[0])


def test_where_every_noun_has_a_capital_the_model_says_what_selects() -> None:
    text = "Die Suppe war kalt.\nDas Zimmer war schön.\nDer Koch ist freundlich, die Suppe gut.\nGern wieder.\n"
    reading = reading_of({"a": text}, "Wie viele der Gäste haben denn die gute Suppe gelobt?")
    assert (len(reading.options), reading.decided) == (2, None)


def test_a_month_and_a_name_select_together() -> None:
    rows = [
        f"2025-{month:02}-0{day} | {name} | fine"
        for month in (3, 4)
        for day in (1, 2)
        for name in ("Ada", "Bo")
    ]
    reading = reading_of({"a": "\n".join(rows)}, "How many of the reviews by Ada from March are positive?")
    assert reading.decided is not None
    assert (reading.decided.phrases, reading.decided.month, reading.decided.count) == (("ada",), 3, 2)


def test_a_word_that_begins_a_sentence_is_no_name() -> None:
    text = "how to do it\nwhat to do\nsay how\nnothing\n"
    assert len(reading_of({"a": text}, "Each line is a note. How many are long?").options) == 1


def test_the_labels_that_a_question_lists_are_read_by_code() -> None:
    assert alternatives_in("Are most of them good, bad or fair?", ["en"]) == ("good", "bad", "fair")
    assert alternatives_in("Ist es meist gut, schlecht oder gemischt?", ["de"]) == (
        "gut",
        "schlecht",
        "gemischt",
    )
    assert alternatives_in("Sont-ils bons ou mauvais ?", ["fr"]) == ("bons", "mauvais")
    assert alternatives_in("What is the number of the room?", ["en"]) == ()


def test_the_most_frequent_label_is_offered_where_it_may_be_wanted() -> None:
    text = "".join(f"The code of depot {name} is {number}.\n" for number, name in enumerate("ABCD", 71))
    assert FREQUENT not in reading_of({"a": text}, "What is the code of depot C?").kinds
    assert FREQUENT in reading_of({"a": text}, "What is most frequent?").kinds


def test_a_plan_that_leaves_something_open_is_taken_the_safe_way() -> None:
    reading = reading_of({"a": reviews()}, "How many?")
    assert kind_of(reading, "?", 1.0) == (FIND, False)
    assert plan_of(reading, {"question": ""}, "t", COUNT).kind == FIND
    assert plan_of(reading, {"kinds": "none", "question": "q"}, "t", FREQUENT).kind == COUNT
    assert plan_of(reading, {"kinds": "good, bad", "question": "q"}, "t", FREQUENT).labels == ("good", "bad")


EXAMPLES = (
    "Task: How many mails from Tom are friendly?\nQuestion: Is this mail friendly, unfriendly or neither?"
)


@pytest.mark.parametrize(
    ("asked", "question", "labels", "counted"),
    [
        ("Is it neutral, good or bad?", "Is it neutral, good or bad?", ("neutral", "good", "bad"), "neutral"),
        ("Is it neutral?", "Is it neutral?", (), "yes"),
        ("Is it good, bad or so?", "Is it good?", (), "yes"),
        ("Is this mail neutral?", "Does this line count for: How many reviews are neutral?", (), "yes"),
        ("Is it friendly?", "Does this line count for: How many reviews are neutral?", (), "yes"),
    ],
    ids=[
        "one of several",
        "yes or no",
        "none of the task",
        "a thing of the example",
        "a quality of the example",
    ],
)
def test_a_count_is_of_the_label_that_the_task_names(
    asked: str, question: str, labels: tuple[str, ...], counted: str
) -> None:
    """Judged beside its alternatives a small model sees a label best; words of an example are no plan."""
    task = "How many reviews are neutral?"
    reading = reading_of({"a": reviews()}, task)
    plan = plan_of(reading, {"question": asked}, task, COUNT, examples=EXAMPLES)
    assert (plan.question, plan.labels, plan.asked) == (question, labels, counted)


KINDS_OF_REVIEWS = ("neutral", "positive", "negative")


@pytest.mark.parametrize(
    ("task", "asked", "kinds", "question", "labels", "counted"),
    [
        (
            "How many reviews by User 17 are neutral?",
            "Is this review neutral?",
            "neutral, positive, negative",
            "Is this review neutral, positive or negative?",
            KINDS_OF_REVIEWS,
            "neutral",
        ),
        (
            "How many reviews by User 17 are neutral?",
            "How many reviews by User 17 are neutral?",
            "neutral, positive, negative",
            "Neutral, positive or negative?",
            KINDS_OF_REVIEWS,
            "neutral",
        ),
        (
            "How many reviews are positive?",
            "Is it positive?",
            "positive, negative",
            "Is it positive, negative or neither?",
            ("positive", "negative", "neither"),
            "positive",
        ),
        (
            "How many of the reviews are urgent?",
            "Is it urgent?",
            "urgent, not urgent",
            "Is it urgent?",
            (),
            "yes",
        ),
        ("How many name a price?", "Does it name a price?", "yes, no", "Does it name a price?", (), "yes"),
        ("How many reviews are good?", "Is it good?", "bad, dull", "Is it good?", (), "yes"),
        (
            "Wie viele Bewertungen sind negativ?",
            "Is this review negative?",
            "negative, positive, neutral",
            "Is this review negative, positive oder neutral?",
            ("negative", "positive", "neutral"),
            "negative",
        ),
    ],
    ids=[
        "beside others",
        "a question of many",
        "two opposites",
        "denied",
        "yes or no",
        "none of the task",
        "another language",
    ],
)
def test_a_leaf_judges_one_part_by_the_kinds_and_not_by_what_code_selected(
    task: str, asked: str, kinds: str, question: str, labels: tuple[str, ...], counted: str
) -> None:
    """Sessions S6: code selects and counts, and the question of a leaf has the kinds of one part alone."""
    plan = plan_of(reading_of({"a": reviews(40)}, task), {"question": asked, "kinds": kinds}, task, COUNT)
    assert (plan.question, plan.labels, plan.asked) == (question, labels, counted)


def test_a_question_that_names_the_month_again_is_of_the_kinds_alone() -> None:
    text = "".join(f"2025-{month:02}-02 | Ada | fine\n" for month in range(1, 13))
    task = "How many reviews from March are positive?"
    blanks = {"question": "Is this review from March positive?", "kinds": "positive, negative"}
    plan = plan_of(reading_of({"a": text}, task), blanks, task, COUNT)
    assert plan.question == "Positive, negative or neither?"


def test_a_plan_is_asked_without_the_names_by_which_code_selected() -> None:
    """A small model repeats the names that it is shown; a question about one text has nothing of them."""
    text = "".join(f"2025-{n % 12 + 1:02}-02 | {'Ada' if n % 2 else 'Bela'} | fine\n" for n in range(48))
    task = "How many reviews by Ada from April are about Bela Street?"
    selection = reading_of({"a": text}, "How many reviews by Ada from April are fine?").decided
    assert without_selected(task, selection) == "How many reviews by … from … are about Bela Street?"
    assert without_selected(task, None) == task


@pytest.mark.parametrize(
    ("asked", "question"),
    [
        ("Does this review call … rude?", "Does this review call Ada rude?"),
        ("Is this review … or what?", "Is this review Ada or what?"),
        ("Does this review from Tom call somebody rude?", None),
    ],
)
def test_a_name_is_put_back_and_one_of_an_example_is_not_taken(asked: str, question: str | None) -> None:
    text = "".join(f"{'Ada' if n % 2 else 'Bela'} | {n} | fine\n" for n in range(48))
    task = "How many reviews call Ada rude?"
    examples = "Task: How many mails from Tom are friendly?\nQuestion: Is this mail friendly?"
    plan = plan_of(reading_of({"a": text}, task), {"question": asked}, task, COUNT, examples=examples)
    assert plan.question == (question or f"Does this line count for: {task}")


def test_what_is_counted_among_labels_is_the_asked_one(sitting: Sitting) -> None:
    text = "".join(f"line {n}\n" for n in range(3))
    plan = planned(COUNT, "Is this ripe, raw or rotten?")
    replies = (leaf("raw"), leaf("ripe"), leaf("raw"))
    assert over(sitting, text, "How many of the plums are raw?", *plan, *replies) == "2"


def test_a_question_that_names_one_part_wants_a_value_of_it() -> None:
    """Nothing is counted over one part, unless the model is sure; a value is asked for in the task's words."""
    text = "".join(f"The code of depot {name} is {number}.\n" for number, name in enumerate("ABCD", 71))
    reading = reading_of({"a": text}, "What is the code of depot C?")
    assert kind_of(reading, COUNT, 0.7) == (FIND, False)
    assert kind_of(reading, COUNT, 0.95) == (COUNT, False)
    plan = plan_of(reading, {}, "What is the code of depot C?", FIND)
    assert (plan.question, plan.selection.count) == ("What is the code of depot C?", 1)


def test_a_kind_in_doubt_is_read_both_ways_and_compared(sitting: Sitting) -> None:
    """Sessions S9: with little margin a value is looked for, too, and the model compares the two answers."""
    text = "one is blue\ntwo is red\nthree is blue\n"
    values = [leaf("none"), leaf("red"), leaf("none")]
    judged = [leaf("no"), leaf("yes"), leaf("no")]
    lines = [*planned(COUNT, "Is it red?", 0.5), *values, *judged, leaf("1")]
    assert over(sitting, text, "How many are coloured?", *lines) == "1"
    assert "map_lm: 3 lanes" in sitting.text("tool-turn-abc234-1")


def test_a_count_over_texts_is_read_by_leaves_and_added_up_by_code(sitting: Sitting) -> None:
    """Sessions S9: code first, then leaves over what code selected, the same text once, then code adds up."""
    text = reviews(8) + "User: 17 || a dull film twice\n" * 2
    chosen = [line for line in text.splitlines() if "User: 17 " in line]
    different = dict.fromkeys(chosen)
    answers = [leaf("yes" if GOOD in line else "no") for line in different]
    question = "How many reviews by User 17 are positive?"
    value = over(sitting, text, question, *planned(COUNT), *answers)
    assert value == str(sum(GOOD in line for line in chosen))
    assert len(different) < len(chosen)
    assert len(sitting.files()) == 2 + len(different)
    text = sitting.text("tool-turn-abc234-1")
    assert "- ok: len(labels) == len(chosen)" in text


def alike(words: str, count: int) -> str:
    return "".join(
        f"2025-03-{n % 28 + 1:02} Ada {words} {chr(97 + n % 26)}{chr(97 + n // 26)}.\n" for n in range(count)
    )


def asked(sitting: Sitting) -> int:
    return sum(name.startswith("op-leaf-") for name in sitting.files())


def test_parts_that_differ_in_their_stamps_are_judged_once(sitting: Sitting) -> None:
    """Sessions S9: where twelve pairs that differ in date alone were judged alike, one is asked."""
    text = alike("swims", 13) + alike("sleeps", 1)
    copies = "".join(text.replace("2025-03", f"2025-{month:02}") for month in (4, 5, 6, 7))
    replies = [leaf("yes")] * 24 + [leaf("yes"), leaf("no")]
    value = over(sitting, copies, "How many are about water?", *planned(COUNT, "About water?"), *replies)
    assert value == str(13 * 4)
    assert asked(sitting) == 26  # two of each of twelve pairs, and one of the two other lines
    assert "alike: 12 of 12" in sitting.text("tool-turn-abc234-1")


class Shy(AnsweringModel):
    """Says yes seldom: to what is `clear` most readily, and to other texts less readily than to none."""

    def __init__(self, clear: float) -> None:
        self.clear = clear

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        if call.kind != "leaf":
            blanks = {"wanted": "count", "question": "Does Ada swim?", "kinds": "yes, no"}
            return {entry.key: blanks.get(entry.key, []) for entry in form.asked}, {"wanted": 0.95}
        text = prompt.text[prompt.text.rindex("\nText:") :] if "\nText:" in prompt.text else "none"
        chances = {"crawl": self.clear, "laps": 0.07, "none": 0.1}
        chance = next((chance for word, chance in chances.items() if word in text), 0.01)
        return {"answer": "yes" if chance > 0.5 else "no"}, {"answer": max(chance, 1 - chance)}


@pytest.mark.parametrize(
    ("clear", "copies", "value"),
    [
        (0.17, 1, "10"),  # what is nearer to the one with yes than to the usual part is yes
        (0.17, 9, "90"),  # and so are those that differ from it in their date alone
        (0.9, 1, "2"),  # beside a clear yes, 0.07 is none
        (0.09, 1, "0"),  # where no part is yes, nobody knows what yes looks like
    ],
)
def test_a_no_that_is_nearer_to_yes_than_to_the_usual_part_is_yes(
    sitting: Sitting, clear: float, copies: int, value: str
) -> None:
    """Issue 17: a person who swims laps is one who swims, though a small model says so seldom."""
    days = ["does the crawl", "swims laps", *["sleeps"] * 8]
    lines = [f"Ada {days[n % 10] if n < 20 else 'swims laps' if n < 26 else 'reads'} {n}." for n in range(40)]
    text = "".join(f"2025-03-{day + 1:02} {line}\n" for day in range(copies) for line in lines)
    (sitting.root / "texts.txt").write_text(text, encoding="utf-8")
    budget = Budget(calls=400)
    host = Host(sitting.workspace, Shy(clear), Ledger(budget), scaffold=True)
    report = start("How many say it?", host, budget, over=[sitting.root / "texts.txt"], run="abc234")
    assert str(report.entry["value"]) == value


def test_parts_are_judged_each_where_their_stamps_make_a_difference(sitting: Sitting) -> None:
    """Sessions S9: a question about what stands in the stamp is asked of every part."""
    copies = "".join(alike("swims", 13).replace("2025-03", f"2025-{month:02}") for month in (4, 5, 6, 7))
    replies = [leaf("yes" if n % 2 else "no") for n in range(52)]
    value = over(sitting, copies, "How many are from spring?", *planned(COUNT, "From spring?"), *replies)
    assert (value, asked(sitting)) == ("26", 52)


def test_of_rows_with_fields_the_longest_one_says_which_are_alike() -> None:
    rows = "".join(
        f"2025-03-{n + 1:02} | {name} | the kettle leaks a little\n" for n, name in enumerate(("Ada", "Bo"))
    )
    assert reading_of({"a": rows}, "How many are angry?").core == "part.split('|')[2]"
    prose = "2025-03-04 10:02 Ada swims.\n2025-03-05 10:02 Bo sleeps; he snores.\n"
    assert reading_of({"a": prose}, "How many are angry?").core == "unstamped.sub('', part)"
    assert reading_of(MAILS, "How many are angry?").core == "part"


def test_what_could_not_be_judged_stands_in_the_value(sitting: Sitting) -> None:
    """Sessions S3: a part that no leaf judged is represented as such, and not skipped in silence."""
    text = "".join(f"line {n}\n" for n in range(3))
    value = over(sitting, text, "How many are good?", *planned(COUNT), leaf("yes"), leaf("?"), leaf("no"))
    assert value == '{"answer": 1, "not judged": 1}'


def test_the_most_frequent_label_is_counted(sitting: Sitting) -> None:
    text = "".join(f"line {n}\n" for n in range(3))
    plan = planned(FREQUENT, "What is it?")
    assert (
        over(
            sitting,
            text,
            "Are most of the lines that are in this text plum or pear?",
            *plan,
            leaf("pear"),
            leaf("plum"),
            leaf("pear"),
        )
        == "pear"
    )


def test_parts_are_listed(sitting: Sitting) -> None:
    assert over(sitting, "one\ntwo\n", "Which are good?", *planned(LIST), leaf("no"), leaf("yes")) == '["two"]'


def test_pairs_are_joined_by_code_from_the_names_of_the_parts(sitting: Sitting) -> None:
    """Exact work is not delegated: a leaf judges each part, code reads the names and joins them."""
    text = "Ada swims a lot.\nBo sleeps.\nCleo swims, too.\nAda swims again.\n"
    swims = [leaf("yes" if "swims" in line else "no") for line in text.splitlines()]
    question = "List all pairs of people who both swim, as: Bo, Ada"  # a name in it selects no parts
    assert (
        over(sitting, text, question, *planned(PAIRS, "Does it say that one swims?"), *swims)
        == '[["Ada", "Cleo"]]'
    )


WANTED_VALUE = {"phase": "understand", "fill": {"wanted": FIND}}


def test_a_value_counts_where_a_part_says_it_word_for_word(sitting: Sitting) -> None:
    """Sessions S3: a leaf's reply becomes the value only where code finds it, and is then verified."""
    text = "".join(f"The code of depot {name} is {number}.\n" for number, name in enumerate("abcd", 71))
    nearest = [leaf("73"), *[leaf("none")] * 3]
    assert over(sitting, text, "What is the code of depot c?", WANTED_VALUE, *nearest) == "73"
    head = sitting.session().read(sitting.session().turns()[0])
    assert (head.status, head.text) == ("verified", "'73'")


def test_a_value_is_quoted_as_the_part_writes_it(sitting: Sitting) -> None:
    """Sessions S3: what a leaf says around a value, and words of the question, are no part of it."""
    text = "Marit Olsen keeps the key of depot Nine.\nNobody was at depot Nine.\n"
    replies = [leaf("It is marit olsen who has it."), leaf("The text does not say.")]
    assert over(sitting, text, "Who keeps the key of depot Nine?", WANTED_VALUE, *replies) == "Marit Olsen"


def test_a_value_that_no_part_says_is_missing(sitting: Sitting) -> None:
    """Sessions S3: a missing input is represented as missing."""
    value = over(sitting, "Nothing here.\n", "What is the code?", WANTED_VALUE, leaf("4711"))
    assert value == "missing: no part says it word for word"


def test_a_later_turn_computes_with_what_is_known(sitting: Sitting) -> None:
    """Sessions 1: a later turn over the same texts may work with the variables of the first."""
    over(sitting, "one\ntwo\n", "Which are good?", *planned(LIST), leaf("no"), leaf("yes"))
    lines: list[Line] = [
        {
            "phase": "understand",
            "level": "tool",
            "fill": {"goal": "Which share is good?", "work": "compute with the variables", "wanted": COUNT},
        },
        {
            "phase": "plan",
            "level": "tool",
            "fill": {"persist": [], "units": [], "checks": [], "worth keeping": "none"},
        },
        {"phase": "do", "level": "tool", "fill": {"code": "share = len(answer) / len(chosen)\nFINAL(share)"}},
    ]
    assert sitting.turn(lines, "Which share is that?").entry["value"] == "0.5"


def later(sitting: Sitting, goal: str, *replies: Line, chance: float = 0.55) -> str:
    """The second turn of a count over reviews, with the goal that a model wrote; returns its document."""
    text = "".join(f"user {user}: {words}\n" for user, words in ((17, GOOD), (9, BAD), (17, BAD), (4, GOOD)))
    answers = [leaf(answer) for answer in ("yes", "no", "no", "yes")]
    assert over(sitting, text, "How many are positive?", *planned(COUNT), *answers) == "2"
    understood: Line = {
        "phase": "understand",
        "level": "tool",
        "fill": {"goal": goal, "work": "compute with the variables", "wanted": COUNT},
        "chances": {"work": chance, "wanted": 0.9},
    }
    blanks = {"question": "Is it positive?", "kinds": "yes, no"}
    plan: Line = {"phase": "plan", "level": "tool", "fill": blanks}
    assert sitting.turn([understood, plan, *replies], "And by user 17?").exit_code == 0
    return sitting.text("tool-turn-abc234-2")


def test_a_later_question_over_texts_is_made_whole(sitting: Sitting) -> None:
    """Where the model is hardly sure that the variables suffice, the texts are read by the whole question."""
    replies = [leaf("yes"), leaf("no")]
    document = later(sitting, "How many reviews by user 17 are positive?", *replies)
    assert "Earlier: - How many are positive? → 2\n" in document
    assert "\nGoal: How many reviews by user 17 are positive?\n" in document
    assert "select the 2 lines with 'user 17'" in document
    assert document.endswith("## §5 OUTPUT\n1\n")


def test_a_whole_question_with_other_names_is_not_taken(sitting: Sitting) -> None:
    assert "\nGoal: And by user 17?\n" in later(sitting, "How many reviews by user 9 are positive?")


def test_a_goal_that_a_person_wrote_is_what_is_read(sitting: Sitting) -> None:
    later(sitting, "How many reviews by user 17 are positive?")
    path = sitting.root / "state" / "tool-turn-abc234-2.md"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("Goal: How many reviews by user 17", "Goal: How many reviews by user 4"))
    blanks = {"question": "Is it positive?", "kinds": "yes, no"}
    plan: Line = {"phase": "plan", "level": "tool", "fill": blanks}
    sitting.resume([plan])
    assert "select the 1 line with 'user 4'" in sitting.text("tool-turn-abc234-2")
    path.write_text(before.replace("Task: And by user 17?", "Task: And by user 9?"))
    sitting.resume([plan])
    assert "select the 1 line with 'user 9'" in sitting.text("tool-turn-abc234-2")
