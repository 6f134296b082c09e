"""Right programs in the style of a small model, each with one planted fault, for the test of experiments."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass

LAPTOPS = """name,price,gpu,ram,stock
MSI Thin 15,649,nvidia RTX 4050,16,4
ASUS TUF Gaming,699,nvidia RTX 4060,16,2
Acer Swift,549,intel Arc,8,9
Lenovo IdeaPad,499,amd Radeon,8,7
HP Victus,729,nvidia RTX 4050,12,5
Dell G15,819,nvidia RTX 4070,32,1
Framework 13,999,amd Radeon,24,3
Medion Akoya,449,intel Iris,4,11
"""
BESTELLUNGEN = """Nummer;Kunde;Stadt;Betrag;Menge;Status;Datum
1001;Krüger;Bremen;120,50;3;bezahlt;13.03.2024
1002;Özdemir;Köln;89,90;1;offen;14.03.2024
1003;Krüger;Bremen;45,00;2;storniert;20.03.2024
1004;Weber;Hamburg;310,25;7;bezahlt;02.04.2024
1005;Özdemir;Köln;19,95;4;bezahlt;05.04.2024
1006;Lang;Bremen;240,10;5;offen;11.04.2024
1007;Weber;Hamburg;75,30;6;bezahlt;19.04.2024
1008;Sanders;Köln;150,75;8;bezahlt;03.05.2024
1009;Lang;Bremen;61,40;9;bezahlt;08.05.2024
"""
PERSONNEL = """[
 {"nom": "Amélie", "service": "ventes", "salaire": 2400, "age": 31, "ville": "Lyon"},
 {"nom": "Bruno", "service": "achats", "salaire": 2750, "age": 45, "ville": "Paris"},
 {"nom": "Chloé", "service": "ventes", "salaire": 3100, "age": 38, "ville": "Paris"},
 {"nom": "Denis", "service": "achats", "salaire": 1980, "age": 24, "ville": "Lyon"},
 {"nom": "Élodie", "service": "support", "salaire": 2210, "age": 29, "ville": "Nantes"},
 {"nom": "Farid", "service": "ventes", "salaire": 2875, "age": 52, "ville": "Nantes"},
 {"nom": "Gilles", "service": "support", "salaire": 2040, "age": 61, "ville": "Lyon"}
]
"""
VENTAS = """{"tienda": "Sevilla", "producto": "mesa", "unidades": 12, "importe": 960.5}
{"tienda": "Madrid", "producto": "silla", "unidades": 40, "importe": 1210.0}
{"tienda": "Sevilla", "producto": "silla", "unidades": 25, "importe": 745.25}
{"tienda": "Bilbao", "producto": "mesa", "unidades": 9, "importe": 702.0}
{"tienda": "Madrid", "producto": "armario", "unidades": 6, "importe": 1830.9}
{"tienda": "Bilbao", "producto": "silla", "unidades": 31, "importe": 899.0}
{"tienda": "Sevilla", "producto": "armario", "unidades": 3, "importe": 915.45}
{"tienda": "Madrid", "producto": "mesa", "unidades": 17, "importe": 1377.0}
"""
TEMPERATURES = (
    "station\tmonth\train\ttemperature\twind\n"
    "Oslo\t2024-01\t54.1\t-4.3\t11.2\nOslo\t2024-02\t41.0\t-3.9\t10.1\nOslo\t2024-03\t50.6\t0.4\t12.7\n"
    "Bergen\t2024-01\t210.4\t2.1\t18.8\nBergen\t2024-02\t168.2\t1.9\t17.3\nBergen\t2024-03\t177.7\t3.6\t16.5\n"
    "Tromsø\t2024-01\t95.5\t-3.5\t14.9\nTromsø\t2024-02\t88.3\t-3.2\t15.4\nTromsø\t2024-03\t72.9\t-1.8\t13.6\n"
)
LIBRARY = """<?xml version="1.0" encoding="utf-8"?>
<library>
 <book id="b1"><title>Dune</title><author>Herbert</author><year>1965</year><pages>412</pages></book>
 <book id="b2"><title>Solaris</title><author>Lem</author><year>1961</year><pages>204</pages></book>
 <book id="b3"><title>Emma</title><author>Austen</author><year>1815</year><pages>474</pages></book>
 <book id="b4"><title>Fiasco</title><author>Lem</author><year>1986</year><pages>322</pages></book>
 <book id="b5"><title>Persuasion</title><author>Austen</author><year>1817</year><pages>249</pages></book>
 <book id="b6"><title>Eden</title><author>Lem</author><year>1959</year><pages>262</pages></book>
</library>
"""
LOG = """2025-09-14 01:00:36 INFO auth: login of anna
2025-09-14 01:02:11 ERROR db: timeout after 30 s
2025-09-14 01:03:50 WARN disk: 91 percent full
2025-09-14 02:15:07 ERROR auth: bad token
2025-09-14 02:20:44 INFO auth: login of ben
2025-09-14 03:01:29 ERROR db: timeout after 45 s
2025-09-14 03:09:58 INFO disk: cleaned
2025-09-14 04:44:13 ERROR db: connection refused
"""
KONTEN = """- konto: Miete
  betrag: -850.0
  monat: Januar
- konto: Gehalt
  betrag: 3200.5
  monat: Januar
- konto: Strom
  betrag: -92.3
  monat: Februar
- konto: Gehalt
  betrag: 3210.0
  monat: Februar
- konto: Miete
  betrag: -860.0
  monat: Februar
"""


def _database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(
            """
            CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT);
            INSERT INTO customers VALUES (1, 'Ines', 'Spain'), (2, 'Marko', 'Croatia'), (3, 'Lucía', 'Spain'),
              (4, 'Tom', 'Ireland');
            CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, amount REAL, weight REAL);
            INSERT INTO orders VALUES (11, 1, 120.5, 3.1), (12, 2, 80.25, 9.4), (13, 1, 42.0, 1.2),
              (14, 3, 310.0, 2.2), (15, 4, 99.9, 7.7), (16, 3, 15.75, 8.8), (17, 2, 230.4, 0.9);
            """
        )
        return database.serialize()


FILES: dict[str, bytes] = {
    "laptops.csv": LAPTOPS.encode(),
    "bestellungen.csv": BESTELLUNGEN.encode(),
    "personnel.json": PERSONNEL.encode(),
    "ventas.jsonl": VENTAS.encode(),
    "weather.tsv": TEMPERATURES.encode(),
    "library.xml": LIBRARY.encode(),
    "server.log": LOG.encode(),
    "konten.yaml": KONTEN.encode(),
    "shop.sqlite": _database(),
}


@dataclass(frozen=True)
class Planted:
    """A request, a right program for it, and the same program with one fault of a `kind`.

    `path` is the file that it reads. `exempt` are words of the questions that a person
    answers by yes; any other is answered by no.
    """

    kind: str
    path: str
    request: str
    right: str
    mutant: str
    exempt: tuple[str, ...] = ()


COLUMN, FILTER, DENOMINATOR, ONE_OFF, FIRST = "column", "filter", "denominator", "off by one", "first"
_LAPTOPS = 'rows = table("laptops.csv")\n'
_ORDERS = 'rows = table("bestellungen.csv")\n'
_STAFF = 'rows = load("personnel.json")\n'
_SALES = 'rows = table("ventas.jsonl")\n'
_WEATHER = 'rows = table("weather.tsv")\n'
_BOOKS = 'books = table("library.xml")\n'
_LOG = 'rows = log("server.log")\n'
_SHOP = 'customers = table("shop.sqlite", "customers")\norders = table("shop.sqlite", "orders")\n'
_SQL = 'import sqlite3\ndb = sqlite3.connect("shop.sqlite")\n'

CORPUS: tuple[Planted, ...] = (
    Planted(
        FILTER,
        "laptops.csv",
        "What is the cheapest laptop with an nvidia gpu in laptops.csv, and its price?",
        _LAPTOPS
        + 'rows = [r for r in rows if "nvidia" in r["gpu"]]\nbest = min(rows, key=lambda r: r["price"])\n'
        + 'print(best["name"], best["price"])',
        _LAPTOPS + 'best = min(rows, key=lambda r: r["price"])\nprint(best["name"], best["price"])',
    ),
    Planted(
        FIRST,
        "laptops.csv",
        "Which laptop has the highest price?",
        _LAPTOPS + 'best = max(rows, key=lambda r: r["price"])\nprint(best["name"], best["price"])',
        _LAPTOPS + 'best = rows[0]\nprint(best["name"], best["price"])',
    ),
    Planted(
        COLUMN,
        "laptops.csv",
        "Which laptop has the most ram?",
        _LAPTOPS + 'best = max(rows, key=lambda r: r["ram"])\nprint(best["name"])',
        _LAPTOPS + 'best = max(rows, key=lambda r: r["stock"])\nprint(best["name"])',
    ),
    Planted(
        ONE_OFF,
        "laptops.csv",
        "List the 3 cheapest laptops with their price.",
        _LAPTOPS + 'for r in sorted(rows, key=lambda r: r["price"])[:3]:\n    print(r["name"], r["price"])',
        _LAPTOPS + 'for r in sorted(rows, key=lambda r: r["price"])[:2]:\n    print(r["name"], r["price"])',
    ),
    Planted(
        DENOMINATOR,
        "laptops.csv",
        "What is the average price of the laptops?",
        _LAPTOPS + 'print(sum(r["price"] for r in rows) / len(rows))',
        _LAPTOPS + 'print(sum(r["price"] for r in rows) / (len(rows) - 1))',
    ),
    Planted(
        FILTER,
        "laptops.csv",
        "How many laptops cost less than 600?",
        _LAPTOPS + 'print(len([r for r in rows if r["price"] < 600]))',
        _LAPTOPS + "print(len(rows))",
    ),
    Planted(
        COLUMN,
        "laptops.csv",
        "Add up the stock of all laptops.",
        _LAPTOPS + 'print("Total:", sum(r["stock"] for r in rows))',
        _LAPTOPS + 'print("Total:", sum(r["price"] for r in rows))',
    ),
    Planted(
        FIRST,
        "laptops.csv",
        "Give the name and price of the cheapest laptop with 16 GB of ram.",
        _LAPTOPS
        + 'rows = [r for r in rows if r["ram"] == 16]\nrows.sort(key=lambda r: r["price"])\n'
        + 'print(rows[0]["name"], rows[0]["price"])',
        _LAPTOPS + 'rows = [r for r in rows if r["ram"] >= 16]\nprint(rows[-1]["name"], rows[-1]["price"])',
    ),
    Planted(
        FILTER,
        "laptops.csv",
        "Save all laptops with an amd gpu to out/amd.csv.",
        _LAPTOPS + 'save([r for r in rows if "amd" in r["gpu"]], "out/amd.csv")',
        _LAPTOPS + 'save(rows, "out/amd.csv")',
    ),
    Planted(
        ONE_OFF,
        "laptops.csv",
        "Convert laptops.csv to laptops.json.",
        _LAPTOPS + 'save(rows, "laptops.json")',
        _LAPTOPS + 'save(rows[1:], "laptops.json")',
    ),
    Planted(
        FIRST,
        "laptops.csv",
        "What is the first laptop in laptops.csv that costs more than 600?",
        _LAPTOPS + 'print(next(r["name"] for r in rows if r["price"] > 600))',
        _LAPTOPS + 'print(rows[0]["stock"], [r["name"] for r in rows if r["price"]][0])',
        exempt=("place in the data's order",),
    ),
    Planted(
        FILTER,
        "bestellungen.csv",
        "Wie hoch ist die Summe der Beträge aller Bestellungen aus Bremen?",
        _ORDERS + 'print(round(sum(r["Betrag"] for r in rows if r["Stadt"] == "Bremen"), 2))',
        _ORDERS + 'print(round(sum(r["Betrag"] for r in rows), 2))',
    ),
    Planted(
        FILTER,
        "bestellungen.csv",
        "Wie viele Bestellungen sind noch offen?",
        _ORDERS + 'print(sum(1 for r in rows if r["Status"] == "offen"))',
        _ORDERS + 'print(sum(1 for r in rows if r["Status"]))',
    ),
    Planted(
        COLUMN,
        "bestellungen.csv",
        "Welche Bestellung hat den höchsten Betrag? Nenne Nummer und Kunde.",
        _ORDERS + 'b = max(rows, key=lambda r: r["Betrag"])\nprint(b["Nummer"], b["Kunde"])',
        _ORDERS + 'b = max(rows, key=lambda r: r["Menge"])\nprint(b["Nummer"], b["Kunde"])',
    ),
    Planted(
        COLUMN,
        "bestellungen.csv",
        "Summiere die Menge je Stadt.",
        _ORDERS + 'for stadt, summe in totals(rows, "Stadt", "Menge"):\n    print(stadt, summe)',
        _ORDERS + 'for stadt, summe in totals(rows, "Stadt", "Betrag"):\n    print(stadt, summe)',
    ),
    Planted(
        DENOMINATOR,
        "bestellungen.csv",
        "Was ist der durchschnittliche Betrag je Stadt?",
        _ORDERS
        + 'for stadt, summe in totals(rows, "Stadt", "Betrag"):\n'
        + '    print(stadt, round(summe / len([r for r in rows if r["Stadt"] == stadt]), 2))',
        _ORDERS
        + 'for stadt, summe in totals(rows, "Stadt", "Betrag"):\n    print(stadt, round(summe / len(rows), 2))',
    ),
    Planted(
        FILTER,
        "bestellungen.csv",
        "Welche Kunden haben eine Bestellung über 100 Euro? Jeden Kunden nur einmal nennen.",
        _ORDERS + 'for k in sorted({r["Kunde"] for r in rows if r["Betrag"] > 100}):\n    print(k)',
        _ORDERS + 'for k in sorted({r["Kunde"] for r in rows}):\n    print(k)',
    ),
    Planted(
        FILTER,
        "bestellungen.csv",
        "Wie viel wurde insgesamt bestellt, ohne die Bestellungen, die storniert sind?",
        _ORDERS + 'print(sum(r["Betrag"] for r in rows if r["Status"] != "storniert"))',
        _ORDERS + 'print(sum(r["Betrag"] for r in rows))',
        exempt=("leave out", "also need"),
    ),
    Planted(
        DENOMINATOR,
        "bestellungen.csv",
        "Welchen Anteil in Prozent haben die Bestellungen aus Köln an der Zahl aller Bestellungen?",
        _ORDERS + 'n = len([r for r in rows if r["Stadt"] == "Köln"])\nprint(round(100 * n / len(rows), 1))',
        _ORDERS
        + 'n = len([r for r in rows if r["Stadt"] == "Köln"])\nprint(round(100 * n / (len(rows) - n), 1))',
    ),
    Planted(
        FIRST,
        "bestellungen.csv",
        "Welcher Kunde hat insgesamt am meisten ausgegeben?",
        _ORDERS + 'print(totals(rows, "Kunde", "Betrag")[0][0])',
        _ORDERS + 'print(list(dict(totals(rows[-3:], "Kunde", "Betrag")))[0])',
    ),
    Planted(
        ONE_OFF,
        "bestellungen.csv",
        "Speichere alle Bestellungen aus Hamburg in hamburg.json.",
        _ORDERS + 'save([r for r in rows if r["Stadt"] == "Hamburg"], "hamburg.json")',
        _ORDERS + 'save([r for r in rows if r["Stadt"] == "Hamburg"][:-1], "hamburg.json")',
    ),
    Planted(
        FILTER,
        "personnel.json",
        "Quel est le salaire moyen du service ventes ?",
        _STAFF
        + 'v = [p["salaire"] for p in rows if p["service"] == "ventes"]\nprint(round(sum(v) / len(v), 2))',
        _STAFF + 'v = [p["salaire"] for p in rows]\nprint(round(sum(v) / len(v), 2))',
    ),
    Planted(
        COLUMN,
        "personnel.json",
        "Qui a le plus haut salaire ?",
        _STAFF + 'print(max(rows, key=lambda p: p["salaire"])["nom"])',
        _STAFF + 'print(max(rows, key=lambda p: p["age"])["nom"])',
    ),
    Planted(
        DENOMINATOR,
        "personnel.json",
        "Calcule l'age moyen des employés.",
        _STAFF + 'print(round(sum(p["age"] for p in rows) / len(rows), 1))',
        _STAFF + 'print(round(sum(p["age"] for p in rows) / (len(rows) + 1), 1))',
    ),
    Planted(
        FIRST,
        "personnel.json",
        "Qui est la personne la plus jeune de Lyon ?",
        _STAFF + 'print(min([p for p in rows if p["ville"] == "Lyon"], key=lambda p: p["age"])["nom"])',
        _STAFF + 'print([p for p in rows if p["ville"] == "Lyon"][0]["nom"])',
    ),
    Planted(
        FILTER,
        "personnel.json",
        "Combien d'employés ont plus de 40 ans ?",
        _STAFF + 'print(len([p for p in rows if p["age"] > 40]))',
        _STAFF + 'print(len([p for p in rows if p["age"] > 30]))',
    ),
    Planted(
        ONE_OFF,
        "personnel.json",
        "Enregistre dans salaires.csv le nom et le salaire de chaque employé.",
        _STAFF + 'save([{"nom": p["nom"], "salaire": p["salaire"]} for p in rows], "salaires.csv")',
        _STAFF
        + 'save([{"nom": p["nom"], "salaire": p["salaire"]} for p in rows[: len(rows) - 1]], "salaires.csv")',
    ),
    Planted(
        DENOMINATOR,
        "personnel.json",
        "Salaire moyen par service ?",
        _STAFF
        + 'for s in sorted({p["service"] for p in rows}):\n'
        + '    v = [p["salaire"] for p in rows if p["service"] == s]\n    print(s, sum(v) / len(v))',
        _STAFF
        + 'n = len({p["service"] for p in rows})\nfor s in sorted({p["service"] for p in rows}):\n'
        + '    v = [p["salaire"] for p in rows if p["service"] == s]\n    print(s, sum(v) / len(rows) * n)',
    ),
    Planted(
        FILTER,
        "ventas.jsonl",
        "¿Cuál es el importe total de la tienda Sevilla?",
        _SALES + 'print(round(sum(r["importe"] for r in rows if r["tienda"] == "Sevilla"), 2))',
        _SALES + 'print(round(sum(r["importe"] for r in rows if r["tienda"] != "Bilbao"), 2))',
    ),
    Planted(
        COLUMN,
        "ventas.jsonl",
        "¿Qué tienda tiene más unidades vendidas?",
        _SALES + 'print(totals(rows, "tienda", "unidades")[0])',
        _SALES + 'print(totals(rows, "tienda", "importe")[0])',
    ),
    Planted(
        FIRST,
        "ventas.jsonl",
        "¿Qué venta de silla tiene el mayor importe? Di la tienda y el importe.",
        _SALES
        + 'v = max((r for r in rows if r["producto"] == "silla"), key=lambda r: r["importe"])\n'
        + 'print(v["tienda"], v["importe"])',
        _SALES
        + 'v = [r for r in rows if r["producto"] == "silla"]\n'
        + 'print(v[0]["tienda"], max(r["importe"] for r in v))',
    ),
    Planted(
        DENOMINATOR,
        "ventas.jsonl",
        "Importe medio por unidad de cada producto.",
        _SALES
        + 'units = dict(totals(rows, "producto", "unidades"))\n'
        + 'for p, amount in totals(rows, "producto", "importe"):\n    print(p, round(amount / units[p], 2))',
        _SALES
        + 'units = dict(totals(rows, "producto", "unidades"))\n'
        + 'for p, amount in totals(rows, "producto", "importe"):\n'
        + "    print(p, round(amount / sum(units.values()), 2))",
    ),
    Planted(
        ONE_OFF,
        "ventas.jsonl",
        "Muestra las 2 ventas con menos unidades.",
        _SALES
        + 'for r in sorted(rows, key=lambda r: r["unidades"])[:2]:\n'
        + '    print(r["tienda"], r["producto"], r["unidades"])',
        _SALES
        + 'for r in sorted(rows, key=lambda r: r["unidades"])[:3]:\n'
        + '    print(r["tienda"], r["producto"], r["unidades"])',
    ),
    Planted(
        FIRST,
        "weather.tsv",
        "Which station had the most rain in a single month?",
        _WEATHER
        + 'best = max(rows, key=lambda r: r["rain"])\n'
        + "print(f\"{best['station']} in {best['month']}: {best['rain']}\")",
        _WEATHER + "best = rows[3]\nprint(f\"{rows[0]['station']} in {best['month']}: {best['rain']}\")",
    ),
    Planted(
        FILTER,
        "weather.tsv",
        "What was the mean temperature in Bergen?",
        _WEATHER
        + 't = [r["temperature"] for r in rows if r["station"] == "Bergen"]\nprint(f"{sum(t) / len(t):.2f}")',
        _WEATHER + 't = [r["temperature"] for r in rows]\nprint(f"{sum(t) / len(t):.2f}")',
    ),
    Planted(
        COLUMN,
        "weather.tsv",
        "Give the total rain of each station, most first.",
        _WEATHER + 'for s, total in totals(rows, "station", "rain"):\n    print(f"{s}: {total:.1f}")',
        _WEATHER + 'for s, total in totals(rows, "station", "wind"):\n    print(f"{s}: {total:.1f}")',
    ),
    Planted(
        FILTER,
        "weather.tsv",
        "How many months had more than 90.5 of rain at Tromsø?",
        _WEATHER + 'print(len([r for r in rows if r["station"] == "Tromsø" and r["rain"] > 90.5]))',
        _WEATHER + 'print(len([r for r in rows if r["station"] == "Tromsø"]))',
    ),
    Planted(
        COLUMN,
        "library.xml",
        "Which book in library.xml has the most pages?",
        _BOOKS + 'b = max(books, key=lambda b: b["pages"])\nprint(b["title"], b["pages"])',
        _BOOKS + 'b = max(books, key=lambda b: b["year"])\nprint(b["title"])',
    ),
    Planted(
        FILTER,
        "library.xml",
        "Wie viele Seiten haben die Bücher von Lem zusammen?",
        _BOOKS + 'print(sum(b["pages"] for b in books if b["author"] == "Lem"))',
        _BOOKS + 'print(sum(b["pages"] for b in books))',
    ),
    Planted(
        ONE_OFF,
        "library.xml",
        "Liste alle Titel alphabetisch auf.",
        _BOOKS + 'for t in sorted(b["title"] for b in books):\n    print(t)',
        _BOOKS + 'for i in range(1, len(books)):\n    print(books[i]["title"])',
    ),
    Planted(
        FIRST,
        "library.xml",
        "What is the oldest book by Austen?",
        _BOOKS
        + 'b = min([b for b in books if b["author"] == "Austen"], key=lambda b: b["year"])\n'
        + 'print(b["title"], b["year"])',
        _BOOKS + 'b = [b for b in books if b["author"] == "Austen"][-1]\nprint(b["title"], b["year"])',
    ),
    Planted(
        FILTER,
        "server.log",
        "How many ERROR lines are in server.log?",
        _LOG + 'print(len([r for r in rows if r["level"] == "ERROR"]))',
        _LOG + "print(len(rows))",
    ),
    Planted(
        ONE_OFF,
        "server.log",
        "Count the lines of each level.",
        _LOG
        + "from collections import Counter\n"
        + 'for level, n in Counter(r["level"] for r in rows).most_common():\n    print(level, n)',
        _LOG
        + "from collections import Counter\n"
        + 'for level, n in Counter(r["level"] for r in rows[:-2]).most_common():\n    print(level, n)',
    ),
    Planted(
        FIRST,
        "server.log",
        "Which program logged the most errors?",
        'from collections import Counter\ncounts = Counter()\nfor line in lines("server.log"):\n'
        + '    if " ERROR " in line:\n        counts[line.split()[3].rstrip(":")] += 1\n'
        + "print(counts.most_common(1)[0][0])",
        'for line in lines("server.log"):\n    if " ERROR " in line:\n'
        + '        last = line.split()[3].rstrip(":")\nprint(last)',
    ),
    Planted(
        FILTER,
        "konten.yaml",
        "Wie hoch ist die Summe im Februar?",
        'rows = load("konten.yaml")\n'
        + 'print(round(sum(r["betrag"] for r in rows if r["monat"] == "Februar"), 2))',
        'rows = load("konten.yaml")\n' + 'print(round(sum(r["betrag"] for r in rows), 2))',
    ),
    Planted(
        FILTER,
        "shop.sqlite",
        "What is the total amount of the orders from Spain?",
        _SHOP
        + 'ids = {c["id"] for c in customers if c["country"] == "Spain"}\n'
        + 'print(round(sum(o["amount"] for o in orders if o["customer_id"] in ids), 2))',
        _SHOP
        + 'ids = {c["id"] for c in customers}\n'
        + 'print(round(sum(o["amount"] for o in orders if o["customer_id"] in ids), 2))',
    ),
    Planted(
        COLUMN,
        "shop.sqlite",
        "Which customer has the order with the largest amount?",
        _SQL
        + "print(*db.execute('SELECT name, amount FROM orders JOIN customers ON customers.id = customer_id "
        + "ORDER BY amount DESC LIMIT 1').fetchone())",
        _SQL
        + "print(*db.execute('SELECT name FROM orders JOIN customers ON customers.id = customer_id "
        + "ORDER BY weight DESC LIMIT 1').fetchone())",
    ),
    Planted(
        DENOMINATOR,
        "shop.sqlite",
        "What is the average amount of the orders?",
        _SQL + "print(round(db.execute('SELECT AVG(amount) FROM orders').fetchone()[0], 2))",
        _SQL
        + "print(round(db.execute('SELECT SUM(amount) / (SELECT COUNT(*) - 3 FROM orders) FROM orders')"
        + ".fetchone()[0], 2))",
    ),
    Planted(
        FIRST,
        "shop.sqlite",
        "Which order has the smallest weight?",
        _SHOP + 'print(min(orders, key=lambda o: o["weight"])["id"])',
        _SHOP + 'print(orders[0]["id"])',
    ),
    Planted(
        ONE_OFF,
        "laptops.csv",
        "Which laptop is the dearest, and what does it cost?",
        _LAPTOPS + 'r = sorted(rows, key=lambda r: -r["price"])\nprint(r[0]["name"], r[0]["price"])',
        _LAPTOPS + 'r = sorted(rows, key=lambda r: -r["price"])\nprint(r[1]["name"], r[1]["price"])',
    ),
    Planted(
        ONE_OFF,
        "laptops.csv",
        "Which laptop is the second dearest?",
        _LAPTOPS + 'print(sorted(rows, key=lambda r: -r["price"])[1]["name"])',
        _LAPTOPS + 'print(sorted(rows, key=lambda r: -r["price"])[2]["name"])',
        exempt=("if every row stood twice",),
    ),
    Planted(
        ONE_OFF,
        "personnel.json",
        "Qui gagne le moins, et combien ?",
        _STAFF + 'p = sorted(rows, key=lambda p: p["salaire"])\nprint(p[0]["nom"], p[0]["salaire"])',
        _STAFF + 'p = sorted(rows, key=lambda p: p["salaire"])\nprint(p[0]["nom"], p[1]["salaire"])',
    ),
    Planted(
        COLUMN,
        "bestellungen.csv",
        "Wie viele Bestellungen gibt es je Status?",
        _ORDERS
        + 'zahl = {}\nfor r in rows:\n    zahl[r["Status"]] = zahl.get(r["Status"], 0) + 1\nprint(zahl)',
        _ORDERS + 'zahl = {}\nfor r in rows:\n    zahl[r["Kunde"]] = zahl.get(r["Kunde"], 0) + 1\nprint(zahl)',
    ),
    Planted(
        FILTER,
        "bestellungen.csv",
        "Was haben die Bestellungen aus bremen gekostet?",
        _ORDERS + 'print(round(sum(r["Betrag"] for r in rows if r["Stadt"].lower() == "bremen"), 2))',
        _ORDERS + 'print(round(sum(r["Betrag"] for r in rows if r["Stadt"] == "bremen"), 2))',
    ),
    Planted(
        COLUMN,
        "library.xml",
        "Save title and author of each book to books.csv.",
        _BOOKS + 'save([{"title": b["title"], "author": b["author"]} for b in books], "books.csv")',
        _BOOKS + 'save([{"title": b["title"], "author": str(b)} for b in books], "books.csv")',
    ),
    Planted(
        DENOMINATOR,
        "server.log",
        "What share of the lines of each level, in percent?",
        _LOG
        + "from collections import Counter\n"
        + 'for level, n in Counter(r["level"] for r in rows).items():\n    print(level, 100 * n / len(rows))',
        _LOG
        + "from collections import Counter\n"
        + 'for level, n in Counter(r["level"] for r in rows).items():\n'
        + "    print(level, 100 * n / 3)",
    ),
    Planted(
        ONE_OFF,
        "weather.tsv",
        "How many months were measured at Oslo?",
        _WEATHER + 'print(len([r for r in rows if r["station"] == "Oslo"]))',
        _WEATHER + 'print(len([r for r in rows if r["station"] == "Oslo"]) - 1)',
    ),
    Planted(
        FIRST,
        "konten.yaml",
        "Welches Konto hat den kleinsten Betrag im Januar?",
        'rows = [r for r in load("konten.yaml") if r["monat"] == "Januar"]\n'
        + 'print(min(rows, key=lambda r: r["betrag"])["konto"])',
        'rows = [r for r in load("konten.yaml") if r["monat"] == "Januar"]\nprint(rows[-1]["konto"])',
    ),
)
