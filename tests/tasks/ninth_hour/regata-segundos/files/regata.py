"""Tiempos de la regata: cada barco rema varios tramos."""


def leer(texto):
    """Convierte "1:07" en minutos y segundos."""
    minutos, segundos = texto.split(":")
    return int(minutos), int(segundos)


def sumar(a, b):
    """Suma dos tiempos, por ejemplo "0:20" y "1:05"."""
    minutos_a, segundos_a = leer(a)
    minutos_b, segundos_b = leer(b)
    minutos = minutos_a + minutos_b
    segundos = segundos_a + segundos_b
    return f"{minutos}:{segundos:02d}"


def total(tramos):
    """El tiempo total de una lista de tramos."""
    resultado = "0:00"
    for tramo in tramos:
        resultado = sumar(resultado, tramo)
    return resultado


def main():
    with open("tramos.txt", encoding="utf-8") as archivo:
        for linea in archivo:
            barco, *tramos = linea.split()
            print(barco, total(tramos))


if __name__ == "__main__":
    main()
