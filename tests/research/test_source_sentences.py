from __future__ import annotations

from pandora.research.source_sentences import likeliest


def test_the_sentence_beside_the_one_that_names_the_thing_is_among_the_likeliest() -> None:
    """What a sentence is about often stands in the one before it."""
    filler = [f"Visitor number {n} remarks on the weather of the valley." for n in range(30)]
    text = "\n".join(
        [*filler[:15], "The tram of Ostermoor is 783 km long.", "It counts 85 stops.", *filler[15:]]
    )
    shown = likeliest([text, text], "How many stops does the tram of Ostermoor have?", 2)
    assert shown == ["The tram of Ostermoor is 783 km long.", "It counts 85 stops."]
    assert likeliest([], "Anything?", 3) == []
