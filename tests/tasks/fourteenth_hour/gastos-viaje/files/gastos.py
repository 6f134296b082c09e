"""Los gastos de un viaje entre amigos."""


def calc_total(gastos, personas):
    """Lo que paga cada persona."""
    if personas < 1:
        raise ValueError("calc_total necesita al menos una persona")
    return round(sum(gastos.values()) / personas, 2)


def calc_total_noche(precio, noches):
    """El precio de todas las noches."""
    return precio * noches
