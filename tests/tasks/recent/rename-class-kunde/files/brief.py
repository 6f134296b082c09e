import garden.kunde as kunde
from garden.liste import finde, lade

ZEILEN = ["Thea Ammer;Bonn;2019", "Jo Falk;Linz;2025"]


def anrede(k: kunde.Kunde, jahr: int) -> str:
    if k.ist_neu(jahr):
        return f"Willkommen als neuer Kunde, {k.name}!"
    return f"Lieber Kunde {k.name}, seit {k.seit} in {k.ort} beliefert"


if __name__ == "__main__":
    alle = lade(ZEILEN)
    for k in alle:
        print(anrede(k, 2025))
    print(anrede(kunde.Kunde("Test", "Ulm", 2000), 2025))
    print(finde(alle, "Jo Falk").ort)
