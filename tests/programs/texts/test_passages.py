"""An answer has no number and no name that no passage carries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.texts import passages as module_of_passages
from pandora.programs.texts import sentences, worked_out_numbers
from pandora.programs.texts.passages import (
    Passage,
    answers_agree,
    asked_passages,
    carriers,
    copied_share,
    days_apart,
    is_of_earlier_mail,
    main_passage,
    passages,
    repeated_part,
    resting_places,
    uncarried,
    uncarried_facts,
)

LEASE = """The tenant pays a deposit of three times the rent. The landlady, Gunda Harrow, pays it back
within eight weeks after the keys have been returned. A reminder costs 5.50 and interest is 6 %."""


PASSAGES = passages("lease.txt", LEASE.replace(". ", ".\n\n"))


def test_a_passage_is_a_paragraph_with_its_line() -> None:
    text = "# Title\n\nOne line\nand one more.\n\n\n  The last."
    assert [(passage.line, passage.text) for passage in passages("a.md", text)] == [
        (1, "# Title"),
        (3, "One line\nand one more."),
        (7, "The last."),
    ]


@given(st.lists(st.text("ab \n", min_size=1), max_size=6))
def test_every_passage_begins_on_its_line(parts: list[str]) -> None:
    text = "\n\n".join(parts)
    lines = text.split("\n")
    for passage in passages("a.md", text):
        assert lines[passage.line - 1].strip().startswith(passage.text.split("\n")[0].strip())


def test_an_answer_rests_on_the_passages_that_say_it() -> None:
    rests, apart = carriers("The landlady pays it back within eight weeks.", "When is it paid?", PASSAGES)
    assert [passage.line for passage in rests][:1] == [3]
    assert apart == []


def test_a_number_from_another_passage_stands_apart() -> None:
    text = "The barn seats 80 people.\n\nThe gate opens at 11:00.\n\nThe trio plays at 14:00 by the gate."
    sources = passages("plan.md", text)
    assert carriers("The barn seats 80 people.", "", sources)[1] == []
    assert carriers("The barn seats 14:00 people.", "", sources)[1]


def test_a_number_that_nothing_carries_is_named() -> None:
    carriers = ["The meeting begins at 19:30 in hall 12."]
    assert uncarried("At 19:30 in hall 12.", carriers) == []
    assert uncarried("At 18:30 in hall 12.", carriers) == ["18"]


MINUTES = """Present: Tomasz Wiel, Ines Carrow, Bettina Sato

Tomasz offered to order 60 chairs by 5 April.

Later it was agreed that 80 chairs are better, and that Ines orders them by 12 April."""


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("Ines orders 80 chairs by 12 April.", True),
        ("Ines Carrow orders the 80 chairs by 12 April.", True),
        ("Tomasz orders 80 chairs by 12 April.", False),
        ("Bettina Sato orders the 80 chairs by 12 April.", False),
    ],
)
def test_a_name_stands_in_the_passage_that_its_sentence_rests_on(answer: str, right: bool) -> None:
    _, apart = carriers(answer, "Who orders the chairs in the end?", passages("minutes.md", MINUTES))
    assert (apart == []) is right


def test_answers_agree_by_their_figures_and_names() -> None:
    question = "Who orders the chairs, and until when?"
    assert answers_agree(
        "Ines orders 80 by 12 April.", "It is Ines: 80 chairs, by 12 April, says Yusuf.", question
    )
    assert not answers_agree("They are ordered by Ines by 12 April.", "It is Tomasz, by 5 April.", question)
    assert answers_agree("the valve is shut first", "first the valve is shut", question)
    assert not answers_agree("the valve is shut first", "nobody knows that here", question)


LEASE_RENT = "The rent is 640 per month.\n\nThe deposit is three times the rent, paid back within eight weeks."


@pytest.mark.parametrize(
    ("answer", "apart"),
    [
        ("The rent is 640, so the deposit is 1,920.", []),
        ("The deposit is 1920.", ["1920"]),
        ("The rent is 640, so the deposit is 1,930.", ["1,930"]),
    ],
)
def test_a_number_that_is_worked_out_shows_what_from(answer: str, apart: list[str]) -> None:
    sources = passages("lease.txt", LEASE_RENT)
    assert carriers(answer, "How much is the deposit?", sources)[1] == apart


def test_the_title_of_a_text_is_not_what_it_says_of_a_task() -> None:
    asked = "Who must be told in the shared garden, and how long before I leave?"
    title = "RULES OF THE SHARED GARDEN\nadopted in the garden on 18 October 2025"
    rules = "Who leaves for long tells Mrs Marchand, ten days before.\n\nThe fee is 35 euros, due in January."
    sources = passages("rules.txt", f"{title}\n\n{rules}")
    assert sources[0].is_heading
    found = main_passage(asked, sources)
    assert found is None or found.line > 1
    assert not passages("list.txt", "Tea: 3\nMilk: 2\n\nBoth on Friday.")[0].is_heading


def test_who_have_a_title_in_common_are_not_the_same() -> None:
    asked = "Qui doit réserver le car, et avant quelle date ?"
    minutes = "Mme Roux réserve les billets, Mme Lelong a un devis. M. Delmas réserve le car avant le 14 mars."
    said, other = "Mme Roux le réserve avant le 14 mars.", "Mme Lelong doit le réserver avant le 14 mars."
    assert not answers_agree(said, other, asked, [asked, minutes])
    assert answers_agree(said, "Roux, avant le 14 mars", asked, [asked, minutes])
    met = "The coach is booked by Anna Kerr and Tom Bell, by 14 March."
    assert answers_agree("Anna, by 14 March", "Anna Kerr, by 14 March", "Who?", ["Who?", met])


def test_answers_agree_about_what_they_work_out() -> None:
    sources, question = [LEASE_RENT], "How much is the deposit?"
    shown = "The rent is 640, so the deposit is 1,920."
    assert answers_agree(shown, "1,920, since the rent is 640.", question, sources)
    assert not answers_agree(shown, "It is three times the rent, which is 640.", question, sources)


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("Until August 14, 2025, it is free.", "Until August 21, 2025, it is free.", False),
        ("Until 14 August it is free.", "It is free until 14 August 2025.", True),
        ("The fee is 25 euros for a guest.", "The fee is 30 euros for a guest.", False),
        ("The fee is 25 euros for a guest.", "For a guest the fee is 25 euros.", True),
    ],
)
def test_answers_with_another_day_or_number_of_the_request_do_not_agree(
    one: str, other: str, agree: bool
) -> None:
    request = "We arrive on 14 August 2025. Is the fee for a guest 25 or 30 euros, and until when is it free?"
    assert (
        answers_agree(one, other, request, [request, "Until the 21st day before. A guest pays 25, or 30."])
        is agree
    )


@pytest.mark.parametrize(
    ("what", "repeats"),
    [
        ("It is closed to cars from 6 May to 30 August.", True),
        ("Cars go over Alder Road from 6 May to 30 August, 5 kilometres.", False),
        ("from 6 May to 30 August", False),
        ("Cars go over the other bridge.", False),
    ],
)
def test_a_part_that_only_repeats_another_is_found(what: str, repeats: bool) -> None:
    said = {"When it is closed": "from 6 May to 30 August", "What he has to do": what}
    expected = ("What he has to do", "When it is closed") if repeats else None
    assert repeated_part(said, "When is it closed, and what has he to do?") == expected


MAILS = """From: Ann Berg
Date: Mon, 6 May

I would suggest the lake at Grunsee.

From: Bert Hill
Date: Tue, 7 May

The castle of Hohlenfels is open, and the 8:12 train goes there.

From: Ann Berg
Date: Wed, 8 May

So Hohlenfels it is, 14 per child. I book the tickets by 31 May.

Have a good weekend!"""


def test_the_head_of_a_mail_belongs_to_its_text() -> None:
    parts = passages("mails.txt", MAILS)
    assert [part.line for part in parts] == [1, 6, 11, 16]
    assert parts[2].text.startswith("From: Ann Berg\nDate: Wed, 8 May\n\nSo Hohlenfels")
    assert [part.text for part in passages("a.txt", "Name: Ann\nTown: Ulm")] == ["Name: Ann\nTown: Ulm"]


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("They go to Hohlenfels by the 8.12 train. Ann books the tickets by 31 May, 14 per child.", []),
        ("Bert Hill books the tickets by 31 May, 14 per child.", ["Hill"]),
        ("The tickets are 41 per child, and Ann Berg books them.", ["41"]),
        ("The castle is open, and a train goes to Grunsee.", ["Grunsee"]),
    ],
)
def test_a_text_made_of_files_has_its_facts_together_as_they_do(text: str, apart: list[str]) -> None:
    assert uncarried_facts(text, "Write down what was agreed.", passages("mails.txt", MAILS)) == apart


def test_a_quoted_mail_has_paragraphs_too() -> None:
    thread = (
        "Then it is Thursday.\n\n> From: Nora Vance\n> Date: Fri, 6 Jun\n>\n> Tuesday won't work.\n>\n"
        ">> Dave can come on Tuesday.\n>>\n>> He turns the water off.\n"
    )
    assert [(one.line, one.text) for one in passages("mail.txt", thread)] == [
        (1, "Then it is Thursday."),
        (3, "> From: Nora Vance\n> Date: Fri, 6 Jun\n\n> Tuesday won't work."),
        (8, ">> Dave can come on Tuesday."),
        (10, ">> He turns the water off."),
    ]


def test_the_passage_that_has_most_of_a_question_is_its_main_one() -> None:
    question = "How long after I returned the keys can the landlady take to pay the deposit back?"
    text = """The landlady lives in Weir Close.

The tenant pays a deposit of three times the rent.

The landlady must pay the deposit back within eight weeks after the keys have been returned.

Pets need the permission of the landlady."""
    sources = passages("lease.txt", text)
    main = main_passage(question, sources)
    assert main is not None
    assert main.line == 5
    assert main_passage("Is there a garden?", sources) is None
    assert main_passage("What?", []) is None


def test_a_title_is_no_passage_that_an_answer_must_rest_on() -> None:
    question = "We booked Rose Gate, apartment two. Until when can we cancel?"
    text = """Terms for guests of Rose Gate, apartment two

1. Booking
A deposit is due within ten days.

2. Cancelling
You may cancel free of charge until 21 days before arrival.

3. Pets
Dogs are welcome."""
    sources = passages("terms.txt", text)
    assert sources[0].is_heading
    assert not any(source.is_heading for source in sources[1:])
    assert main_passage(question, sources) is None
    assert sources[0] not in asked_passages(question, sources)


def test_a_heading_that_has_the_words_of_a_question_is_not_what_answers_it() -> None:
    text = "## Return period for online orders\n\nGoods may be sent back within 14 days.\n\nNo sale on Sunday."
    sources = passages("faq.md", text)
    assert main_passage("What is the return period for online orders?", sources) is None


def test_a_number_in_words_carries_one_in_digits_and_the_other_way_round() -> None:
    source = passages("lease.txt", "The first twelve months are excluded for the landlady.")
    _, apart = carriers("The landlady is excluded for the first 12 months.", "How long?", source)
    assert apart == []


def test_a_number_may_be_worked_out_from_sentences_that_belong_together() -> None:
    source = passages(
        "lease.txt",
        "The basic rent is 640 per month. Together with the advance 750 are due.\n\n"
        "The tenant pays a deposit of three times the basic rent.",
    )
    for answer, apart in (("The deposit is 1,920.", []), ("The deposit is 2,250.", ["2,250"])):
        assert carriers(answer, "How much is the deposit?", source)[1] == apart


def test_answers_that_name_other_people_of_the_source_do_not_agree() -> None:
    asked = "Who has to order the chairs in the end, how many, and until when?"
    right = "The chairs are to be ordered by Ines Carrow by 12 April."
    for other, agree in (
        ("Ines orders 80 chairs by 12 April.", True),
        ("Tomasz has to order 80 chairs, and they are placed by Ines Carrow by 12 April.", False),
        ("Tomasz orders them by 12 April.", False),
    ):
        assert answers_agree(right, other, asked, [asked, MINUTES]) is agree


NOTICE = passages(
    "notice.txt",
    "The bridge was built in 1871, and its arches have moved by eleven millimetres since last autumn.\n\n"
    "The bridge will be closed to all vehicles from Monday, 6 May to Friday, 30 August.\n\n"
    "Bus line 14 cannot serve the stop at the mill. It stops at the chapel instead.\n\n"
    "Residents who need to be driven can call the volunteer driving service on 555-0147 for a lift.",
)
GIST = "Give me the gist: from when to when the bridge is closed, and which number he can call for a lift."


def test_each_part_of_a_question_has_its_passage() -> None:
    assert [passage.line for passage in asked_passages(GIST, NOTICE)] == [3, 7]
    assert asked_passages("Is it so?", NOTICE) == []
    assert asked_passages(GIST, NOTICE[:2]) == []


def test_words_as_for_tell_no_passage() -> None:
    text = "Horaires\n\nLe dimanche : 9 h à 17 h 30\n\nTarif : adulte 4,20 euros\n\nBonnet pour chaque adulte."
    question = "À quelle heure ferme-t-on le dimanche, et combien coûte l'entrée pour un adulte ?"
    lines = [passage.line for passage in asked_passages(question, passages("pool.txt", text))]
    assert 7 not in lines


def test_a_text_copied_whole_is_told_by_its_share() -> None:
    whole = "\n\n".join(passage.text for passage in NOTICE)
    assert copied_share(f"Here: {whole}", NOTICE) == 1
    assert 0 < copied_share(NOTICE[0].text, NOTICE) < 0.5
    assert copied_share("nothing of it", NOTICE) == 0


def test_a_number_is_carried_by_a_sentence_that_has_it_and_what_it_is_said_of() -> None:
    answer = "Deposit: three times the basic rent of 640 in total."
    source = passages(
        "lease.txt", "The basic rent is 640 per month.\n\nThe deposit is three times the basic rent."
    )
    assert carriers(answer, "How much is the deposit?", source)[1] == []


def test_a_year_may_stand_elsewhere_in_the_text() -> None:
    source = passages("minutes.md", "Date: 21 March 2024\n\nInes orders the chairs by 12 April at the latest.")
    assert carriers("Ines orders the chairs by 12 April 2024.", "Who?", source)[1] == []
    assert carriers("Ines orders the chairs by 12 April 2025.", "Who?", source)[1] == ["2025"]


def test_the_words_of_the_sources_are_read_once_however_long_the_answer_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = 0
    of_text = sentences.words

    def counted(text: str) -> list[str]:
        nonlocal read
        read += len(text)
        return of_text(text)

    for module in (module_of_passages, worked_out_numbers):
        monkeypatch.setattr(module, "words", counted)
    monkeypatch.setattr(module_of_passages, "row", lambda text: f" {' '.join(counted(text))} ")
    text = "\n\n".join(f"House {place} of Ida Low has {place * 37} windows in it." for place in range(400))
    answer = " ".join(f"House {place} of Bo has {place * 41}.75 windows." for place in range(40))
    assert carriers(answer, "How many windows?", passages("a.txt", text))[1]
    assert read < 10 * len(text)


def test_each_passage_is_looked_at_once_however_many_parts_a_question_has() -> None:
    looked_at = 0

    class Counted(Passage):
        @property
        def words(self) -> frozenset[str]:
            nonlocal looked_at
            looked_at += 1
            return frozenset(sentences.words(self.text))

    sources = [Counted("a.txt", place, f"House number {place} has a gate.") for place in range(200)]
    assert asked_passages(", ".join(f"how many gates has house {place}" for place in range(50)), sources) == []
    assert looked_at <= 2 * len(sources)


def test_a_paragraph_tells_of_the_day_that_the_one_above_names() -> None:
    text = (
        "Here is what we know about Tuesday (4 November).\n\nAt 09:20 nobody could save a document on the"
        " server any more; at 11:45 everything worked again.\n\nA disk comes on Friday, 5 December."
    )
    answer = "On Tuesday 4 November the server was down from 09:20 to 11:45"
    assert carriers(answer, "What happened?", passages("report.txt", text))[1] == []
    late = "In December the server was down from 09:20 to 11:45"
    assert carriers(late, "What happened?", passages("report.txt", text))[1] == ["December"]


def test_a_passage_is_not_asked_for_by_question_words() -> None:
    parts = [
        "Here is what we know about Tuesday.",
        "The disk was full.",
        "No file is lost.",
        "A disk comes soon.",
    ]
    sources = passages("report.txt", "\n\n".join(parts))
    assert asked_passages("He wants to know what happened and for how long.", sources) == []


def test_an_answer_in_digits_rests_on_a_number_in_words() -> None:
    text = "The rent is 640.\n\nNo pets.\n\nThe deposit is paid back within eight weeks."
    sources = passages("lease.txt", text)
    assert resting_places("Paid back after: 8 weeks", "When is it paid back after?", sources) == sources[2:]


def test_a_number_on_the_way_to_a_sum_keeps_no_answers_apart() -> None:
    asked, sources = (
        "What do nine people pay for two nights?",
        ["A night is 16 euros each.", "A tent is 30 euros."],
    )
    whole = "2 × 9 × 16 = 288 euros and the tent 30 euros: 318 euros"
    assert answers_agree("318 euros: 288 + 30", whole, asked, sources)
    assert not answers_agree("16 euros", "9 × 16 = 144 euros", asked, sources)
    assert not answers_agree("144 euros", "9 × 16 = 144 euros, 288 euros in all: 2 × 144", asked, sources)


def test_words_that_every_passage_has_make_none_the_main_one_nor_a_further_one() -> None:
    text = (
        "The rent is 895 euros on the first of the month.\n\nThe tenant pays for gas.\n\nNo pets.\n\nNo bells."
    )
    sources = passages("lease.txt", text)
    assert main_passage("Which costs come on top of the rent?", sources) is None
    fair = passages("notes.txt", "The shed of Low is accepted.\n\nThe pump at the boiler costs 600 pounds.")
    assert carriers("The shed of Low is accepted, at 600.", "What is decided?", fair)[1] == ["600"]


def test_answers_with_other_numbers_in_words_do_not_agree() -> None:
    question = "How many weeks before the end of the term must I cancel?"
    eight, twelve = "8 weeks before the end of the term.", "twelve months before the end of the term."
    assert not answers_agree(eight, twelve, question)
    assert answers_agree(eight, "eight weeks", question)


def test_a_number_alone_rests_on_the_passage_that_is_about_what_was_asked() -> None:
    sources = passages(
        "a.txt", "Gym, 8 Quarry Road\n\nIt is cancelled eight weeks before the end of the term by letter."
    )
    rests, _ = carriers("8", "How many weeks before the end of the term do I cancel?", sources)
    assert [passage.line for passage in rests] == [3]


DAYS = passages(
    "diary.md",
    "# Diary\n\n## 2024-08-17\nPatrick from number 12 asked for my long ladder, for his gutter.\n\n"
    "## 2024-11-17\nRain all day, stayed in and read.\n\n"
    "The trip moved from 5 May 2024 to 12 May 2024, as the bus is broken.\n",
)


@pytest.mark.parametrize(
    ("answer", "apart"),
    [
        ("Patrick from number 12 borrowed the long ladder on 17 August 2024.", []),
        ("Patrick from number 12 borrowed the long ladder on 17 November 2024.", ["17 November 2024"]),
        ("Patrick from number 12 took the long ladder on October 22.", ["October 22"]),
        ("The trip moved to 12 May 2024, as the bus is broken.", []),
        ("Rain all day, and he read.", []),
    ],
)
def test_the_day_of_an_entry_is_told_with_it(answer: str, apart: list[str]) -> None:
    found = days_apart(answer, "who borrowed my ladder, and on which day?", DAYS)
    assert found == [(words, "2024-08-17") for words in apart]


THREAD = passages(
    "thread.txt",
    "From: Doris\nDate: Mon, 1 June, 18:02\n\nOur tour: Saturday 13 June, 9:00, at the harbour kiosk.\n\n"
    "---\nFrom: Ingrid\nDate: Thu, 4 June, 12:31\n\nThe harbour is closed. The Old Mill car park instead.\n\n"
    "---\nFrom: Doris\nDate: Thu, 4 June, 19:55\n\nOld Mill car park then, but at 8:30.\n",
)


@pytest.mark.parametrize(
    ("answer", "earlier"), [("At 8:30, Old Mill car park", True), ("At 9:00, harbour kiosk", False)]
)
def test_a_number_of_the_last_mail_may_replace_those_of_earlier_ones(answer: str, earlier: bool) -> None:
    assert is_of_earlier_mail(THREAD[0], answer, THREAD) == earlier
    assert not is_of_earlier_mail(THREAD[-1], answer, THREAD)


CABIN = """Internet
The name of the network is JuniperCabin. The password is otter-lake-58.

Departure
Please check out by 10:30 am. Put the used towels into the bathtub.

Garbage
Put all food waste into the brown bin.

In case of trouble call Marta."""


def test_one_sentence_may_answer_two_questions() -> None:
    sources = passages("welcome.txt", CABIN)
    asked = "What's the wifi password and when do we have to check out?"
    assert carriers("The password is otter-lake-58 and you check out by 10:30 am.", asked, sources)[1] == []
    assert carriers("The password is otter-lake-58 and you check out by 11:45 am.", asked, sources)[1]
    once = "Which is the wifi password?"
    assert carriers("The password is otter-lake-58, 10:30.", once, sources)[1]


def test_a_short_label_and_its_value_are_one_sentence() -> None:
    contract = "Ironwood Gym, 8 Quarry Road, and the member\n\nIt ends eight weeks before the end of the term."
    rests = resting_places("Weeks: 8", "How long before do I cancel?", passages("contract.txt", contract))
    assert [passage.line for passage in rests] == [3]


def test_numbers_are_alike_in_either_notation() -> None:
    sources = passages("a.txt", "The gauge reads between 1.2 and 1.5 bar.\n\nIt opens at 3 bar.")
    assert carriers("Pressure: 1,2 to 1,5 bar", "What should the gauge say?", sources)[1] == []


def test_an_entry_with_several_days_and_a_mail_have_no_day_of_their_own() -> None:
    minutes = "The committee proposes 48 euros from 1 April 2025. It is 42 euros, from 1 July only."
    assert days_apart("It is 42 euros from 1 July 2025.", "the fee?", passages("m.md", minutes)) == []
    mail = "From: Moira\nDate: Fri, 6 Jun 2025\n\nThen Dave comes on Thursday the 12th."
    assert days_apart("Dave comes on 12 June 2025.", "when?", passages("m.txt", mail)) == []
    diary = "3 May 2025: we planted beans."
    assert days_apart("We planted beans on 4 May 2025.", "when?", passages("d.txt", diary)) == [
        ("4 May 2025", "3 May 2025")
    ]
    clause = "- Cancelled after 25 July 2026, the whole price is due.\n\nSigned at Rome, 14 February 2026"
    said = "From 14 February 2026 on the whole price is due."
    assert days_apart(said, "what is due?", passages("c.txt", clause)) == []


def test_a_word_that_asks_for_a_measure_finds_no_passage() -> None:
    first = "Putting it up\nPush the two long poles of the tent through."
    tent = f"{first}\n\nRain\nLet it dry.\n\nParts\n3 poles\n\nBuy"
    asked = "How long is the warranty on our tent?"
    assert asked_passages(asked, passages("tent.txt", tent), True) == []


def test_who_signs_a_mail_is_known_everywhere_in_a_summary() -> None:
    mail = "Dear all,\n\nthe disk was full.\n\nA larger disk is ordered, and I will install it on 21 November."
    sources = passages(
        "a.txt", f"{mail}\n\nOther news came from Oslo and Priya.\n\nBest regards\nPriya Nair, IT"
    )
    said = "A larger disk will be installed by Priya on 21 November."
    assert uncarried_facts(said, "", sources) == []
