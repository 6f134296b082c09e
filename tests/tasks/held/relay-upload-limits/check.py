import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "relay.toml": "09aeb40802882e5545af29e571ab6b7913b5689667e2b1bd41b86c39e1b052d6"
}

WANT = '# relay.toml - settings of the club\'s file relay\n# changed last by Edda, 2025-02-11\n\nname = "relay-north"\ntimeout = 20            # seconds, for everything not named below\n\n[mail]\nhost = "mail.example.org"\ntimeout = 30            # seconds\nmax_mb = 25\n\n[upload]\nfolder = "incoming"\ntimeout = 90            # seconds, raise it for slow lines\nmax_mb = 250            # larger files are refused\nallowed = ["pdf", "jpg", "zip"]\n\n[upload.retry]\ncount = 3\ntimeout = 5             # between two tries\n\n[download]\ntimeout = 45\nmax_mb = 100\n'

accepted()
text = content("relay.toml")
norm = lambda s: [re.sub(r"\s+", " ", re.sub(r"\s*(=)\s*", r" \1 ", l)).strip() for l in s.strip().splitlines() if l.strip()]
got, want = norm(text), norm(WANT)
need(len(got) == len(want), "lines were lost or added (%d, not %d)" % (len(got), len(want)))
for g, w in zip(got, want):
    need(g == w, "has %r where %r belongs" % (g, w))
