from __future__ import annotations

from pandora.programs.request.log_words import telling_words

MESSAGES = [
    *["Failed password for root from 192.0.2.1"] * 5,
    *["Accepted password for ana from 192.0.2.7"] * 2,
    *["Server listening on port 22"] * 2,
    "shutdown",
]


def test_words_of_one_message_that_a_request_has_tell_which_are_meant() -> None:
    words = telling_words(MESSAGES, "Somebody attacks our server. How many passwords failed?")
    assert words == {"password": 7, "failed": 5}


def test_words_that_say_what_is_not_meant_tell_nothing() -> None:
    assert telling_words(MESSAGES, "How many passwords, not those that failed?") == {"password": 7}
    assert telling_words(MESSAGES, "Anything else?") == {}
    assert telling_words([], "password") == {}


def test_where_sentences_ask_only_their_words_tell() -> None:
    messages = ["new member Ann", "lost member card", "drill OUT", "drill IN"]
    request = "a.log: OUT means that a member took it. Which drill is still out?"
    assert "member" not in telling_words(messages, request)
    assert "from" not in telling_words(["sent from Rome", "got from Oslo", "lost"], "what came from Rome?")
