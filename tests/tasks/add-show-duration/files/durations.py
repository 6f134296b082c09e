def parse(text):
    """Seconds in a text such as "1:30" (minutes) or "1:02:05" (hours)."""
    seconds = 0
    for part in text.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds
