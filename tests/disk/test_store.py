from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import pytest

from pandora.disk import atomic, name_exchange
from pandora.disk import processes as liveness
from pandora.disk.conflicts import EditedError
from pandora.disk.displaced_texts import DisplacedText
from pandora.disk.layout import Workspace
from pandora.disk.read_document import encode
from pandora.disk.recovery import recover
from pandora.disk.store import Store
from pandora.document.state_document import Document, new_document, parse_document
from pandora.errors import DiskError, DocumentError, UsageError
from tests.disk.faults import ERRORS, failing

ID = "system-abc234"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    (tmp_path / "state").mkdir()
    return Store(Workspace(tmp_path))


@pytest.fixture
def document(store: Store) -> Document:
    keys = {"pandora": 1, "id": ID, "status": "running", "phase": "plan"}
    fresh = new_document(f"state/{ID}.md", {"Level": "system"}, keys, ID)
    return store.create(ID, fresh.splice(1, "Task: x").splice(2, "Approach: y"))


def path_of(store: Store) -> Path:
    return store.workspace.document(ID)


def names(store: Store) -> list[str]:
    return sorted(path.name for path in store.workspace.state.iterdir())


def edit(store: Store, old: str, new: str) -> None:
    text = path_of(store).read_text(encoding="utf-8")
    assert text.count(old) == 1
    path_of(store).write_text(text.replace(old, new), encoding="utf-8")


def bodies(store: Store, number: int = 2) -> set[str]:
    """What a section says in the document and in all that stands beside it; nothing else is left there."""
    assert all(name.startswith(ID) for name in names(store))
    texts = [(store.workspace.state / name).read_text(encoding="utf-8") for name in names(store)]
    return {parse_document(text).body(number) for text in texts}


def plan(body: str) -> Callable[[Document], Document]:
    return lambda document: document.splice(2, body).with_meta(status="waiting")


def test_a_document_is_made_read_and_changed(store: Store, document: Document) -> None:
    assert store.exists(ID)
    assert store.load(ID).text == document.text
    saved = store.save(document, plan("Approach: z"))
    assert store.load(ID).text == saved.text
    assert saved.body(2) == "Approach: z"
    assert names(store) == [f"{ID}.md"]


def test_an_edit_that_changes_nothing_writes_nothing(store: Store, document: Document) -> None:
    before = path_of(store).stat()
    assert store.save(document, lambda same: same) is document
    assert path_of(store).stat().st_ino == before.st_ino


def test_what_is_not_there_or_not_whole_is_told(store: Store, document: Document) -> None:
    with pytest.raises(UsageError, match=r"state/system-zzz234\.md does not exist"):
        store.load("system-zzz234")
    path_of(store).write_text(document.text.split("## §4")[0], encoding="utf-8")
    with pytest.raises(DocumentError, match=rf"state/{ID}\.md:\d+: .*before §4 CHECK"):
        store.load(ID)


def test_what_cannot_be_read_is_told(store: Store, document: Document) -> None:
    path_of(store).unlink()
    path_of(store).mkdir()
    with pytest.raises(DiskError, match="folder"):
        store.load(ID)


def test_a_name_that_is_taken_and_a_folder_that_is_gone(
    store: Store, document: Document, tmp_path: Path
) -> None:
    with pytest.raises(DiskError, match="there is such a document already"):
        store.create(ID, document)
    with pytest.raises(DiskError, match="`pandora init` makes it again"):
        Store(Workspace(tmp_path / "elsewhere")).create(ID, document)


class TestAPersonEditsMeanwhile:
    def test_another_section_is_merged(self, store: Store, document: Document) -> None:
        edit(store, "Task: x", "Task: x, and well")
        saved = store.save(document, plan("Approach: z"))
        assert saved.body(1) == "Task: x, and well"
        assert saved.body(2) == "Approach: z"
        assert saved.meta["status"] == "waiting"
        assert store.load(ID).text == saved.text
        assert names(store) == [f"{ID}.md"]

    def test_notes_and_front_matter_are_merged(self, store: Store, document: Document) -> None:
        edit(store, "# State:", "my note\n# State:")
        edit(store, "phase: plan", "phase: plan\nmine: yes, please # a comment")
        saved = store.save(document, plan("Approach: z"))
        assert "my note\n# State:" in saved.text
        assert "mine: yes, please # a comment" in saved.text

    def test_the_same_section_stays_theirs_and_the_engines_goes_beside_it(
        self, store: Store, document: Document
    ) -> None:
        edit(store, "Approach: y", "Approach: mine")
        theirs = path_of(store).read_bytes()
        with pytest.raises(EditedError, match=rf"state/{ID}\.conflict-plan-1\.md") as raised:
            store.save(document, plan("Approach: z"))
        assert raised.value.exit_code == 3
        assert raised.value.document.body(2) == "Approach: mine"
        assert path_of(store).read_bytes() == theirs
        copy = store.workspace.state / f"{ID}.conflict-plan-1.md"
        assert parse_document(copy.read_text(encoding="utf-8")).body(2) == "Approach: z"

    def test_every_conflict_has_a_copy_of_its_own(self, store: Store, document: Document) -> None:
        edit(store, "Approach: y", "Approach: mine")
        for text in ("one", "two", "three", "two"):  # what is kept already is not kept twice
            with pytest.raises(EditedError):
                store.save(document, plan(f"Approach: {text}"))
        assert names(store) == [*(f"{ID}.conflict-plan-{number}.md" for number in (1, 2, 3)), f"{ID}.md"]

    def test_saves_again_and_again_are_all_merged(
        self, store: Store, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        swap, buffer = name_exchange.exchange_names, [document.text]
        saves = ["c", "b", "a"]

        def late(*arguments: object) -> bool:
            if saves:  # an editor has its own buffer, whatever stands in the file
                buffer[0] = buffer[0].replace("# State:", f"note {saves.pop()}\n# State:")
                path_of(store).write_text(buffer[0], encoding="utf-8")
            return swap(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(name_exchange, "exchange_names", late)
        saved = store.save(document, plan("Approach: z"))
        assert "note a\nnote b\nnote c\n# State:" in saved.text
        assert saved.body(2) == "Approach: z"
        assert names(store) == [f"{ID}.md"]

    def test_a_document_that_they_broke_is_told_and_left(self, store: Store, document: Document) -> None:
        edit(store, "## §3 DO", "## §3 DON'T")
        theirs = path_of(store).read_bytes()
        with pytest.raises(DocumentError, match="§3"):
            store.save(document, plan("Approach: z"))
        assert path_of(store).read_bytes() == theirs

    def test_a_document_that_comes_back_after_a_moment(
        self, store: Store, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = path_of(store).read_bytes()
        path_of(store).unlink()
        monkeypatch.setattr("time.sleep", lambda seconds: path_of(store).write_bytes(text))
        assert store.save(document, plan("Approach: z")).body(2) == "Approach: z"

    def test_a_document_that_they_removed_is_told(
        self, store: Store, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path_of(store).unlink()
        monkeypatch.setattr("time.sleep", lambda seconds: None)
        with pytest.raises(DiskError, match="was removed while its loop ran"):
            store.save(document, plan("Approach: z"))


class TestAnEditorHoldsTheFile:
    """An editor that writes in place, at the worst moments, and one with changes that are not saved."""

    @pytest.fixture(autouse=True)
    def _exchanges(self, store: Store, document: Document) -> None:
        one, other = store.workspace.root / "one", store.workspace.root / "other"
        one.touch()
        other.touch()
        if not name_exchange.exchange_names(one, other):
            pytest.skip("this disk cannot exchange names, so a save between check and rename can be lost")

    @pytest.fixture
    def late(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Store]:
        """A store, and an editor that opened the document before the exchange and writes after it."""

        def prepared(old: str, new: str) -> Store:
            fresh = Store(store.workspace, lingers=True)
            editor = open(path_of(store), "r+b")  # noqa: SIM115
            text = editor.read().decode()
            assert text.count(old) == 1
            swap = name_exchange.exchange_names

            def save() -> None:
                editor.seek(0)
                editor.truncate()
                editor.write(text.replace(old, new).encode())
                editor.close()

            def exchanged(*names: object) -> bool:
                monkeypatch.setattr(name_exchange, "exchange_names", swap)
                return swap(*names)  # type: ignore[arg-type]

            monkeypatch.setattr(name_exchange, "exchange_names", exchanged)
            self.save = save
            return fresh

        return prepared

    def test_a_late_save_is_found_at_the_end(
        self, late: Callable[[str, str], Store], document: Document
    ) -> None:
        store = late("Task: x", "Task: x, and well")
        store.save(document, plan("Approach: z"))
        assert len(names(store)) == 2
        self.save()
        store.settle()
        assert names(store) == [f"{ID}.md"]
        assert (store.load(ID).body(1), store.load(ID).body(2)) == ("Task: x, and well", "Approach: z")

    def test_a_late_save_is_found_by_the_next_one(
        self, late: Callable[[str, str], Store], document: Document
    ) -> None:
        store = late("# State:", "my note\n# State:")
        saved = store.save(document, plan("Approach: z"))
        self.save()
        store.save(saved, lambda old: old.splice(3, "- Step 1: x"))
        # It changed no section, so it cannot be put in the place of one: it stands beside.
        assert names(store) == [f"{ID}.conflict-saved-1.md", f"{ID}.md"]
        assert "my note" in (store.workspace.state / names(store)[0]).read_text(encoding="utf-8")

    @pytest.mark.parametrize("section", ["Task: x", "Approach: y"])
    def test_a_late_note_goes_where_it_was_put_and_is_no_conflict(
        self, late: Callable[[str, str], Store], document: Document, section: str
    ) -> None:
        store = late(section, f"<!-- my note -->\n{section}")
        store.save(document, plan("Approach: z"))
        self.save()
        store.settle()
        text = path_of(store).read_text(encoding="utf-8")
        assert names(store) == [f"{ID}.md"]
        assert "\n<!-- my note -->\n" + section.replace("y", "z") in text
        assert (store.load(ID).body(1), store.load(ID).body(2)) == ("Task: x", "Approach: z")

    def test_a_late_save_of_the_same_section_stays(
        self, late: Callable[[str, str], Store], document: Document
    ) -> None:
        store = late("Approach: y", "Approach: mine")
        store.save(document, plan("Approach: z"))
        self.save()
        with pytest.raises(EditedError, match="conflict-plan-1"):
            store.settle()
        assert store.load(ID).body(2) == "Approach: mine"
        copy = store.workspace.state / f"{ID}.conflict-plan-1.md"
        assert parse_document(copy.read_text(encoding="utf-8")).body(2) == "Approach: z"
        assert len(names(store)) == 2

    def test_what_was_to_be_written_stands_beside_where_a_late_save_is_in_its_way(
        self, late: Callable[[str, str], Store], document: Document
    ) -> None:
        store = late("Approach: y", "Approach: mine")
        saved = store.save(document, plan("Approach: z"))
        self.save()
        with pytest.raises(EditedError, match=r"the engine's text is in .*conflict-plan-2") as edited:
            store.save(saved, lambda old: old.splice(3, "- Step 1: x"))
        assert edited.value.document.body(2) == store.load(ID).body(2) == "Approach: mine"
        copies = [store.workspace.state / f"{ID}.conflict-plan-{number}.md" for number in (1, 2)]
        bodies = [parse_document(path.read_text(encoding="utf-8")).body(3) for path in copies]
        assert bodies == ["", "- Step 1: x"]

    @pytest.fixture
    def known(self, store: Store, document: Document) -> None:
        if liveness.written_by_nobody(path_of(store)) is None:
            pytest.skip("this system or disk does not tell whether somebody has a file open to write")

    def test_the_copy_that_is_told_of_holds_the_engines_text_where_two_saves_are_in_its_way(
        self, late: Callable[[str, str], Store], document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = late("Approach: y", "Approach: late")
        synced = atomic.sync_folder

        def both_saved(folder: Path) -> None:
            monkeypatch.setattr(atomic, "sync_folder", synced)
            self.save()
            edit(store, "Approach: z", "Approach: direct")

        monkeypatch.setattr(atomic, "sync_folder", both_saved)
        with pytest.raises(EditedError) as edited:
            store.save(document, plan("Approach: z"))
        told = store.workspace.root / str(edited.value).rpartition(" is in ")[2]
        assert parse_document(told.read_text(encoding="utf-8")).body(2) == "Approach: z"
        store.settle()
        assert bodies(store) == {"Approach: late", "Approach: direct", "Approach: z"}
        assert store.load(ID).body(2) == "Approach: direct"

    @pytest.mark.usefixtures("known")
    def test_every_late_save_is_looked_at_where_the_first_is_in_the_way(
        self, late: Callable[[str, str], Store], document: Document
    ) -> None:
        store = late("Approach: y", "Approach: first")
        saved = store.save(document, plan("Approach: z"))
        with open(path_of(store), "r+b", buffering=0) as second:
            saved = store.save(saved, lambda old: old.splice(3, "- Step 1: x"))
            self.save()
            second.write(encode(saved.splice(2, "Approach: second").splice(3, "")))
            second.truncate()
        with pytest.raises(EditedError) as edited:
            store.save(saved, lambda old: old.splice(3, "- Step 2: x"))
        told = store.workspace.root / str(edited.value).rpartition(" is in ")[2]
        assert parse_document(told.read_text(encoding="utf-8")).body(3) == "- Step 2: x"
        assert bodies(store) == {"Approach: z", "Approach: first", "Approach: second"}
        assert bodies(store, 3) == {"- Step 1: x", "- Step 2: x"}

    @pytest.mark.usefixtures("known")
    def test_a_late_save_is_taken_when_it_is_whole(self, store: Store, document: Document) -> None:
        store = Store(store.workspace, lingers=True)
        text = encode(document.splice(1, "Task: m").splice(5, "Output: mine"))
        with open(path_of(store), "r+b", buffering=0) as editor:
            saved = store.save(document, plan("Approach: z"))
            half = text.index(b"## \xc2\xa74")
            editor.write(text[:half])  # with the rest of the old text it is a whole document
            saved = store.save(saved, lambda old: old.splice(3, "- Step 1: x"))
            editor.write(text[half:])
        saved = store.save(saved, lambda old: old.splice(3, "- Step 2: x"))
        assert names(store) == [f"{ID}.md"]
        bodies = [saved.body(number) for number in (1, 2, 3, 5)]
        assert bodies == ["Task: m", "Approach: z", "- Step 2: x", "Output: mine"]
        assert encode(saved) == path_of(store).read_bytes()

    @pytest.mark.usefixtures("known")
    def test_one_that_saves_and_never_closes_it_is_taken_and_followed(
        self, store: Store, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = Store(store.workspace, lingers=True)
        with open(path_of(store), "r+b", buffering=0) as editor:
            store.save(document, plan("Approach: z"))
            monkeypatch.setattr(DisplacedText, "is_old", True)
            for word in ("mine", "also mine"):
                editor.seek(0)
                editor.write(encode(document.splice(1, f"Task: {word}")))
                editor.truncate()
                saved = store.save(store.load(ID), lambda old, word=word: old.splice(3, word))  # type: ignore[misc]
                assert [saved.body(number) for number in (1, 2, 3)] == [f"Task: {word}", "Approach: z", word]
            store.settle()
            assert len(names(store)) == 2
            assert recover(store.workspace, "abc234") == []  # what it holds was taken
        assert names(store) == [f"{ID}.md"]

    @pytest.mark.usefixtures("known")
    def test_a_save_to_the_engines_text_that_was_taken_back_is_found(
        self, store: Store, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = Store(store.workspace, lingers=True)
        theirs = encode(document.splice(1, "Task: mine"))
        swap, editors = name_exchange.exchange_names, list[BinaryIO]()

        def late(one: Path, other: Path, *rest: object) -> bool:
            if not editors:
                path_of(store).write_bytes(theirs)
            done = swap(one, other, *rest)  # type: ignore[arg-type]
            if not editors:
                editors.append(open(path_of(store), "r+b"))  # noqa: SIM115
            return done

        monkeypatch.setattr(name_exchange, "exchange_names", late)
        saved = store.save(document, plan("Approach: z"))
        with editors[0] as editor:
            text = parse_document(editor.read().decode())
            editor.seek(0)
            editor.write(encode(text.splice(5, "Output: mine")))
        assert text.body(2) == "Approach: z"
        saved = store.save(saved, lambda old: old.splice(3, "- Step 1: x"))
        bodies = [saved.body(number) for number in (1, 2, 3, 5)]
        assert bodies == ["Task: mine", "Approach: z", "- Step 1: x", "Output: mine"]

    def test_one_that_never_closes_it_is_left_for_the_next_resume(
        self, late: Callable[[str, str], Store], document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = late("Task: x", "Task: later")
        store.save(document, plan("Approach: z"))
        monkeypatch.setattr("time.sleep", lambda seconds: None)
        store.settle()
        assert len(names(store)) == 2
        self.save()
        ((_, told),) = recover(store.workspace, "abc234")
        assert "your last save is the document again" in told
        assert store.load(ID).body(1) == "Task: later"

    def test_half_a_save_is_waited_for(
        self, store: Store, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine = document.text.replace("Task: x", "Task: mine")
        path_of(store).write_text("", encoding="utf-8")
        monkeypatch.setattr("time.sleep", lambda seconds: path_of(store).write_text(mine, encoding="utf-8"))
        saved = store.save(document, plan("Approach: z"))
        assert (saved.body(1), saved.body(2)) == ("Task: mine", "Approach: z")
        path_of(store).write_text(mine[:100], encoding="utf-8")
        assert store.load(ID).body(1) == "Task: mine"

    def test_a_file_that_is_away_for_a_moment_is_there(
        self, store: Store, document: Document, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path_of(store).rename(path_of(store).with_name(f"{ID}.md~"))
        back = path_of(store).with_name(f"{ID}.md~")
        monkeypatch.setattr("time.sleep", lambda seconds: back.rename(path_of(store)))
        assert store.exists(ID)

    def test_changes_that_are_not_saved_are_waited_for(self, store: Store, document: Document) -> None:
        lock, told, waited = path_of(store).with_name(f".#{ID}.md"), list[tuple[str, str]](), list[int]()
        lock.symlink_to("somebody elsewhere")

        def wait() -> None:
            waited.append(1)
            assert store.load(ID).text == document.text
            if len(waited) == 3:
                edit(store, "Task: x", "Task: saved")
                lock.unlink()

        held = Store(store.workspace, lambda *words: told.append(words), wait)
        saved = held.save(document, plan("Approach: z"))
        assert (saved.body(1), saved.body(2)) == ("Task: saved", "Approach: z")
        assert len(waited) == 3
        assert [document_id for document_id, _ in told] == [ID]
        assert "unsaved changes; save it, or delete .#" in told[0][1]

    def test_waiting_can_be_given_up(self, store: Store, document: Document) -> None:
        path_of(store).with_name(f".#{ID}.md").symlink_to("somebody elsewhere")

        def stop() -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            Store(store.workspace, wait=stop).save(document, plan("Approach: z"))
        assert store.load(ID).text == document.text


@pytest.mark.parametrize("code", ERRORS)
def test_a_fault_anywhere_leaves_a_whole_document(store: Store, document: Document, code: int) -> None:
    with failing(0, 0) as disk:
        store.save(document, plan("Approach: z"))
    for number in range(1, len(disk.made) + 1):
        path_of(store).write_bytes(encode(document))
        with failing(number, code) as broken, suppress(DiskError):
            store.save(document, plan("Approach: z"))
            assert broken.made[number - 1] == "unlink"
        assert store.load(ID).body(2) in ("Approach: y", "Approach: z")
        for path in store.workspace.state.glob(".*.tmp"):
            path.unlink()


def test_a_full_disk_has_its_exit_code_and_says_so(store: Store, document: Document) -> None:
    with failing(2, errno.ENOSPC), pytest.raises(DiskError, match=rf"{ID}\.md:1: the disk is full"):
        store.save(document, plan("Approach: z"))
    assert store.load(ID).text == document.text
    assert names(store) == [f"{ID}.md"]


class TestBlobs:
    def test_texts_are_kept_and_read_back(self, store: Store) -> None:
        name = store.write_text_blob("long é \udc80\r\n")
        assert name.startswith("blobs/")
        assert store.read_blob(name) == "long é \udc80\r\n".encode("utf-8", "surrogateescape")
        assert store.write_text_blob("long é \udc80\r\n") == name

    def test_what_is_gone_or_spoilt_is_told(self, store: Store) -> None:
        name = store.write_blob(b"long")
        (store.workspace.state / name).write_bytes(b"short")
        with pytest.raises(DiskError, match="not what its name says"):
            store.read_blob(name)
        (store.workspace.state / name).unlink()
        with pytest.raises(DiskError, match="No such file"):
            store.read_blob(name)


@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_odd_documents_come_back_byte_for_byte(store: Store, document: Document, mark: str, ends: str) -> None:
    text = document.text.replace("# State", "trailing  \n\x0b\x0c\x85\u2028 emoji 🙂\n# State").rstrip("\n")
    data = (mark + text.replace("\n", ends)).encode() + f"{ends}bytes ".encode() + b"\xff"
    path_of(store).write_bytes(data)
    read = store.load(ID)
    assert encode(read) == data
    saved = store.save(read, plan("Approach: z"))
    assert path_of(store).read_bytes() == encode(saved)
    assert saved.text.replace("Approach: z", "Approach: y").replace("waiting", "running") == read.text
