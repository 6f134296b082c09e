from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.commands import policy_rules
from pandora.disk import atomic
from pandora.document.state_document import parse_document
from tests.commands.conftest import SCRIPT, Run, write_replies
from tests.workspace_settings import write_trusted_settings

TASK = "Change data/fruit.csv: add a fig"
CODE = "line = 'fig,' + str(len('x'))\nopen('data/fruit.csv', 'a').write(line + '\\n')\nprint(line)"
OLD = "name,price\npear,3\nplum,2\n"
PLAN = {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "steps": ["python: add a fig"]}}  # type: ignore[dict-item]
PROGRAM = {"phase": "do", "level": "operation", "type": "python", "fill": {"code": CODE}}


@pytest.fixture
def model(tmp_path: Path) -> str:
    return f"scripted:{tmp_path / 'approve.jsonl'}"


@pytest.fixture
def waiting(pandora: Run, model: str) -> str:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM)
    result = pandora("run", TASK, "--model", model, "--json")
    assert result.code == 3, result
    assert result.json["question_kind"] == "effect"
    assert result.json["question"] == "May it change data/fruit.csv?"
    rows = pandora("ls", "--json").json
    (listed,) = rows
    assert (listed["question"], listed["question_kind"]) == (result.json["question"], "effect")
    write_replies(model, SCRIPT[-1])
    return str(result.json["id"])


def content(workspace: Path) -> str:
    return (workspace / "data" / "fruit.csv").read_text(encoding="utf-8")


def test_yes_applies_it_once(pandora: Run, model: str, waiting: str, workspace: Path) -> None:
    assert content(workspace) == OLD
    result = pandora("approve", waiting, "--model", model, "--json")
    assert result.code == 0, result
    assert content(workspace) == OLD + "fig,1\n"
    write_replies(model)
    assert pandora("resume", waiting, "--model", model).code == 0
    assert content(workspace) == OLD + "fig,1\n"
    assert pandora("approve", waiting, "--model", model).code == 2


def test_no_fails_and_touches_nothing(pandora: Run, model: str, waiting: str, workspace: Path) -> None:
    result = pandora("answer", waiting, "no", "--model", model)
    assert result.code == 5
    document = next((workspace / "state").glob("op-python-*.md")).name
    why = f"a person refused it: May it change data/fruit.csv? (the answer 'no' in {document})"
    assert f"Failed: {why}" in result.out
    assert f"-C {workspace} edit {document.removesuffix('.md')}` lets you change the answer" in result.out
    assert "tries again" not in result.out
    assert content(workspace) == OLD
    assert pandora("check").code == 0


@pytest.mark.parametrize("words", ["maybe", "yes, but call it date", "only this once"])
def test_words_that_are_neither_yes_nor_no_decide_nothing(
    pandora: Run, model: str, waiting: str, workspace: Path, words: str
) -> None:
    documents = {path: path.read_bytes() for path in (workspace / "state").glob("*.md")}
    result = pandora("answer", waiting, words, "--model", model)
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert f"{words!r} is neither yes nor no; `pandora -C {workspace} approve" in result.err
    assert {path: path.read_bytes() for path in (workspace / "state").glob("*.md")} == documents
    assert pandora("answer", waiting, "Yes.", "--model", model).code == 0
    assert content(workspace) == OLD + "fig,1\n"


def test_policy_denies(pandora: Run, model: str, workspace: Path) -> None:
    (workspace / "pandora.toml").write_text('[policy]\nwrite = "deny"\n', encoding="utf-8")
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM)
    result = pandora("run", TASK, "--model", model, "--yes")
    assert result.code == 5
    assert "policy denies write data/fruit.csv (pandora.toml:2)" in result.out
    assert content(workspace) == OLD


def test_policy_allows(pandora: Run, model: str, workspace: Path) -> None:
    write_trusted_settings(workspace, '[policy]\nwrite = "allow"\n')
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    assert pandora("run", TASK, "--model", model).code == 0
    assert content(workspace) == OLD + "fig,1\n"


def test_a_run_that_waits_for_nothing(pandora: Run, finished: str) -> None:
    assert pandora("approve", finished).code == 2


def test_always_writes_the_rule_and_leaves_every_other_byte(
    pandora: Run, model: str, waiting: str, workspace: Path
) -> None:
    mine = '# mine\n[policy]\nwrite = "own"  # as it was\n'
    (workspace / "pandora.toml").write_text(mine, encoding="utf-8")
    assert pandora("approve", waiting, "--always", "--model", model).code == 0
    assert (workspace / "pandora.toml").read_text(encoding="utf-8") == (
        '# mine\n[policy]\nwrite."*" = "own"  # as it was\nwrite."data/fruit.csv" = "allow"\n'
    )
    (workspace / "data" / "fruit.csv").write_text(OLD, encoding="utf-8")
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    result = pandora("run", TASK, "--model", model, "--json")
    assert result.code == 0, result


def test_deny_refuses_and_the_decision_stands_in_the_document(
    pandora: Run, model: str, waiting: str, workspace: Path
) -> None:
    result = pandora("approve", waiting, "--deny", "--model", model)
    assert result.code == 5
    assert content(workspace) == OLD
    (path,) = (workspace / "state").glob("op-python-*.md")
    text = path.read_text(encoding="utf-8")
    assert 'verdict: deny, by: "a person (pandora approve --deny)"' in text
    assert "Answer: no" in text


def test_the_document_that_waits_can_be_named(pandora: Run, model: str, waiting: str, workspace: Path) -> None:
    (path,) = (workspace / "state").glob("op-python-*.md")
    assert pandora("approve", path.stem, "--model", model).code == 0
    meta = parse_document(path.read_text(encoding="utf-8"), path.name).meta
    decision = meta["decisions"][1]
    named = json.loads((workspace / "state" / decision["what"]).read_text(encoding="utf-8"))
    assert [each["path"] for each in named] == ["data/fruit.csv"]
    assert (decision["verdict"], decision["by"]) == ("allow", "a person (pandora approve)")
    assert meta["questions"] == {1: {"kind": "effect", "section": 3, "what": decision["what"], "by": "person"}}


def test_a_question_that_is_about_no_effect_is_to_be_answered(
    pandora: Run, model: str, workspace: Path
) -> None:
    unsure = {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "confidence": "low"}}  # type: ignore[dict-item]
    write_replies(model, SCRIPT[0], unsure, {"phase": "clarify", "fill": {"question": "Which one?"}})
    result = pandora("run", TASK, "--model", model, "--json")
    assert result.code == 3, result
    result = pandora("approve", str(result.json["id"]), "--model", model)
    assert result.code == 2
    assert "waits with a question and not with an effect" in result.err


def test_a_file_with_a_slip_is_told_before_anything_is_approved(
    pandora: Run, model: str, waiting: str, workspace: Path
) -> None:
    (workspace / "pandora.toml").write_text("[policy]\nwirte = 'own'\n", encoding="utf-8")
    result = pandora("approve", waiting, "--always", "--model", model)
    assert result.code == 2
    assert "pandora.toml:2: unknown effect 'wirte'" in result.err
    assert content(workspace) == OLD
    (path,) = (workspace / "state").glob("op-python-*.md")
    assert "\nAnswer:\n" in path.read_text(encoding="utf-8")


def test_always_leaves_nothing_beside_the_settings(
    pandora: Run, model: str, waiting: str, workspace: Path
) -> None:
    """The workspace has a pandora.toml, as `init` makes one: the old one goes when the new one stands."""
    before = {path.name for path in workspace.iterdir()}
    assert "pandora.toml" in before
    assert pandora("approve", waiting, "--always", "--model", model).code == 0
    assert {path.name for path in workspace.iterdir()} - before <= {".pandora"}


def test_a_save_in_place_while_the_rule_is_written_is_kept(
    pandora: Run, model: str, waiting: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The editor had the file open when it was replaced, and writes to what came out."""
    real = atomic.replace_file

    def replacing(path: Path, data: bytes, expected: bytes) -> Path | None:
        with open(path, "r+b") as editor:
            came_out = real(path, data, expected)
            editor.write(b"# mine, saved late\n")
        return came_out

    monkeypatch.setattr(policy_rules, "replace_file", replacing)
    result = pandora("approve", waiting, "--always", "--model", model)
    assert result.code == 2
    assert "what they wrote is in .pandora.toml." in result.err
    (beside,) = workspace.glob(".pandora.toml.*.tmp")
    assert beside.read_bytes().startswith(b"# mine, saved late\n")
    assert content(workspace) == OLD


def test_a_save_while_the_rule_is_written_stays(
    pandora: Run, model: str, waiting: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, mine = atomic.replace_file, '# mine\n[policy]\nnetwork = "deny"\n'

    def replacing(path: Path, data: bytes, expected: bytes) -> Path | None:
        path.write_text(mine, encoding="utf-8")
        return real(path, data, expected)

    monkeypatch.setattr(policy_rules, "replace_file", replacing)
    result = pandora("approve", waiting, "--always", "--model", model)
    assert result.code == 2
    assert result.err == "pandora: pandora.toml was saved by somebody meanwhile; approve again\n"
    assert (workspace / "pandora.toml").read_text(encoding="utf-8") == mine
    assert list(workspace.glob(".pandora.toml.*")) == []
    monkeypatch.setattr(policy_rules, "replace_file", real)
    assert pandora("approve", waiting, "--always", "--model", model).code == 0


def appending(name: str) -> dict[str, object]:
    code = f"line = {name!r}\nopen('data/' + line + '.txt', 'a').write(line)\nprint(line)"
    return {"phase": "do", "level": "operation", "type": "python", "fill": {"code": code}}


@pytest.fixture
def three(pandora: Run, model: str, workspace: Path) -> str:
    """A run whose three steps each wait with an effect of their own."""
    names = ("one", "two", "six")
    for name in names:
        (workspace / "data" / f"{name}.txt").write_text("", encoding="utf-8")
    steps = [f"python: add to data/{name}.txt (after nothing)" for name in names]
    plan = {**SCRIPT[1], "fill": {**SCRIPT[1]["fill"], "steps": steps}}  # type: ignore[dict-item]
    write_replies(model, SCRIPT[0], plan, *(appending(name) for name in names for _ in range(2)))
    result = pandora("run", "Change data/one.txt, data/two.txt and data/six.txt", "--model", model, "--json")
    assert result.code == 3, result
    write_replies(model, SCRIPT[-1])
    return str(result.json["id"])


def test_of_several_that_wait_the_one_is_approved_that_the_run_tells(
    pandora: Run, model: str, three: str, workspace: Path
) -> None:
    for name in ("one", "two", "six"):
        asked = pandora("resume", three, "--model", model, "--json").json
        assert asked["question"].startswith(f"May it change data/{name}.txt?"), asked
        waits = pandora("resume", "--all", "--model", model).err
        assert f"May it change data/{name}.txt?" in waits
        result = pandora("approve", three, "--model", model)
        assert f"approved: May it change data/{name}.txt?" in result.err
        assert result.code == (0 if name == "six" else 3), result
        assert (workspace / "data" / f"{name}.txt").read_text(encoding="utf-8") == name


def test_what_no_plan_names_any_more_asks_nothing(
    pandora: Run, model: str, three: str, workspace: Path
) -> None:
    """Its document waits still; a yes to the run is not for it."""
    path = workspace / "state" / f"{three}.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("1. python: add to data/one.txt (after nothing)", "1. read: data/one.txt"),
        encoding="utf-8",
    )
    asked = pandora("resume", three, "--model", model, "--json").json
    assert asked["question"].startswith("May it change data/two.txt?"), asked
    result = pandora("approve", three, "--model", model)
    assert "approved: May it change data/two.txt?" in result.err
    assert (workspace / "data" / "one.txt").read_text(encoding="utf-8") == ""
