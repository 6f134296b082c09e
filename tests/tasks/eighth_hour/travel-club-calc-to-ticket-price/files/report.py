import fares
from booking import Booking

BOOKINGS = [
    Booking("Fam. Eklund", "weekend", 4),
    Booking("Hiking group Nord", "day", 11, member=True),
    Booking("Choir", "week", 9),
]


def main():
    for booking in BOOKINGS:
        print(f"{booking.name}: {booking.price():.2f}")
    print(f"one seat for a day: {fares.calc('day', 1):.2f}")


if __name__ == "__main__":
    main()
