import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
right = re.search(r"(?i:vitamin)\W{0,4}[Dd][23₃]?\b|(?<![\w'’])D[23₃]?(?![\w'’])|(?i:cholecalciferol|calciferol)", OUTPUT)
need(right, "does not say vitamin D")
other = re.search(r"(?i:vitamin)\W{0,4}(?:[ABCEK]|[bcek])(?:\d+)?(?![\w'’])", OUTPUT)
need(not other or other.start() > right.start(), "says another vitamin first")
need(not re.search(r"\bnot (?:vitamin )?D\b", OUTPUT), "says not D")
unchanged()
nothing_new()
