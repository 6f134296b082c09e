from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pandora.disk import name_exchange


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("1", encoding="utf-8")
    other.write_text("2", encoding="utf-8")
    return one, other


def test_names_are_swapped_by_path_and_in_an_open_folder(two: tuple[Path, Path]) -> None:
    one, other = two
    if not name_exchange.exchange_names(one, other):
        pytest.skip("this disk cannot exchange names")
    assert (one.read_text(), other.read_text()) == ("2", "1")
    folder = os.open(one.parent, os.O_RDONLY)
    try:
        assert name_exchange.exchange_names("one", "other", folder)
    finally:
        os.close(folder)
    assert (one.read_text(), other.read_text()) == ("1", "2")


def test_a_name_that_is_gone_is_told(two: tuple[Path, Path]) -> None:
    one, other = two
    other.unlink()
    with pytest.raises(FileNotFoundError):
        name_exchange.exchange_names(one, other)
    assert one.read_text() == "1"


def test_a_system_without_the_call_says_no(two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda *arguments, **named: object())
    name_exchange._rename_call.cache_clear()
    try:
        assert not name_exchange.exchange_names(*two)
    finally:
        name_exchange._rename_call.cache_clear()


@pytest.mark.parametrize(("moves", "links"), [(True, True), (False, True), (False, False)])
def test_a_free_name_is_filled_and_a_taken_one_is_not(
    two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, moves: bool, links: bool
) -> None:
    one, other = two
    if not moves:
        monkeypatch.setattr(name_exchange, "_rename", lambda *names: False)
    if not links:

        def unsupported(*arguments: object, **named: object) -> None:
            raise OSError(errno.EPERM, "no hard links here")

        monkeypatch.setattr(os, "link", unsupported)
    with pytest.raises(FileExistsError):
        name_exchange.take_free_name(one, other)
    assert (one.read_text(), other.read_text()) == ("1", "2")
    free = one.with_name("free")
    name_exchange.take_free_name(one, free)
    assert free.read_text() == "1"
    assert not one.exists()


def test_another_error_is_not_hidden(two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **named: object) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(name_exchange, "_rename", lambda *names: False)
    monkeypatch.setattr(os, "link", broken)
    with pytest.raises(OSError, match="broken"):
        name_exchange.take_free_name(two[0], two[0].with_name("free"))
