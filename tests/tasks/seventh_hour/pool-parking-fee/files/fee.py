"""Parking at the swimming pool: 2.50 for every started hour, at most 12.00."""
import sys

PER_HOUR = 2.5
MOST = 12.0


def fee(minutes):
    hours = minutes // 60
    return min(hours * PER_HOUR, MOST)


if __name__ == "__main__":
    print(f"{fee(int(sys.argv[1])):.2f} EUR")
