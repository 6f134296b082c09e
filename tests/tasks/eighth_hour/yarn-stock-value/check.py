import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("year_end.md")
nothing_new()
before, middle, after = original("year_end.md").split("___")
text = "\n".join(line.rstrip() for line in read("year_end.md").split("\n")).strip()
before, after = before.strip(), after.strip()
need(text.startswith(before), "the start of the file")
need(text.endswith(after), "the end of the file")
inner = text[len(before):len(text) - len(after)]
found = re.fullmatch(r"\s*(.+?)\s*\n" + re.escape(middle.split("\n")[1].strip()) + r"\s*(.+?)\s*", inner, re.S)
need(found, "the lines with the blanks")
value, article = found.groups()
must_say(value, r"eur|€")
need("\n" not in value and is_number(value, 2152.2), "the value")
article = article.lstrip("*_` ").lstrip('"')
need("\n" not in article and article.lower().startswith('sock yarn 100g plain'), "the article")
for other in ['Merino light 50g grey', 'Merino light 50g ochre', 'Alpaca soft 100g', 'Sock yarn 100g stripes', 'Cotton 50g white', 'Cotton 50g navy', 'Mohair silk 25g', 'Needles 3 mm', 'Needles 4 mm', 'Needles 5 mm', 'Circular needles 80 cm', 'Stitch markers box', 'Row counter', 'Project bag linen', 'Pattern booklet cardigans', 'Buttons horn', 'Wool wash 500 ml']:
    need(other.lower() not in article.lower(), "another article")
