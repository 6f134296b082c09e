"""The highest water of each day from the gauge at the slipway."""
import sys


def daily_highs(lines):
    """(day, highest level) for every day, in the order of the lines."""
    highs = []
    current = None
    best = 0.0
    for line in lines:
        day, clock, level = line.split()
        level = float(level)
        if day != current:
            if current is not None:
                highs.append((current, best))
            current = day
            best = level
        elif level > best:
            best = level
    return highs


def main(path):
    with open(path, encoding="utf-8") as stream:
        lines = [line for line in stream if line.strip()]
    for day, best in daily_highs(lines):
        print(f"{day}  {best:.2f} m")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "gauge.txt")
