import shop.prices
from shop.bill import bill

LINES = [(2, 4.5), (1, 12.0)]

if __name__ == "__main__":
    print(bill("Reuter", LINES, [300, 120], discount=10))
    print(shop.prices.calc_tot(LINES))
