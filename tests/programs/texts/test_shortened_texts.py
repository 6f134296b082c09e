"""Texts that are too long, without the sentences that are asked for the least."""

from __future__ import annotations

from pandora.programs.texts.sentences import words
from pandora.programs.texts.shortened_texts import breaks_off, sentences_of, shortened, with_joined_sentences

LETTER = """**Pool notice**

**When:**

The pool is closed from 14 to 27 April. The council pays half of it!

**Why:**

Dr. Low says that tiles are laid now.

- bring your own towels please

Anna Berg"""
CLOSED, PAYS = "The pool is closed from 14 to 27 April.", "The council pays half of it!"
TILES, TOWELS = "Dr. Low says that tiles are laid now.", "- bring your own towels please"


def test_sentences_and_items_may_be_left_out_and_the_frame_may_not() -> None:
    assert sentences_of(LETTER) == [CLOSED, PAYS, TILES, TOWELS]


def test_headings_go_first_and_then_the_least_likely_until_it_fits() -> None:
    odds = {CLOSED: 2.0, PAYS: 0.1, TILES: 1.0, TOWELS: 1.5}
    count = len(words(LETTER))
    bare = LETTER.replace("**When:**\n\n", "").replace("**Why:**\n\n", "")
    assert shortened(LETTER, odds, count) == (LETTER, [])
    assert shortened(LETTER, odds, count - 2) == (bare, [])
    assert shortened(LETTER, odds, count - 3) == (bare.replace(f" {PAYS}", ""), [PAYS])
    short, left_out = shortened(LETTER, odds, 20)
    assert left_out == [PAYS, TILES]
    assert short == f"**Pool notice**\n\n{CLOSED}\n\n{TOWELS}\n\nAnna Berg"


def test_a_sentence_that_begins_with_a_bold_word_is_no_heading() -> None:
    bold = "**Sauna** stays open daily from 10 to 20.\n\nThe council pays half of it!"
    assert shortened(bold, {PAYS: 0.1, bold.split("\n")[0]: 2.0}, 9) == (bold.split("\n")[0], [PAYS])


def test_a_text_of_which_too_little_would_be_left_is_none() -> None:
    assert shortened(LETTER, {CLOSED: 2.0, PAYS: 1.8, TILES: 0.2, TOWELS: 0.1}, 5) == ("", [])
    assert shortened(LETTER, {}, 5) == ("", [])


def test_a_text_that_ends_within_a_sentence_breaks_off() -> None:
    whole = "We meet on Friday.\n\nWith kind regards to all of you from\nOla Berg"
    assert not breaks_off(whole)
    assert not breaks_off("")
    assert breaks_off(
        "We meet on Friday.\nThe technician comes on Wednesday, the one upstairs is in use, and please"
    )


def test_lines_of_which_none_has_an_end_do_not_break_off() -> None:
    lines = [
        "The storm tore forty tiles off",
        "Water ran into the attic",
        "The repair costs 4,850 euros in all",
    ]
    last = "The kitchen must not be used until then, and the big hall is dry and can be used"
    assert not breaks_off("\n".join([*lines, last]))
    assert breaks_off("\n".join([f"{lines[0]}.", *lines[1:], last]))


def test_a_list_of_which_no_item_has_an_end_does_not_break_off() -> None:
    items = ["- Open from 7 am to 9 pm", "- Guests pay 6 euros"]
    last = "- The last one out locks the door and hangs the key on the hook in the porch beside the board"
    assert not breaks_off("\n".join([*items, last]))
    assert breaks_off("\n".join([f"{items[0]}.", last])), "where one has an end, a long last item lacks it"


def test_two_sentences_become_one() -> None:
    text = "Hello all,\nThe sale of the club is on 24 May. We meet at ten. The fee stays at 18 euros."
    joined = with_joined_sentences(text, "what does the fee come to, and when do we meet?")
    assert joined == "Hello all,\nThe sale of the club is on 24 May. We meet at ten; the fee stays at 18 euros."
    assert with_joined_sentences("One line alone is short.\nAnd another one.", "") == (
        "One line alone is short.\nAnd another one."
    )


def test_the_heading_of_a_list_of_labels_stays() -> None:
    text = "# Minutes\n\n## Tool cupboard\n- **Pete**: looked after it for six years.\n\n"
    text += "## Money\nThere are 486 euros left.\n"
    short, left_out = shortened(text, {"There are 486 euros left.": 1.0}, len(words(text)) - 1)
    assert "## Tool cupboard" in short
    assert "## Money" not in short
    assert left_out == []


def test_no_mark_of_a_list_is_left_alone() -> None:
    text = (
        "The minutes say this.\n1. We meet in May.\n2. A jacket was found in the hall last week.\n3. Fees rise."
    )
    odds = {"We meet in May.": 2.0, "A jacket was found in the hall last week.": -1.0, "Fees rise.": 1.0}
    short, left_out = shortened(text, odds, 14)
    assert left_out == ["A jacket was found in the hall last week."]
    assert short == "The minutes say this.\n1. We meet in May.\n3. Fees rise."
