"""Calcula el total de un pedido con el descuento por cantidad.

Uso: python descuento.py UNIDADES PRECIO
"""

import sys


def descuento(unidades):
    """Devuelve el descuento en tanto por ciento."""
    if unidades >= 10:
        return 5
    elif unidades >= 50:
        return 10
    elif unidades >= 100:
        return 15
    return 0


def total(unidades, precio):
    """Devuelve el importe con el descuento ya restado, con dos decimales."""
    bruto = unidades * precio
    return round(bruto - bruto * descuento(unidades) / 100, 2)


def main():
    if len(sys.argv) != 3:
        print("Uso: python descuento.py UNIDADES PRECIO")
        return 2
    unidades = int(sys.argv[1])
    precio = float(sys.argv[2].replace(",", "."))
    print(f"Descuento: {descuento(unidades)} %")
    print(f"Total: {total(unidades, precio):.2f} EUR")
    return 0


if __name__ == "__main__":
    sys.exit(main())
