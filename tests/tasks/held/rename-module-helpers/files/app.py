import importer
from helpers import squeeze

GREETING = squeeze("  Hello,   helpers of  the street party! ")


def main():
    print(GREETING)
    with open("streets.txt", encoding="utf-8") as f:
        for street, number in sorted(importer.load(f)):
            print(number, street)


if __name__ == "__main__":
    main()
