from __future__ import annotations

from pandora.errors import ReplyError
from tests.research.desk import Desk, Reader


class Teller(Reader):
    """A model whose syntheses say what a test wants."""

    def __init__(self, answer: str, **more: object) -> None:
        super().__init__()
        self.answer, self.more = answer, more

    def _values(self, prompt, form):  # type: ignore[no-untyped-def]
        values, chances = super()._values(prompt, form)
        return (values | {"answer": self.answer} | self.more if "answer" in values else values), chances


PARTS = ("What is the population of Laos?", "What is the population of China?", "What is the capital of Laos?")
COMPARE = "How do Laos and China compare?"


def test_a_sentence_that_rests_on_nothing_is_left_out(desk: Desk) -> None:
    """Research 12: code holds each sentence against the facts; what none of them supports is listed."""
    desk.model = Teller("Laos has a population of 7900000 people. It doubled since 1999 [7].")
    desk.model.parts = {"compare": "\n".join(PARTS)}
    desk.research(COMPARE)
    assert "7900000" in desk.report
    assert "1999" not in desk.report
    assert "1999" in desk.document("synthesizer", "1").body(4).split("Left out:")[1]


def test_a_citation_of_the_model_is_taken_out_and_logged(desk: Desk) -> None:
    """Research 12: a number that the model wrote is removed; the catalogue's own is put there by code."""
    desk.model = Teller("Laos has a population of 7900000 people [7].")
    desk.model.parts = {"compare": "\n".join(PARTS)}
    desk.research(COMPARE)
    assert "7900000 people [1]" in desk.report
    assert "[7]" not in desk.report
    assert "removed: [7]" in desk.document().body(4)


def test_one_finding_is_the_answer_without_a_call(desk: Desk) -> None:
    """Research R15: what one source says needs no synthesis; the claim is the fact as it is."""
    desk.research()
    assert desk.model.calls_of("synthesizer") == []
    assert "Laos has a population of 7900000 people [1]" in desk.report


def test_connections_join_two_findings(desk: Desk) -> None:
    """Research R12: outliers and connections are asked for from three findings on; each names two of them."""
    desk.model = Teller(
        "Laos has a population of 7900000 people.",
        outlier="China has a population of 1410000000 people.",
        connections=[
            {
                "first": "F1",
                "second": "F2",
                "line": "China has a population larger than the population of Laos",
            },
            {"first": "F1", "second": "F1", "line": "the same"},
        ],
    )
    desk.model.parts = {"compare": "\n".join(PARTS)}
    desk.research(COMPARE)
    final = desk.document("synthesizer", "1").body(5)
    assert "Outliers:\n- China has a population of 1410000000 people." in final
    assert final.count("Connections:\n- China has") == 1
    assert "it does not join two findings" in desk.document("synthesizer", "1").body(4)


def test_no_subject_is_missing_where_the_model_leaves_one_out(desk: Desk) -> None:
    """Research R12: each subject of the findings has its own heading and claim, put there by code."""
    desk.model = Teller("Laos has a population of 7900000 people.", outlier="none")
    desk.model.parts = {"compare": "\n".join(PARTS)}
    desk.research(COMPARE)
    answer, *treated = desk.report.partition("\n## How sure")[0].split("\n## ")
    assert "1410000000" not in answer
    assert [part.partition("\n")[0] for part in treated] == list(PARTS)
    assert "1410000000" in treated[1]
    assert "Vientiane" in treated[2]


class Wordless(Reader):
    """A model whose syntheses fit no form."""

    def values(self, prompt, form, call):  # type: ignore[no-untyped-def]
        if call.kind == "research_synthesizer":
            raise ReplyError("the reply does not fit its form")
        return super().values(prompt, form, call)


def test_where_no_synthesis_can_be_read_the_surest_facts_stand_as_they_are(desk: Desk) -> None:
    desk.model = Wordless()
    desk.model.parts = {"compare": "\n".join(PARTS)}
    desk.research(COMPARE)
    assert "7900000 people. [1]" in desk.report or "7900000 people [1]" in desk.report
    assert "The sources do not say" not in desk.report
