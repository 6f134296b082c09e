"""La racha más larga de días seguidos corriendo.

Uso: python racha.py dias.txt
"""

import sys
from datetime import date, timedelta


def leer(ruta):
    """Las fechas del archivo, una por línea, en orden."""
    with open(ruta, encoding="utf-8") as archivo:
        return sorted(date.fromisoformat(linea.strip()) for linea in archivo if linea.strip())


def racha_mas_larga(dias):
    mejor = 0
    actual = 1
    for anterior, dia in zip(dias, dias[1:]):
        if dia - anterior == timedelta(days=1):
            actual += 1
        else:
            mejor = max(mejor, actual)
            actual = 1
    return mejor


if __name__ == "__main__":
    dias = leer(sys.argv[1])
    print(f"Días corridos: {len(dias)}")
    print(f"Racha más larga: {racha_mas_larga(dias)} días")
