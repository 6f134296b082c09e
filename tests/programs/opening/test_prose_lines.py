from __future__ import annotations

from pandora.programs.opening.prose_lines import prose_lines

LOG = "10:00 INFO copied a\n10:01 ERROR could not write b\n"


def test_lines_with_one_that_holds_what_is_asked_for() -> None:
    assert prose_lines("In a.log, which line is the first with the level ERROR?", "content", "a.log", LOG) == [
        "all_lines = content.splitlines()  # list of 2 like '10:01 ERROR could not write b'"
    ]
    assert "'10:00 INFO copied a'" in prose_lines("How many lines are there?", "content", "a.log", LOG)[0]


def test_words_where_case_is_ignored_and_none_is_quoted() -> None:
    told = prose_lines("Ignoring case, which word is the commonest?", "content", "a.log", LOG)
    assert told == ["all_words = words('a.log')  # every word in lower case, without punctuation"]
    assert prose_lines("How often is the word 'info' there, in any case?", "content", "a.log", LOG) == []
    told = prose_lines("How often is 'info' (any case, whole word) there?", "content", "a.log", LOG)
    assert told == ["all_words = words('a.log')  # every word in lower case, without punctuation"]
    assert prose_lines("What is it about?", "content", "a.log", LOG) == []


def test_the_longest_word_is_one_of_letters_where_that_is_said() -> None:
    told = prose_lines("What is the longest word (letters only) in a.log?", "content", "a.log", LOG)
    assert told[0].startswith("all_words = [word for word in words('a.log') if word.isalpha()]  # ")
    assert prose_lines("What is the longest word there?", "content", "a.log", LOG)[0].startswith(
        "all_words = words("
    )


def test_a_fact_is_asked_for_with_the_line_that_it_stands_in() -> None:
    notes = "# Trip\n\n- 2026-03-02 paid 120.50 for the train\n- 2026-03-03 hotel, 3 nights, 285\n"
    told = prose_lines("How much did the train cost according to trip.md?", "content", "trip.md", notes)
    line = "- 2026-03-02 paid 120.50 for the train"
    way = "found = [line for line in content.splitlines() if 'train' in line.lower()]"
    assert told == [f"{way}  # list of 1 like {line!r}"]
    assert prose_lines("Write the train rides to out/a.md", "content", "trip.md", notes) == []
    assert prose_lines("Which nights were paid?", "content", "trip.md", notes) == []
    assert prose_lines("How much was the boat?", "content", "notes/trip.md", notes) == []
    assert prose_lines("How many times does 'train' occur?", "content", "trip.md", notes) == []
    assert prose_lines("How often was the train taken?", "content", "trip.md", notes) == []


def test_the_word_by_which_a_line_is_found_says_something() -> None:
    text = "It will begin when all are here\nThe landlord is Mr X\nthe landlord pays\n"
    told = prose_lines("When does the landlord pay?", "content", "a.txt", text)
    assert told[0].startswith("found = [line for line in content.splitlines() if 'landlord' in line.lower()]")
