import csv, hashlib, io, json, os, re, subprocess, sys, unicodedata

with open(sys.argv[1], encoding="utf-8") as handle:
    RESULT = json.load(handle)
STATUS = RESULT.get("status")
OUT = (RESULT.get("output") or "").strip()
QUESTION = (RESULT.get("question") or "").strip()


# ---- state of the workspace -------------------------------------------------
def present():
    """All visible files of the workspace (hidden ones and caches left out)."""
    found = set()
    result = os.path.realpath(sys.argv[1])
    for folder, folders, names in os.walk("."):
        folders[:] = [f for f in folders if not f.startswith(".") and f != "__pycache__"]
        for name in names:
            path = os.path.join(folder, name)
            if name.startswith(".") or name.endswith(".pyc") or os.path.realpath(path) == result:
                continue
            found.add(os.path.relpath(path, ".").replace(os.sep, "/"))
    return found


def accepted():
    assert STATUS == "accepted", f"status is {STATUS!r}, not accepted"


def unchanged(*but):
    """Every file of the start is still there, byte for byte, apart from those named."""
    for path, want in ORIGINAL.items():
        if path in but:
            continue
        assert os.path.isfile(path), f"{path} is gone"
        with open(path, "rb") as handle:
            got = hashlib.sha256(handle.read()).hexdigest()[:20]
        assert got == want, f"{path} was changed"


def nothing_new(*but):
    extra = present() - set(ORIGINAL) - set(but)
    assert not extra, f"files nobody asked for: {sorted(extra)}"


def read(path):
    assert os.path.isfile(path), f"{path} is missing"
    with open(path, encoding="utf-8-sig") as handle:
        text = handle.read()
    assert text.strip(), f"{path} is empty"
    return text


# ---- text -------------------------------------------------------------------
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


# ---- numbers ----------------------------------------------------------------
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


# ---- dates ------------------------------------------------------------------
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


# ---- tables -----------------------------------------------------------------
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


# ---- programs ---------------------------------------------------------------
def run_python(code=None, args=None, seconds=20):
    command = [sys.executable, "-B"] + (["-c", code] if code else args)
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def cases(code):
    """Run test code against the workspace's modules."""
    rc, out, err = run_python("import sys; sys.path.insert(0, '.')\n" + code)
    assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]


# ---- this task ----------------------------------------------------------------
REQUEST = "The folder tickets holds all reports of the caretaker's office, one file each. How many of them are still open with priority urgent, and what are their numbers?"
ORIGINAL = {'tickets/T-1007.txt': '4a361eb5b40671f47357',
 'tickets/T-1014.txt': 'cf199344259e7f1c3128',
 'tickets/T-1021.txt': '5acefe235772d00544e0',
 'tickets/T-1028.txt': '4cf818c2721bc1af0acc',
 'tickets/T-1035.txt': '6e1f8bbb3c782cf3bf74',
 'tickets/T-1042.txt': '2ef93e790246ed54ea2a',
 'tickets/T-1049.txt': '0ca97e1e35a46e40698b',
 'tickets/T-1056.txt': '6176ebef95b7d934626c',
 'tickets/T-1063.txt': '5291ae03e93f636baa15',
 'tickets/T-1070.txt': 'febb112df57b584f3b21',
 'tickets/T-1077.txt': 'cc7ad83d6e7475b229ff',
 'tickets/T-1084.txt': '9b5607c110a54cfd270b',
 'tickets/T-1091.txt': '6c342cf298c6cf9305ef',
 'tickets/T-1098.txt': 'eb3390d907f0ded3234d',
 'tickets/T-1105.txt': '7c24e38f08df0ce053b5',
 'tickets/T-1112.txt': 'e4df69521f1ab62ef788',
 'tickets/T-1119.txt': '61ca693a10d595d019df',
 'tickets/T-1126.txt': 'c6746ca4bc3a6776672c',
 'tickets/T-1133.txt': '1654fe554c231b11dd88',
 'tickets/T-1140.txt': '1c1802d3048f22b358ac',
 'tickets/T-1147.txt': '3e0ad607d4fe3d4dcdb8',
 'tickets/T-1154.txt': '6d0492317f0345b1426f',
 'tickets/T-1161.txt': '6eb86d30e8408d30685a',
 'tickets/T-1168.txt': '3e84bdd89f7969bb2116',
 'tickets/T-1175.txt': 'f03daa835238a48cef59',
 'tickets/T-1182.txt': 'e7a11d7edf9e39b31232',
 'tickets/T-1189.txt': 'a92ced2b75bf9518f7a6',
 'tickets/T-1196.txt': 'eeaa58c62425b06b7d2c',
 'tickets/T-1203.txt': 'c67b782cecdc3e9ea29e',
 'tickets/T-1210.txt': 'f4e85e6a0ff323ed0fe4',
 'tickets/T-1217.txt': '44a90cf49e243799aa77',
 'tickets/T-1224.txt': '989e278847c375ba0c35',
 'tickets/T-1231.txt': '9f79b40489334cd19487',
 'tickets/T-1238.txt': '61ba673fdb9d243ee507',
 'tickets/T-1245.txt': 'f2ebfee258c9d654f2de',
 'tickets/T-1252.txt': '0e6aed0787f6abe14e94',
 'tickets/T-1259.txt': '0db6b49688579be3cc2b',
 'tickets/T-1266.txt': '01b54b0467c85bee7a61',
 'tickets/T-1273.txt': 'eddf92c3bcdaca9d829d',
 'tickets/T-1280.txt': '80d8b3ee79a61e117377',
 'tickets/T-1287.txt': '750575540c736b2c2640',
 'tickets/T-1294.txt': '860725414d68c4f1b3c9',
 'tickets/T-1301.txt': 'e76a16941de48f9ebfd6',
 'tickets/T-1308.txt': 'be003169e1c544ea852c',
 'tickets/T-1315.txt': '7c8fa9a825296ff650a5',
 'tickets/T-1322.txt': '2b392577b5d88b8e1bd8',
 'tickets/T-1329.txt': '673d7ef76376db2d2e18',
 'tickets/T-1336.txt': '1f088ddb8aae39123886',
 'tickets/T-1343.txt': '5ff16978216649dd48b4',
 'tickets/T-1350.txt': '12db280c5153f6ddc14e',
 'tickets/T-1357.txt': 'c161f82821611643107f',
 'tickets/T-1364.txt': '2e9d82b97156da94474c',
 'tickets/T-1371.txt': '191358f0a36ae277c11a',
 'tickets/T-1378.txt': '64de1361f27c5c467b48',
 'tickets/T-1385.txt': 'b44ce9ce8c0b3ec15f7f',
 'tickets/T-1392.txt': 'bdc06f7e8f6cf3b0bb85',
 'tickets/T-1399.txt': 'f16cb1489ce92af1f507',
 'tickets/T-1406.txt': '63a749df790e6273fecf',
 'tickets/T-1413.txt': '47e9bc9450c07b059644',
 'tickets/T-1420.txt': '488119f39ad0e6665dff',
 'tickets/T-1427.txt': 'da9e1829f1753e5be07b',
 'tickets/T-1434.txt': 'b18ffa9bd39f0c32cf07',
 'tickets/T-1441.txt': 'edd251eb37d4c26255ee',
 'tickets/T-1448.txt': 'c074221e6889b39dd609',
 'tickets/T-1455.txt': 'ef20038e13e8e9753ac9',
 'tickets/T-1462.txt': '8c9aedb173ead029254c',
 'tickets/T-1469.txt': '9e9f28d9ba384cc2b07a',
 'tickets/T-1476.txt': '5a630a878592c840554a',
 'tickets/T-1483.txt': '4586f65fa6f390223bbf',
 'tickets/T-1490.txt': '5292db8ac704203ab7a8',
 'tickets/T-1497.txt': 'c898d13964896f4fe6e9',
 'tickets/T-1504.txt': '05985c01dacab4debac4',
 'tickets/T-1511.txt': 'eeccb3b5edd1e3db047a',
 'tickets/T-1518.txt': '1f444febbefb97d713a4',
 'tickets/T-1525.txt': '3e57ec3ff03f6ccbd53e',
 'tickets/T-1532.txt': '60c1ce4f04ebf916c433',
 'tickets/T-1539.txt': 'eaa725a88064351b7d47',
 'tickets/T-1546.txt': '9fa52aa09aac9e454cc2',
 'tickets/T-1553.txt': '9aa71e3122b915591470',
 'tickets/T-1560.txt': 'c859dd37d7f9878177e0',
 'tickets/T-1567.txt': '574b6161474fb8d32e1e',
 'tickets/T-1574.txt': '80436672b6d3bb752e84',
 'tickets/T-1581.txt': '157b59691df443c0e960',
 'tickets/T-1588.txt': '5bb0f88d32e0c17724de',
 'tickets/T-1595.txt': 'db4143dcdd9c0c54ef88',
 'tickets/T-1602.txt': '24193289bfdecbc1f1f8',
 'tickets/T-1609.txt': '9cfbbd9957e32b414904',
 'tickets/T-1616.txt': '428e73154c0e61262ee4',
 'tickets/T-1623.txt': 'f746b2144c7546b94123',
 'tickets/T-1630.txt': '90e6025c714d8ac7b3b2',
 'tickets/T-1637.txt': '319b67d9410b3dd55e47',
 'tickets/T-1644.txt': '52c993cf0b23ee7af092',
 'tickets/T-1651.txt': '8a2b61f2de7b583c3224',
 'tickets/T-1658.txt': 'fcc032a081660e9db859',
 'tickets/T-1665.txt': '45dac0f186430d4607b6',
 'tickets/T-1672.txt': 'e585434dc473ed287b05',
 'tickets/T-1679.txt': 'beeab19229d2caafecbf',
 'tickets/T-1686.txt': '1c3594bf5b602f2c22a6',
 'tickets/T-1693.txt': 'df18a998a36e3ab20d7c',
 'tickets/T-1700.txt': '4768cc6554f5962d0f30',
 'tickets/T-1707.txt': '39e63b71002b14c35fd2',
 'tickets/T-1714.txt': '9675b92444f9f601a33d',
 'tickets/T-1721.txt': '03d952376fc01f01eaad',
 'tickets/T-1728.txt': '31a4437af1e3950cecaf',
 'tickets/T-1735.txt': '1fa460ff0a49ed46adb9',
 'tickets/T-1742.txt': 'd2fcd9603a253dee55fb',
 'tickets/T-1749.txt': 'a28db460af7dd38a9698',
 'tickets/T-1756.txt': '7850aee3bfe6670abae7',
 'tickets/T-1763.txt': 'd46f48f1f6ed94ed1c43',
 'tickets/T-1770.txt': '2ec17978ef985aa798c9',
 'tickets/T-1777.txt': 'b472d367f9afac24d31f',
 'tickets/T-1784.txt': 'b651b90d44115c000e71',
 'tickets/T-1791.txt': '082d789bfa4e4dcad10b',
 'tickets/T-1798.txt': 'a247bf67a1491ab88906',
 'tickets/T-1805.txt': 'e06665788295d5dc070a',
 'tickets/T-1812.txt': '45ec386fbdbd15bdf929',
 'tickets/T-1819.txt': 'd78653960822f61997fb',
 'tickets/T-1826.txt': 'b4f4aa7ca76170cb3f1f',
 'tickets/T-1833.txt': '30ddab83cde3855fac47',
 'tickets/T-1840.txt': '7eb9bc3e332c9091c0c5'}
NUMBERS = ['T-1063', 'T-1161', 'T-1287', 'T-1406', 'T-1539', 'T-1651', 'T-1770', 'T-1826']

text = answer(900)
unchanged()
said = {f"T-{n}" for n in re.findall(r"\bT-?\s?(\d{4})\b", text)} or {f"T-{n}" for n in re.findall(r"\b(\d{4})\b", text)}
assert said == set(NUMBERS), f"missing {sorted(set(NUMBERS) - said)}, too many {sorted(said - set(NUMBERS))}"
rest = re.sub(r"\b(T-?\s?)?\d{4}\b(\.txt)?", "", text)
rest = re.sub(r"(?m)^\s*\d+[.)]\s", "", rest)
assert has_number(rest, len(NUMBERS)), f"there are {len(NUMBERS)}"
