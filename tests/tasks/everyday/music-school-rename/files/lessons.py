"""Fees of the music school."""

RATE = {"piano": 22.0, "cello": 24.0, "recorder": 17.5}


def pupil_fee(instrument, lessons):
    """What a pupil pays for the lessons of a month."""
    return RATE[instrument] * lessons


def pupil_fee_note(instrument, lessons):
    return f"{lessons} lessons of {instrument}: {pupil_fee(instrument, lessons):.2f} EUR"
