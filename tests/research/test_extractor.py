from __future__ import annotations

import pytest

from tests.research.desk import LAOS, Desk


@pytest.mark.parametrize(
    ("quote", "fact", "kept"),
    [
        ("Laos has a population of 7900001 people", "Laos has a population of 7900001 people.", ""),
        ("Laos has not a population of 7900000 people", "Laos has not a population of 7900000 people.", ""),
        ("it says so", "Laos has a population of 7900000 people.", "Laos has a population of 7900000 people"),
        ("Its capital is Vientiane", "Paris is old.", "Its capital is Vientiane"),
    ],
)
def test_a_fact_has_a_quote_that_stands_in_its_source(desk: Desk, quote: str, fact: str, kept: str) -> None:
    """Research 13: an altered number and an inserted not are refused; code picks what supports a fact."""

    class Careless(type(desk.model)):  # type: ignore[misc]
        def _values(self, prompt, form):  # type: ignore[no-untyped-def]
            values, chances = super()._values(prompt, form)
            return (values | {"quote": quote, "fact": fact} if "fact" in values else values), chances

    desk.model = Careless()
    desk.research()
    document = desk.document("extractor", "1.1.1")
    if kept:
        assert kept in document.body(4).split("Rejected:")[0]
    else:
        assert document.body(4).startswith("Verified: none")
        assert "7900001" not in desk.report
        assert " not a population" not in desk.report


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
