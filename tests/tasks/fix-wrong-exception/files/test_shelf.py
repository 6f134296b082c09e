import pytest

from shelf import NoSuchBook, find


def test_found():
    assert find({"Nine Bridges": "C3"}, "Nine Bridges") == "C3"


def test_missing():
    with pytest.raises(NoSuchBook, match="Maps for Moths"):
        find({"Nine Bridges": "C3"}, "Maps for Moths")
