"""Texts and answers about them: the passages, entries, dates and numbers that carry what they say."""
