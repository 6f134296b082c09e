from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.opening.table_joins import MOST_JOINS, join_lines, references

PEOPLE = {"dana": {"manager": "ines"}, "milo": {"manager": "tariq"}}
SERVERS = [{"server": "atlas", "owner": "milo"}, {"server": "vega", "owner": "dana"}]
CUSTOMERS = [{"id": 1, "city": "Leeuwik"}, {"id": 2, "city": "Oost"}]
ORDERS = [
    {"order": "A1", "customer_id": 1},
    {"order": "A2", "customer_id": 2},
    {"order": "A3", "customer_id": 1},
]


def run(lines: list[str], loaded: dict[str, Any]) -> dict[str, Any]:
    """What the variables hold after the lines were run as a program runs them."""
    held = copy.deepcopy(loaded)
    exec("\n".join(lines), held)
    return {name: held[name] for name in loaded}


def joined(**loaded: Any) -> tuple[list[str], dict[str, Any]]:
    """The lines, and what they make of the variables: the same by running them as by the engine's own copy."""
    before = copy.deepcopy(loaded)
    lines = join_lines(loaded)
    assert run(lines, before) == loaded
    return lines, loaded


def test_rows_get_what_an_objects_keys_lead_to() -> None:
    lines, after = joined(people=PEOPLE, servers=SERVERS)
    assert after["servers"][0] == {"manager": "tariq", "server": "atlas", "owner": "milo"}
    assert lines[0].endswith("# with its people: {'manager': 'tariq', 'server': 'atlas', 'owner': 'milo'}")


def test_rows_get_what_an_id_leads_to() -> None:
    lines, after = joined(customers=CUSTOMERS, orders=ORDERS)
    assert lines[0] == "customers_by_id = {row['id']: row for row in customers}"
    assert after["orders"][0] == {"id": 1, "city": "Leeuwik", "order": "A1", "customer_id": 1}


def test_a_chain_is_followed_to_its_end() -> None:
    books = {"B1": {"publisher": "Halyard"}, "B2": {"publisher": "Pomelo"}}
    houses = [{"publisher": "Halyard", "country": "Norway"}, {"publisher": "Pomelo", "country": "Chile"}]
    _, after = joined(
        loans=[{"who": "Til", "book": "B2"}, {"who": "Mo", "book": "B1"}], books=books, houses=houses
    )
    assert [row["country"] for row in after["loans"]] == ["Chile", "Norway"]


def test_tables_that_refer_to_each_other_are_joined_once() -> None:
    one = [{"a": "x", "one": 1}, {"a": "y", "one": 2}]
    other = [{"b": "x", "two": 1.5}, {"b": "y", "two": 2.5}]
    lines, _ = joined(one=one, other=other)
    assert len(lines) == 2


def test_a_row_whose_key_leads_nowhere_stays_as_it_is() -> None:
    _, after = joined(people=PEOPLE, servers=[*SERVERS * 3, {"server": "orion", "owner": None}])
    assert after["servers"][-1] == {"server": "orion", "owner": None}


@given(
    st.dictionaries(
        st.sampled_from(["one", "two", "three"]),
        st.recursive(
            st.none() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
            lambda each: st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=4), each, max_size=4),
            max_leaves=12,
        ),
    ),
)
def test_whatever_is_loaded_the_lines_are_few(loaded: dict[str, Any]) -> None:
    before = copy.deepcopy(loaded)
    lines = join_lines(loaded)
    assert len(lines) <= 2 * MOST_JOINS
    assert run(lines, before) == loaded


def test_a_reference_is_named_like_what_it_refers_to_and_no_number_of_the_rows_own() -> None:
    orders = [{"id": n, "customer_id": c, "amount": a} for n, c, a in ((1, 2, 1), (2, 2, 2), (3, 1, 1))]
    (found,) = references({"orders": orders, "customers": CUSTOMERS})
    assert (found.rows, found.column, found.name, found.key) == ("orders", "customer_id", "customers", "id")
    plain = [{"id": n, "amount": a} for n, a in ((1, 1), (2, 2), (3, 1))]
    assert references({"orders": plain, "customers": CUSTOMERS}) == []
    teams = [{"name": "Foxes"}, {"name": "Owls"}]
    matches = [{"home": "Foxes", "away": "Owls"}, {"home": "Owls", "away": "Foxes"}]
    assert references({"matches": [*matches, matches[0]], "teams": teams}) == []  # which of the two is meant?


def test_tables_with_the_same_keys_are_joined_where_these_only_number_no_rows() -> None:
    members = [{"number": n, "name": name} for n, name in ((2003, "Ann"), (2017, "Bob"), (2044, "Cy"))]
    fees = [{"number": n, "fee": fee} for n, fee in ((2003, 5.5), (2017, 7.5), (2044, 9.5))]
    assert len(references({"members": members, "fees": fees})) == 1
    codes = [{"code": f"K-{n}", "price": n + 0.5} for n in range(3)]
    assert len(references({"goods": codes, "stock": [{"code": row["code"], "left": 3} for row in codes]})) == 1
    counted = [{"id": n, "day": f"day {n}"} for n in range(1, 4)]
    assert references({"visits": counted, "goods": [{"id": n, "price": 0.5} for n in range(1, 4)]}) == []


def test_what_refers_to_an_object_of_lists_is_not_joined() -> None:
    loaded = {"days": {"Ann": [1, 2], "Ben": [3]}, "rows": [{"who": "Ann"}, {"who": "Ben"}]}
    assert join_lines(loaded) == []


def test_a_column_that_a_row_lacks_is_no_key() -> None:
    rows = [{"people_id": 1}, {"people_id": 1}, {"people_id": 2}]
    loaded = {"people": [{"id": 1}, {"id": 2}, {"name": "x"}], "rows": rows}
    assert join_lines(loaded) == []
