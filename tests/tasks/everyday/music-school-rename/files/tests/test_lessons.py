import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from lessons import pupil_fee, pupil_fee_note


def test_two_lessons():
    assert pupil_fee("piano", 2) == 44.0


def test_note():
    assert pupil_fee_note("cello", 1) == "1 lessons of cello: 24.00 EUR"
