from garden.kunde import Kunde, KundeFehlt


def lade(zeilen: list[str]) -> list[Kunde]:
    return [Kunde.aus_zeile(z) for z in zeilen]


def finde(kunden: list[Kunde], name: str) -> Kunde:
    for kunde in kunden:
        if isinstance(kunde, Kunde) and kunde.name == name:
            return kunde
    raise KundeFehlt(f"Kunde {name} fehlt")
