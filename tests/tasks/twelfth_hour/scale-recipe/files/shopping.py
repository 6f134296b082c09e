import cooking

SOUP = [("carrots", 600), ("ginger", 25), ("stock", 800)]


def shopping(guests):
    return [(name, cooking.calc(amount, 3, guests)) for name, amount in SOUP]


if __name__ == "__main__":
    for name, amount in shopping(7):
        print(name, amount)
    print("cream", cooking.double(100))
