from cooking import calc, calc_total

PANCAKES = {"flour": 250, "milk": 500, "eggs": 165, "butter": 30}


def menu(servings):
    calculated = {name: calc(amount, 4, servings) for name, amount in PANCAKES.items()}
    for name, amount in calculated.items():
        print(f"{name:8} {amount:7.1f} g")
    print(f"{'total':8} {calc_total(calculated.values()):7.1f} g")


if __name__ == "__main__":
    menu(6)
