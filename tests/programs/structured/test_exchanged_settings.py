from __future__ import annotations

import pytest

from pandora.programs.structured.exchanged_settings import Key, exchanged_settings

PORT, TIMEOUT = ("web", "port"), ("web", "timeout_s")
GUESTS, MEMBERS = ("prices", "guests", "colour"), ("prices", "members", "colour")


@pytest.mark.parametrize(
    ("request_text", "changes", "are"),
    [
        ("set port to 8080 and timeout to 30", {PORT: 30, TIMEOUT: 8080}, True),
        ("set port to 8080 and timeout to 30", {TIMEOUT: 30, PORT: 8080}, False),
        ("8080 for the port, 30 for the timeout", {PORT: 8080, TIMEOUT: 30}, False),
        ("8080 for the port, 30 for the timeout", {PORT: 30, TIMEOUT: 8080}, True),
        ("port and timeout to 8080 and 30", {PORT: 8080, TIMEOUT: 30}, False),
        ("port and timeout to 8080 and 30", {PORT: 30, TIMEOUT: 8080}, True),
        ("guests pay 0,40 and members 0,30 for colour", {GUESTS: 0.4, MEMBERS: 0.3}, False),
        ("guests pay 0,40 and members 0,30 for colour", {GUESTS: 0.3, MEMBERS: 0.4}, True),
        ("set port and timeout to 30", {PORT: 30, TIMEOUT: 30}, False),
        ("turn it to 30 and 8080", {PORT: 30, TIMEOUT: 8080}, False),
        ("set port to 8080 and turn timeout off", {PORT: 8080, TIMEOUT: False}, False),
        ("", {PORT: "", TIMEOUT: "x"}, False),
    ],
)
def test_each_setting_has_its_own_value(request_text: str, changes: dict[Key, object], are: bool) -> None:
    assert (exchanged_settings(changes, request_text) is not None) is are
