from settings import LIMIT, LIMIT_NIGHTS


def possible(guests, nights):
    """Can so many guests stay so long?"""
    if guests > LIMIT:
        return False
    return nights <= LIMIT_NIGHTS


def free_places(booked):
    return max(0, LIMIT - sum(booked))
