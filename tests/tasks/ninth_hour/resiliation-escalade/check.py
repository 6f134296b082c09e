import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def letter():
    """What was written: the new file if there is one, else the answer."""
    fresh = sorted(listing(".") - given())
    need(len(fresh) < 2, f"several files: {fresh}")
    return (read(fresh[0]) if fresh else OUTPUT).replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")



accepted()
nothing_new("*.txt", "*.md")
text = letter().strip()
need(25 <= word_count(text) <= 220, "the length")
no_placeholder(text)
must_say(text, r"Vertige", r"48-2217", r"Brest", r"d[ée]m[ée]nag|m'installe|emm[ée]nag", r"r[ée]sili|mettre fin|mettre un terme", r"confirm", r"\b31\s+mars|\b31[/.]0?3\b",
         r"\bvous\b|\bvotre\b", r"[ée]crit|courrier|mail|lettre|message|adresser|envoyer", r"Claire\s+Fontanel")
need(text.rfind("Fontanel") > len(text) * 0.6, "not signed")
only_numbers(re.sub(r"(?i)\b(1er|premier) avril", "", text), 48, 2217, 31, 3, 2025, 31.03)
must_not_say(text, r"\b(dear|sincerely|regards|subscription|please)\b", r"(ch[eè]re|bonjour|madame)\s+(claire|fontanel)", r"souhaite (renouveler|prolonger|m'abonner)", r"d[ée]m[ée]nage\w* de Brest")
