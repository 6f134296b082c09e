from __future__ import annotations

import pytest

from pandora.programs.file_difference import changed_beside, differences, lost_keys, lost_lines

TOML = b"[web]\nport = 8080  # open it\n\n[mail]\nport = 25\n"


@pytest.mark.parametrize(
    ("path", "before", "after", "said"),
    [
        ("a.toml", TOML, TOML.replace(b"8080", b"8090"), "web.port: 8080 → 8090"),
        ("a.json", b'{"a": 1, "b": 2}', b'{"a": 1, "c": 3}', "b removed; c = 3 added"),
        ("a.ini", b"[a]\nx = 1\n", b"[a]\nx = 2\n", 'a.x: "1" → "2"'),
        (
            "a.json",
            b'{"tls": null}',
            b'{"tls": {"on": true}, "n": "x"}',
            'tls: null → {"on": true}; n = "x" added',
        ),
        ("a.toml", TOML, TOML.replace(b"  # open it", b""), "-port = 8080  # open it; +port = 8080"),
        ("a.toml", TOML, b"no toml", "-[web]; +no toml; -port = 8080  # open it; -[mail]; -port = 25"),
        ("a.txt", b"one\ntwo\n", b"one\n2\n", "-two; +2"),
        ("a.txt", b"one\n", b"one\n", ""),
        ("a.txt", "Käse\nTee\n".encode("cp1252"), "Käse\nÖl\n".encode("cp1252"), "-Tee; +Öl"),
    ],
)
def test_keys_or_lines_that_differ_are_said(path: str, before: bytes, after: bytes, said: str) -> None:
    assert differences(path, before, after) == said


def test_few_of_many_differences_are_listed() -> None:
    before = "".join(f"line {number}\n" for number in range(20)).encode()
    assert differences("a.txt", before, b"").endswith("; and 14 more")


def test_long_files_of_which_every_line_changed_are_compared_at_once() -> None:
    before, after = (
        "".join(f"line {number},{price}\n" for number in range(5000)).encode() for price in ("12.50", "13.50")
    )
    assert differences("a.csv", before, after).startswith("-line 0,12.50; +line 0,13.50; -line 1,12.50")
    assert lost_lines(b"1\n0\n" * 20_000, b"1\n1\n0\n0\n" * 5_000) == 20_000


@pytest.mark.parametrize(
    ("after", "lost"),
    [
        (b"a\nb\nc\nd\ne\nf\n", 0),
        (b"a\nb\nc\nX\ne\nf\n", 0),
        (b"a\nX\n", 4),
        (b"", 6),
        (b"a\nb\n\nd\ne\nf\nnew\n", 0),
    ],
)
def test_lines_without_a_successor_are_lost(after: bytes, lost: int) -> None:
    assert lost_lines(b"a\nb\nc\nd\ne\nf\n", after) == lost


def test_a_short_file_may_lose_any_line() -> None:
    assert lost_lines(b"a\nb\n", b"") == 0


@pytest.mark.parametrize(
    ("request_text", "after", "beside"),
    [
        (
            "Let the web part listen on port 8090",
            TOML.replace(b"8080", b"8090").replace(b"25", b"8090"),
            ["mail.port"],
        ),
        ("Let the web part listen on port 8090", TOML.replace(b"8080", b"8090"), []),
        ("Set every port to 1", TOML.replace(b"8080", b"1").replace(b"25", b"1"), []),
        ("Setze den Port von mail auf 1", TOML.replace(b"8080", b"1").replace(b"25", b"1"), ["web.port"]),
        (
            "Let the web part listen on port 8090",
            TOML.replace(b"25", b"8090"),
            ["mail.port (the task names web.port)"],
        ),
        ("Set the port to 8090", TOML.replace(b"25", b"8090"), []),
        ("Set the port of web and of mail to 1", TOML.replace(b"8080", b"1").replace(b"25", b"1"), []),
    ],
)
def test_a_namesake_of_the_key_that_the_request_is_about_is_beside_it(
    request_text: str, after: bytes, beside: list[str]
) -> None:
    assert changed_beside("a.toml", TOML, after, request_text) == beside


@pytest.mark.parametrize(
    ("request_text", "beside"),
    [
        ("The shift that starts at 8:00 goes on until 18:00", []),
        ("The start is 18:00 from now on", ["end (the task names start)"]),
    ],
)
def test_a_key_that_is_named_with_its_present_value_is_to_stay(request_text: str, beside: list[str]) -> None:
    before, after = (f'{{"start": "8:00", "end": "{end}"}}'.encode() for end in ("17:00", "18:00"))
    assert changed_beside("a.json", before, after, request_text) == beside


@pytest.mark.parametrize(
    ("path", "after", "lost"),
    [
        ("a.json", b'[{"off": "20:30"}]', ["house", "screens"]),
        ("a.json", b'{"screens": []}', []),
        ("a.json", b"[", []),
        ("a.txt", b"[1]", []),
    ],
)
def test_an_object_that_became_a_list_lost_its_keys(path: str, after: bytes, lost: list[str]) -> None:
    assert lost_keys(path, b'{"house": 4, "screens": [{"off": "18:00"}]}', after) == lost


def test_a_number_of_a_request_is_no_place_in_a_list() -> None:
    before = b'{"products": [{"price": 1}, {"price": 2}, {"price": 3}]}'
    after = b'{"products": [{"price": 1.5}, {"price": 2.5}, {"price": 3}]}'
    assert (
        changed_beside("a.json", before, after, "the price of products is the purchase price times 1.4") == []
    )


def test_a_word_of_the_request_may_have_another_ending_than_the_key() -> None:
    before = b"[queue]\naufbewahrung_stunden = 120\nwarnung_nach_stunden = 4\n"
    request = "Eine Nachricht soll nur noch 3 Tage in der Warteschlange aufbewahrt werden."
    assert changed_beside("a.ini", before, before.replace(b"120", b"72"), request) == []
