"""The names of the months in eight languages: a table, since programs in the sandbox have no library for it."""

from __future__ import annotations

_NAMES = (
    "ene enero gen gennaio jan janeiro januar januari january janv janvier sty styczeń stycznia",
    "feb febbraio febrero februar februari february fev fevereiro févr février lut lutego luty",
    "maart mar marca march mars marzec marzo março mrt mär märz",
    "abr abril apr april aprile avr avril kwi kwiecień kwietnia",
    "mag maggio mai maio maj maja may mayo mei",
    "cze czerwca czerwiec giu giugno juin jun june junho juni junio",
    "juil juillet jul julho juli julio july lip lipca lipiec lug luglio",
    "ago agosto août aug august augustus sie sierpień sierpnia",
    "sep sept september septembre septiembre set setembro settembre wrz wrzesień września",
    "oct october octobre octubre okt oktober ott ottobre out outubro paź październik października",
    "lis listopad listopada nov november novembre novembro noviembre",
    "dec december dez dezember dezembro dic dicembre diciembre déc décembre gru grudnia grudzień",
)
"""For each month its names, whole and abbreviated without a dot (Unicode CLDR)."""
MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
"""The number (1 to 12) of each month's name, in lower case."""
TYPED_MONTHS = MONTHS | {
    **dict.fromkeys(("jän", "jänner", "jaenner"), 1),
    **{"fevrier": 2, "maerz": 3, "aout": 8, "setiembre": 9, "wrzesnia": 9, "pazdziernika": 10, "decembre": 12},
}
"""The same, with those of Austria and of Peru, and those that are often typed without accents."""
