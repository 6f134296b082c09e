"""The pages of this repository as far as they can be checked without a model."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from pandora import cli
from tests.docs_check.command_lines import asks_a_model, problems_of_line, problems_of_prose
from tests.docs_check.page_blocks import PAGES, ROOT, Page, parse_page, read_page
from tests.docs_check.preparation import PREPARED
from tests.docs_check.session import check_page


def wrong_in(page: Page) -> list[str]:
    """What is wrong with a page: its comments, its commands, and answers that nothing is held against."""
    wrong = list(page.problems)
    for command in page.commands:
        wrong += [f"{page.name}:{command.line}: {problem}" for problem in problems_of_line(command.text)]
        unchecked = not command.shown and not command.facts and not command.skipped
        if unchecked and asks_a_model(command.text):
            wrong.append(f"{page.name}:{command.line}: say what the answer `prints`, or show it")
    return wrong + [f"{page.name}:{line}: {problem}" for line, problem in problems_of_prose(page.text)]


@pytest.mark.parametrize("name", PAGES)
def test_every_command_of_a_page_can_be_and_is_checked(name: str) -> None:
    assert wrong_in(read_page(name)) == []


def test_no_page_of_the_repository_that_has_commands_is_forgotten() -> None:
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "*.md"], capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this is no clone")
    pages = [name for name in listed.stdout.splitlines() if not name.startswith(("tests/", "benchmarks/"))]
    assert "docs/editing.md" in pages
    assert [name for name in pages if name not in PAGES and parse_page(name, text(name)).commands] == []


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_what_is_prepared_is_for_a_page_that_is_there() -> None:
    assert set(PREPARED) <= set(PAGES)


def test_init_suggests_only_tasks_whose_answers_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["init", str(tmp_path / "notebook")]) == 0
    suggested = re.findall(r'run "([^"]+)"', capsys.readouterr().out)
    checked = [command.text for command in read_page("README.md").commands if command.facts]
    assert suggested
    assert [task for task in suggested if not any(task in text for text in checked)] == []


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("```sh\npandora fly\n```", "pandora has no command fly"),
        ("```sh\npandora ls --fly\n```", "No such option '--fly'."),
        ("```sh\ncat notes.md | pandora ls --fly\n```", "No such option '--fly'."),
        ("```sh\npandora tree --format round\n```", "Invalid value for '--format'"),
        ("```sh\npandora ls one\n```", "ls takes no further argument one"),
        ("```sh\npandora models pull\n```", "pull needs"),
        ("```sh\nmake tea\n```", "the Makefile has no target tea"),
        ("```sh\npython -m pandorra\n```", "there is no module pandorra"),
        ("```sh\npandora ls 'open\n```", "No closing quotation"),
        ('```sh\npandora run "How many?"\n```', "say what the answer `prints`, or show it"),
        ('```console\n$ pandora run "How many?"\n```', "say what the answer `prints`, or show it"),
        ("```\n$ pandora ls\n```", "must be `sh` or `console`"),
        ("```text\npandora ls\n```", "must be `sh` or `console`"),
        ("```markdown\n---\npandora: 1\n---\n```", "say which command prints it"),
        ("<!-- check: not run -->\n```sh\nls\n```", "says nothing that a check knows"),
        ("<!-- check: not run `cp`: because -->\n```sh\nls\n```", "must mean one command"),
        ("<!-- check: prints `1` -->\n```sh\nls\nls\n```", "must mean one command"),
        ("<!-- check: not run: because -->\ntext\n", "stands above no block"),
        ("Call `pandora show RUN --htm`.", "No such option '--htm'."),
        ("Call `pandora graph fly`.", "pandora has no command fly"),
    ],
)
def test_a_command_that_cannot_be_is_told_with_its_line(block: str, problem: str) -> None:
    wrong = wrong_in(parse_page("docs/some.md", f"# Some\n\n{block}\n"))
    assert len(wrong) == 1, wrong
    assert re.match(r"docs/some\.md:\d+: ", wrong[0])
    assert problem in wrong[0]


def test_what_is_marked_is_listed_with_its_reason() -> None:
    page = parse_page(
        "docs/some.md", "<!-- check: not run: it takes days -->\n```sh\nmake demo  # all\nmake test\n```\n"
    )
    assert wrong_in(page) == []
    assert check_page(page).left_out == [
        "docs/some.md:3: `make demo` is not run: it takes days",
        "docs/some.md:4: `make test` is not run: it takes days",
    ]
