"""Conditions that code widens to all values that have what the request names."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.repairs.widened_conditions import ONE_OF_SEVERAL, with_conditions_widened
from pandora.programs.sql.query_shape import query_call
from tests.programs.metamorphic.test_narrowed_values import ASKED, SHOP
from tests.programs.metamorphic.tried_relation import TABLE, verdict
from tests.programs.test_planted_mutants import run_here

REFUSAL = ONE_OF_SEVERAL.format(
    value="'nvidia RTX 4050'", column="'gpu'", words="'nvidia'", others="'nvidia RTX 4060'"
)
QUERY = "SELECT name FROM a WHERE \"gpu\" = 'nvidia RTX 4050' ORDER BY price DESC LIMIT 1"


@pytest.mark.parametrize(
    "program",
    [
        "rows = [r for r in rows if r['gpu'] == 'nvidia RTX 4050']\nprint(rows[-1]['name'])",
        "print([r['name'] for r in rows if 'nvidia RTX 4050' in r['gpu'] and r['price'] > 649][-1])",
        "print([r['name'] for r in rows if not r['gpu'] != 'nvidia RTX 4050'][-1])",
        query_call(QUERY, {"a": "rows"}) + "\nprint(found[0]['name'])",
    ],
)
def test_what_is_refused_is_right_when_it_is_widened(program: str, tmp_path: Path) -> None:
    widened, said = with_conditions_widened(TABLE + program, REFUSAL)
    assert said == "code takes all with 'nvidia'"
    assert run_here(widened, {"a.csv": SHOP.encode()}, tmp_path).text == "Victus"


@pytest.mark.parametrize(
    ("program", "refusal"),
    [
        ("print(1)", REFUSAL),
        ("print(rows == 'nvidia RTX 4050'", REFUSAL),
        ("print(gpu == 'nvidia RTX 4050')", "it makes no difference"),
        ("print(gpu == 'nvidia RTX 4050')", REFUSAL.replace("'nvidia',", "'nvidia' and 'RTX',")),
    ],
)
def test_what_cannot_be_widened_stays(program: str, refusal: str) -> None:
    assert with_conditions_widened(program, refusal) == ("", "")


def test_the_reason_of_the_relation_is_the_one_that_is_read(tmp_path: Path) -> None:
    program = TABLE + "print([r['name'] for r in rows if r['gpu'] == 'nvidia RTX 4050'][-1])"
    refused = verdict("narrowed values", ASKED, program, tmp_path, SHOP)
    widened, _ = with_conditions_widened(program, refused.reason)
    assert run_here(widened, {"a.csv": SHOP.encode()}, tmp_path).text == "Victus"


def test_a_text_that_values_have_in_other_letters_is_looked_for_in_any(tmp_path: Path) -> None:
    program = TABLE + "print(sum(r['price'] for r in rows if 'NVIDIA' in r['gpu']))"
    refused = verdict("selection", "What do all NVIDIA laptops cost?", program, tmp_path, SHOP)
    widened, said = with_conditions_widened(program, refused.reason)
    assert said == "code takes all with 'NVIDIA'"
    assert run_here(widened, {"a.csv": SHOP.encode()}, tmp_path).text == "1378"
