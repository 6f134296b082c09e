import costs
from menu import DISHES


def cheapest():
    """The dish that costs us least per portion."""
    return min(DISHES, key=lambda name: costs.calc(*DISHES[name]))


def recalculate(factor):
    # all prices times a factor, e.g. after an increase
    return {name: round(costs.calc(*DISHES[name]) * factor, 2) for name in DISHES}


if __name__ == "__main__":
    print("cheapest:", cheapest())
    print(recalculate(1.1))
