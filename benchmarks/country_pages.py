"""Country pages as prose, from the values of a JSON: one hop, two hops over borders, and altered copies."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.research_set import NPM, SEED, Gold, Item, npm_folder

COUNTRIES, ALTERED = 60, 10
"""The pages, and those of them of which there is a copy with another figure."""
ONE_HOP, TWO_HOPS = 40, 12
"""The questions whose answer stands on one page, and those that need a second one."""


@dataclass(frozen=True)
class _Field:
    """A value of a country: where it stands in the JSON, how a page says it, and how it is asked for."""

    path: tuple[str, ...]
    said: str
    asked: str
    value: re.Pattern[str]


_NUMBER = r"-?\$?[\d,]+(?:\.\d+)?"
_FIELDS = tuple(
    _Field(tuple(path.split("/")), said, asked, re.compile(value))
    for path, said, asked, value in (
        (
            "People and Society/Population/text",
            "{c} has a population of {v}.",
            "What is the population of {c}?",
            rf"^{_NUMBER}",
        ),
        (
            "Geography/Area/total/text",
            "The total area of {c} is {v}.",
            "How large is the total area of {c}?",
            rf"^{_NUMBER} sq km",
        ),
        (
            "Geography/Coastline/text",
            "The coastline of {c} is {v} long.",
            "How long is the coastline of {c}?",
            rf"^{_NUMBER} km",
        ),
        (
            "Geography/Elevation extremes/highest point/text",
            "The highest point of {c} is {v}.",
            "What is the highest point of {c}?",
            r"^[A-Z][\w' -]+? (?=[\d,]+ m)",
        ),
        (
            "Government/Capital/name/text",
            "The capital of {c} is {v}.",
            "What is the capital of {c}?",
            r"^[A-Z][\w' -]+$",
        ),
        (
            "Government/Independence/text",
            "{c} became independent on {v}.",
            "When did {c} become independent?",
            r"^\d{1,2} \w+ \d{4}",
        ),
        (
            "Economy/Inflation rate (consumer prices)/text",
            "Inflation in {c} was {v}.",
            "How high was inflation in {c} in 2014?",
            r"^-?[\d.]+%(?= \(2014)",
        ),
        (
            "Economy/Unemployment rate/text",
            "The unemployment rate of {c} was {v}.",
            "What was the unemployment rate of {c} in 2014?",
            r"^[\d.]+%(?= \(2014)",
        ),
        (
            "People and Society/Median age/total/text",
            "The median age in {c} is {v}.",
            "What is the median age of the people of {c}?",
            r"^[\d.]+ years",
        ),
        (
            "People and Society/Life expectancy at birth/total population/text",
            "Life expectancy at birth in {c} is {v}.",
            "What is the life expectancy at birth in {c}?",
            r"^[\d.]+ years",
        ),
        (
            "People and Society/Birth rate/text",
            "The birth rate in {c} is {v}.",
            "How high is the birth rate of {c}?",
            r"^[\d.]+ births",
        ),
        (
            "Transportation/Airports/text",
            "{c} has {v} airports.",
            "How many airports does {c} have?",
            r"^[\d,]+",
        ),
        (
            "Communications/Internet country code/text",
            "Its internet country code is {v}.",
            "What is the internet country code of {c}?",
            r"^\.[a-z]{2}$",
        ),
        (
            "Transportation/Roadways/total/text",
            "The roadways of {c} have a total length of {v}.",
            "How long are the roadways of {c} in total?",
            rf"^{_NUMBER} km",
        ),
    )
)
_SECTIONS = """
Introduction: Introduction/Background
Geography: Geography/Location, Geography/Climate, Geography/Terrain, Geography/Natural hazards
People: People and Society/Languages, People and Society/Religions, People and Society/Ethnic groups
Government: Government/Legal system, Government/Flag description, Government/Suffrage
Economy: Economy/Economy - overview, Economy/Industries, Economy/Exports - commodities
Communications: Communications/Broadcast media, Communications/Telephone system/general assessment
Disputes: Transnational Issues/Disputes - international
"""
"""The sections of a page, each with the long texts that stand in it."""
_LONG = tuple(
    (title, tuple(f"{path.strip()}/text" for path in paths.split(",")))
    for title, _, paths in (line.partition(":") for line in _SECTIONS.strip().split("\n"))
)
_BORDER = re.compile(r"([A-Z][A-Za-z' -]+?) ([\d,]+(?:\.\d+)?) km")


@dataclass(frozen=True)
class _Country:
    """A country: its values, the sentences of its page that say them, and the length of each border in km."""

    name: str
    said: Mapping[str, str]
    value: Mapping[str, str]
    borders: Mapping[str, float]
    page: str

    @property
    def path(self) -> str:
        return f"{re.sub(r'[^a-z]+', '-', self.name.lower()).strip('-')}.md"

    def gold(self, field: _Field) -> Gold:
        return Gold(self.path, self.said[field.asked])


def write_countries(documents: Path, packages: Path) -> list[Item]:
    """Write the pages, and return the questions about them."""
    chosen = _chosen(packages / npm_folder(NPM[0]) / "package")
    chance = random.Random(SEED)
    for country in chosen:
        (documents / country.path).write_text(country.page, encoding="utf-8")
    items = list(_one_hop(chosen, chance))
    items += _two_hops(chosen, chance)
    return items + list(_altered(documents, chosen, chance))


def _chosen(package: Path) -> list[_Country]:
    """Countries with most values, and their neighbours, in a fixed order."""
    read = (_country(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(package.glob("*/*.json")))
    known = {country.name: country for country in read if country is not None}
    chosen: dict[str, _Country] = {}
    for country in sorted(known.values(), key=lambda one: (-len(one.value), one.name)):
        near = [known[name] for name in country.borders if name in known]
        if country.borders and len(near) == len(country.borders):
            chosen |= {one.name: one for one in (country, *near)}
        if len(chosen) >= COUNTRIES:
            break
    return list(chosen.values())[:COUNTRIES]


def _country(read: Mapping[str, Any]) -> _Country | None:
    name = _at(read, ("Government", "Country name", "conventional short form", "text"))
    if not name or not re.fullmatch(r"[A-Z][A-Za-z' -]+", name) or name == "none":
        return None
    values = {field: _at(read, field.path) for field in _FIELDS}
    matches = {field: field.value.search(text) for field, text in values.items() if text}
    value = {field.asked: match[0].strip() for field, match in matches.items() if match}
    said = {
        field.asked: field.said.format(c=name, v=_first(values[field]))
        for field in _FIELDS
        if field.asked in value
    }
    borders = {
        match[1].strip(): float(match[2].replace(",", ""))
        for match in _BORDER.finditer(_at(read, ("Geography", "Land boundaries", "border countries", "text")))
    }
    return _Country(name, said, value, borders, _page(name, read, said, borders)) if len(value) > 8 else None


def _at(read: Mapping[str, Any], path: tuple[str, ...]) -> str:
    here: Any = read
    for part in path:
        here = here.get(part, {}) if isinstance(here, Mapping) else {}
    return " ".join(here.split()) if isinstance(here, str) else ""


def _first(text: str) -> str:
    """The newest of several values."""
    return text.split(" ++ ")[0].strip().rstrip(".")


def _page(name: str, read: Mapping[str, Any], said: Mapping[str, str], borders: Mapping[str, float]) -> str:
    """A page: long texts in sections, and the sentences with values spread over them."""
    sentences = list(said.values())
    if borders:
        shown = ", ".join(f"{other} ({length:g} km)" for other, length in borders.items())
        sentences.append(f"{name} has land borders with {shown}.")
    parts, share = [f"# {name}"], -(-len(sentences) // len(_LONG))
    for number, (title, paths) in enumerate(_LONG):
        texts = [text for path in paths if (text := _at(read, tuple(path.split("/"))))]
        own = " ".join(sentences[number * share : (number + 1) * share])
        parts.append(f"## {title}\n\n" + "\n\n".join(filter(None, [*texts[:1], own, *texts[1:]])))
    return "\n\n".join(parts) + "\n"


def _one_hop(chosen: list[_Country], chance: random.Random) -> Iterator[Item]:
    pairs = [(country, field) for country in chosen for field in _FIELDS if field.asked in country.value]
    for number, (country, field) in enumerate(chance.sample(pairs, min(ONE_HOP, len(pairs))), 1):
        asked = field.asked.format(c=country.name)
        yield Item(f"country-{number}", asked, "one hop", (country.gold(field),), (country.value[field.asked],))


def _two_hops(chosen: list[_Country], chance: random.Random) -> list[Item]:
    """Questions about the neighbour with the longest border, whose name the question does not say."""
    known = {country.name: country for country in chosen}
    items: list[Item] = []
    for country in chance.sample(chosen, len(chosen)):
        if len(country.borders) < 2 or not country.borders.keys() <= known.keys():
            continue
        first, second, *_ = sorted(country.borders.values(), reverse=True)
        longest = known[max(country.borders, key=country.borders.__getitem__)]
        fields = [field for field in _FIELDS if field.asked in longest.value]
        if first == second or not fields or len(items) == TWO_HOPS:
            continue
        field = chance.choice(fields)
        about = f"the country with which {country.name} has its longest land border"
        border = next(line for line in country.page.split("\n") if f"{country.name} has land borders" in line)
        sentence = border[border.index(f"{country.name} has land borders") :]
        hops = (f"Which countries have land borders with {country.name}?", field.asked.format(c=longest.name))
        gold = (Gold(country.path, sentence.rstrip(".")), longest.gold(field))
        value = longest.value[field.asked]
        items.append(
            Item(f"border-{len(items) + 1}", field.asked.format(c=about), "two hops", gold, (value,), hops=hops)
        )
    return items


def _altered(documents: Path, chosen: list[_Country], chance: random.Random) -> Iterator[Item]:
    """Copies of pages in which one figure is another: a contradiction that the report must name."""
    kinds = [field for field in _FIELDS if re.search(r"\d", field.value.pattern) or "," in field.value.pattern]
    able = [country for country in chosen if any(field.asked in country.value for field in kinds)]
    for number, country in enumerate(chance.sample(able, ALTERED), 1):
        field = chance.choice(
            [field for field in kinds if re.search(r"\d", country.value.get(field.asked, ""))]
        )
        value = country.value[field.asked]
        digits = [place for place, letter in enumerate(value) if letter.isdigit()]
        place = digits[0] if len(digits) == 1 else digits[len(digits) // 2]
        other = f"{value[:place]}{(int(value[place]) + 3) % 10}{value[place + 1 :]}"
        sentence = country.said[field.asked]
        altered = country.page.replace(sentence, sentence.replace(value, other, 1), 1)
        path = country.path.replace(".md", "-second-edition.md")
        (documents / path).write_text(altered, encoding="utf-8")
        gold = (country.gold(field), Gold(path, sentence.replace(value, other, 1)))
        asked = field.asked.format(c=country.name)
        yield Item(f"altered-{number}", asked, "contradiction", gold, (value, other), clash=(value, other))
