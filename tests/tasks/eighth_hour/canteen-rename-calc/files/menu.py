from costs import calc, calc_tax

# grams and price per kilo
DISHES = {
    "lentil soup": ([(800, 3.20), (500, 1.80), (200, 2.40)], 8),
    "potato gratin": ([(2000, 1.50), (400, 6.90), (300, 9.80)], 10),
    "plum dumplings": ([(1200, 1.50), (900, 3.60), (250, 8.40)], 12),
}


def price(name):
    ingredients, portions = DISHES[name]
    net = calc(ingredients, portions) * 3
    return round(net + calc_tax(net), 2)


if __name__ == "__main__":
    for dish in DISHES:
        print(f"{dish:<16}{price(dish):6.2f}")
