from booking import Evening
from hall import capacity


def main():
    evening = Evening()
    evening.book("A", 1)
    evening.book("B", 6)
    evening.book("C", 3)
    print(f"{evening.count()} of {capacity()} seats are free")


if __name__ == "__main__":
    main()
