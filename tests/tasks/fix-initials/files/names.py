def initials(name):
    """The first letter of each word, in capitals."""
    return "".join(word[0].upper() for word in name.split(" "))
