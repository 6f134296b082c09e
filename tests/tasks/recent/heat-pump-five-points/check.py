import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'gas-bill-2024.csv': '725da99ac92cea7bb4cd',
    'report.txt': '5eae2af082050b5fad48',
}
unchanged()
nothing_new()
text = answer(1300)
no_echo(text)
points = [m.group(1) for m in re.finditer(r"(?m)^\s*(?:[-*•–·]|\d[.)])\s+(.+)$", text)]
assert len(points) == 5, f"{len(points)} bullet points"
for point in points:
    assert 3 <= len(point.split()) <= 21, f"{len(point.split())} words: {point}"
everything = " ".join(points)
assert has_number(everything, 24800, eu=True), "the price is missing"
assert has_date(everything, 2025, 5, 31), "until when the offer holds is missing"
sub = [p for p in points if says(p, "subsidy", "grant", "state")]
assert any(says(p, "before", "first", "prior", "beforehand", "after", "ahead", "must not sign", "don't sign", "not sign") or has_number(p, 30) for p in sub), "the subsidy is missing"
assert re.search(r"before|prior|first|ahead", plain(" ".join(sub))), "that one has to apply before signing is missing"
assert says(everything, "radiators", "heat pump", "outdoor unit", "garage", "boiler", "pump"), "nothing about the work"
def figures(text):
    return {int(t) for t in re.findall(r"\d+", re.sub(r"(?<=\d)[.,](?=\d{3}\b)", "", text))}
strange = {n for n in figures(everything) - figures(read("report.txt")) if n > 12} - {7440, 17360}
assert not strange, f"not in the report: {strange}"
