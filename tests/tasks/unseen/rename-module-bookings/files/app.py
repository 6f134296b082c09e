import util
from views import month


def main():
    data = util.load("rooms.txt")
    print(util.count(data))
    print(month.page(data))


if __name__ == "__main__":
    main()
