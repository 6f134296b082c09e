"""Kunden der Gärtnerei."""

from dataclasses import dataclass


@dataclass
class Kunde:
    name: str
    ort: str
    seit: int

    def ist_neu(self, jahr: int) -> bool:
        return jahr - self.seit < 1

    @classmethod
    def aus_zeile(cls, zeile: str) -> "Kunde":
        name, ort, seit = zeile.split(";")
        return Kunde(name, ort, int(seit))


class KundeFehlt(Exception):
    pass
