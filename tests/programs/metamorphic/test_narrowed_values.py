"""A program that looks for one of several values that share what the request names."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.experiments import trials
from pandora.programs.printed_values import Run
from pandora.programs.repairs.widened_conditions import with_conditions_widened
from pandora.programs.sql.query_shape import query_call
from tests.programs.metamorphic.tried_relation import TABLE, verdict
from tests.programs.test_planted_mutants import run_here

SHOP = "name,price,gpu\nMSI,649,nvidia RTX 4050\nSwift,549,intel Arc\nVictus,729,nvidia RTX 4060\n"
CHEAPEST = "print(min((r for r in rows if {}), key=lambda r: r['price']))"
ASKED = "Find the cheapest laptop with an nvidia GPU"


@pytest.mark.parametrize(
    ("request_", "condition", "state"),
    [
        (ASKED, "r['gpu'] == 'nvidia RTX 4050'", "violated"),
        (ASKED, "'nvidia rtx 4050' in r['gpu'].lower()", "violated"),
        (ASKED, "'nvidia' in r['gpu']", "not applicable"),
        (ASKED, "r['gpu'] in ('nvidia RTX 4050', 'nvidia RTX 4060')", "not applicable"),
        ("The cheapest with an nvidia RTX 4050", "r['gpu'] == 'nvidia RTX 4050'", "not applicable"),
        ("The cheapest with an nvidia RTX4050", "r['gpu'] == 'nvidia RTX 4050'", "not applicable"),
        ("The cheapest from intel", "r['gpu'] == 'intel Arc'", "not applicable"),
        (ASKED, "r['gpu'] == 'nvidia RTX 4050' or 'nvidia' in r['gpu']", "held"),
    ],
)
def test_of_values_that_share_a_word_of_the_request_none_is_taken_alone(
    request_: str, condition: str, state: str, tmp_path: Path
) -> None:
    found = verdict("narrowed values", request_, TABLE + CHEAPEST.format(condition), tmp_path, SHOP)
    assert found.state == state
    told = "it takes only 'nvidia RTX 4050' of the values of 'gpu', and the task names 'nvidia', which"
    assert state != "violated" or found.reason.startswith(told)


def test_a_query_is_held_to_it_too(tmp_path: Path) -> None:
    query = "SELECT name FROM a WHERE \"gpu\" = 'nvidia RTX 4050' ORDER BY price LIMIT 1"
    source = f"{TABLE}{query_call(query, {'a': 'rows'})}\nfor row in found:\n    print(*row.values())"
    assert verdict("narrowed values", ASKED, source, tmp_path, SHOP).state == "violated"


def test_values_that_a_request_tells_apart_in_another_form_are_its_own(tmp_path: Path) -> None:
    parts = "part,price\nfront brake pad,9\nfront brake disc,30\nrear light,5\n"
    program = TABLE + "print(sum(r['price'] for r in rows if r['part'] == 'front brake pad'))"
    asked = "What do the pads of the front brakes cost?"
    assert verdict("narrowed values", asked, program, tmp_path, parts).state == "violated", "`pad` is too short"
    asked = "What do the front brake pad and its screws cost?"
    assert verdict("narrowed values", asked, program, tmp_path, parts).state == "not applicable"


def test_a_day_of_a_limit_stands_for_itself(tmp_path: Path) -> None:
    certs = "host,expires\na.org,2027-04-28\nb.org,2027-07-01\nc.org,2027-09-14\n"
    program = TABLE + "print([r['host'] for r in rows if r['expires'] < '2027-07-01'])"
    asked = "Which certificates run out before 1 July 2027?"
    assert verdict("narrowed values", asked, program, tmp_path, certs).state == "not applicable"


CASH = "item,amount\nVolleybälle (3 Stück),-89\nHandbälle,-64\nSoftbälle,-27\nPokale,-45\n"
SUM = "print(sum(r['amount'] for r in rows if {}))"


@pytest.mark.parametrize(
    ("request_", "condition", "state"),
    [
        ("wie viel haben wir für Bälle ausgegeben?", "'Volleybälle' in r['item']", "violated"),
        ("wie viel haben wir für Bälle ausgegeben?", "r['item'] == 'Volleybälle (3 Stück)'", "violated"),
        ("wie viel haben wir für Bälle ausgegeben?", "'bälle' in r['item']", "not applicable"),
        ("wie viel haben wir für Volleybälle ausgegeben?", "'Volleybälle' in r['item']", "not applicable"),
        (
            "wie viel für Bälle?",
            "any(w in r['item'] for w in ('Volleybälle', 'Handbälle', 'Softbälle'))",
            "not applicable",
        ),
        ("wie viel für Pokale?", "'Pokale' in r['item']", "not applicable"),
    ],
)
def test_a_part_of_a_word_that_several_values_have_means_all_of_them(
    request_: str, condition: str, state: str, tmp_path: Path
) -> None:
    found = verdict("narrowed values", request_, TABLE + SUM.format(condition), tmp_path, CASH)
    assert found.state == state
    assert state != "violated" or "and the task names 'Bälle', which 'Handbälle' and" in found.reason


RECIPES = "name,line\nbread,2 tsp coriander\ndal,Coriander to taste\nchili,no cilantro\n"


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ("'coriander' in r['line']", "violated"),
        ("'coriander' in r['line'].lower()", "held"),
        ("'coriander' in folded(r['line'])", "held"),
        ("'cilantro' in r['line']", "not applicable"),
    ],
)
def test_a_word_is_looked_for_in_whatever_letters(condition: str, state: str, tmp_path: Path) -> None:
    program = TABLE + f"print(*[r['name'] for r in rows if {condition}])"
    found = verdict("narrowed values", "which recipes have coriander?", program, tmp_path, RECIPES)
    assert found.state == state
    if state == "violated":
        widened, said = with_conditions_widened(program, found.reason)
        assert said == "code takes all with 'coriander'"
        assert run_here(widened, {"a.csv": RECIPES.encode()}, tmp_path).text == "bread dal"


def test_a_program_that_reads_texts_is_tried_with_the_word_in_any_letters() -> None:
    source = "print(*[p for p in files('*.txt') if 'coriander' in text(p)])"
    given = Run(True, "bread.txt", {})
    trial = trials("which recipes have coriander?", source, (), given, ["narrowed values"])
    copies = next(trial)
    assert [copy.program for copy in copies if copy.program] == [
        "print(*[p for p in files('*.txt') if folded('coriander') in folded(text(p))])"
    ]
    try:
        trial.send([Run(True, "bread.txt dal.txt", {}) if copy.program else given for copy in copies])
    except StopIteration as end:
        (verdict,) = end.value
    assert verdict.state == "violated"
    assert verdict.reason.startswith("it takes only 'coriander' of the values of 'text', and the task names")


@pytest.mark.parametrize(
    ("taken", "last", "state"),
    [
        ("found[0]['path']", "b.txt", "violated"),
        ("found[0]['path']", "a.txt", "not applicable"),
        ("len(found)", "", "not applicable"),
    ],
)
def test_the_first_of_several_files_is_no_answer(taken: str, last: str, state: str) -> None:
    source = f"rows = listing('r')\nfound = [row for row in rows if 'salt' in row['text']]\nprint({taken})"
    given = Run(True, "a.txt", {})
    trial = trials("which recipes have salt?", source, (), given, ["order"])
    try:
        copies = next(trial)
        assert any("found[-1]" in copy.program for copy in copies) == ("[0]" in taken)
        trial.send([Run(True, last, {}) if copy.program else given for copy in copies])
    except StopIteration as end:
        (verdict,) = end.value
    assert verdict.state == state
