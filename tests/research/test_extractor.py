from __future__ import annotations

import pytest

from pandora.errors import DocumentError
from pandora.outcome import Status
from pandora.research.insights import Triggers, insights_of
from tests.research.conftest import Documents
from tests.research.desk import LAOS, QUERY, Desk


@pytest.mark.parametrize(
    ("fact", "kept"),
    [
        ("Laos has a population of 7900001 people.", "[0.72] Laos has a population of 7900000 people “"),
        ("Laos has not a population of 7900000 people.", "[0.72] Laos has a population of 7900000 people “"),
        ("Paris has a population of 7900000 people.", "[0.72] Laos has a population of 7900000 people “"),
        ("In Laos live 7900000 people.", "[0.90] In Laos live 7900000 people. “"),
    ],
)
def test_a_fact_is_held_to_the_sentence_that_was_chosen(desk: Desk, fact: str, kept: str) -> None:
    """Research 13: another figure, an inserted not or another name gives way to the source's own sentence."""
    desk.model.says = fact
    desk.research()
    verified = desk.document("extractor", "1.1.1").body(4).split("Rejected:")[0]
    assert kept in verified
    assert "“Laos has a population of 7900000 people” (docs/laos.md:3)" in verified
    assert "7900001" not in desk.report
    assert " not a population" not in desk.report


def test_a_quote_of_a_person_with_a_slip_becomes_the_sources_words(desk: Desk) -> None:
    """Research 13: what nearly stands in the source is mended; an altered number is not."""
    desk.research()
    quote = "Quote: Laos has a population of 7900000 people."
    desk.edit(quote, "Quote: Laos has a populaton of 7900000 people.", "extractor", "1.1.1")
    desk.resume()
    assert "“Laos has a population of 7900000 people” – docs/laos.md:3" in desk.report
    desk.edit("populaton of 7900000", "population of 7900001", "extractor", "1.1.1")
    desk.resume()
    assert "7900001" not in desk.report
    assert "Verified: none" in desk.document("extractor", "1.1.1").body(4)


def test_a_long_source_is_read_in_windows_and_says_which(desk: Desk) -> None:
    """Research ✎13: the extractor's document says which lines were read; a quote may stand in any."""
    filler = "\n\n".join(f"Paragraph {n} tells of rivers and hills and roads in the land." for n in range(400))
    text = f"{filler}\n\n{LAOS}\n\n{filler}\n"
    (desk.root / "docs" / "laos.md").write_text(text, encoding="utf-8")
    desk.research()
    names = [desk.document("extractor", name.rpartition("-")[2]) for name in desk.documents("extractor")]
    long = next(document for document in names if "docs/laos.md (sha256" in document.body(1))
    assert "docs/laos.md: lines " in long.body(1)
    assert " of 16" in long.body(1)
    assert "7900000 people [1]" in desk.report


def test_a_finding_has_its_confidence(desk: Desk) -> None:
    """Research R9: the primary output has citations and a confidence, read from the logits."""
    desk.research()
    assert desk.document("extractor", "1.1.1").body(5).startswith("- [0.90] Laos has a population")


def test_a_pattern_that_lacks_a_field_is_named_with_its_line(desk: Desk) -> None:
    pattern = desk.root / "system/tools/research/extractor.md"
    pattern.write_text(pattern.read_text("utf-8").replace("States it:", "Says it:"), "utf-8")
    with pytest.raises(DocumentError, match=r"extractor\.md:\d+: the form of PLAN has no field"):
        desk.research()


def of_one_leaf(desk: Desk, *specification: str) -> None:
    """Research whose leaf has these lines of specification."""
    desk.research()
    leaf = f"    leaf: {QUERY}"
    lines = "".join(f"\n      {line}" for line in specification)
    desk.edit(f"{leaf}\n\n## §3", f"{leaf}{lines}\n\n## §3", "executor", "1")
    assert desk.resume().outcome.status is Status.ACCEPTED


def test_the_key_facts_of_a_source_are_its_sentences(desk: Desk) -> None:
    """Research R9: in the mode `facts`, each sentence that states what is asked is a fact, word for word."""
    text = (
        "Laos has a population of 7900000 people in all.\n\nIn 2015, Laos has a population of 7900000 people.\n"
    )
    (desk.root / "docs" / "laos.md").write_text(text, encoding="utf-8")
    of_one_leaf(desk, "mode: facts")
    found = desk.document("extractor", "1.1.1").body(5)
    assert "- [0.90] Laos has a population of 7900000 people in all. [fact-" in found
    assert "- [0.90] In 2015, Laos has a population of 7900000 people. [fact-" in found
    assert "### Reading" not in desk.document("extractor", "1.1.1").body(3)


def test_a_summary_is_held_to_the_sentences_that_it_sums_up(desk: Desk) -> None:
    """Research R9: in the mode `summary`, one with a figure that the source has not is left out."""
    of_one_leaf(desk, "mode: summary")
    assert "7900000" in desk.document("extractor", "1.1.1").body(5)
    assert ": summary of " in desk.document("extractor", "1.1.1").body(3)
    desk.model.says = "Laos has a population of 12 people."
    desk.edit("      mode: summary", "      mode: summary, facts", "executor", "1")
    desk.resume()
    assert "of 12 people" not in desk.report
    assert "7900000" in desk.report


def test_the_form_and_the_criteria_of_a_specification_reach_the_model(desk: Desk) -> None:
    """Research 6: what an answer must hold is asked of each sentence, and its form where the fact is stated."""
    of_one_leaf(desk, "expected_format: a bare number", "acceptance_criteria: it names the year")
    prompts = [(call.phase, prompt.user) for call, prompt in desk.model.asked if "# ASKED" in prompt.user]
    looks = [text for phase, text in prompts if phase == "plan" and "it names the year" in text]
    (fact,) = [text for phase, text in prompts if phase == "do" and "it names the year" in text]
    assert looks
    assert "a bare number" not in looks[-1]
    assert "a bare number" in fact


def test_without_a_specification_the_executor_gives_a_rubric(desk: Desk) -> None:
    """Research 6: scope, key spans and target confidence; a person may change its question, too."""
    desk.research()
    section = desk.document("extractor", "1.1.1").body(1)
    assert f"questions: {QUERY}\n" in section
    assert f"scope: {QUERY}\n" in section
    assert "key_spans: docs/laos.md: all 6 lines\n" in section
    assert "target_confidence: 0.5\n" in section
    asked = [prompt.user for call, prompt in desk.model.asked if call.kind == "research_extractor"]
    assert not any("target_confidence" in prompt for prompt in asked)
    desk.edit(f"questions: {QUERY}", "questions: What is the capital of Laos?", "extractor", "1.1.1")
    desk.resume()
    assert "Vientiane" in desk.document("extractor", "1.1.1").body(5)


def test_an_answer_under_the_target_confidence_asks_further(desk: Desk) -> None:
    """Research 9: what is low confidence, the rubric says: the phase's own measure."""
    desk.research()
    assert "follow-up" not in desk.document("extractor", "1.1.1").body(5)
    desk.edit("confidence 0.5", "confidence 0.95", "executor", "1")
    desk.resume()
    assert "follow-up: " in desk.document("extractor", "1.1.1").body(5)


def test_what_contradicts_an_earlier_finding_asks_further(desk: Desk) -> None:
    """Research R10: a contradiction versus supplied context, which is what the tasks before have found."""
    other = "Laos has a population of 6500000 people"
    desk.model.parts = {"compare": f"{QUERY}\nHow many people live in Laos?"}
    desk.model.knows["many people live in Laos"] = (other, "Laos has a population of 6500000 people.")
    (desk.root / "docs" / "old.md").write_text(f"{other}. So many people live there.\n", encoding="utf-8")
    desk.research("How do the counts of people of Laos compare?")
    read = [desk.document("extractor", name.rpartition("-")[2]).body(5) for name in desk.documents("extractor")]
    (lead,) = [line for text in read for line in text.split("\n") if "follow-up: Which is right: " in line]
    assert "7900000" in lead
    assert "6500000" in lead
    assert "6500000" in desk.report.partition("## Contradictions")[2].partition("## ")[0]
    assert "## Leads" not in desk.report, "what stands among the contradictions is not said twice"


def test_a_source_that_contradicts_itself_is_a_contradiction_of_the_report(desk: Desk) -> None:
    """Research 10: both figures stay, each with its quote, whether two sources say them or one."""
    other = "Laos has a population of 6500000 people"
    desk.model.knows = {"population of Laos?": (other, f"{other}."), **desk.model.knows}
    (desk.root / "docs" / "laos.md").write_text(f"{LAOS}\nElsewhere, {other}.\n", encoding="utf-8")
    desk.research()
    named = desk.report.partition("## Contradictions")[2].partition("## ")[0]
    assert "7900000" in named
    assert "6500000" in named
    assert "; 1 contradiction." in desk.report


def test_a_row_that_stands_as_the_fact_names_its_columns(desk: Desk) -> None:
    """A row without its first row says nothing to a reader."""
    (desk.root / "docs" / "laos.md").unlink()
    (desk.root / "docs" / "laos.csv").write_text(
        "country,population\nLaos,7900000\nChina,1410000000\n", "utf-8"
    )
    desk.model.knows = {"population of Laos": ("Laos,7900000", "Nobody lives there.")}
    desk.research()
    assert desk.report.partition("\n\n")[2].startswith("country: Laos, population: 7900000 [1].\n")
    assert "1. “Laos,7900000” – docs/laos.csv:2" in desk.report


def test_what_one_source_is_unsure_of_and_another_says_surely_is_no_lead(desk: Desk) -> None:
    """Research 9: a key claim is sure once a source says it surely; nor is one question asked twice."""
    (desk.root / "docs" / "old.md").write_text("Laos has no census of its population of people.\n", "utf-8")
    desk.model.chances = {"no census": 0.55}
    desk.model.knows = {"population of Laos?": ("no census", "Laos has no census."), **desk.model.knows}
    desk.research()
    assert "states it with 0.55 only" in "".join(
        desk.document("extractor", name.rpartition("-")[2]).body(5) for name in desk.documents("extractor")
    )
    assert "7900000 people [1]" in desk.report
    assert "## Leads" not in desk.report


LIMITS = "\n## Limitations\n\nThe census of the north was never counted. See [the atlas](atlas.md).\n"


def test_off_trigger_there_are_no_insights(desk: Desk) -> None:
    """Research 9 and R10: a sure answer of a source without a section on its limits has none."""
    with (desk.root / "docs" / "laos.md").open("a", encoding="utf-8") as file:
        file.write("See [the atlas](atlas.md).\n")
    desk.research()
    assert "## Leads" not in desk.report
    assert "link:" not in desk.document("extractor", "1.1.1").body(5)


def test_a_section_on_limitations_is_a_lead_with_its_quote(desk: Desk) -> None:
    """Research 9 and R10: a gap that the source states, and the sources that it links, each with a citation."""
    with (desk.root / "docs" / "laos.md").open("a", encoding="utf-8") as file:
        file.write(LIMITS)
    desk.research()
    leads = desk.report.partition("## Leads")[2].partition("## How sure")[0]
    assert "- A source says what it lacks: The census of the north was never counted [" in leads
    assert "- A source links: atlas.md (priority " in leads
    assert "“The census of the north was never counted.” – docs/laos.md:" in desk.report
    assert desk.report.startswith(f"# {QUERY}\n\nLaos has a population of 7900000 people [1].\n")
    before, calls = desk.state(), len(desk.model.asked)
    desk.resume()
    assert (len(desk.model.asked), desk.state()) == (calls, before)


def test_discovery_intense_gives_the_links_of_a_source(desk: Desk) -> None:
    """Research 9 and R10: `discovery_intense` in the specification is a trigger."""
    with (desk.root / "docs" / "laos.md").open("a", encoding="utf-8") as file:
        file.write("More on the population of Laos: https://example.org/census.\n")
    of_one_leaf(desk, "discovery_intense: true")
    assert "A source links: https://example.org/census (priority 1.00) [" in desk.report


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ([("Laos has a population of 7900000 people.", 0.55)], "states it with 0.55 only"),
        (
            [("Laos has a population of 7900000 people.", 0.9), ("Laos has a population of 12 people.", 0.8)],
            "Which is right: ",
        ),
        ([("Laos has a population of 7900000 people.", 0.9)], ""),
    ],
)
def test_low_confidence_and_a_contradiction_ask_further(
    documents: Documents, stated: list[tuple[str, float]], said: str
) -> None:
    """Research 9 and R10: a follow-up question with its confidence and rationale, on its trigger alone."""
    index = documents.with_files({"laos.md": "".join(f"{sentence}\n" for sentence, _ in stated)})
    (source,) = index.sources()
    insights = insights_of(index.text(source.digest), (), QUERY, stated, Triggers())
    assert [one.kind for one in insights] == (["follow-up"] if said else [])
    assert all(said in one.text for one in insights)


RULE = "The build target of the rules must not do anything that needs root privilege."
POLAR = "May the build target of the rules do something that needs root privilege?"


def polar(desk: Desk, fact: str, text: str = RULE, question: str = POLAR) -> str:
    """The report on a question of which the model takes no single sentence; `fact` is what it says then."""
    desk.model.says = fact
    (desk.root / "docs" / "policy.md").write_text(f"The build may be slow.\n\n{text}\n", encoding="utf-8")
    desk.research(question)
    return desk.report


@pytest.mark.parametrize(
    "fact",
    [
        "The build target of the rules must not do anything that needs root privilege.",
        "No, the build target of the rules must not do anything that needs root privilege.",
    ],
)
def test_a_yes_or_a_no_is_read_from_all_sentences_together(desk: Desk, fact: str) -> None:
    """Research 13: asked of each alone, the model does not see it; code holds what it says to the sentence."""
    report = polar(desk, fact)
    assert "must not do anything that needs root privilege [1]" in report
    assert f"“{RULE[:-1]}” – docs/policy.md:3" in report
    (read,) = [call for call, prompt in desk.model.asked if "Fact:" in prompt.user]
    assert read.kind == "research_extractor"


@pytest.mark.parametrize(
    "fact",
    [
        "The build target of the rules may do anything that needs root privilege at 77.",  # a figure of its own
        "The builder decides by himself which of his targets run.",  # it rests on no such sentence
    ],
)
def test_what_rests_on_no_sentence_that_is_near_is_not_found(desk: Desk, fact: str) -> None:
    assert "must not" not in polar(desk, fact).split("### Not found")[0]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which colour has the cover of the build manual?", RULE),  # too few of its words
        ("May the build target of the Velmark rules do something that needs root privilege?", RULE),  # a name
        ("May the 12 build targets of the rules do something that needs root privilege?", RULE),  # a figure
    ],
)
def test_nothing_is_read_together_where_no_sentence_speaks_of_just_that(
    desk: Desk, question: str, text: str
) -> None:
    """Research 12: what no source answers stays without an answer, and costs no call more."""
    report = polar(desk, RULE, text, question)
    assert "The sources do not say" in report
    assert not [call for call, prompt in desk.model.asked if "Fact:" in prompt.user]


def test_code_compares_the_amounts_that_a_sentence_lists(desk: Desk) -> None:
    """Issue 16.5: which of a list is the longest is code's to say; the model is told, the quote stays whole."""
    borders = "Laos has land borders with Burma (235 km), China (423 km)."
    (desk.root / "docs" / "laos.md").write_text(f"{LAOS}\n{borders}\n", encoding="utf-8")
    asked = "With which country has Laos its longest land border?"
    desk.model.knows = {
        "longest land border": ("Laos has land borders", "Laos has its longest border with China.")
    }
    desk.research(asked)
    prompts = [prompt.user for call, prompt in desk.model.asked if call.kind == "research_extractor"]
    compared = "Of these 2, the largest is China (423 km), and the smallest is Burma (235 km)."
    assert all((compared in prompt) == ("Burma (235 km)" in prompt) for prompt in prompts)
    assert any(compared in prompt and "Fact:" in prompt for prompt in prompts)
    assert "Laos has its longest border with China [1]" in desk.report
    assert f"“{borders[:-2]}” – docs/laos.md" in desk.report


BORDERS = "Laos has land borders with Burma (235 km), China (423 km), Vietnam (300 km)."
LONGEST = "Which country has the longest land border with Laos?"


@pytest.mark.parametrize(
    ("text", "question", "says", "answered"),
    [
        (BORDERS, LONGEST, "China", True),
        (BORDERS, LONGEST, "Vietnam", False),  # it is no end of the list
        (
            "Burma has land borders with Laos (235 km), China (2,129 km).",
            LONGEST,
            "China",
            False,
        ),  # another's list
        ("Laos has land borders with Burma and China.", LONGEST, "China", False),  # nothing that code compared
        (BORDERS, "Which country paid for the longest tunnel through Laos?", "China", False),  # too few words
    ],
)
def test_a_list_that_code_compared_is_read_though_the_model_saw_no_answer(
    desk: Desk, text: str, question: str, says: str, answered: bool
) -> None:
    """Issue 16.5: `longest` stands in no list, so a small model takes it for no answer."""
    (desk.root / "docs" / "laos.md").write_text(f"Some notes on borders.\n\n{text}\n", encoding="utf-8")
    desk.model.says = f"The longest land border of Laos is that with {says}."
    desk.research(question)
    assert (f"border of Laos is that with {says} [1]" in desk.report) == answered
    assert (f"“{text[:-2]}” – docs/laos.md:3" in desk.report) == answered
