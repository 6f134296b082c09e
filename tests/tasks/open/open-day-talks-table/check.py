import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'talks/bees.md': '4ea285cef0a4cc3e6960',
 'talks/clay.md': '930628fbf89264f454fb',
 'talks/knots.md': '968bdf59a26d56be0cec',
 'talks/maps.md': 'c22e671f1f175bf0927f',
 'talks/tea.md': '6af913dc0834d50c7a1e'}
TALKS = [(r"0?9[:.]30", "building with clay", "ruben astley", "oak"),
         (r"10[:.]15", "tea from the hedge", "imke sorrel", "birch"),
         (r"11[:.]00", "why swarms move at noon", "ottilie varnhem", "elm"),
         (r"(13|0?1)[:.]30", "old maps, new mistakes", "casimir bellweather", "oak"),
         (r"(14|0?2)[:.]45", "seven knots for life", "fenna dijkgraaf", "birch")]

accepted()
unchanged()
text = read("program.md")
no_program(text)
def fits(row, wants):
    """Does each of the wanted cells stand in the row, and nothing else?"""
    left = [i for i in range(len(wants))]
    for cell in row:
        hits = [i for i in left if wants[i](cell)]
        if not hits:
            return False
        left.remove(hits[0])
    return not left

def compare(rows, wanted, ordered=False):
    if rows and not any(re.search(r"\d", c) for c in rows[0]):
        rows = rows[1:]
    left = list(range(len(wanted)))
    order = []
    for row in rows:
        hits = [i for i in left if fits(row, wanted[i])]
        assert hits, f"wrong or extra line {row}"
        left.remove(hits[0])
        order.append(hits[0])
    assert not left, f"{len(left)} lines are missing"
    assert not ordered or order == sorted(order), "the lines are in the wrong order"

def wants(start, title, speaker, room):
    bare = lambda c: plain(re.sub(r"[*_`\"“”]", "", c))
    return [lambda c: re.fullmatch(start + r"( ?(h|am|pm|a\.m\.|p\.m\.))?", bare(c)), lambda c: bare(c) == title,
            lambda c: bare(c).split(", ")[0] == speaker, lambda c: bare(c) in (room, "room " + room)]

rows = [[c.strip() for c in l.strip().strip("|").split("|")] for l in text.splitlines() if "|" in l]
assert any(all(re.fullmatch(r":?-+:?", c) for c in row) for row in rows), "this is not a Markdown table"
rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", c) for c in row)]
assert [plain(c).strip("*") for c in rows[0]] == ["start", "title", "speaker", "room"], f"wrong head {rows[0]}"
compare(rows, [wants(*t) for t in TALKS], ordered=True)
