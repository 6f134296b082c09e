"""What must be ordered."""

from stock import load

LOWEST = 30


def missing():
    return [row["article"] for row in load() if int(row["qty"]) < LOWEST]


if __name__ == "__main__":
    print(", ".join(missing()))
