import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
must_say(OUTPUT, r"\bforwards?\b")
for sentence in re.split(r"[.!\n;]+ *|(?<=\?)", OUTPUT):
    if re.search(r"\b(tilt|lean|head|tip)\w*[^.]{0,30}\bback(wards?)?\b|^back(wards?)?\b", sentence, re.I) and not sentence.strip().endswith("?"):
        need(re.search(r"\b(not|never|avoid\w*|instead|rather|than|wrong|myth|swallow\w*|throat|chok\w*|worse|airway|stomach)\b|n['’]t\b|\b(can|could|may|might|will|lets?|makes?|causes?)\b[^.]*\b(blood|run|flow|vomit|nause)", sentence, re.I), f"says: {sentence.strip()}")
must_not_say(OUTPUT, r"(do not|don['’]t|never|avoid|not) (lean|tilt|tip|lay|bend)\w*[^.,;\n]{0,20}forward", r"(lean|tilt|tip)\w*[^.,;\n]{0,25}\bback(wards?)?,? (not|instead of|rather than) forward")
need(re.search(r"\b(5|10|15|20|five|ten|fifteen|twenty)\b(?!\s*(seconds?|hours?|times))[^.\n]{0,25}\bmin", OUTPUT, re.I), "does not say for how many minutes")
must_not_say(OUTPUT, r"(pinch|squeeze|hold|press)\w*[^.;,\n]{0,60}\b(1|2|3|45|60|one|two|three)\b (full )?(minutes?|min\b|hours?|seconds?)")
