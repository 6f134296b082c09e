"""What the checkers of this suite share: reading a result and the files, numbers, dates and tables.

A checker that imports it is run as `python check.py RESULT.json` in the workspace. Its `ORIG` has the digests of
the files that were there at the start.
"""

import csv, hashlib, io, json, os, re, shutil, subprocess, sys, tempfile, unicodedata

import __main__ as task

with open(os.path.join(os.path.dirname(os.path.abspath(task.__file__)), "task.md"), encoding="utf-8") as handle:
    REQUEST = handle.read().split("---\n", 2)[2].strip()

RESULT = json.load(open(sys.argv[1], encoding="utf-8"))

STATUS = RESULT.get("status")

QUESTION = RESULT.get("question") or ""

def need(cond, message):
    if not cond:
        raise AssertionError(message)

def flat(text):
    text = unicodedata.normalize("NFC", text)
    for a, b in (("\u2019", "'"), ("\u2018", "'"), ("\u00b4", "'"), ("\u00a0", " "), ("\u202f", " "),
                 ("\u2009", " "), ("\u2013", "-"), ("\u2014", "-"), ("\u2011", "-"), ("\u2212", "-"),
                 ("\u201c", '"'), ("\u201d", '"'), ("\u201e", '"')):
        text = text.replace(a, b)
    return text

def low(text):
    return re.sub(r"\s+", " ", flat(text)).strip().lower()

def without_request(text):
    """The text less the request said back."""
    words = re.findall(r"\S+", flat(REQUEST))
    return re.sub(r"\s+".join(re.escape(w) for w in words), " ", flat(text), flags=re.I)

OUT = without_request(RESULT.get("output") or "")

def accepted():
    need(STATUS == "accepted", "status is %r, not accepted" % STATUS)

def no_program(text):
    need(not re.search(r"(?m)^\s*(import \w+|from \w+ import |def \w+\(|print\(|with open\()|```\s*(python|sql|bash)", text)
         and not re.search(r"(?is)\bselect\b.{1,200}\bfrom\b.{1,200}\b(where|join|group by)\b", text),
         "a program instead of its result")
    need(not re.search(r"\[\s*\(?\s*'|\{\s*'|\(\s*'[^']*'\s*,|Decimal\(|datetime\.|dict_|<[\w.]+ object at|Traceback|defaultdict|\bNaN\b|\bnan\b", text),
         "a Python value instead of text")

def answer(longest=3000):
    """The text said, for a request that is answered with text."""
    accepted()
    need(OUT.strip(), "no answer")
    no_program(OUT)
    need(len(OUT) <= longest, "far too long for this question (%d characters)" % len(OUT))
    return OUT

def ours(path):
    """Hidden files, caches and the assistant's own files."""
    parts = path.replace(os.sep, "/").split("/")
    return (any(p.startswith(".") or p == "__pycache__" for p in parts) or path.endswith(".pyc")
            or len(parts) > 1 and parts[0] in ("state", "system") or parts == ["pandora.toml"]
            or os.path.abspath(path) in (os.path.abspath(sys.argv[1]), os.path.abspath(__file__)))

def listing():
    found = []
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), ".")
            if not ours(path):
                found.append(path.replace(os.sep, "/"))
    return sorted(found)

def intact(*changed):
    """Every file that was there is there, unchanged (but for those named)."""
    for path, digest in task.ORIG.items():
        if path in changed:
            continue
        need(os.path.isfile(path), "%s is gone" % path)
        need(hashlib.sha256(open(path, "rb").read()).hexdigest() == digest, "%s was changed" % path)

def content(path):
    need(os.path.isfile(path), "%s was not made" % path)
    text = open(path, encoding="utf-8-sig").read()
    need(text.strip(), "%s is empty" % path)
    return text

def readings(token):
    token = token.replace(" ", "").replace("'", "")
    dots, commas = token.count("."), token.count(",")
    out = set()
    try:
        if not dots and not commas:
            out.add(float(token))
        elif dots and commas:
            dec = "." if token.rfind(".") > token.rfind(",") else ","
            if token.count(dec) == 1:
                tho = "," if dec == "." else "."
                out.add(float(token.replace(tho, "").replace(dec, ".")))
        else:
            sep = "." if dots else ","
            groups = token.split(sep)
            if 1 <= len(groups[0]) <= 3 and groups[0][0] != "0" and all(len(g) == 3 for g in groups[1:]):
                out.add(float(token.replace(sep, "")))
            if len(groups) == 2:
                out.add(float(token.replace(sep, ".")))
    except ValueError:
        pass
    return out

TOKEN = r"\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,]\d+)*"

WORDS = {2: "two zwei deux dos", 3: "three drei trois tres", 4: "four vier quatre cuatro", 5: "five f\u00fcnf cinq cinco",
         6: "six sechs seis", 7: "seven sieben sept siete", 8: "eight acht huit ocho", 9: "nine neun neuf nueve",
         10: "ten zehn dix diez", 11: "eleven elf onze once", 12: "twelve zw\u00f6lf douze doce"}

def numbers(text):
    text = flat(text)
    sets = [readings(t) for t in re.findall(TOKEN, text)]
    sets += [readings(t) for t in re.findall(r"\d+(?:[.,]\d+)*", text)]
    return sets

def has_num(text, value, tol=0.005):
    if any(abs(r - value) <= tol for s in numbers(text) for r in s):
        return True
    return value in WORDS and bool(re.search(r"\b(%s)\b" % "|".join(WORDS[value].split()), flat(text).lower()))

def claims(text, value, tol=0.005):
    """The number is what the text comes to: in its first or its last line (or sentence) that has a number."""
    lines = [l for l in re.split(r"\n+|(?<=[.!?])\s+(?=[A-Z\u00c0-\u00dc*])", flat(text)) if re.search(r"\d", l) or has_num(l, value, tol)]
    return bool(lines) and (has_num(lines[0], value, tol) or has_num(lines[-1], value, tol))

def one_num(cell, value, tol=0.005):
    """A table's cell that is this number."""
    cell = re.sub(r"(?i)eur(os?)?|\u20ac|kg|h(ours?)?$", "", flat(str(cell))).strip()
    return bool(re.fullmatch(r"[-+]?[\d.,' ]+", cell)) and any(abs(r - value) <= tol for r in readings(cell.lstrip("+")))

MONTHS = {1: "january januar j\u00e4nner janvier enero jan", 2: "february februar f\u00e9vrier fevrier febrero feb", 3: "march m\u00e4rz mars marzo mar",
          4: "april avril abril apr", 5: "may mai mayo", 6: "june juni juin junio jun", 7: "july juli juillet julio jul",
          8: "august ao\u00fbt agosto aug", 9: "september septembre septiembre sept sep", 10: "october oktober octobre octubre oct okt",
          11: "november novembre noviembre nov", 12: "december dezember d\u00e9cembre diciembre dec dez"}

def has_date(text, y, m, d):
    t = low(text)
    names = "(?:%s)" % "|".join(MONTHS[m].split())
    pats = [r"\b%d[-/.]0?%d[-/.]0?%d(?!\d)" % (y, m, d),
            r"(?<!\d)0?%d[./-] ?0?%d(?:[./-] ?(?:%d|%02d))?(?![\d])" % (d, m, y, y % 100),
            r"(?<!\d)0?%d/0?%d(?:/(?:%d|%02d))?(?!\d)" % (m, d, y, y % 100),
            r"(?<!\d)0?%d(?:st|nd|rd|th|er|\.)?(?: of| de| day of)? %s\b" % (d, names),
            r"\b%s\.? (?:the )?0?%d(?:st|nd|rd|th|\.)?(?!\d)" % (names, d)]
    return any(re.search(p, t) for p in pats)

def table(path):
    text = content(path)
    no_program(text)
    head = text.splitlines()[0]
    delim = max(",;\t|", key=head.count)
    rows = [[c.strip() for c in r] for r in csv.reader(io.StringIO(text), delimiter=delim) if any(c.strip() for c in r)]
    need(rows, "%s has no rows" % path)
    header = [low(c).replace(" ", "_") for c in rows[0]]
    for r in rows[1:]:
        need(len(r) == len(header), "%s: a row with %d cells under %d headings: %r" % (path, len(r), len(header), r))
    return header, [dict(zip(header, r)) for r in rows[1:]]

def word(text, w):
    return bool(re.search(r"(?<!\w)%s(?!\w)" % re.escape(low(w)), low(text)))

def count_words(text):
    return len(re.findall(r"[^\W_]+(?:['.,:\-][^\W_]+)*", flat(text)))

STOPS = {"en": "the and of to is for with that we are be will this our was on at by from it you",
         "de": "der die das und ist zu mit den von f\u00fcr im auf nicht wir ein eine sie ich am um bitte wird werden bis dem",
         "fr": "le la les et est des une pour dans avec nous vous pas que sur au du un",
         "es": "el la los las y es en una para con que por del se un lo"}

def language(text):
    ws = re.findall(r"[^\W\d_]+", low(text))
    return max(STOPS, key=lambda k: sum(w in STOPS[k].split() for w in ws))

ABSENT = (r"(\bno\b|\bnot\b|n't\b|cannot|missing|without|nothing|absent|unable|only (covers|goes|has|contains|runs)|ends (in|with|at)|"
          r"kein|nicht|fehlt|\bpas\b|aucun|absent|impossible|manque)")

def says_absent(text):
    return bool(re.search(ABSENT, low(text)))

def gave_up():
    return STATUS in ("escalated", "waiting", "failed")

def run_py(args, stdin=None, cwd=None):
    """Run python in a copy of the workspace."""
    base = tempfile.mkdtemp()
    try:
        there = os.path.join(base, "w")
        shutil.copytree(".", there, ignore=shutil.ignore_patterns("__pycache__", ".git"))
        for path, text in (cwd or {}).items():
            os.makedirs(os.path.dirname(os.path.join(there, path)) or there, exist_ok=True)
            open(os.path.join(there, path), "w", encoding="utf-8").write(text)
        env = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", PYTHONIOENCODING="utf-8", PYTHONPATH=there)
        try:
            p = subprocess.run([sys.executable] + args, cwd=there, env=env, input=stdin or "", capture_output=True, text=True,
                               encoding="utf-8", timeout=30)
        except subprocess.TimeoutExpired:
            raise AssertionError("python %s does not end" % " ".join(args)[:80])
        return p.returncode, p.stdout, p.stderr
    finally:
        shutil.rmtree(base, ignore_errors=True)

def calls(module, function, arguments):
    """[value or "!ExceptionName"] of the function for each list of arguments."""
    driver = ("import json,sys,io,contextlib\nq=json.loads(sys.stdin.read())\nout=[]\n"
              "with contextlib.redirect_stdout(io.StringIO()):\n"
              "    import importlib\n    f=getattr(importlib.import_module(%r),%r)\n"
              "    for a in q:\n"
              "        try: out.append(f(*a))\n"
              "        except Exception as e: out.append('!'+'|'.join(c.__name__ for c in type(e).__mro__))\n"
              "print('@@'+json.dumps(out,default=repr))\n") % (module, function)
    rc, out, err = run_py(["-c", driver], stdin=json.dumps(arguments))
    need(rc == 0 and "@@" in out, "%s.%s cannot be called: %s" % (module, function, err[-300:]))
    return json.loads(out[out.index("@@") + 2:])
