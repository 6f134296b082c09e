from __future__ import annotations

import pytest

from pandora.research.claim_support import says_more, support

TEXT = "Laos is a country in Asia. Its population is 7,900,000.\nIt has no coast. The capital is Vientiane."


@pytest.mark.parametrize(
    ("claim", "enough"),
    [
        ("The population is 7900000.", True),
        ("The population is 7900001.", False),
        ("The capital of Laos is Vientiane.", True),
        ("The capital of Laos is Bangkok.", False),
        ("Bananas are exported to Japan.", False),
    ],
)
def test_a_text_supports_a_claim_by_its_figures_and_words(claim: str, enough: bool) -> None:
    assert support(claim, TEXT).enough is enough


def test_a_denial_needs_a_text_that_denies() -> None:
    """Research 13: an inserted `not` is refused."""
    assert not support("The capital is not Vientiane.", "The capital is Vientiane.").enough


def test_a_claim_that_repeats_its_question_says_nothing() -> None:
    assert not says_more("The population of Laos.", "What is the population of Laos?")
    assert says_more("It is 7900000.", "What is the population of Laos?")
