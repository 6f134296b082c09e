import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from badges import badge
from helpers import initials, tidy
from rota import rota


def test_tidy():
    assert tidy("  a   b ") == "a b"


def test_initials():
    assert initials("ola berg") == "O.B."


def test_badge():
    assert badge("Ola Berg", "grill  ") == "O.B. | grill"


def test_rota():
    assert rota(["till"]) == {"till": "Ola Berg"}
