from .core import calc, calc_vat

__all__ = ["calc", "calc_vat"]
