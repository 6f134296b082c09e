import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
text = re.sub(r"\b(?:Mr|Mrs|Ms|Dr|St|e\.g|i\.e)\.", lambda m: m[0].replace(".", ""), OUTPUT.strip())
body = re.sub(r"^[^.!?\n]*:\s*\n", "", text)
sentences = [part for part in re.split(r"[.!?]+[\"'”)*]*(?:\s+|$)|\n\s*\n|\n(?=\s*[-*\d])", body) if re.search(r"[a-z]", part, re.I)]
need(1 <= len(sentences) <= 3, f"{len(sentences)} sentences")
need(15 <= word_count(text) <= 130, f"{word_count(text)} words")
must_say(text, r"bergen|norway")
rest = (r"aquarium", r"\bcat\b|pelle", r"visit|come|invit|stay with", r"school|teach|gave notice|quit|left her job", r"bakery", r"norwegian|lessons", r"rain")
need(sum(bool(says(text, topic)) for topic in rest) >= 2, "hardly any of the news")
need(says(text, r"aquarium") or says(text, r"visit|invit|\bcome\b"), "neither the new work nor the invitation")
only_numbers(re.sub(r"(?m)^\s*\d+[.)]\s", "", text), 30, 230, 2, 1, 14)
must_not_say(text, r"oslo|sweden|denmark", r"teach(?:es|ing|er) (?:now )?(?:at|in) (?:a|the) school in bergen", r"visit[^.]*\b(?:july|september|june|october)\b", r"\bdog\b|husband|boyfriend|baby", r"moved (?:back )?to hull")
