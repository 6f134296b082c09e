import gastos


def prueba():
    # calc_total reparte en partes iguales
    assert gastos.calc_total({"pan": 3, "queso": 6}, 3) == 3
    assert gastos.calc_total({"taxi": 10}, 4) == 2.5
    assert gastos.calc_total_noche(70, 3) == 210


if __name__ == "__main__":
    prueba()
    print("todo bien")
