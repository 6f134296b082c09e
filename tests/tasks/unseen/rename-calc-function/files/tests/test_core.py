import os, sys
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from billing.core import calc, calc_vat, recalc


def test_calc():
    assert calc([(1, 100)]) == 119.0


def test_vat():
    assert calc_vat(100) == 19.0


def test_recalc():
    assert recalc([(1, 100)], 2) == calc([(2, 100)])
