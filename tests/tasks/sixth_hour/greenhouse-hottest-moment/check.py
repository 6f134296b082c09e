import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 38.7), "not 38.7")
must_say(OUTPUT, r"\b2025-06-06\b|\b0?6(?:th|st|nd|rd|\.)?(?: of)? June\b|\bJune (?:the )?0?6(?:th|st|nd|rd)?\b|\b0?6[./]0?6[./]|\b0?6/0?6/", r"\b22[:.h]10\b|\b10[:.]10\s*(?:PM|p\.m)")
must_not_say(OUTPUT, r"\bhighest[^\n.]*\b37\.9\b")
need(word_count(OUTPUT) <= 100, "a long answer")
