"""The stars of our observing evenings."""

STARS = {
    "Vega": ("Lyra", 0.03),
    "Deneb": ("Cygnus", 1.25),
    "Altair": ("Aquila", 0.76),
    "Arcturus": ("Bootes", -0.05),
    "Albireo": ("Cygnus", 3.05),
    "Mizar": ("Ursa Major", 2.23),
    "Alcor": ("Ursa Major", 3.99),
    "Polaris": ("Ursa Minor", 1.98),
}


def get_mag(star):
    """The magnitude of a star, small numbers are bright."""
    return STARS[star][1]


def get_mag_limit(moon):
    """The faintest magnitude seen by eye, by the phase of the moon (0 to 1)."""
    return 5.5 - 1.5 * moon


def constellation(star):
    return STARS[star][0]
