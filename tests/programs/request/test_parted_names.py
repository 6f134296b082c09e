from __future__ import annotations

import re

import pytest

from pandora.programs.request.parted_names import parted_names, parting_lines

SCANS = ("2022-11-03_dentist.txt", "IMG_20230704_lease.txt", "car 2024.txt", "bill_20451.txt", "cake.txt")


def found(request: str, *names: str, folder: str = "") -> dict[str, str]:
    """The part of each name by which a request parts the files."""
    parted = parted_names(request, [f"{folder}{name}" for name in names])
    return {path.removeprefix(folder): part for path, part in parted.parts.items()} if parted else {}


def test_files_are_parted_by_the_year_in_their_names() -> None:
    request = "Move each file into its year (scans/2022, scans/2023, scans/2024), the others to scans/unclear."
    paths = [f"scans/{name}" for name in SCANS]
    parted = parted_names(request, paths)
    assert parted is not None
    assert [*parted.parts.values()] == ["2022", "2023", "2024"]
    assert (parted.folder, parted.others) == ("scans/", ("scans/unclear",))
    assert parted.place_of("scans/car 2024.txt") == "scans/2024/car 2024.txt"
    assert parted.place_of("scans/cake.txt") == "scans/cake.txt"
    lines = parting_lines(parted, paths)
    assert lines[-2:] == ["    else:", '        move(path, "']
    assert lines[1].endswith("# None for 'bill_20451.txt', 'cake.txt'")
    assert all(bool(re.search(parted.form, path)) == (path in parted.parts) for path in paths)


def test_a_part_that_most_names_begin_with_is_one_at_their_beginning_alone() -> None:
    names = ("7a_anna.txt", "7b_ben.txt", "7a_carl.txt", "10a_dora.txt", "list_7a.txt", "notes.txt")
    request = "One subfolder per class, so work/7a, work/7b and so on."
    assert found(request, *names, folder="work/") == dict(
        zip(names[:4], ("7a", "7b", "7a", "10a"), strict=True)
    )


@pytest.mark.parametrize(
    "request_text",
    [
        "Sort the bills into folders.",
        "Make a folder 2022.",
        "Put the invoices into the folders 2022 and 2023, the offers stay.",
        "What did we pay in 2019 and 2020?",
    ],
)
def test_other_requests_part_nothing(request_text: str) -> None:
    names = ("invoice_2022.txt", "invoice_2023.txt", "offer_2022.txt")
    assert found(request_text, *names) == {}
    assert found(request_text, "2022_2023.txt", "2023.txt", "2022.txt") == {}


def test_what_the_files_lie_for_tells_none_of_them_from_the_others() -> None:
    assert found("dans un dossier par année : 2021, 2022", "a_2021.txt", "b_2022.txt", "c_2022.txt") != {}
    assert found("My scans: 2021 and 2022", "scan 2021.txt", "b 2022.txt", folder="scans/") != {}
    assert found("My scans: 2021 and 2022", "scan 2021.txt", "b 2022.txt") == {}
    assert found("All bills: 2021 and 2022", "a 2021.txt", "b 2022.txt", "c 2023.txt") == {}


def test_years_that_a_request_only_begins_to_list_are_examples() -> None:
    paths = [f"inbox/{year}-11-30_tax.txt" for year in (2022, 2023, 2024)]
    listed = "sort the inbox into a folder for each year (inbox/2022, inbox/2023{})"
    assert parted_names(listed.format(""), paths) is None
    parted = parted_names(listed.format(" ..."), paths)
    assert parted is not None
    assert [parted.place_of(path) for path in paths] == [
        f"inbox/{year}/{year}-11-30_tax.txt" for year in (2022, 2023, 2024)
    ]


def test_years_alone_are_no_folders_where_another_one_is_named() -> None:
    names = ("a_2022.pdf", "b_2023.pdf")
    assert found("put those of 2022 and 2023 into archive/", *names) == {}
    assert found("sort the scans in scans/ into 2022 and 2023", *names, folder="scans/") != {}
