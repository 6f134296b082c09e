from __future__ import annotations

from pandora.ui.plain_content import LONGEST, diff_text, plain, plain_line


def test_what_looks_like_markup_is_text() -> None:
    text = "[bold]a[/] \\[b] :smile: [link=x]c[/link]"
    assert plain(text).plain == text
    assert plain(text).spans == []
    assert plain_line(f"\n\n{text}\nmore").plain == text


def test_escapes_are_taken_out() -> None:
    assert plain("a\x1b[31mb\x1b]0;title\x07c\x9b\u202ed").plain == "abcd"


def test_a_long_text_is_cut_and_says_so() -> None:
    assert plain("x" * (LONGEST + 7)).plain == "x" * LONGEST + "\n… 7 more characters"


def test_the_lines_of_a_diff_have_colours() -> None:
    text = diff_text("@@ 1 @@\n-[red]old[/]\n+new\n same\n")
    assert text.plain == "@@ 1 @@\n-[red]old[/]\n+new\n same\n"
    assert [str(span.style) for span in text.spans] == ["cyan", "red", "green"]
