from __future__ import annotations

from pandora.research.source_sentences import likeliest, segments

WRAPPED = """The maintainer of a package must ask for a user id from
the maintainer of base-passwd before it is used. A second
sentence ends here.

- one item of a list that is about as wide as the text is
- another item of that list, which stays one by itself too

Name: Laos
People: 7900000
"""


def test_lines_that_were_broken_to_a_width_are_one_sentence() -> None:
    found = [" ".join(segment.text.split()) for segment in segments(WRAPPED)]
    assert found[0].endswith("from the maintainer of base-passwd before it is used.")
    assert found[1] == "A second sentence ends here."
    assert found[2].startswith("- one item")
    assert found[3].startswith("- another item")
    assert found[4:] == ["Name: Laos", "People: 7900000"]
    assert all(WRAPPED.startswith(segment.text, segment.start) for segment in segments(WRAPPED))


def test_the_sentence_beside_the_one_that_names_the_thing_is_among_the_likeliest() -> None:
    """What a sentence is about often stands in the one before it."""
    filler = [f"Visitor number {n} remarks on the weather of the valley." for n in range(30)]
    text = "\n".join(
        [*filler[:15], "The tram of Ostermoor is 783 km long.", "It counts 85 stops.", *filler[15:]]
    )
    shown = likeliest([text, text], "How many stops does the tram of Ostermoor have?", 2)
    assert shown == ["The tram of Ostermoor is 783 km long.", "It counts 85 stops."]
    assert likeliest([], "Anything?", 3) == []
