"""Escribe el informe del viaje a Asturias."""

from gastos import calc_total, calc_total_noche

GASTOS = {
    "gasolina": 84.60,
    "peajes": 22.35,
    "comida": 131.20,
    "hotel": calc_total_noche(70, 3),
}


def informe(personas):
    lineas = [f"{nombre}: {importe:.2f} euros" for nombre, importe in GASTOS.items()]
    lineas.append(f"Por persona: {calc_total(GASTOS, personas):.2f} euros")
    return "\n".join(lineas)


if __name__ == "__main__":
    print(informe(4))
