from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pandora.document.form import Form
from pandora.models.protocol import Prompt
from pandora.research.direct_answer import (
    PASSAGES,
    TURNS,
    claim_in,
    is_named,
    other_sentences,
    sentences_for,
    statement,
    with_the_list,
    word_before,
)
from pandora.research.source_files import Source
from pandora.research.source_sentences import plain_sentences
from tests.research.desk import Desk, Reader

ALLOWED = "May a guest of the hut light a fire at night?"
HUT = "The hut lies at 2100 m.\n\nAfter dusk, a guest of the hut must not light any fire.\n\nIt has 12 beds.\n"
CLAIM = "A guest of the hut cannot light a fire at night."
QUOTE = "After dusk, a guest of the hut must not light any fire"


def hut(desk: Desk, direct: str = f"No, {CLAIM[0].lower()}{CLAIM[1:]}") -> Desk:
    """A desk with a hut's rules; asked of a sentence alone, the model says that it answers nothing."""
    (desk.root / "docs" / "hut.md").write_text(HUT, encoding="utf-8")
    desk.model = Reader(direct=direct, borne={QUOTE: {CLAIM[0].lower() + CLAIM[1:]: 0.9}})
    return desk


def test_what_no_sentence_answers_is_answered_directly_and_cited(desk: Desk) -> None:
    """The model said no to each sentence; what it says of all stands with the sentence that says so, too."""
    hut(desk).research(ALLOWED)
    assert f"No: {QUOTE} [1]" in desk.report  # whether it is so stands first, in the model's word
    assert f"“{QUOTE}” – docs/hut.md:3" in desk.report
    assert "### Direct 1011: " in desk.document("executor", "1").body(2)


def test_it_is_asked_whether_the_text_says_so_and_nothing_else(desk: Desk) -> None:
    hut(desk).research(ALLOWED)
    asked = [prompt for _, prompt in desk.model.asked if "Does the text say this" in prompt.text]
    assert asked
    assert all(
        prompt.instruction == f"Does the text say this: {CLAIM[0].lower()}{CLAIM[1:]}\n\nAnswer: yes or no"
        and prompt.user.startswith("Text:\n")
        and "\n# " not in prompt.user
        for prompt in asked
    )


@pytest.mark.parametrize(
    "direct",
    ["The hut was built in 1931 by Otto Brandl.", "Fires were forbidden in 1931.", "The sources do not say."],
)
def test_what_stands_in_no_sentence_is_not_in_the_report(desk: Desk, direct: str) -> None:
    """What the plain call makes up has no quote: it is neither claimed, nor is any sentence cited for it."""
    hut(desk, direct).research(ALLOWED)
    assert "The sources do not say: " in desk.report
    assert "Brandl" not in desk.report
    assert "1931" not in desk.report


def test_a_claim_that_the_model_does_not_see_in_any_sentence_is_left_out(desk: Desk) -> None:
    hut(desk).model.borne = {}
    desk.research(ALLOWED)
    assert "[1]" not in desk.report
    assert "The sources do not say: " in desk.report


def test_a_sentence_that_says_it_and_does_not_answer_the_question_is_left_out(desk: Desk) -> None:
    """Issue 16: a fact near what was asked (another year, another person) is no answer."""
    hut(desk).model.near = (QUOTE,)
    desk.research(ALLOWED)
    asked = [prompt for _, prompt in desk.model.asked if "Does the text answer" in prompt.instruction]
    assert [prompt.instruction for prompt in asked] == [
        f"Does the text answer this question: {ALLOWED}\n\nAnswer: yes or no"
    ]
    assert "[1]" not in desk.report
    assert "The sources do not say: " in desk.report


CAPACITY = "How many guests fit into the Brandl hut at most?"
FIRST, SECOND = "The Brandl hut takes 40 guests at most", "At most 46 guests fit into the Brandl hut"


@pytest.mark.parametrize("answers", [True, False])
def test_another_figure_beside_what_was_found_directly_is_a_contradiction(desk: Desk, answers: bool) -> None:
    """Issue 16: another page with another figure is asked the same question, and named where it answers."""
    for name, text in (("inn.md", FIRST), ("rules.md", SECOND)):
        (desk.root / "docs" / name).write_text(f"{text}.\n\nThe hut lies at 2100 m.\n", encoding="utf-8")
    desk.model = Reader(
        direct="40", borne={FIRST: {f"{CAPACITY[:-1]}: 40": 0.9}}, near=() if answers else (SECOND,)
    )
    desk.research(CAPACITY)
    assert f"“{FIRST}” – docs/inn.md:1" in desk.report
    contradictions = desk.report.partition("## Contradictions")[2].partition("\n## ")[0]
    assert (SECOND in contradictions) is answers


def test_where_a_sentence_answers_nothing_is_asked_directly(desk: Desk) -> None:
    desk.model.direct = "Laos has a population of 12 people."
    desk.research()
    assert "### Direct" not in desk.document("executor", "1").body(2)
    assert "7900000 people [1]" in desk.report


def test_an_edited_direct_answer_is_held_to_the_sources_again(desk: Desk) -> None:
    """Issue 16.2: only the sentences that may say what the person wrote are asked about, and the best of them
    whether it answers."""
    hut(desk, "The hut was built in 1931.").research(ALLOWED)
    calls = len(desk.model.asked)
    desk.edit("Answer: The hut was built in 1931.", f"Answer: {CLAIM[0].lower()}{CLAIM[1:]}", "executor", "1")
    desk.resume()
    assert f"{QUOTE} [1]" in desk.report
    assert all("Does the text " in prompt.text for _, prompt in desk.model.asked[calls:])


@pytest.mark.parametrize("dies_at", range(6, 10))
def test_killed_in_a_direct_answer_nothing_is_asked_again(desk: Desk, dies_at: int, second_desk: Desk) -> None:
    """Research 11: its reply and the looks at each sentence are kept as any other."""
    hut(second_desk).research(ALLOWED)
    hut(desk).ask(ALLOWED)
    desk.model.dies_at = dies_at
    with pytest.raises(KeyboardInterrupt):
        desk.reply("Authorized to execute")
    desk.model.dies_at = 0
    desk.resume()
    asked = [prompt.text for _, prompt in desk.model.asked]
    assert len(asked) == len(set(asked)) == len(second_desk.model.asked)
    assert desk.report == second_desk.report


@pytest.mark.parametrize(
    ("answer", "claim"),
    [
        ("No, guests cannot light a fire.", "guests cannot light a fire."),
        ("Nein, Gäste dürfen kein Feuer machen.", "Gäste dürfen kein Feuer machen."),
        ("I looked. The hut has 12 beds.", "The hut has 12 beds."),
        ("Oslo, Bergen.", "Oslo, Bergen."),
        ("", ""),
    ],
)
def test_the_claim_is_the_first_sentence_that_says_something(answer: str, claim: str) -> None:
    assert claim_in(answer, "I looked for the hut") == claim


def test_only_sentences_with_the_figures_and_names_of_a_claim_may_say_it(tmp_path: Path) -> None:
    source = Source("d" * 64, "hut.md", "markdown", "The beds of the hut")
    rows = [plain_sentences("The hut has 12 beds. Otto Brandl built it. It has 12 chairs, says Otto Brandl.")]
    by_source = sentences_for("The hut has 12 beds.", "How many beds has the hut?", [(source, rows)])
    assert by_source[source.digest] == ("The hut has 12 beds.", "It has 12 chairs, says Otto Brandl.")
    assert sentences_for("It has 13 beds.", "How many beds has the hut?", [(source, rows)]) == {}


def test_a_sentence_about_something_else_may_not_say_it() -> None:
    """A name that the claim has stands in many sentences; a question's words do not, in any language."""
    source = Source("d" * 64, "alm.md", "markdown", "Die Alm")
    rows = [plain_sentences("Otto Brandl malt gern. Die alte Sennhütte baute Otto Brandl.")]
    for asked, said in (("Wer baute die Sennhütte?", True), ("Wer entwarf die neue Seilbahn?", False)):
        found = sentences_for("Otto Brandl", asked, [(source, rows)])
        assert (found == {source.digest: ("Die alte Sennhütte baute Otto Brandl.",)}) is said
    foreign = sentences_for("Otto Brandl", "Who built the cabin?", [(source, rows)], foreign=True)
    assert len(foreign[source.digest]) == 2


def test_another_figure_is_looked_for_where_as_much_of_the_question_stands() -> None:
    rows = [
        plain_sentences(text) for text in (f"{FIRST}.", f"{SECOND}.", "The Alm hut takes 12 guests at most.")
    ]
    sources = [Source(letter * 64, f"{letter}.md", "markdown", letter) for letter in "abc"]
    texts = [(source, [row]) for source, row in zip(sources, rows, strict=True)]
    assert other_sentences(f"{FIRST}.", CAPACITY, texts) == [(sources[1], f"{SECOND}.")]
    assert other_sentences("It takes 46 guests.", "How many?", texts) == []


def test_another_figure_of_the_same_is_looked_for_and_not_another_thing_with_a_figure() -> None:
    """Where a question's words are not the source's, each sentence under its title has as many of them."""
    texts = [
        (source, [plain_sentences(f"Vessia has an area of 2586 sq km. Vessia has {count} airports.")])
        for source, count in (
            (Source("a" * 64, "a.md", "markdown", "Vessia"), 12),
            (Source("b" * 64, "b.md", "markdown", "Vessia"), 14),
        )
    ]
    found = other_sentences("Vessia has 12 airports", "How many airfields does Vessia have?", texts)
    assert found == [(texts[1][0], "Vessia has 14 airports.")]


@pytest.mark.parametrize(
    ("claim", "asked"),
    [
        ("Otto Brandl", "Who built the hut: Otto Brandl"),
        ("The hut was built by Otto Brandl.", "The hut was built by Otto Brandl."),
    ],
)
def test_a_mere_name_is_asked_about_behind_its_question(claim: str, asked: str) -> None:
    """A page that names somebody does not say by that what was asked of them."""
    assert statement(claim, "Who built the hut?") == asked


LONGEST = "Which is the country with which Laos has its longest border?"
BORDERS = "Laos borders on China (423 km), Vietnam (2130 km) and Burma (235 km)"


def test_which_end_of_a_list_is_meant_the_model_tells_and_code_which_entry_that_is(desk: Desk) -> None:
    """A small model says the first of a list; that the longest is meant it tells, and code which that is."""
    (desk.root / "docs" / "laos.md").write_text(f"Laos is a country.\n\n{BORDERS}.\n", encoding="utf-8")
    chances = {f"{LONGEST[:-1]}: {name}": chance for name, chance in (("China", 0.9), ("Vietnam", 0.8))}
    desk.model = Reader(direct="China", borne={BORDERS: chances})
    desk.research(LONGEST)
    assert desk.report.partition("\n\n")[2].startswith("Vietnam [1]")
    assert "China [" not in desk.report


def test_a_name_that_was_found_takes_the_place_of_the_question_for_it(desk: Desk) -> None:
    """Research R14: of a mere name, no model has to tell what it is: code puts it into the next question."""
    (desk.root / "docs" / "laos.md").write_text(f"Laos is a country.\n\n{BORDERS}.\n", encoding="utf-8")
    desk.model = Reader(direct="Vietnam", borne={BORDERS: {f"{LONGEST[:-1]}: Vietnam": 0.9}})
    (desk.root / "docs" / "vietnam.md").write_text("The capital of Vietnam is Hanoi.\n", encoding="utf-8")
    desk.model.knows = {
        "What is the capital of Vietnam?": ("Vietnam is Hanoi", "The capital of Vietnam is Hanoi.")
    }
    desk.research("What is the capital of the country with which Laos has its longest border?")
    assert "The capital of Vietnam is Hanoi [" in desk.report


def test_a_question_that_rests_on_one_without_an_answer_is_not_answered_directly(desk: Desk) -> None:
    """A guess at what was not found would be stated as if it had been."""
    (desk.root / "docs" / "laos.md").write_text(f"Laos is a country.\n\n{BORDERS}.\n", encoding="utf-8")
    desk.model = Reader(direct="Rangoon", borne={})
    desk.research("What is the capital of the country with which Laos has its longest border?")
    directly = [
        call
        for call, prompt in desk.model.asked
        if "\nAnswer:" not in prompt.instruction and prompt.user.startswith("Text:")
    ]
    assert len(directly) == 1
    assert "Rangoon" not in desk.report


def test_the_list_that_is_read_is_the_one_about_what_is_asked() -> None:
    """A neighbour's page may come first: its list has the country that is asked about as an entry, or not."""
    china = "China borders on Laos (423 km), Nepal (1389 km)"
    burma = "Burma borders on China (9 km), India (8 km)"
    sources = [Source(letter * 64, f"{letter}.md", "markdown", letter) for letter in "abc"]
    chosen = {source.digest: (text,) for source, text in zip(sources, (china, burma, BORDERS), strict=True)}
    assert with_the_list(LONGEST, sources, chosen) == sources[2]
    assert with_the_list(LONGEST, sources[:1], chosen) is None


SIZE = "How big is the isle of Vessia?"
AREA = "The total area of Vessia is 2586 sq km"
FILLER = "Vessia, isle of many birds, has a harbour that is written about at length, and a church. " * 8


@dataclass
class Reads(Reader):
    """A model that says how large Vessia is where it is shown that, and makes it up elsewhere."""

    def _values(self, prompt: Prompt, form: Form) -> tuple[dict[str, Any], dict[str, float]]:
        values, chances = super()._values(prompt, form)
        unread = values.get("answer") == self.direct and AREA not in "\n".join(prompt.parts)
        return ({"answer": "Vessia has 1051 sq km."} if unread else values), chances


def isle(desk: Desk, at: int, claim: str = "2586 sq km") -> Desk:
    """A desk with a page on Vessia, whose paragraph `at` says how large it is, in words of its own."""
    paragraphs = [f"{number}. {FILLER}" for number in range(PASSAGES * (TURNS + 1))]
    paragraphs[at] = f"{AREA}. {FILLER}"
    (desk.root / "docs" / "vessia.md").write_text("# Vessia\n\n" + "\n\n".join(paragraphs), encoding="utf-8")
    (desk.root / "docs" / "other.md").write_text("# Big isles\n\nHow big an isle may be.\n", encoding="utf-8")
    desk.model = Reads(direct=claim, borne={AREA: {f"{SIZE[:-1]}: {claim}": 0.9}})
    return desk


def direct_answers(desk: Desk) -> int:
    return desk.document("executor", "1").body(2).count("### Direct ")


def test_the_rest_of_the_source_that_a_question_names_is_read_where_the_nearest_passages_do_not_answer(
    desk: Desk,
) -> None:
    isle(desk, PASSAGES + 2).research(SIZE)
    assert "2586 sq km [1]" in desk.report
    assert direct_answers(desk) > 1


def test_where_no_passage_of_it_answers_no_other_source_is_asked(desk: Desk) -> None:
    isle(desk, 2).model.borne = {}
    desk.research(SIZE)
    assert "The sources do not say: " in desk.report
    assert direct_answers(desk) == TURNS + 1
    log = desk.document("executor", "1").body(4)
    assert "iteration 2: task 1 read 1 sources" in log  # Vessia's page, and none of laos, china and cheese
    last = max(desk.documents("extractor"), key=lambda name: int(name.rpartition(".")[2]))
    assert "docs/vessia.md" in desk.host().store.load(last).body(1)


def test_an_answer_in_other_words_must_be_a_sure_one(desk: Desk) -> None:
    """A sentence with none of the question's words says the claim at 0.9; at 0.6 it would be a guess."""
    isle(desk, 2).model.borne = {AREA: {f"{SIZE[:-1]}: 2586 sq km": 0.6}}
    desk.research(SIZE)
    assert "The sources do not say: " in desk.report


def test_killed_between_two_turns_nothing_is_asked_again(desk: Desk, second_desk: Desk) -> None:
    """Research 11, over the passages that come next."""
    isle(second_desk, PASSAGES + 2).research(SIZE)
    isle(desk, PASSAGES + 2).ask(SIZE)
    for dies_at in range(8, len(second_desk.model.asked) + 1, 4):
        desk.model.dies_at = dies_at
        with pytest.raises(KeyboardInterrupt):
            desk.reply("Authorized to execute") if dies_at == 8 else desk.resume()
    desk.model.dies_at = 0
    desk.resume()
    asked = [prompt.text for _, prompt in desk.model.asked]
    assert len(asked) == len(set(asked)) == len(second_desk.model.asked)
    assert desk.report == second_desk.report


def test_a_sentence_with_three_words_of_a_long_question_may_answer_it() -> None:
    source = Source("d" * 64, "temelin.md", "markdown", "Temelin")
    row = plain_sentences("915220 Austrians signed a petition against the Czech plant. 915220 is a number.")
    asked = (
        "How many people in Austria put their names to a call to keep the Czechs out until the plant was shut?"
    )
    found = sentences_for("915220", asked, [(source, [row])])
    assert found[source.digest] == ("915220 Austrians signed a petition against the Czech plant.",)


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Vessia", True),
        ("The isle of Vessia", True),
        ("Vessia and Orm", False),
        ("Big isles", False),
        ("", False),
    ],
)
def test_a_question_names_a_source_by_its_whole_title(title: str, named: bool) -> None:
    assert is_named(Source("d" * 64, "a.md", "markdown", title), SIZE) is named


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("No, guests cannot light a fire. It is forbidden.", "No"),
        ("Oui, la cabane est ouverte.", "Oui"),
        ("Guests cannot light a fire.", ""),
        ("Alma, Bo and Chris built it.", ""),
        ("", ""),
    ],
)
def test_the_yes_or_no_before_a_claim_is_told_from_it(answer: str, word: str) -> None:
    claim = claim_in(answer, "Who built it?")
    assert word_before(claim, answer) == word
