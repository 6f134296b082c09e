"""Files become sources: text, markdown, HTML and PDF, each with its digest and its places."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.research.source_files import FoundFile, LeftOut, NoSourcesError, files_in
from pandora.workspace.operation_context import OperationContext
from tests.research.conftest import Documents
from tests.research.documents import pdf, write


def test_each_kind_has_a_text_a_title_and_places(documents: Documents) -> None:
    index = documents.with_files(
        {
            "plain.txt": "first\r\nsecond\fhalf\u2028more\r\nthe zebra sleeps\r\n",
            "notes.md": "intro\n\n# The title\n\nzebra facts\n",
            "page.html": "<title>A page</title><script>zebra()</script><p>The zebra is white.</p>",
            "paper.pdf": pdf(["The first page.", "The zebra is on this one."]),
        }
    )
    sources = {source.path: source for source in index.sources()}
    assert {path: (source.kind, source.title) for path, source in sources.items()} == {
        "documents/notes.md": ("markdown", "The title"),
        "documents/page.html": ("html", "A page"),
        "documents/paper.pdf": ("pdf", "paper"),
        "documents/plain.txt": ("text", "plain"),
    }
    assert sources["documents/paper.pdf"].pages == 2
    places = {str(found.place): found.text for found in index.nearest("zebra")}
    assert places["documents/paper.pdf, page 2"] == "The zebra is on this one."
    assert "documents/page.html:1" in places
    plain = index.text(sources["documents/plain.txt"].digest)
    assert str(plain.place(plain.text.index("zebra"))) == "documents/plain.txt:3"


def test_a_mail_is_found_by_its_subject_in_all_its_parts(documents: Documents) -> None:
    trail = "".join(f"Received: from host{number} by relay, SMTP id {number * 7919}\n" for number in range(40))
    sender, subject = "From: Ann <ann@b.org>\n", "Subject: =?utf-8?q?Geese_at_caf=C3=A9?=\n"
    mail = f"{trail}{sender}{trail}{subject}Date: Mon, 1 Jan 2001\n\nHonk.\n"
    index = documents.with_files({"1.txt": mail, "2.txt": "From: here to there\nit is far\n"})
    assert [(source.kind, source.title) for source in index.sources()] == [
        ("mail", "Geese at café"),
        ("text", "2"),
    ]
    found = index.nearest("Who sent the mail about geese at the cafe?")
    assert any("ann@b.org" in passage.text for passage in found)


def test_hidden_denied_and_strange_files_are_no_sources(documents: Documents, tmp_path: Path) -> None:
    secret = write(tmp_path / "elsewhere", {"secret.txt": "the zebra's password"})
    write(
        documents.folder,
        {
            ".hidden.md": "zebra",
            "server.pem": "zebra",
            "id_rsa.txt": "zebra",
            "a.docx": "zebra",
            "b.txt": b"\0\1",
        },
    )
    os.symlink(secret / "secret.txt", documents.folder / "link.txt")
    os.symlink(secret, documents.folder / "folder")
    os.mkfifo(documents.folder / "pipe.txt")
    index = documents.with_files({"c.txt": "the zebra"})
    assert [found.place.path for found in index.nearest("zebra")] == ["documents/c.txt"]
    left_out = {file.path: file.reason for file in index.refresh().left_out}
    assert left_out == {
        "documents/a.docx": "files of the kind .docx are not read",
        "documents/b.txt": "it is not text",
        "documents/pipe.txt": "cannot be read: it is a pipe and no file",
    }


def test_the_workspaces_own_folders_are_no_documents(workspace: Path) -> None:
    write(
        workspace,
        {"state/system-abcdef.md": "x", "system/pattern.md": "x", "notes.md": "x", "sub/state/a.md": "x"},
    )
    found = files_in(workspace, OperationContext(workspace))
    assert [file.shown for file in found if isinstance(file, FoundFile)] == ["notes.md", "sub/state/a.md"]


def test_what_pandora_wrote_into_a_workspace_is_no_source(workspace: Path) -> None:
    """Research 12: a report does not become a source of the next one; nor do the workspace's settings."""
    files = ("pandora.toml", "reports/research-abcdef.md", "reports/annual.md", "old/research-abcdef.md")
    write(workspace, dict.fromkeys(files, "x"))
    found = files_in(workspace, OperationContext(workspace))
    names = [file.shown for file in found if isinstance(file, FoundFile)]
    assert names == ["old/research-abcdef.md", "reports/annual.md"]
    named = files_in(workspace / "reports", OperationContext(workspace))
    assert len([file for file in named if isinstance(file, FoundFile)]) == 2, "a person may name the folder"


def test_a_folder_that_is_none_is_said(workspace: Path) -> None:
    write(workspace, {"notes.md": "x"})
    for folder in (workspace / "absent", workspace / "notes.md"):
        with pytest.raises(NoSourcesError, match="--documents takes a folder"):
            list(files_in(folder, OperationContext(workspace)))


def test_a_folder_that_cannot_be_listed_is_left_out(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(workspace, {"documents/a.md": "x", "documents/closed/b.md": "x"})
    scan = os.scandir

    def refused(path: object) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scan(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "scandir", refused)
    left = [
        file
        for file in files_in(workspace / "documents", OperationContext(workspace))
        if isinstance(file, LeftOut)
    ]
    assert [str(file) for file in left] == ["documents/closed: cannot be listed: Permission denied"]
