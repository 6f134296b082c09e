from __future__ import annotations

from pandora.web.page import worth_visiting
from pandora.web.page_text import parse_page_text

INDEX = "Page: Shop\nAddress: http://s.example/\nText:\n  One\n  Two\n  Three\nLinks:\n" + "\n".join(
    f"{n}. {words} <http://{where}>"
    for n, (words, where) in enumerate(
        [
            ("Home", "s.example/"),
            ("One", "s.example/p/1"),
            ("Two", "s.example/p/2"),
            ("Three", "other.example/p/3"),
            ("Imprint", "s.example/about/imprint"),
        ],
        1,
    )
)


def test_the_largest_family_of_an_index_is_visited() -> None:
    assert worth_visiting([parse_page_text(INDEX)]) == ("http://s.example/p/1", "http://s.example/p/2")
    prose = INDEX.replace("  One\n", "  " + "many words of a story " * 30 + "\n")
    assert worth_visiting([parse_page_text(prose)]) == ()
    listed = "Links:\n1. A <http://a.example/>\n   words\n2. B <http://b.example/>\n   "
    assert worth_visiting([parse_page_text(listed)]) == ("http://a.example/", "http://b.example/")
