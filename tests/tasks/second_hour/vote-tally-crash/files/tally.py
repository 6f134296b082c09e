"""Count the votes for the team lunch."""


def count(lines):
    counts = {}
    for line in lines:
        choice = line.strip().lower()
        if not choice:
            continue
        counts[choice] = counts[choice] + 1
    return counts


if __name__ == "__main__":
    with open("votes.txt") as handle:
        result = count(handle)
    for choice in sorted(result):
        print(choice, result[choice])
