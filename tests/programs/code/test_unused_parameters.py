"""Parameters that a request gives a function and that its code does not use."""

from __future__ import annotations

import pytest

from pandora.programs.code.unused_parameters import signatures, unused_parameter

REQUEST = "Write pace.py with a function pace(km, minutes: float = 0). It returns a text like 5:30."


@pytest.mark.parametrize(
    ("code", "unused"),
    [
        ("def pace(km, minutes):\n    return minutes * 60\n", ("pace", "km")),
        ("def pace(km, minutes):\n    km = 2\n    return minutes\n", ("pace", "km")),
        ("def pace(km, minutes):\n    return minutes / km\n", None),
        ("def pace(km, *, minutes=0):\n    return f'{minutes / km}'\n", None),
        ("def pace(km, minutes):\n    return locals()\n", None),
        ("def pace(km, minutes):\n    raise ValueError('no')\n", None),
        ("def pace(km, scale):\n    return km\n", None),
        ("def other(km):\n    return 1\n", None),
        ("def pace(km, minutes:\n", None),
    ],
)
def test_the_first_parameter_of_the_request_that_is_not_used_is_told(
    code: str, unused: tuple[str, str] | None
) -> None:
    assert signatures(REQUEST) == {"pace": ["km", "minutes"]}
    assert unused_parameter(code, signatures(REQUEST)) == unused
    assert unused_parameter(code, signatures("Write pace.py")) is None
