"""Small helpers for cleaning text."""
import re


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def title(text):
    return " ".join(w[:1].upper() + w[1:] for w in squeeze(text).split(" "))
