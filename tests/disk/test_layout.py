from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.disk.layout import Workspace, find_workspace, shipped_system
from pandora.document.ids import Name, new_run, parse_id
from pandora.errors import UsageError


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    for folder in ("state", "system"):
        (tmp_path / folder).mkdir()
    (tmp_path / "system" / "pattern.md").touch()
    return Workspace(tmp_path)


def put(workspace: Workspace, *names: str) -> None:
    for name in names:
        (workspace.state / name).touch()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("system-abc234", Name("system", "", "abc234", "")),
        ("tool-table-abc234-1", Name("tool", "table", "abc234", "1")),
        ("op-html2text-abc234-1.2.10", Name("operation", "html2text", "abc234", "1.2.10")),
    ],
)
def test_ids(text: str, name: Name) -> None:
    assert parse_id(text) == name
    assert parse_id(f"state/{text}.md") == name
    assert str(name) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "system-ABC234",
        "system-abc23",
        "tool-abc234-1",
        "tool-table-abc234",
        "op-x-abc234-1.",
        "../system-abc234x",
        "notes",
    ],
)
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(UsageError, match="is no document id; `pandora ls` lists them"):
        parse_id(text)


names = st.builds(
    Name,
    st.sampled_from(["tool", "operation"]),
    st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True),
    st.from_regex(r"[a-z0-9]{6}", fullmatch=True),
    st.lists(st.integers(1, 99).map(str), min_size=1, max_size=3).map(".".join),
)


@given(names)
def test_every_name_is_an_id_that_is_read_back(name: Name) -> None:
    assert parse_id(str(name)) == name


def test_new_runs_are_ids_and_differ() -> None:
    runs = {new_run() for _ in range(50)}
    assert len(runs) == 50
    assert all(parse_id(f"system-{run}").run == run for run in runs)


def test_the_documents_of_a_run_in_order(workspace: Workspace) -> None:
    put(
        workspace,
        *("system-abc234.md", "tool-table-abc234-1.md", "op-python-abc234-1.1.md", "op-python-abc234-10.md"),
        *("op-read-abc234-2.md", "system-abd234.md", "op-read-abd234-1.md", "README.md", "notes-abc234.md"),
        "system-abc234.conflict-plan-1.md",
    )
    assert workspace.run_documents("abc234") == [
        "system-abc234",
        "tool-table-abc234-1",
        "op-python-abc234-1.1",
        "op-read-abc234-2",
        "op-python-abc234-10",
    ]
    assert workspace.runs() == ["system-abc234", "system-abd234"]
    assert Workspace(workspace.root / "none").runs() == []


def test_what_a_person_calls_a_document(workspace: Workspace) -> None:
    put(workspace, "system-abc234.md", "system-abd234.md", "op-read-abc234-1.md")
    for given_ in ("system-abc234", "system-abc234.md", "state/system-abc234.md", "abc234", "abc"):
        assert workspace.resolve(given_) == "system-abc234"
    assert workspace.resolve("op-read-abc234-1") == "op-read-abc234-1"
    with pytest.raises(UsageError, match="'ab' begins 2 runs: system-abc234, system-abd234; give more of it"):
        workspace.resolve("ab")
    for unknown in ("zzz", "system-zzz234", "op-read-abc234-2", "../x", ""):
        with pytest.raises(UsageError, match="is no document in"):
            workspace.resolve(unknown)


def test_paths_are_shown_from_the_workspace(workspace: Workspace) -> None:
    assert workspace.relative(workspace.document("system-abc234")) == "state/system-abc234.md"
    assert workspace.relative(Path("/etc/passwd")) == "/etc/passwd"
    assert workspace.blobs == workspace.state / "blobs"
    assert workspace.settings.name == "pandora.toml"


def test_a_workspace_is_found_from_inside_it(
    workspace: Workspace, tmp_path_factory: pytest.TempPathFactory
) -> None:
    inner = workspace.root / "a" / "b"
    inner.mkdir(parents=True)
    assert find_workspace(inner).root == workspace.root.resolve()
    with pytest.raises(UsageError, match="is in no workspace; `pandora init"):
        find_workspace(tmp_path_factory.mktemp("bare"))


def test_the_patterns_that_ship_are_there() -> None:
    assert (shipped_system() / "pattern.md").is_file()


def test_the_archive_is_read_where_state_has_no_such_document(workspace: Workspace) -> None:
    put(workspace, "system-abc234.md", "op-read-abc234-1.md", "system-abd234.md")
    folder = workspace.archive_folder("abc234")
    folder.mkdir(parents=True)
    for name in ("system-abc234.md", "op-read-abc234-1.md"):
        (workspace.state / name).rename(folder / name)
    assert workspace.find("op-read-abc234-1") == folder / "op-read-abc234-1.md"
    assert workspace.run_documents("abc234") == ["system-abc234", "op-read-abc234-1"]
    assert (workspace.runs(), workspace.archived_runs()) == (["system-abd234"], ["system-abc234"])
    assert workspace.resolve("abc") == "system-abc234"
    with pytest.raises(UsageError, match="is archived; `pandora archive --restore abc234` brings it back"):
        workspace.require_unarchived("abc234")
    workspace.require_unarchived("abd234")
