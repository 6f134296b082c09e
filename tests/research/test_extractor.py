from __future__ import annotations

import pytest

from pandora.errors import DocumentError
from tests.research.desk import LAOS, Desk


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
