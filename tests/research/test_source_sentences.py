from __future__ import annotations

import pytest

from pandora.research.source_sentences import Sentence, likeliest, plain_sentences, sentences_in, stem
from pandora.research.windows import Window
from tests.research.conftest import Documents


def shown(documents: Documents, name: str, text: str, question: str, count: int = 3) -> list[Sentence]:
    """The sentences of a source that are looked at for a question."""
    index = documents.with_files({name: text})
    (source,) = index.sources()
    whole = index.text(source.digest)
    window = Window(source, 1, whole.text.count("\n") + 1, whole.text)
    return likeliest(sentences_in(whole, [window]), question, count)


def test_the_sentence_beside_the_one_that_names_the_thing_is_among_the_likeliest() -> None:
    """What a sentence is about often stands in the one before it."""
    filler = [f"Visitor number {n} remarks on the weather of the valley." for n in range(30)]
    text = "\n".join(
        [*filler[:15], "The tram of Ostermoor is 783 km long.", "It counts 85 stops.", *filler[15:]]
    )
    row = plain_sentences(text)
    found = likeliest([row, row], "How many stops does the tram of Ostermoor have?", 2)
    assert [one.text for one in found] == ["The tram of Ostermoor is 783 km long.", "It counts 85 stops."]
    assert likeliest([], "Anything?", 3) == []


MINUTES = """# Minutes of March

## 1. Solar plant

It stood still for eleven days.

## 2. Lift in house B

Two offers were compared. The meeting chose Hebel, who ask for 94,700 euros. Work begins in May.

## 3. Rents

They rise in July.
"""


def test_a_sentence_has_the_words_of_its_heading_and_a_heading_answers_nothing(documents: Documents) -> None:
    """The heading says what the whole section is about, and is looked at only where nothing else is near."""
    found = shown(documents, "minutes.md", MINUTES, "Who builds the lift in house B?")
    assert {one.above for one in found} == {"2. Lift in house B"}
    assert "The meeting chose Hebel, who ask for 94,700 euros." in [one.text for one in found]


def test_a_row_of_a_table_stands_under_its_first_row(documents: Documents) -> None:
    table = "month,kwh_produced\nMay,8120\nJune,8690\nJuly,6240\n"
    (found,) = shown(documents, "yields.csv", table, "How many kWh were produced in June?", 1)
    assert found == Sentence("June,8690", "month,kwh_produced")


MAIL = """Received: from mail.example (mail.example [192.0.2.1])
\tby post.example; Fri, 9 Aug 2002 10:11:46 -0400
From: "Ann Other" <ann@mail.example>
Reply-To: list@post.example
To: list@post.example
Subject: The boiler in the cellar
Date: Fri, 9 Aug 2002 08:00:04 -0400

It leaks again. I called the plumber.
"""


@pytest.mark.parametrize("question", ["Who sent it?", "When was the mail on the boiler in the cellar sent?"])
def test_a_mail_is_looked_at_in_the_fields_that_say_whose_and_when(documents: Documents, question: str) -> None:
    """Its subject is theirs; how it came (`Received`) says nothing of it."""
    texts = [one.text for one in shown(documents, "a.eml", MAIL, question)]
    assert 'From: "Ann Other" <ann@mail.example>' in texts
    assert "Date: Fri, 9 Aug 2002 08:00:04 -0400" in texts or question == "Who sent it?"
    assert not any(text.startswith("Received") for text in texts)


LETTER = """From: "Ann Other" <ann@mail.example>
Date: Fri, 9 Aug 2002 08:00:04 -0400
Subject: Security alert: new boiler available, fixes a leak in the cellar

All of you have asked for it.

You will find advice RB-158 below.

The boiler lost water in winter.
"""


def test_a_question_with_few_words_of_the_subject_asks_for_what_stands_in_the_mail(
    documents: Documents,
) -> None:
    """A fault that was mended: the header's fields took two of three places, whatever was asked."""
    texts = [one.text for one in shown(documents, "a.eml", LETTER, "Which advice is about the boiler?")]
    assert "You will find advice RB-158 below." in texts
    assert not any(text.startswith(("From", "Date")) for text in texts)


def test_a_sentence_without_a_word_of_the_question_is_not_looked_at(documents: Documents) -> None:
    """Each look is a call of the model."""
    text = "The boiler leaks.\n\nGeese fly south.\n\nIt rained.\n\nNobody came.\n\nThe shop is closed.\n"
    assert len(shown(documents, "a.txt", text, "Does the boiler leak?", 10)) < 5


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("dish", "dishes", True),
        ("house", "houses", True),
        ("case", "cases", True),
        ("age", "ages", True),
        ("border", "Borders", True),
        ("gas", "gases", True),
        ("less", "lesson", False),
        ("bus", "but", False),
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str, same: bool) -> None:
    assert (stem(one) == stem(other)) is same
