import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged(".env")
nothing_new()


def settings(text):
    out = {}
    for line in text.split("\n"):
        if line.strip() and not line.strip().startswith("#"):
            need("=" in line, f"the line {line!r}")
            key, value = line.split("=", 1)
            need(key.strip() not in out, f"{key} twice")
            out[key.strip()] = value.strip().strip("\"'")
    return out


got, want = settings(read(".env")), settings(original(".env"))
need(got.pop("SMTP_PORT", "") == "587", "the port")
need(got.pop("DEBUG", "").lower() in ("false", "0", "off", "no"), "debug")
want.pop("SMTP_PORT"), want.pop("DEBUG")
need(got == want, "another setting")
need([l for l in read(".env").split("\n") if l.startswith("#")] == [l for l in original(".env").split("\n") if l.startswith("#")], "the comments")
