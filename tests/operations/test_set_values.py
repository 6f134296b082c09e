from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.operations.set_values import set_values
from pandora.programs.structured.asked_values import unasked_entry, unasked_key, unset_values
from pandora.programs.structured.structured_edit import Setting
from pandora.workspace.operation_context import OperationContext

BEFORE = b"# the server\n[server]\nport = 8080 # public\nhost = 'a'\n"


@pytest.fixture
def context(tmp_path: Path) -> OperationContext:
    (tmp_path / "server.toml").write_bytes(BEFORE)
    return OperationContext(tmp_path)


def test_values_are_changed_in_place(context: OperationContext) -> None:
    changes = "server.port = 9090\nserver.host = b=c\n(new key) = server.debug = true"
    done = set_values({"path": " server.toml", "values": changes}, context)
    assert done.ok
    (change,) = done.changes
    assert (change.path, change.before) == ("server.toml", hashlib.sha256(BEFORE).hexdigest())
    assert change.content == b"# the server\n[server]\nport = 9090 # public\nhost = 'b=c'\ndebug = true\n"
    assert "server.port: 8080 → 9090" in done.text


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("server.toml", ""),
        ("server.toml", "server.port = 8080"),
        ("server.toml", "server.porch = 1"),
        ("server.toml", "server.port = fast"),
        ("other.toml", "server.port = 1"),
    ],
)
def test_what_cannot_be_is_a_failure_of_one_line(context: OperationContext, path: str, changes: str) -> None:
    done = set_values({"path": path, "values": changes}, context)
    assert not done.ok
    assert done.changes == ()
    assert path in done.text
    assert "\n" not in done.text


def test_another_type_is_taken_where_the_request_has_it(context: OperationContext) -> None:
    given = {"path": "server.toml", "values": "server.port = auto", "request": "Set the port to auto."}
    assert b'port = "auto" # public' in (set_values(given, context).changes[0].content or b"")


def test_protected_files_are_refused(context: OperationContext) -> None:
    with pytest.raises(RefusedError):
        set_values({"path": "pandora.toml", "values": "a = 1"}, context)


@pytest.mark.parametrize(
    ("request_text", "left"),
    [
        ("25 minutes instead of 15, and begin at 05:45", ["05:45"]),
        ("the mail host is smtp.example.org now", ["smtp.example.org"]),
        ('call it "Spring fair" from 2024 on, by 24 December', ["Spring fair"]),
        ("set it to 0.40", []),
        ("at 8 pm", ["20:00"]),
    ],
)
def test_a_value_that_arrives_nowhere_is_seen(request_text: str, left: list[str]) -> None:
    assert (
        unset_values(request_text, "begin = 06:30\nminutes = 15\nprice = 0.3", "minutes = 25\nprice = 0.4")
        == left
    )


def test_a_key_that_is_named_less_fully_than_another_stays() -> None:
    settings = [Setting("DEBUG", "false"), Setting("DB_DEBUG", "false"), Setting("MAIL_PORT", "587")]
    before = "DEBUG=true\nDB_DEBUG=true\nMAIL_PORT=587\n"
    assert unasked_key(settings, "set DEBUG to false", before) == "DB_DEBUG"
    assert unasked_key(settings, "set debug and db debug to false", before) == ""
    assert unasked_key(settings[1:], "switch it to false", before) == ""


def test_a_key_of_which_the_request_has_other_words_than_of_another_may_be_meant() -> None:
    settings = [Setting("away.temperature", "18.5"), Setting("rooms.nursery.night", "18.5")]
    request = "away mode off, and the night temperature in the nursery to 18.5"
    assert unasked_key(settings, request, "temperature: 14\nnight: 17") == ""


def test_a_later_try_need_only_mend_what_was_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('close = "14:00"\nblack = 0.1\ncolour = 0.35\n', encoding="utf-8")
    earlier = [{"values": 'close = "13:00"\nblack = 0.40'}]
    given = {
        "path": "a.toml",
        "values": "colour = 0.40",
        "request": "we close at 13:00, and colour is 0.40",
        "(tries)": json.dumps({"earlier": earlier, "left": 1}),
    }
    result = set_values(given, OperationContext(tmp_path))
    assert result.ok, result.text
    assert result.changes[0].content == b'close = "13:00"\nblack = 0.1\ncolour = 0.40\n'
    assert not set_values({**given, "(tries)": ""}, OperationContext(tmp_path)).ok


def test_an_entry_of_a_list_that_no_word_of_the_request_means_is_refused() -> None:
    """A small model goes on with a list: `AT`, and then what stands elsewhere in the file."""
    before = b'countries = ["DE", "NL"]\ndays = ["Sat"]\nhours = [9, 10]\n'
    request = "we also send parcels to Austria (AT), and open on fridays from 11"

    def unasked(after: str) -> str:
        return unasked_entry("shop.toml", before, after.encode(), request)

    assert unasked('countries = ["DE", "NL", "AT"]\ndays = ["Sat", "Fri"]\nhours = [9, 10, 11]\n') == ""
    more = 'countries = ["DE", "NL", "AT", "Mon"]\ndays = ["Sat"]\nhours = [9, 10]\n'
    assert unasked(more) == "Mon in countries"
    assert unasked('countries = ["DE", "Sat"]\ndays = ["NL"]\nhours = [9, 10]\n') == ""
    assert unasked_entry("notes.txt", b"one", b"two", request) == ""


@pytest.mark.parametrize("given", ["45", "2700"])
def test_a_quantity_is_set_in_the_unit_of_the_file(tmp_path: Path, given: str) -> None:
    (tmp_path / "a.toml").write_text("# in seconds\ntimeout = 1800\n", encoding="utf-8")
    request = "Let the timeout be 45 minutes."
    arguments = {"path": "a.toml", "values": f"timeout = {given}", "request": request}
    done = set_values(arguments, OperationContext(tmp_path))
    assert done.ok, done.text
    assert done.changes[0].content == b"# in seconds\ntimeout = 2700\n"
    assert done.held == (("code wrote 45 minutes as 2700, in the unit of timeout",) if given == "45" else ())
