from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.programs.structured.structured_edit import Setting, entries, in_place, with_values
from pandora.programs.structured.value_span import EditError


def changed(path: str, before: str, *pairs: tuple[str, str], new: bool = False, request: str = "") -> str:
    named = [Setting(key, value, new) for key, value in pairs]
    return with_values(path, before.encode(), named, request).decode()


TOML = """# The server.
title = "old"  # shown on top
'odd key' = 1

[server]
port   = 8080 # public
host = 'a.b'
when = 2024-01-02
tags = ["a", "b"]
sizes = [
  1, # one
  2,
]
limits = { cpu = 1.5, burst = false }
text = \"\"\"
two
lines\"\"\"

[[worker]]
name = "x"
[[worker]]
name = "y"
[worker.queue]
depth = 3
"""
YAML = """# The services.
version: '3'  # of the format
services:
  web:
    image: nginx:1.25   # pinned
    ports:
      - "80:80"
    env: {A: 1, B: "x"}
    debug: yes
    empty:
    note: |
      two
      lines
  # the end of the services
base: &base
  retries: 5
use:
  <<: *base
  zone: 1
same: *base
"""
JSON = '{\n  "a": {"b": 1, "c": [1, 2]},\n  "d": [\n    {"x": "y", "ü": "\\u00fc"}\n  ],\n  "e": {}\n}\n'
INI = '; the site\n[web]\nport = 8080  ; public\nname=x\nhosts =\n  a\n  b\n\n[db]\nuser: "h"\non = Yes\n'
ENV = '# secrets stay\nexport PORT=1\nNAME="x y" # quoted\nDEBUG=true\nURL=http://a#b\n'
PROPERTIES = "! java\napp.name = x # y\napp.port: 80\nlong = a \\\n  b\n"


@pytest.mark.parametrize(
    ("path", "before", "key", "value", "old", "new"),
    [
        ("a.toml", TOML, "server.port", "9090", "port   = 8080 # public", "port   = 9090 # public"),
        ("a.toml", TOML, "title", "new", 'title = "old"  #', 'title = "new"  #'),
        ("a.toml", TOML, "title", '"it\'s"', '"old"', '"it\'s"'),
        ("a.toml", TOML, '"odd key"', "2", "'odd key' = 1", "'odd key' = 2"),
        ("a.toml", TOML, "server.host", "c.d", "'a.b'", "'c.d'"),
        ("a.toml", TOML, "server.host", "it's", "'a.b'", '"it\'s"'),
        ("a.toml", TOML, "server.when", "2025-02-03", "2024-01-02", "2025-02-03"),
        ("a.toml", TOML, "server.tags", '["c"]', '["a", "b"]', '["c"]'),
        ("a.toml", TOML, "server.sizes.1", "7", "  2,", "  7,"),
        ("a.toml", TOML, "server.limits.cpu", "2", "cpu = 1.5", "cpu = 2.0"),
        ("a.toml", TOML, "server.limits.burst", "True", "burst = false", "burst = true"),
        ("a.toml", TOML, "worker.1.name", "z", 'name = "y"', 'name = "z"'),
        ("a.toml", TOML, "worker.1.queue.depth", "1_000", "depth = 3", "depth = 1_000"),
        ("a.yaml", YAML, "version", "4", "'3'  # of", "'4'  # of"),
        ("a.yaml", YAML, "services.web.image", "nginx:1.27", "nginx:1.25   #", "nginx:1.27   #"),
        ("a.yaml", YAML, "services.web.image", "1.27", "nginx:1.25   #", '"1.27"   #'),
        ("a.yml", YAML, "services.web.ports.0", "81:80", '"80:80"', '"81:80"'),
        ("a.yaml", YAML, "services.web.env.A", "2", "{A: 1,", "{A: 2,"),
        ("a.yaml", YAML, "services.web.debug", "false", "debug: yes", "debug: no"),
        ("a.yaml", YAML, "services.web.empty", "full: up", "empty:", 'empty: "full: up"'),
        ("a.yaml", YAML, "use.zone", "2", "zone: 1", "zone: 2"),
        ("a.yaml", "a: 1\n---\na: 2\n", "1.a", "3", "a: 2", "a: 3"),
        ("a.json", JSON, "a.b", '"2"', '"b": 1', '"b": 2'),
        ("a.json", JSON, "a.c", "[3]", "[1, 2]", "[3]"),
        ("a.json", JSON, "d.0.x", "ä", '"y"', '"ä"'),
        ("a.json", JSON, "d.0.ü", "ä", '"\\u00fc"', '"\\u00e4"'),
        ("a.ini", INI, "web.port", "9090", "8080  ; public", "9090  ; public"),
        ("a.cfg", INI, "web.name", "y", "name=x", "name=y"),
        ("a.ini", INI, "db.user", "i", '"h"', '"i"'),
        ("a.ini", INI, "db.on", "false", "on = Yes", "on = No"),
        ("a.conf", INI, "db.on", "false", "on = Yes", "on = No"),
        ("a.ini", "[DEFAULT]\nx = 1\n[a]\ny = 2\n", "DEFAULT.x", "3", "x = 1", "x = 3"),
        (".env", ENV, "PORT", "2", "export PORT=1", "export PORT=2"),
        ("prod.env", ENV, "NAME", "z", '"x y" # quoted', '"z" # quoted'),
        (".env.local", ENV, "DEBUG", "False", "DEBUG=true", "DEBUG=false"),
        (".env", ENV, "URL", "http://q", "http://a#b", "http://q"),
        ("a.properties", PROPERTIES, "app.name", "z", "x # y", "z"),
        ("a.properties", PROPERTIES, "app.port", "81", ": 80", ": 81"),
    ],
)
def test_a_value_changes_and_every_other_byte_stays(
    path: str, before: str, key: str, value: str, old: str, new: str
) -> None:
    assert before.count(old) == 1
    assert changed(path, before, (key, value)) == before.replace(old, new)
    crlf = before.replace("\n", "\r\n")
    assert changed(path, crlf, (key, value)) == crlf.replace(old, new)
    assert changed(path, "\ufeff" + before, (key, value)) == "\ufeff" + before.replace(old, new)


@pytest.mark.parametrize(
    ("path", "before", "key", "value", "line"),
    [
        ("a.toml", TOML, "server.debug", "true", "debug = true"),
        ("a.toml", TOML, "top", "x", 'top = "x"'),
        ("a.toml", TOML, "log.level", "info", '[log]\nlevel = "info"'),
        ("a.toml", TOML, "server.sizes.2", "3", "  3,"),
        ("a.toml", "# empty\n", "a", "1", "a = 1"),
        ("a.toml", "[t]\nb = 1\n", "a", "1", "a = 1"),
        ("a.yaml", YAML, "services.web.mode", "fast", "    mode: fast"),
        ("a.yaml", YAML, "services.web.ports.1", '"81:80"', "      - 81:80"),
        ("a.yaml", YAML, "services.db.image", "pg", '  db:\n    image: "pg"'),
        ("a.yaml", "a:\n  b: 1", "a.c", "2", "  c: 2"),
        ("a.json", '{\n  "a": 1\n}\n', "b", "true", '  "b": true'),
        ("a.ini", INI, "web.mode", "2", "mode = 2"),
        ("a.ini", INI, "cache.ttl", "3", "[cache]\nttl = 3"),
        (".env", ENV, "MODE", "fast", "MODE=fast"),
        (".env", "A=1", "B", "2", "B=2"),
    ],
)
def test_a_new_key_gets_lines_of_its_own(path: str, before: str, key: str, value: str, line: str) -> None:
    after = changed(path, before, (key, value), new=True)
    lines = [text for text in after.splitlines() if text.strip()]
    old = [text for text in before.splitlines() if text.strip()]
    assert line in after
    assert [text.rstrip(",") for text in lines if text not in line.splitlines()] == [
        text.rstrip(",") for text in old
    ]


def test_a_new_key_goes_into_a_table_on_one_line() -> None:
    assert changed("a.yaml", YAML, ("services.web.env.C", "z"), new=True) == YAML.replace(
        'B: "x"}', 'B: "x", C: z}'
    )
    assert changed("a.toml", TOML, ("server.limits.ram", "4"), new=True) == TOML.replace(
        "burst = false }", "burst = false, ram = 4 }"
    )
    assert changed("a.json", JSON, ("e.f.g", "1"), new=True) == JSON.replace("{}", '{"f": {"g": 1}}')


@pytest.mark.parametrize(
    ("path", "before", "key", "value"),
    [
        ("a.toml", TOML, "server.port", "fast"),
        ("a.toml", TOML, "server.when", "soon"),
        ("a.toml", TOML, "server.limits.burst", "3"),
        ("a.json", JSON, "a.b", "true"),
        ("a.json", JSON, "a.c", "3"),
        ("a.ini", INI, "web.port", "high"),
        (".env", ENV, "DEBUG", "maybe"),
    ],
)
def test_a_value_of_another_type_is_refused_unless_the_request_has_it(
    path: str, before: str, key: str, value: str
) -> None:
    with pytest.raises(EditError, match="write"):
        changed(path, before, (key, value))
    assert changed(path, before, (key, value), request=f"set it to {value}!") != before


@pytest.mark.parametrize(
    ("path", "before", "key", "said"),
    [
        ("a.toml", TOML, "server.text", "several lines"),
        ("a.yaml", YAML, "services.web.note", "several lines"),
        ("a.yaml", YAML, "base.retries", "use.retries"),
        ("a.yaml", YAML, "same.retries", "base.retries"),
        ("a.yaml", "a: &x 1\nb: *x\n", "a", "anchor"),
        ("a.yaml", "a: !t 1\n", "a", "parser"),
        ("a.ini", INI, "web.hosts", "several lines"),
        ("a.properties", PROPERTIES, "long", "several lines"),
        ("a.json", '{"a": 1, "a": 2}', "a", "twice"),
        (".env", "A=1\nA=2\n", "A", "twice"),
        ("a.toml", "a = \n", "a", "parser"),
        ("a.ini", "[a\nx = 1\n", "x", "parser"),
        ("a.json", '{"a": 1}', "b", "there is no value"),
        ("a.md", "a: 1\n", "a", "no file of keys"),
    ],
)
def test_what_cannot_be_held_is_refused_in_one_line(path: str, before: str, key: str, said: str) -> None:
    with pytest.raises(EditError, match=said) as refused:
        changed(path, before, (key, "7"), request="7")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("key", ["server", "server.port.deep", "worker.5", "a..b", "a b", ""])
def test_a_new_key_that_cannot_be_is_refused(key: str) -> None:
    with pytest.raises(EditError):
        changed("a.toml", TOML, (key, "1"), new=True)


def test_what_is_so_already_is_no_change() -> None:
    with pytest.raises(EditError, match="nothing changes"):
        changed("a.toml", TOML, ("server.port", "8080"))
    both = changed("a.toml", TOML, ("server.port", "8080"), ("title", "new"))
    assert both == TOML.replace('"old"', '"new"')


def test_bombs_are_refused() -> None:
    names = [f"k{number}: &k{number} [{', '.join([f'*k{number - 1}'] * 9)}]" for number in range(1, 9)]
    for text in ("k0: &k0 [1]\n" + "\n".join(names) + "\n", "a: &a [*a]\n", "[" * 5000 + "]" * 5000):
        with pytest.raises(EditError):
            entries("a.yaml", text.encode())
    with pytest.raises(EditError):
        entries("a.json", b"[" * 200_000)
    with pytest.raises(EditError):
        entries("a.json", b'"\xff"')


SCALARS = st.one_of(
    st.integers(-(10**6), 10**6),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda value: round(value, 3)),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=12),
)
NAMES = st.text("abcxyz-_. 9ü", min_size=1, max_size=6)
TREES = st.dictionaries(
    NAMES,
    st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
        max_leaves=8,
    ),
    min_size=1,
    max_size=4,
)
COMMENTS = st.lists(st.sampled_from(["", "# a comment", "  # an = other: [one]"]), min_size=1, max_size=4)


def commented(text: str, comments: list[str]) -> str:
    """The text with comments and empty lines among its lines."""
    return "".join(
        f"{comments[number % len(comments)]}\n{line}\n" for number, line in enumerate(text.splitlines())
    )


def written(path: str, tree: dict[str, Any], comments: list[str]) -> str:
    import tomlkit

    if path == "a.json":
        return json.dumps(tree, indent=len(comments), ensure_ascii=len(comments) > 2)
    if path == "a.toml":
        return commented(tomlkit.dumps(tree), comments)
    flow = {1: None, 2: False}.get(len(comments), True)
    text = yaml.safe_dump(tree, default_flow_style=flow, allow_unicode=True, width=10**6)
    return text if flow else commented(text, comments)


PARSERS: dict[str, Callable[[str], Any]] = {
    "a.json": json.loads,
    "a.toml": tomllib.loads,
    "a.yaml": yaml.safe_load,
}


def leaves(tree: Any, keys: tuple[Any, ...] = ()) -> dict[tuple[Any, ...], str]:
    parts = (
        list(tree.items())
        if isinstance(tree, dict)
        else list(enumerate(tree))
        if isinstance(tree, list)
        else []
    )
    if not parts:
        return {keys: repr(tree)}
    return {place: value for key, part in parts for place, value in leaves(part, (*keys, key)).items()}


@pytest.mark.parametrize("path", sorted(PARSERS))
@settings(max_examples=25, deadline=None)
@given(tree=TREES, comments=COMMENTS, data=st.data())
def test_one_key_of_any_document_changes_and_the_rest_stays(
    path: str, tree: dict[str, Any], comments: list[str], data: st.DataObject
) -> None:
    before = written(path, tree, comments)
    parse = PARSERS[path]
    if leaves(parse(before)) != leaves(tree):
        return  # the writer does not hold it
    listed = [entry for entry in entries(path, before.encode()) if "\n" not in entry.shown]
    if not listed:
        return
    entry = data.draw(st.sampled_from(listed))
    value = data.draw(SCALARS)
    given_text = json.dumps(value, ensure_ascii=False)
    try:
        after = changed(path, before, (entry.key, given_text), request=given_text)
    except EditError as refused:
        # It was so already, or the writer gave it a form that is not changed in place.
        said = str(refused)
        if not ("nothing changes" in said or "times" in said or "in place" in said):
            raise
        return
    old, new = leaves(parse(before)), leaves(parse(after))
    differing = {place for place in old.keys() | new.keys() if old.get(place) != new.get(place)}
    assert len({place[: min(map(len, differing))] for place in differing}) == 1
    start = next(place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    assert before[:start].count("\n") == after[:start].count("\n")
    one, other = before.splitlines(), after.splitlines()
    assert len(one) == len(other)
    assert sum(pair[0] != pair[1] for pair in zip(one, other, strict=True)) == 1


@pytest.mark.parametrize("path", sorted(PARSERS))
@settings(max_examples=15, deadline=None)
@given(tree=TREES, comments=COMMENTS, value=SCALARS)
def test_a_new_key_of_any_document_leaves_all_others(
    path: str, tree: dict[str, Any], comments: list[str], value: Any
) -> None:
    before = written(path, tree, comments)
    parse = PARSERS[path]
    if leaves(parse(before)) != leaves(tree):
        return
    after = changed(path, before, ("brand_new", json.dumps(value, ensure_ascii=False)), new=True)
    assert leaves(parse(after)) == {**leaves(tree), ("brand_new",): repr(value)}


def test_a_value_that_is_only_spelled_otherwise_is_no_change() -> None:
    with pytest.raises(EditError, match="nothing changes"):
        changed("a.yaml", "count: 0\n", ("count", '"00"'), request="00")


def test_a_text_that_only_one_parser_takes_is_quoted() -> None:
    assert changed("a.yaml", "{'a': x}\n", ("a", "0?"), request="0?") == "{'a': \"0?\"}\n"


SHOP = """# Copy shop
[open]
saturday = ["10:00", "14:00"]  # closed in August

[prices]
black = 0.10
colour = 0.35  # raised last winter
"""


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        (
            '[open]\nsaturday = ["10:00", "13:00"]\n[prices]\nblack = 0.1\ncolour = 0.4\n',
            SHOP.replace("14:00", "13:00").replace("0.35", "0.4"),
        ),
        (
            '[open]\nsaturday = ["10:00"]\n[prices]\nblack = 0.1\ncolour = 0.35\n',
            SHOP.replace(', "14:00"', ""),
        ),
        ("[prices]\nblack = 0.2\n", None),
        ("no toml", None),
    ],
)
def test_what_a_program_writes_anew_differs_in_values_alone(after: str, kept: str | None) -> None:
    assert in_place("shop.toml", SHOP.encode(), after.encode()).decode() == (after if kept is None else kept)


def test_json_keeps_its_lines_and_numbers_where_only_a_value_differs() -> None:
    before = b'{\n    "a": 1.50, "b": [1, 2],\n  "c": {"d": "x"}\n}\n'
    after = b'{"a": 1.5, "b": [1, 3], "c": {"d": "y"}}'
    assert in_place("a.json", before, after) == before.replace(b"2]", b"3]").replace(b'"x"', b'"y"')
    turned = b'{"c": {"d": "y"}, "a": 1.5, "b": [1, 3]}'
    assert in_place("a.json", before, turned) == turned
    assert in_place("a.csv", b"a\n1\n", b"a\n2\n") == b"a\n2\n"


def test_a_value_that_stays_keeps_its_spelling() -> None:
    before = b"binding = 2.50\ncolour = 0.35\n"
    settings = [Setting("binding", "2.50"), Setting("colour", "0.40")]
    assert with_values("a.toml", before, settings) == b"binding = 2.50\ncolour = 0.40\n"


@pytest.mark.parametrize(
    ("path", "before", "value", "line"),
    [
        ("a.yaml", "name: x\n", "1.10", "key: 1.10"),
        ("a.yaml", "name: x\n", "0600", "key: 0600"),
        ("a.yaml", "name: x\n", "12:30", 'key: "12:30"'),
        ("a.yaml", "name: x\n", "on", "key: on"),
        ("a.yaml", "name: x\n", "Fix issue #12", 'key: "Fix issue #12"'),
        ("a.toml", "name = 1\n", "1_000", "key = 1_000"),
        ("a.toml", "name = 1\n", "2024-01-02T10:00:00Z", "key = 2024-01-02T10:00:00Z"),
        ("a.json", '{\n  "name": 1\n}\n', "1.50", '  "key": 1.50'),
        ("a.env", "NAME=x\n", "0042", "key=0042"),
        ("a.env", "NAME=x\n", "two words", 'key="two words"'),
        ("a.properties", "name=x\n", "two words", "key=two words"),
    ],
)
def test_a_new_value_is_spelled_as_it_was_given(path: str, before: str, value: str, line: str) -> None:
    assert line in changed(path, before, ("key", value), new=True).splitlines()


@pytest.mark.parametrize("value", ["1.10", "0042", "no", "on"])
def test_a_new_line_of_an_ini_file_has_the_words_as_they_were_given(value: str) -> None:
    assert changed("a.ini", "[a]\nx = 1\n", ("a.key", value), new=True) == f"[a]\nx = 1\nkey = {value}\n"


@pytest.mark.parametrize(
    ("path", "before", "value", "after"),
    [
        ("a.yaml", "k: Fix\n", "Fix issue #12", 'k: "Fix issue #12"\n'),
        ("a.env", "k=Fix\n", "Fix issue #12", 'k="Fix issue #12"\n'),
        ("a.env", "k=\n", "abc", "k=abc\n"),
        ("a.env", "k=one thing\n", "two words", "k=two words\n"),
        ("a.toml", "k = false\n", "on", "k = true\n"),
        ("a.json", '{"k": true}', "off", '{"k": false}'),
        ("a.yaml", "k: True\n", "off", "k: False\n"),
    ],
)
def test_words_arrive_whole_and_truth_values_in_the_file_s_spelling(
    path: str, before: str, value: str, after: str
) -> None:
    assert changed(path, before, ("k", value), request=f"set k to {value}") == after


@pytest.mark.parametrize(
    ("path", "before", "key", "value", "after"),
    [
        ("site.conf", "server {\n  listen 80;\n}\n", "listen", "8080", "server {\n  listen 8080;\n}\n"),
        ("db.conf", "max = 100\t# restart\nname = 'a'\n", "max", "200", "max = 200\t# restart\nname = 'a'\n"),
        ("a.conf", "path = a;b\n", "path", "c;d", "path = c;d\n"),
        ("a.ini", "port = 80 ; open\n", "port", "8080", "port = 8080 ; open\n"),
        ("a.cfg", "name=x # y\n", "name", "z", "name=z # y\n"),
    ],
)
def test_files_without_sections_keep_comments_and_the_mark_that_ends_a_line(
    path: str, before: str, key: str, value: str, after: str
) -> None:
    assert changed(path, before, (key, value)) == after


@pytest.mark.parametrize(
    ("path", "before", "value", "after"),
    [
        ("a.json", '{"a": 1.5}', "2,50", '{"a": 2.50}'),
        ("a.json", '{"a": 1200}', "1.500", '{"a": 1500}'),
        ("a.json", '{"a": 1200}', "1,500", '{"a": 1500}'),
        ("a.json", '{"a": 2}', "1.125", '{"a": 1.125}'),
        ("a.json", '{"a": 0.8}', "1.125", '{"a": 1.125}'),
        ("a.json", '{"a": 800.5}', "1.234,50", '{"a": 1234.5}'),
        ("a.json", '{"a": 1.5}', "0,00", '{"a": 0.00}'),
        ("a.yaml", "a: 1200\n", "12 500", "a: 12500\n"),
        ("a.toml", "a = 3.5\n", "-0,5", "a = -0.5\n"),
        ("a.yaml", "a: 1.9\n", "1.10", "a: 1.10\n"),
        ("a.yaml", "a: 3,50\n", "4,20", "a: 4,20\n"),  # the file itself has a comma
    ],
)
def test_a_number_of_any_notation_is_one_of_the_file(path: str, before: str, value: str, after: str) -> None:
    assert changed(path, before, ("a", value), request=f"a is {value} now") == after


@pytest.mark.parametrize("value", ["10 kg", "10 %", "10€", "€ 10"])
def test_a_number_does_not_become_a_text_with_its_unit(value: str) -> None:
    with pytest.raises(EditError, match="write a number"):
        changed("a.json", '{"a": 5}', ("a", value), request=f"a is {value} now")


def test_an_empty_value_of_yaml_takes_a_number_and_an_empty_file_a_key() -> None:
    assert changed("a.yaml", "a:\nb: 1\n", ("a", "5")) == "a: 5\nb: 1\n"
    assert changed("a.yaml", "", ("a", "5"), new=True) == "a: 5\n"
    assert changed("a.yaml", "# nothing yet", ("a", "5"), new=True) == "# nothing yet\na: 5\n"


SITES = """http {
  server {  # the first
    listen 80;
    location / { root /a; }
  }
  server {
    listen 8080;
    location /api {
      header Host $host;
      header Via me;
    }
  }
}
"""
HOSTS = "<Host a>\n Root /a\n</Host>\n<Host b>\n Root /b\n</Host>\n"


@pytest.mark.parametrize(
    ("before", "keys", "key", "old", "new"),
    [
        (
            SITES,
            [
                "http.server.listen",
                "location",
                "http.server 2.listen",
                "http.server 2.location /api.header",
                "http.server 2.location /api.header 2",
            ],
            "http.server 2.listen",
            "8080",
            "9090",
        ),
        (HOSTS, ["Host a.Root", "Host b.Root"], "Host b.Root", "/b", "/c"),
        ("server a.org\nserver b.org\nkey 1\n", ["server", "server 2", "key"], "server 2", "b.org", "c.org"),
        ("if a {\n x 1;\n} else {\n x 2;\n}\n", ["if a.x", "else.x"], "else.x", "x 2", "x 3"),
        ("} }\nx 1;\n", ["x"], "x", "1", "2"),
    ],
)
def test_a_name_may_stand_in_several_blocks(before: str, keys: list[str], key: str, old: str, new: str) -> None:
    assert [entry.key for entry in entries("site.conf", before.encode())] == keys
    after = with_values("site.conf", before.encode(), [Setting(key, new.split()[-1])], new)
    assert after.decode() == before.replace(old, new)


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("[light]\non = 09:00\n", "8:30", "08:30"),
        ('on = "21:00:00"\n', "8:30:00", '"08:30:00"'),
        ("[light]\non = 09:00\n", "19:45", "19:45"),
        ("[light]\non = 21:00\noff = 7:15\n", "8:30", "8:30"),
        ("[light]\non = dusk\n", "8:30", "8:30"),
    ],
)
def test_a_time_has_as_many_digits_as_the_file_gives_it(before: str, value: str, after: str) -> None:
    path, key = ("a.toml", "on") if before.startswith("on") else ("a.ini", "light.on")
    assert (
        f"on = {after}\n" in with_values(path, before.encode(), [Setting(key, value)], f"at {value}").decode()
    )
