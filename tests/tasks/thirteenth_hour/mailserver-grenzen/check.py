import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("mailserver.ini")
nothing_new()


def tidy(text):
    lines = [re.sub(r"\s+", " ", re.sub(r"\s*([=;])\s*", r" \1 ", line)).strip() for line in text.strip().split("\n")]
    return [line for line in lines if line]


wanted = original("mailserver.ini").replace("max_anhang_mb = 20 ", "max_anhang_mb = 35 ").replace("aufbewahrung_stunden = 120", "aufbewahrung_stunden = 72")
text = re.sub(r"(?m)^(; zuletzt geändert:).*$", r"\1 11.02.2025 (ho)", read("mailserver.ini"))
need(tidy(text) == tidy(wanted), "mailserver.ini is not as it should be: " + " / ".join(line for line in tidy(text) if line not in tidy(wanted)))
