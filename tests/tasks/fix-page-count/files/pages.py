def page_count(total, size):
    """How many pages of `size` items are needed for `total` items."""
    return total // size + 1
