"""Scores of our darts evening."""

PLAYERS = {
    "Rob": [60, 45, 81, 26],
    "Sina": [100, 41, 60],
    "Ulf": [],
}


def total(throws):
    """All points of a player."""
    return sum(throws)


def average(throws):
    """The points per throw."""
    return round(total(throws) / len(throws), 1)


def best(players):
    """The name of the player with the highest average."""
    return max(players, key=lambda name: average(players[name]))


def board(players):
    """One line for each player."""
    return [f"{name}: {average(throws)}" for name, throws in players.items()]


if __name__ == "__main__":
    print("\n".join(board(PLAYERS)))
    print("Best:", best(PLAYERS))
