import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
OTHER = r"/?\bsearch\b(?= )|/search|/api/stock|/account/orders|/cart\b|/products|/delivery|/contact"
sentences = [part for part in re.split(r"\n+|(?<=[.!?])\s+", OUTPUT) if re.search(r"/?\bcheckout\b|" + OTHER, part, re.I)]
need(sentences, "names no page")
claims = [part for part in sentences if re.search(r"\b(most|highest|maximum|top)\b", part, re.I)]
named = re.search(r"/?\bcheckout\b|" + OTHER, claims[-1] if claims else sentences[0], re.I).group()
need("checkout" in named.lower(), f"names {named}")
need(re.search(r"checkout(?:(?!/search|/api|/account|/cart|/products)[\s\S])*?(?<![\d.,:/])37(?![\d:]|[.,]\d)|(?<![\d.,:/])37(?![\d:]|[.,]\d)(?:(?!/search|/api|/account|/cart|/products)[\s\S])*?checkout", OUTPUT, re.I), "does not say 37 for it")
