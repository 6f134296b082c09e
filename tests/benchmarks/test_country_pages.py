"""Country pages are prose whose sentences say the values of the JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import country_pages
from benchmarks.country_pages import write_countries
from benchmarks.research_set import NPM, npm_folder
from pandora.document.quote_match import places_of


def country(name: str, number: int, borders: str) -> dict[str, Any]:
    def text(value: str) -> dict[str, str]:
        return {"text": value}

    return {
        "Introduction": {"Background": text(f"{name} has been there for long.")},
        "Geography": {
            "Area": {"total": text(f"{number}8,394 sq km")},
            "Coastline": text(f"{number}7 km"),
            "Elevation extremes": {"highest point": text(f"Mount {name} 2,{number}00 m")},
            "Land boundaries": {"border countries": text(borders)},
        },
        "People and Society": {
            "Population": text(f"{number}41,919 (July 2015 est.)"),
            "Median age": {"total": text(f"2{number}.7 years")},
            "Birth rate": text(f"1{number}.4 births/1,000 population"),
        },
        "Government": {
            "Country name": {"conventional short form": text(name)},
            "Capital": {"name": text(f"Port {name}")},
            "Independence": text(f"1{number} May 19{number}0 (from others)"),
        },
        "Economy": {"Unemployment rate": text(f"{number}.2% (2014 est.) ++ 9% (2013 est.)")},
        "Transportation": {"Airports": text(f"{number}2 (2013)")},
        "Communications": {"Internet country code": text(f".{name[:2].lower()}")},
    }


def test_pages_questions_hops_and_altered_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / npm_folder(NPM[0]) / "package" / "south"
    folder.mkdir(parents=True)
    names = ("Aland", "Boria", "Cetia", "Doria")
    for number, name in enumerate(names, 1):
        others = [other for other in names if other != name]
        borders = ", ".join(f"{other} {(number + place) * 111} km" for place, other in enumerate(others))
        (folder / f"{name}.json").write_text(json.dumps(country(name, number, borders)), encoding="utf-8")
    (folder / "odd.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(country_pages, "ALTERED", 2)
    documents = tmp_path / "documents"
    documents.mkdir()
    items = write_countries(documents, tmp_path)
    texts = {path.name: path.read_text(encoding="utf-8") for path in documents.iterdir()}
    assert len(texts) == 6
    assert {item.kind for item in items} == {"one hop", "two hops", "contradiction"}
    for item in items:
        assert all(places_of(gold.quote, texts[gold.path]) for gold in item.gold), item
        assert all(any(places_of(value, gold.quote) for gold in item.gold) for value in item.values), item
    two = next(item for item in items if item.kind == "two hops")
    assert len(two.hops) == len(two.gold) == 2
    clash = next(item for item in items if item.kind == "contradiction")
    assert clash.values[0] != clash.values[1]
    assert [gold.path.endswith("-second-edition.md") for gold in clash.gold] == [False, True]
