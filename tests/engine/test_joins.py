from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pandora.engine.joins import MOST, join_lines, row_lines

PEOPLE = {"dana": {"manager": "ines"}, "milo": {"manager": "tariq"}}
SERVERS = [{"server": "atlas", "owner": "milo"}, {"server": "vega", "owner": "dana"}]
CUSTOMERS = [{"id": 1, "city": "Leeuwik"}, {"id": 2, "city": "Oost"}]
ORDERS = [
    {"order": "A1", "customer_id": 1},
    {"order": "A2", "customer_id": 2},
    {"order": "A3", "customer_id": 1},
]


def test_a_column_of_an_objects_keys_is_told() -> None:
    assert join_lines({"people": PEOPLE, "servers": SERVERS}) == ["# servers: row['owner'] is a key of people"]


def test_a_column_of_anothers_ids_gets_a_lookup() -> None:
    (line,) = join_lines({"customers": CUSTOMERS, "orders": ORDERS})
    assert line == (
        "customers_by_id = {row['id']: row for row in customers}  # orders: row['customer_id'] is a key of it"
    )


def test_a_value_inside_an_object_may_refer_too() -> None:
    books = {"B1": {"publisher": "Halyard"}, "B2": {"publisher": "Pomelo"}}
    houses = [{"publisher": "Halyard", "country": "Norway"}, {"publisher": "Pomelo", "country": "Chile"}]
    (line,) = join_lines({"books": books, "houses": houses})
    assert line.endswith("# books[key]['publisher'] is a key of it")


def test_a_word_that_names_one_row_is_looked_up_and_the_line_runs() -> None:
    loaded: dict[str, Any] = {"people": PEOPLE, "servers": SERVERS}
    (line,) = row_lines("Who manages the owner of 'atlas'?", loaded)
    exec(line, loaded)
    assert loaded["atlas_row"] == SERVERS[0]
    (line,) = row_lines("Who is above Dana?", {"people": PEOPLE})
    assert line.startswith("dana_row = people['dana']")


def test_a_word_in_two_rows_or_none_is_not_looked_up() -> None:
    assert row_lines("What of Milo and 'orion'?", {"a": SERVERS, "b": SERVERS}) == []


@given(
    st.dictionaries(
        st.sampled_from(["one", "two", "three"]),
        st.recursive(
            st.none() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
            lambda each: st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=4), each, max_size=4),
            max_leaves=12,
        ),
    ),
    st.text(max_size=30),
)
def test_whatever_is_loaded_the_lines_are_few(loaded: dict[str, Any], request_text: str) -> None:
    assert len(join_lines(loaded)) <= MOST
    assert len(row_lines(request_text, loaded)) <= MOST
