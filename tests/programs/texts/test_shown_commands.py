"""Answers about a machine agree where they show the same commands, or one of them some more."""

from __future__ import annotations

from pandora.programs.texts.shown_commands import show_other_commands, shown_commands

SHOWN = "```bash\n# who listens\nsudo ss -tlnp | grep 3000\n```"
SS = f"Use `ss` or this:\n{SHOWN}\nThen run `kill <PID>`, where `PID` is its number."
LSOF = "Run `lsof -i :3000` to find it, then `sudo kill 4711`."


def test_the_first_words_of_what_is_shown_are_its_commands() -> None:
    assert shown_commands(SS) == {"ss", "kill"}
    assert shown_commands(LSOF) == {"lsof", "kill"}
    assert shown_commands("Use `ss` for it.") == frozenset()


def test_answers_with_a_command_each_that_the_other_lacks_do_not_agree() -> None:
    assert show_other_commands(SS, LSOF)
    assert not show_other_commands(SS, f"{LSOF} Or run `ss -tlnp`.")
    assert not show_other_commands(SS, "Look for the process and end it.")
    assert show_other_commands("Put in `45 6 * * 1-5 a.sh`.", "Put in `0 6 * * 1-5 a.sh`.")
