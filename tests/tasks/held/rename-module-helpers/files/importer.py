import helpers


def load(lines):
    """[(street, number)] of lines such as " mill   lane ; 4"."""
    out = []
    for l in lines:
        if l.strip():
            street, number = l.split(";")
            out.append((helpers.title(street), int(helpers.squeeze(number))))
    return out
