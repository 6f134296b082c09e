"""Rules that hold written words to the request and the files; each is off unless a pattern asks for it."""

from __future__ import annotations

from collections.abc import Mapping

NOTES = "asked_notes"
"""The rule by which a text has what its request asks for of notes, and no sentence too many."""
RULES: Mapping[str, str] = {
    NOTES: "a text made of notes tells those that the request asks for, as the model's logits tell",
    "asked_columns": "an answer says something of the column that each further part of the task means",
    "asked_entries": "an answer is more than a number where entries are asked for, as the logits tell",
    "author": "a text is written by who its request says, as the model's logits tell",
    "cells": "a value that was read out of a text is surer than the others of its kind, as the logits tell",
    "clauses": "a text that is written says each clause of the request, as the model's logits tell",
    "given_numbers": "a text that is written has the request's numbers, no made-up code, not its own limit",
    "greeting": "a letter or a mail is no form of labels, where the model's logits tell that it is one",
    "language": "an answer is in the language of the request, and a text in the one that is asked for",
    "measured_column": "a column of numbers holds what is largest or added up, as the model's logits tell",
    "meant_keys": "a key that is set is meant more surely than others of its kind, as the model's logits tell",
    "passages": "each sentence of an answer has its numbers and names from passages of the files",
    "proper_names": "a text that is written has every proper name of the request",
    "ranking": "lines and rows stand in the order that the request asks for, as the logits tell",
    "folders": "files that are sorted by what they say are where they belong, as the logits tell",
    "rivals": "a text says what an answer gives more surely than another value of its kind, as the logits tell",
}
"""The rules that hold written words to the request and the files: what each demands, by name.

They can refuse correct work, so each is off unless a pattern asks for it.
"""
TRUTHS = ("passages",)
"""Those of the rules that hold a result to what the files say, whatever the model: none of them is scaffold."""
