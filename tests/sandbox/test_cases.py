"""Every case that the sandbox and the paths answer for, and the test that holds it: none gets lost unseen."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATHS = "tests/workspace/test_paths.py::test_everything_else_is_refused_by_name"
WRITES = "tests/workspace/test_paths.py::test_a_write_is_refused_where_a_read_is_not"
COMMANDS = "tests/operations/test_staged_command_confined.py::test_no_command_reaches_outside"
GUARDS = "tests/sandbox/test_guards.py::test_without_a_guard_the_attack_succeeds"
CASES = {
    "paths: up, absolute, ~, a twin's prefix, NUL, 300 bytes": (PATHS,),
    "links: a file's, a parent's, /proc/self/root": (
        PATHS,
        "tests/workspace/test_staged_copy.py::test_links_outside_to_protected_and_to_nothing_are_left_out",
        "tests/sandbox/test_process.py::test_the_outside_can_be_neither_read_nor_written",
    ),
    "links: swapped after the check": (
        "tests/sandbox/test_guards.py::test_a_place_swapped_after_the_check_is_not_written_through",
    ),
    "links: hard links": (WRITES, GUARDS),
    "links: FIFO, socket, device": (
        PATHS, "tests/workspace/test_staged_copy.py::test_a_file_that_became_something_else_is_refused",
        "tests/sandbox/test_confine.py::test_landlock_alone_denies_files_and_tcp",
    ),
    "commands: $(…), newline, CR, PAGER, core.pager, -exec": (COMMANDS,),
    "commands: outliving the step": (
        "tests/sandbox/test_process.py::test_nothing_outlives_the_command",
        "tests/sandbox/test_guards.py::test_what_outlives_its_step_is_ended",
        "tests/sandbox/test_worker.py::test_a_killed_engine_takes_its_commands_along",
    ),
    "persistence: .git/hooks, present and absent": (
        "tests/workspace/test_staged_copy.py::test_a_git_folder_made_in_the_stage_is_refused",
        "tests/commands/test_doctor.py::test_hooks_that_can_be_reached_are_told", WRITES,
    ),
    "persistence: new files that editors, shells, forges, tests and builds obey": (
        "tests/engine/test_effects.py::test_a_new_file_that_programs_obey_waits_for_a_person",
        "tests/workspace/test_autoloaded_files.py::test_what_programs_obey",
    ),
    "persistence: own configuration when absent": (
        "tests/operations/test_staged_command_confined.py::test_an_own_configuration_cannot_be_made_where_there_is_none",
        "tests/workspace/test_staged_copy.py::test_a_write_to_a_protected_place_is_refused",
    ),
    "persistence: a .env that redirects home": (
        "tests/operations/test_staged_command_confined.py::test_a_file_of_variables_redirects_nothing",
        "tests/workspace/test_staged_copy.py::test_what_policy_hides_is_not_in_it_and_cannot_be_written",
    ),
    "leaks: environment": ("tests/sandbox/test_process.py::test_the_environment_is_clean", GUARDS),
    "leaks: inherited descriptors": (
        "tests/sandbox/test_process.py::test_inherited_descriptors_are_closed", GUARDS,
    ),
    "modes, owners and attributes outside": (GUARDS,),
    "templates: SSTI, nested range, a long product": (
        "tests/models/test_chat_frame.py::test_a_template_that_is_broken_or_hostile_is_said_to_be_so",
    ),
    "YAML: tags, alias bomb, duplicate key, nesting, digits, surrogate": (
        "tests/document/test_front_matter.py::test_what_is_wrong_is_told_with_its_line",
        "tests/document/test_front_matter.py::test_two_hundred_thousand_digits_and_a_lone_surrogate_are_refused_or_text",
    ),
    "terminal: OSC 52, title and clear, bidi": (
        "tests/commands/test_printing.py::test_clean_takes_away_what_a_terminal_would_obey",
        "tests/commands/test_sandbox.py::test_a_terminal_gets_no_escapes",
    ),
    "exhaustion: endless output": (
        "tests/sandbox/test_process.py::test_a_flood_of_output_is_ended_before_the_time",
    ),
    "exhaustion: a file of 1 GB, read or written": (
        "tests/sandbox/test_process.py::test_a_large_file_is_stopped",
        "tests/operations/test_read_and_write.py::test_a_gigabyte_is_not_read",
    ),
    "exhaustion: processes, disk, memory": (
        "tests/sandbox/test_guards.py::test_without_a_guard_the_machine_is_worn",
        "tests/sandbox/test_probe.py::test_every_tier_of_this_machine_holds",
    ),
    "leaks: common forms of a secret, in commits, records, errors and tracebacks": (
        "tests/engine/test_secrets.py::test_none_is_anywhere_in_the_workspace_nor_in_its_commits",
        "tests/workspace/test_secrets.py::test_what_is_commonly_made_of_a_value_is_found",
    ),
    "exhaustion: shared memory, files without a name": (
        "tests/sandbox/test_guards.py::test_without_a_guard_the_machine_is_worn",
    ),
    "terminal: written to by its own input": (
        "tests/commands/test_sandbox.py::test_a_terminal_is_given_for_reading_alone",
    ),
    "injection: every place of a page, names of files": (
        "tests/engine/test_injected_places.py::test_an_order_that_a_page_holds_waits_for_a_person",
        "tests/engine/test_injected_places.py::test_a_name_that_a_stranger_gave_marks_who_reads_it",
    ),
    "no tier: refused with the reason and the way out": (
        "tests/sandbox/test_process.py::test_where_no_tier_holds_nothing_is_started",
        "tests/commands/test_sandbox.py::test_with_no_tier_nothing_is_run",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_every_case_has_its_test(case: str) -> None:
    for node in CASES[case]:
        path, _, name = node.partition("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        names = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
        assert name in names, node
