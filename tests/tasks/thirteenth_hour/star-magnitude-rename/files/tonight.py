"""Prints what we can see tonight.  Run: python tonight.py"""

import stars
from stars import STARS, get_mag, get_mag_limit

MOON = 0.9


def visible(moon):
    limit = get_mag_limit(moon)
    return [star for star in sorted(STARS, key=get_mag) if get_mag(star) <= limit]


if __name__ == "__main__":
    for star in visible(MOON):
        print(f"{star:10} {stars.get_mag(star):5.2f}  {stars.constellation(star)}")
