from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.policy import Policy, Rule, path_target

OWN = Policy()


def ruled(*rules: Rule, yes: bool = False, deny_all: bool = False) -> Policy:
    return Policy(yes=yes, deny_all=deny_all).with_rules(rules)


@pytest.mark.parametrize(
    ("effect", "target", "own", "verdict"),
    [
        ("read", "data/a.csv", False, "allow"),
        ("read", ".env", False, "deny"),
        ("read", "deep/inside/.env.local", False, "deny"),
        ("read", ".env.example", False, "allow"),
        ("read", "keys/server.pem", False, "deny"),
        ("read", "home/.ssh/config", False, "deny"),
        ("read", "id_rsa.pub", False, "deny"),
        ("read", "environment.md", False, "allow"),
        ("write", "a.txt", True, "allow"),
        ("write", "a.txt", False, "ask"),
        ("bash", "ls", False, "ask"),
        ("network", "example.org", False, "ask"),
        ("loopback", "", False, "deny"),
        ("other", "x", False, "deny"),
    ],
)
def test_the_defaults(effect: str, target: str, own: bool, verdict: str) -> None:
    assert OWN.decide(effect, target, own).verdict == verdict


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("out/**", "out/a/b.txt", True),
        ("out/**", "outer/a.txt", False),
        ("out", "out/a.txt", True),
        ("out/", "deep/out/a.txt", True),
        ("/out", "deep/out/a.txt", False),
        ("*.csv", "data/a.csv", True),
        ("data/*.csv", "data/deep/a.csv", False),
        ("data/**/a.csv", "data/a.csv", True),
        ("data/**/a.csv", "data/x/y/a.csv", True),
        ("a?.txt", "ab.txt", True),
        ("a?.txt", "a/.txt", False),
        ("a.txt", "aXtxt", False),
        ("**", "any/thing", True),
        ("a**/c", "a/b/c", False),
        ("[Ss]ecrets", "deep/Secrets/a", True),
        ("a[!0-9]", "a7", False),
        ("pages/[id].tsx", "pages/i.tsx", True),
        ("pages/[id].tsx", "pages/[id].tsx", True),
        (r"pages/\[id\].tsx", "pages/[id].tsx", True),
        (r"pages/\[id\].tsx", "pages/i.tsx", False),
        ("a[1.txt", "a[1.txt", True),
        ("a\\", "a\\", True),
        ("[z-a]", "[z-a]", True),
        ("!a", "!a", True),
        ("!a", "b", False),
        ("#a", "deep/#a", True),
        ("a ", "a ", True),
        ("a ", "a", False),
        ("a", "a\n", False),
        ("a\n", "a\n", True),
        (".env", "two\nlines/.env", True),
        ("//", "a", False),
    ],
)
def test_paths(pattern: str, path: str, fits: bool) -> None:
    assert Rule("write", pattern, "allow").fits(path) is fits


@pytest.mark.parametrize("path", ["a.txt", "data/a.txt", "pages/[id].tsx", "a\\b", "!a", "#a", " a ", "x/a\n"])
def test_a_rule_for_a_path_names_it_and_no_other(path: str) -> None:
    rule = Rule("write", path_target(path), "allow", "pandora.toml:1")
    assert rule.exact
    assert rule.names(path)
    assert not any(rule.fits(other) for other in ("pages/i.tsx", "ab", "a", f"deep/{path}", f"{path}x"))


def test_a_rule_with_a_class_of_letters_names_no_path() -> None:
    assert not Rule("write", "a[1].txt", "allow", "pandora.toml:1").names("a[1].txt")


@pytest.mark.parametrize("folds", [True, False])
@pytest.mark.parametrize("path", ["pRIVATE/a.txt", ".ENV", "Key.PEM", "sub/ID_RSA", "Bu\u0308cher/a"])
def test_what_is_denied_is_denied_however_it_is_spelled(folds: bool, path: str) -> None:
    rules = (Rule("read", "Private/**", "deny", "t"), Rule("read", "b\u00fccher", "deny", "t"))
    assert replace(ruled(*rules), folds=folds).hides(path)


@pytest.mark.parametrize(("folds", "verdict"), [(True, "allow"), (False, "deny")])
def test_what_is_allowed_is_spelled_as_the_disk_compares_it(folds: bool, verdict: str) -> None:
    policy = replace(ruled(Rule("read", "Key.pem", "allow", "t")), folds=folds)
    assert policy.decide("read", "Key.pem").verdict == "allow"
    assert policy.decide("read", "KEY.PEM").verdict == verdict


def test_a_path_is_asked_about_and_distrusted_however_it_is_spelled() -> None:
    policy = replace(ruled(Rule("write", "Data", "ask", "t")), untrusted=("Mail",))
    assert policy.decide("write", "dATA/a.csv", own=True).verdict == "ask"
    assert policy.distrusts("mAIL/1.txt")


@pytest.mark.parametrize(
    ("pattern", "host", "fits"),
    [
        ("example.org", "example.org", True),
        ("example.org", "EXAMPLE.org:8080", True),
        ("example.org:80", "example.org:8080", False),
        ("example.org", "evil-example.org", False),
        ("example.org", "example.org.evil.net", False),
        ("*.example.org", "a.example.org", True),
        ("*.example.org", "example.org", False),
        ("*.example.org", "evil.net/.example.org", False),
        ("*.example.org", "evil.net@a.example.org", False),
    ],
)
def test_hosts(pattern: str, host: str, fits: bool) -> None:
    assert Rule("network", pattern, "allow").fits(host) is fits


@pytest.mark.parametrize(
    "command",
    [
        "git status; rm -rf .",
        "git status\nrm x",
        "git status $(x)",
        "git -c core.pager=x status",
        "git  status",
    ],
)
def test_a_command_is_allowed_word_for_word(command: str) -> None:
    policy = ruled(Rule("bash", "git status", "allow", "t"), Rule("bash", "git *", "allow", "t"))
    assert policy.decide("bash", "git status").verdict == "allow"
    assert policy.decide("bash", command).verdict == "ask"


def test_the_rule_that_says_most_counts_and_of_equals_the_stricter() -> None:
    policy = ruled(
        Rule("write", "out/**", "allow", "t"),
        Rule("write", "out/kept/**", "deny", "t"),
        Rule("write", "*", "ask", "t"),
    )
    assert policy.decide("write", "out/a").verdict == "allow"
    assert policy.decide("write", "out/kept/a").verdict == "deny"
    assert policy.decide("write", "a", own=True).verdict == "ask"
    tied = ruled(Rule("write", "a*", "allow", "t"), Rule("write", "*a", "deny", "t"))
    assert tied.decide("write", "aba").verdict == "deny"


def test_the_flags() -> None:
    assert ruled(yes=True).decide("bash", "ls") == Rule("bash", "*", "allow", "--yes")
    assert ruled(Rule("bash", "*", "deny", "t"), yes=True).decide("bash", "ls").verdict == "deny"
    everything = ruled(Rule("bash", "ls", "allow", "t"), deny_all=True)
    assert everything.decide("bash", "ls").source == "--deny-all"
    assert everything.decide("write", "new", own=True).verdict == "deny"


@pytest.mark.parametrize(
    ("rule", "target", "verdict"),
    [
        (Rule("write", "*", "allow", "pandora.toml:2"), "a.txt", "ask"),
        (Rule("write", "out/**", "allow", "pandora.toml:2"), "out/a.txt", "ask"),
        (Rule("write", "out", "allow", "pandora.toml:2"), "out/a.txt", "ask"),
        (Rule("write", "a.txt", "allow", "pandora.toml:2"), "deep/a.txt", "ask"),
        (Rule("write", "/a.txt", "allow", "pandora.toml:2"), "a.txt", "allow"),
        (Rule("write", "out/a.txt", "allow", "pandora.toml:2"), "out/a.txt", "allow"),
        (Rule("write", "out/a.txt", "deny", "pandora.toml:2"), "out/a.txt", "deny"),
        (Rule("bash", "ls", "allow", "pandora.toml:2"), "ls", "allow"),
        (Rule("network", "*.example.org", "allow", "pandora.toml:2"), "a.example.org", "ask"),
    ],
)
@pytest.mark.parametrize("yes", [False, True])
def test_behind_strangers_words_only_a_rule_for_the_very_target_allows(
    rule: Rule, target: str, verdict: str, yes: bool
) -> None:
    assert ruled(rule, yes=yes).decide(rule.effect, target, own=True, untrusted=True).verdict == verdict


def test_fetched_pages_are_strangers_words_whatever_policy_says() -> None:
    assert OWN.distrusts(".pages/0011.csv")
    assert not OWN.distrusts("notes/.pages.md")


@pytest.mark.parametrize(
    ("rule", "target", "covers"),
    [
        ("[::1]", "[::1]", True),
        ("[::1]", "[::1]:8080", True),
        ("[::1]:8080", "[::1]:8080", True),
        ("[::1]:8080", "[::1]:8081", False),
        ("[::1]:8080", "[::1]", False),
        ("::1", "[::1]", True),
        ("[0:0:0:0:0:0:0:1]", "[::1]", True),
        ("[2001:DB8::A:5]", "[2001:db8::a:5]", True),
        ("2001:db8::a:5", "[2001:db8::a:5]:8080", True),
        ("2001:db8::a", "[2001:db8::a:5]", False),
        ("[::ffff:93.184.216.34]", "93.184.216.34", True),
        ("93.184.216.34", "[::ffff:5db8:d822]", True),
        ("*:8080", "[2001:db8::1]:8080", True),
        ("*:8080", "[2001:db8::1]:80", False),
        ("*.example.org", "[2001:db8::1]", False),
        ("*", "[2001:db8::1]", True),
        ("10.0.*", "10.0.0.5:80", True),
    ],
)
def test_a_rule_for_an_address_of_ipv6_covers_it_in_any_spelling(rule: str, target: str, covers: bool) -> None:
    assert Rule("network", rule, "deny").fits(target) is covers


def test_a_rule_that_names_an_address_of_ipv6_counts_for_strangers_words_too() -> None:
    rule = Rule("network", "[2001:0db8::1]:8080", "allow", "pandora.toml:2")
    assert rule.names("[2001:db8::1]:8080")
    assert not rule.names("[2001:db8::1]")
    assert not rule.names("[2001:db8::2]:8080")
    policy = Policy().with_rules([rule])
    assert policy.decide("network", "[2001:db8::1]:8080", untrusted=True).verdict == "allow"
    assert policy.decide("network", "[2001:db8::1]:8081").verdict == "ask"
