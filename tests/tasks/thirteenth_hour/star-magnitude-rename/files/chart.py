"""A small bar chart of the brightest stars in plain text."""

import stars


def bar(star):
    # get_mag gives small numbers for bright stars, so turn it round
    length = int((5 - stars.get_mag(star)) * 6)
    return f"{star:10} " + "*" * length


if __name__ == "__main__":
    print("\n".join(bar(star) for star in stars.STARS))
