"""What the checkers of this suite share: reading a result and the files, numbers, dates and tables.

A checker that imports it is run as `python check.py RESULT.json` in the workspace. Its `ORIGINAL` has the digests of
the files that were there at the start.
"""

import csv, hashlib, io, json, os, re, subprocess, sys, unicodedata

import __main__ as task

with open(os.path.join(os.path.dirname(os.path.abspath(task.__file__)), "task.md"), encoding="utf-8") as handle:
    REQUEST = handle.read().split("---\n", 2)[2].strip()

with open(sys.argv[1], encoding="utf-8") as handle:
    RESULT = json.load(handle)

STATUS = RESULT.get("status")

OUT = (RESULT.get("output") or "").strip()

QUESTION = (RESULT.get("question") or "").strip()

def present():
    """All visible files of the workspace (hidden ones, caches and the assistant's own files left out)."""
    found = set()
    result = os.path.realpath(sys.argv[1])
    for folder, folders, names in os.walk("."):
        folders[:] = [f for f in folders if not f.startswith(".") and f != "__pycache__"
                      and not (folder == "." and f in ("state", "system"))]
        for name in names:
            path = os.path.join(folder, name)
            if (name.startswith(".") or name.endswith(".pyc") or os.path.realpath(path) == result
                    or folder == "." and name == "pandora.toml"):
                continue
            found.add(os.path.relpath(path, ".").replace(os.sep, "/"))
    return found

def accepted():
    assert STATUS == "accepted", f"status is {STATUS!r}, not accepted"

def unchanged(*but):
    """Every file of the start is still there, byte for byte, apart from those named."""
    for path, want in task.ORIGINAL.items():
        if path in but:
            continue
        assert os.path.isfile(path), f"{path} is gone"
        with open(path, "rb") as handle:
            got = hashlib.sha256(handle.read()).hexdigest()[:20]
        assert got == want, f"{path} was changed"

def nothing_new(*but):
    extra = present() - set(task.ORIGINAL) - set(but)
    assert not extra, f"files nobody asked for: {sorted(extra)}"

def read(path):
    assert os.path.isfile(path), f"{path} is missing"
    with open(path, encoding="utf-8-sig") as handle:
        text = handle.read()
    assert text.strip(), f"{path} is empty"
    return text

def plain(text):
    """Lower case, without accents, with single spaces and simple quotes."""
    text = text.replace("ß", "ss").replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")
    text = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in text if not unicodedata.combining(c)).casefold().split())

def says(text, *ways):
    """Is one of these words or phrases in the text, as whole words?"""
    text = plain(text)
    return any(re.search(r"(?<!\w)" + re.escape(plain(way)) + r"(?!\w)", text) for way in ways)

def no_program(text):
    assert not re.search(r"(?m)^\s*(import \w+\s*$|import \w+ as |from [\w.]+ import |def \w+\(|print\(|with open\()", text), "this is a program, not a result"
    assert "Traceback (most recent" not in text, "this is a traceback"
    assert not re.search(r"^\s*[\[({]+\s*'|\{'\w|Decimal\(|datetime\.\w*\(|defaultdict\(|OrderedDict\(|Counter\(| object at 0x|dict_(keys|values)\(|np\.float|dtype:", text), "this is a Python repr"

def no_echo(text, share=0.4):
    """The request itself is not the answer."""
    said = re.findall(r"\w+", plain(text))
    asked = re.findall(r"\w+", plain(REQUEST))
    grams = {tuple(said[i:i + 6]) for i in range(len(said) - 5)}
    covered = set()
    for i in range(len(asked) - 5):
        if tuple(asked[i:i + 6]) in grams:
            covered.update(range(i, i + 6))
    assert len(covered) <= share * len(asked), "the request is said back"

def answer(most=700):
    """The text that was said, as a plausible answer."""
    accepted()
    assert OUT, "there is no answer"
    assert len(OUT) <= most, f"the answer is too long ({len(OUT)} characters)"
    no_program(OUT)
    return OUT

def words(text):
    return re.findall(r"[^\W_]+(?:['’\-][^\W_]+)*", text)

def language(text, tie="en"):
    lists = {
        "en": "the and is of to in for we you on at it with will be are that this from have our your i not please",
        "de": "der die das und ist zu wir sie ich nicht mit für auf den dem ein eine am im von werden wird bitte uns bei es kann leider",
        "fr": "le la les et est de des nous vous je pas avec pour sur un une du au en que qui à sera merci votre notre dans",
        "es": "el la los las y es de que en un una por para con no se del al lo su nos le usted como está será muy gracias",
    }
    said = [w.casefold() for w in words(text)]
    return max(lists, key=lambda k: (sum(w in lists[k].split() for w in said), k == tie))

NUMBER_WORDS = {}

for _row in (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
):
    for _n, _w in enumerate(_row.split()):
        NUMBER_WORDS[plain(_w)] = _n

def readings(token, eu=False):
    """What a written number can mean. English: 15,649.50; eu also 15.649,50."""
    token = re.sub(r"['’\s\u00a0\u202f]", "", token)
    sign = -1 if token[:1] in "-−" else 1
    token = token.lstrip("-−+")
    found = set()
    if re.fullmatch(r"\d+(\.\d+)?|\d{1,3}(,\d{3})+(\.\d+)?", token):
        found.add(float(token.replace(",", "")))
    if re.fullmatch(r"\d+,\d{1,2}|\d+,\d{4,}", token):
        found.add(float(token.replace(",", ".")))
    if eu and re.fullmatch(r"\d+(,\d+)?|\d{1,3}(\.\d{3})+(,\d+)?", token):
        found.add(float(token.replace(".", "").replace(",", ".")))
    return {sign * v for v in found}

def number_tokens(text):
    tokens = re.findall(r"(?<![\w.,])[-−]?\d+(?:[.,'’\u00a0\u202f]\d+)*", text)
    tokens += re.findall(r"(?<![\w.,])\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)", text)
    tokens += [t for t in re.findall(r"(?<=[A-Za-z€$£*(=~])\d+(?:[.,'’]\d+)*", text)]
    return tokens

def has_number(text, value, near=0.0051, eu=False, in_words=True):
    for token in number_tokens(text):
        if any(abs(v - value) <= near for v in readings(token, eu)):
            return True
    if in_words and float(value).is_integer() and 0 <= value <= 20:
        return any(NUMBER_WORDS.get(w) == value for w in re.findall(r"[\w\-]+", plain(text)))
    return False

def is_number(cell, value, near=0.0051, eu=False):
    cell = re.sub(r"(?i)\b(eur|euros?|usd|gbp|chf|kg|km|h|pcs|l)\b|[€$£%]", "", cell).strip()
    return bool(re.fullmatch(r"[-−+]?\d[\d.,'’ \u00a0\u202f]*", cell)) and any(abs(v - value) <= near for v in readings(cell, eu))

MONTHS = {}

for _row in (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "januar februar marz april mai juni juli august september oktober november dezember",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "jan feb mrz apr mai jun jul aug sept okt nov dez",
    "janv fevr mar avr mai juin juil aout set oct nov dec",
):
    for _n, _w in enumerate(_row.split(), 1):
        MONTHS.setdefault(_w, _n)

def dates(text):
    """All (year or None, month, day) a text may mean."""
    text = plain(text)
    found = set()
    for y, m, d in re.findall(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", text):
        found.add((int(y), int(m), int(d)))
    for a, b, y in re.findall(r"(?<!\d)(\d{1,2})[./-] ?(\d{1,2})[./-] ?(\d{4}|\d{2})(?!\d)", text):
        y = int(y) + (2000 if len(y) == 2 else 0)
        found |= {(y, int(b), int(a)), (y, int(a), int(b))}
    for a, b in re.findall(r"(?<![\d.])(\d{1,2})[./](\d{1,2})(?![\d])", text):
        found |= {(None, int(b), int(a)), (None, int(a), int(b))}
    names = "|".join(sorted(MONTHS, key=len, reverse=True))
    day = r"(\d{1,2})(?:st|nd|rd|th|er|\.|º)?"
    glue = r"(?:\s*(?:-|–|—|to|and|until|till|through|bis|und|zum|au|et|y|al|&|/)+(?: the | zum | el | le |\s)*)"
    year = r"(?:,?\s*(?:de |del )?(\d{4}))?"
    for a, b, m, y in re.findall(rf"(?<!\d)(?:{day}{glue})?{day},?\s*(?:of |de |day of )?({names})\b\.?{year}", text):
        for d in (a, b):
            if d:
                found.add((int(y) if y else None, MONTHS[m], int(d)))
    for m, a, b, y in re.findall(rf"\b({names})\b\.?\s*(?:the )?{day}(?!\d)(?:{glue}{day}(?![\d:.]|\s*(?:am|pm|a\.m|p\.m|o'clock|uhr|h\b)))?{year}", text):
        for d in (a, b):
            if d:
                found.add((int(y) if y else None, MONTHS[m], int(d)))
    return {(y, m, d) for y, m, d in found if 1 <= m <= 12 and 1 <= d <= 31}

def has_date(text, year, month, day):
    return any(m == month and d == day and y in (None, year) for y, m, d in dates(text))

def table(path):
    """Rows of a CSV file whatever its delimiter; blank lines left out."""
    text = read(path)
    no_program(text)
    first = text.strip().splitlines()[0]
    delimiter = max(",;\t|", key=first.count)
    rows = [[c.strip() for c in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter)]
    return [row for row in rows if any(row)]

def same_rows(rows, expected, header=True, ordered=False, wider=False, eu=False):
    """expected: rows of str, numbers, (y, m, d); any column order; one header line allowed."""
    def cell_ok(cell, want):
        if isinstance(want, str):
            return plain(cell) == plain(want)
        if isinstance(want, tuple):
            return want in dates(cell)
        return is_number(cell, want, eu=eu)

    def row_ok(row, wants):
        if len(row) < len(wants) or (len(row) > len(wants) and not wider):
            return False
        left = list(row)
        for want in wants:
            for i, cell in enumerate(left):
                if cell_ok(cell, want):
                    del left[i]
                    break
            else:
                return False
        return True

    body = rows
    if rows and not any(row_ok(rows[0], wants) for wants in expected):
        assert header, f"unexpected line {rows[0]}"
        assert not any(re.fullmatch(r"[\d.,]+", c) for c in rows[0]), f"wrong line {rows[0]}"
        body = rows[1:]
    left = list(expected)
    order = []
    for row in body:
        hits = [wants for wants in left if row_ok(row, wants)]
        assert hits, f"wrong or extra line {row}"
        left.remove(hits[0])
        order.append(hits[0])
    assert not left, f"missing: {left}"
    if ordered:
        assert order == list(expected), "the lines are in the wrong order"

def run_python(code=None, args=None, seconds=20):
    command = [sys.executable, "-B"] + (["-c", code] if code else args)
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr

def cases(code):
    """Run test code against the workspace's modules."""
    rc, out, err = run_python("import sys; sys.path.insert(0, '.')\n" + code)
    assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
