"""Prices and VAT."""

VAT = {"standard": 0.20, "reduced": 0.05, "zero": 0.0}


def net_price(gross, rate="standard"):
    """Return the price without VAT, rounded to pence."""
    return round(gross / (1 + VAT[rate]), 2)


def net_price_label(gross, rate="standard"):
    """Return the text for the shelf label."""
    return f"{net_price(gross, rate):.2f} excl. VAT"


def vat_amount(gross, rate="standard"):
    """Return the VAT that a gross price contains."""
    return round(gross - net_price(gross, rate), 2)
