"""A person is asked once for a host, whatever the number of its pages, and the answer holds for the run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandora import cli
from pandora.check.lint_state import state_problems
from pandora.document.state_document import Document
from pandora.engine.approval import decisions
from pandora.engine.run import Ended, resume
from pandora.outcome import Status
from pandora.policy import Rule
from pandora.settings import load_settings
from tests.engine.site_desk import CHECKED, GLOB, Desk, asked, computed, planned
from tests.operations.site import Site
from tests.workspace_settings import write_trusted_settings

LOOPBACK = Rule("loopback", "*", "allow", "pandora.toml:2")


@pytest.fixture
def desk(tmp_path: Path, site: Site) -> Desk:
    desk = Desk(tmp_path / "work", site)
    desk.rules[:] = [LOOPBACK]
    return desk


def begun(desk: Desk) -> Ended:
    task = f"Find the cheapest nvidia laptop at {desk.site.url}/"
    ended = desk.run(task, asked(), planned(f"web: {task}"), *computed(desk, GLOB), CHECKED)
    assert ended.outcome.status is Status.WAITING
    assert str(ended.outcome.question).startswith(f"May it reach {desk.site.host} with fetch: ")
    assert "The answer holds for the whole host, in this run." in str(ended.outcome.question)
    assert desk.site.asked == []
    return ended


def answered(desk: Desk, ended: Ended, answer: str) -> Ended:
    waiting = [
        path for path in (desk.root / "state").glob("op-*.md") if "\nAnswer:\n" in path.read_text("utf-8")
    ]
    assert len(waiting) == 1
    text = waiting[0].read_text(encoding="utf-8")
    waiting[0].write_text(text.replace("\nAnswer:\n", f"\nAnswer: {answer}\n"), encoding="utf-8")
    return resume(ended.root, desk.host([*computed(desk, GLOB), CHECKED]))


def fetches(desk: Desk) -> list[Document]:
    host = desk.host([])
    return [host.store.load(path.stem) for path in sorted((desk.root / "state").glob("op-fetch-*.md"))]


def test_one_yes_is_enough_for_every_page_of_a_host(desk: Desk) -> None:
    ended = answered(desk, begun(desk), "yes")
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    documents = fetches(desk)
    assert len(documents) > 5
    first, *others = [decisions(each)["1"] for each in documents]
    assert first["by"] == "a person (in the document)"
    assert {(each["verdict"], each["by"]) for each in others} == {
        ("allow", f"a person (asked in {documents[0].meta['id']})")
    }
    assert all(each["targets"] == [desk.site.host] for each in (first, *others))


def test_a_no_refuses_the_whole_host(desk: Desk) -> None:
    ended = begun(desk)
    first = fetches(desk)[0].meta["id"]
    ended = answered(desk, ended, "no")
    assert ended.outcome.status is Status.FAILED, ended.outcome
    assert desk.site.asked == []
    again = resume(ended.root, desk.host([]))
    assert again.outcome.status is Status.FAILED
    assert [each.meta["id"] for each in fetches(desk)] == [first]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_two_pages_that_need_not_one_another_are_one_question(desk: Desk, answer: str) -> None:
    """The first page asks, the second waits for the same answer."""
    url = desk.site.url
    ended = desk.run(f"Compare {url}/laptops/msi-thin-15.html and {url}/laptops/hp-victus.html", asked(),
                     planned(f"web: {url}/laptops/msi-thin-15.html", f"web: {url}/laptops/hp-victus.html"),
                     CHECKED, CHECKED)  # fmt: skip
    assert ended.outcome.status is Status.WAITING
    assert list(state_problems(desk.host([]).workspace)) == []
    ended = answered(desk, ended, answer)
    if answer == "yes":
        assert len(desk.site.asked) == 3, desk.site.asked  # and robots.txt
        return
    assert ended.outcome.status is not Status.WAITING, ended.outcome
    assert desk.site.asked == []
    first, *others = fetches(desk)
    for each in others:
        assert decisions(each)["1"]["verdict"] == "deny"
        assert decisions(each)["1"]["by"] == f"a person (asked in {first.meta['id']})"
        assert decisions(each)["1"]["asked_in"] == first.meta["id"]
        assert f"a person refused {desk.site.host} for this run, in {first.meta['id']}" in each.text


def test_questions_of_several_steps_at_once_need_one_answer(desk: Desk) -> None:
    """What another document asked meanwhile is answered there, too."""
    ended = begun(desk)
    (path,) = (desk.root / "state").glob("op-fetch-*.md")
    twin = path.with_name(path.name.replace("-1.1.md", "-1.9.md"))
    text = path.read_text(encoding="utf-8")
    twin.write_text(
        re.sub(r"verdict: ask, by: [^,]+", 'verdict: allow, by: "a person (pandora approve)"', text)
        .replace(path.stem, twin.stem).replace("\nAnswer:\n", "\nAnswer: yes\n"), encoding="utf-8",
    )  # fmt: skip
    again = resume(ended.root, desk.host([*computed(desk, GLOB), CHECKED]))
    assert again.outcome.status is Status.ACCEPTED, again.outcome
    assert "\nAnswer: yes\n" in path.read_text(encoding="utf-8")
    assert f"by: a person (asked in {twin.stem})" in path.read_text(encoding="utf-8").replace('"', "")


def test_always_writes_a_rule_for_the_host(desk: Desk, tmp_path: Path) -> None:
    ended = begun(desk)
    write_trusted_settings(desk.root, '[policy]\nloopback = "allow"\n')
    desk.host([*computed(desk, GLOB), CHECKED])  # writes the script
    model = f"scripted:{tmp_path / 'script.jsonl'}"
    cli.run(["-C", str(desk.root), "approve", ended.root, "--always", "--quiet", "--model", model])
    policy = load_settings(desk.root, {}).policy
    assert policy.decide("network", desk.site.host, untrusted=True).verdict == "allow"
    assert policy.decide("network", "other.example").verdict == "ask"
