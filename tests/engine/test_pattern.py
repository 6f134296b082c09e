from __future__ import annotations

from pathlib import Path

import pytest

from pandora.disk.layout import Workspace
from pandora.engine.pattern import Library, Pattern
from pandora.errors import DocumentError, UsageError
from pandora.workspace.paths import SOURCE_CODE
from tests.engine.runs import CHEAPEST, Bench, checked, coded, planned, understood
from tests.engine.small_system import write_system

POEM = """\
---
pattern: poem
level: tool
when: write three words
menu: [python]
steps: ["python: {task}"]
---
# poem
"""
FLY = """\
---
pattern: fly
level: operation
handler: python
when: fly
effects: none
---
# fly

## DO

Fly.

### Form
Code: {code python}
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    write_system(tmp_path / "system")
    return Library(Workspace(tmp_path))


def put(library: Library, path: str, text: str) -> Path:
    place = library.workspace.system / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place


def menu(library: Library, files: tuple[str, ...] = ("a.csv",), depth: int = 3, kind: str = "") -> list[str]:
    return list(library.menu(library.load("system"), files, depth, kind))


def test_a_new_pattern_is_on_the_menu_at_once(library: Library) -> None:
    assert menu(library) == ["table", "read", "python"]
    put(library, "tools/poem/pattern.md", POEM)
    put(library, "operations/fly.md", FLY)
    assert menu(library) == ["poem", "table", "read", "fly", "python"]


def test_a_broken_one_is_reported_and_off_the_menu(library: Library) -> None:
    path = put(library, "tools/poem/pattern.md", POEM)
    assert "poem" in menu(library)
    path.write_text(POEM + "\n## PLAN\n\n### Form\nnonsense\n", encoding="utf-8")
    assert "poem" not in menu(library)
    _, problems = library.all()
    assert [str(each) for each in problems] == [
        "system/tools/poem/pattern.md:13: broken form: expected 'Label: {slot}', found 'nonsense'; "
        "see system/README.md"
    ]


def test_a_new_pattern_is_called_in_the_next_run(bench: Bench) -> None:
    put(Library(bench.workspace), "operations/fly.md", FLY)
    ended = bench.start(understood(), planned("fly: high"), coded(CHEAPEST, "fly"), checked())
    assert ended.outcome.output == "plum"
    assert bench.document("op-fly-1").meta["status"] == "accepted"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("pattern: poem", "pattern: verse", "pattern is 'verse'; write `pattern: poem`"),
        ("level: tool", "level: operation", "level is 'operation'; write `level: tool`"),
        ("when: write three words\n", "", "no `when:` line"),
        ("menu: [python]", "colour: red", "unknown key 'colour'"),
        ("menu: [python]", "phases: {dream: model}", "`phases` has an unknown phase"),
        ("menu: [python]", "phases: {plan: magic}", "`phases` says who does each"),
        ("menu: [python]", "menu: [python", "not readable as YAML"),
        ("menu: [python]", "menu: [python]\nmenu: [read]", "the key 'menu' stands twice"),
        ("---\npattern", "pattern", "no front matter"),
        ("# poem\n", "# poem\n\n## PLAN\n\n## PLAN\n", "the heading 'PLAN' stands twice"),
    ],
)
def test_what_is_wrong_is_told(library: Library, old: str, new: str, told: str) -> None:
    assert POEM.count(old)
    path = put(library, "tools/poem/pattern.md", POEM.replace(old, new))
    with pytest.raises(DocumentError, match=r"^system/tools/poem/pattern\.md:\d+: ") as caught:
        library.read("tool", path)
    assert told in str(caught.value)
    assert "poem" not in menu(library)


def test_an_operation_says_its_arguments_and_effects(library: Library) -> None:
    path = put(library, "operations/fly.md", FLY.split("## DO")[0].replace("effects: none", "effects: magic"))
    with pytest.raises(DocumentError) as caught:
        library.read("operation", path)
    assert "an operation needs `## DO`" in str(caught.value)
    assert "effects is 'magic'; one of none, workspace, network, system" in str(caught.value)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("evidence: [order]\nscaffold: [order]", ":8: 'order' is a matter of truth, not scaffold; remove it"),
        ("evidence: [passages]\nscaffold: [passages]", ":8: 'passages' is a matter of truth"),
        (
            "evidence: [language]\nscaffold: [proper_names]",
            ":8: scaffold names 'proper_names', which is no rule",
        ),
        (
            "help: text\nscaffold: [opening]",
            ":8: scaffold names 'opening', and the pattern's help begins nothing",
        ),
        ("help: data\nscaffold: leads", ":8: scaffold is no list of texts"),
        ("evidence: [language]\nscaffold: [{a: b}]", ":8: scaffold is no list of texts"),
        ("evidence: [{a: b}]\nscaffold: [language]", ":7: evidence is no list of texts"),
    ],
)
def test_scaffold_is_rules_and_openings_of_the_pattern_alone(library: Library, keys: str, told: str) -> None:
    path = put(library, "operations/fly.md", FLY.replace("effects: none", f"effects: none\n{keys}"))
    with pytest.raises(DocumentError) as caught:
        library.read("operation", path)
    assert told in str(caught.value)


@pytest.mark.parametrize("label", ["Result", "Output", "Changes"])
def test_a_field_that_would_swallow_its_result_is_refused_at_its_line(library: Library, label: str) -> None:
    form = f"### Form\n\nPath: {{line}}\n{label}: {{line}}\n"
    text = f"{FLY.partition('### Form')[0]}{form}"
    path = put(library, "operations/fly.md", text)
    line = text.count("\n")
    with pytest.raises(
        DocumentError, match=rf"(?i)^system/operations/fly\.md:{line}: the label '{label}:'"
    ) as caught:
        library.read("operation", path)
    assert "give it another label; taken are Intent, Result" in str(caught.value)


@pytest.mark.parametrize("name", ["web-search", "Poem", "2d", "é"])
def test_a_name_that_no_document_could_have_is_told(library: Library, name: str) -> None:
    path = put(library, f"tools/{name}/pattern.md", POEM.replace("pattern: poem", f'pattern: "{name}"'))
    with pytest.raises(DocumentError, match="cannot stand in a document's name; use a-z, 0-9 and _"):
        library.read("tool", path)


def test_a_file_that_is_not_text(library: Library) -> None:
    put(library, "tools/poem/pattern.md", "").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in str(library.all()[1][0])


def test_the_menu_fits_files_kind_and_depth(library: Library) -> None:
    put(library, "tools/poem/pattern.md", POEM.replace("menu:", "needs: [nothing]\nkinds: [answer]\nmenu:"))
    assert menu(library, files=()) == ["poem", "read", "python"]
    assert menu(library, files=("a.txt",)) == ["read", "python"]
    assert menu(library, files=(), kind="code") == ["read", "python"]
    assert menu(library, depth=1) == ["read", "python"]
    assert menu(library, files=("data/x.json",)) == ["table", "read", "python"]


def test_a_fallback_is_left_off_where_a_tool_on_the_menu_calls_it(library: Library) -> None:
    path = library.workspace.system / "operations/python.md"
    path.write_text(path.read_text("utf-8").replace("---\n", "---\nfallback: true\n", 1), "utf-8")
    assert library.load("operation", "python").keys["fallback"] is True
    assert menu(library) == ["table", "read"]
    assert menu(library, files=("a.txt",)) == ["read", "python"]
    assert "python" in library.callable(library.load("system"), ("a.csv",), 3)


def test_a_tools_own_menu_is_what_it_calls_and_an_operation_calls_nothing(library: Library) -> None:
    assert list(library.menu(library.load("tool", "table"), (), 2)) == ["python"]
    assert library.menu(library.load("operation", "python"), (), 1) == {}


def test_a_tools_own_menu_has_what_gives_the_kind_of_task(library: Library) -> None:
    for name in ("python", "read"):
        path = library.workspace.system / f"operations/{name}.md"
        given = "answer" if name == "read" else "answer, file"
        path = path if path.exists() else library.workspace.system / f"kernel/{name}.md"
        path.write_text(path.read_text("utf-8").replace("---\n", f"---\nkinds: [{given}]\n", 1), "utf-8")
    poem = POEM.replace("menu: [python]", "menu: [read, python]").replace('steps: ["python: {task}"]\n', "")
    put(library, "tools/poem/pattern.md", poem)
    tool = library.load("tool", "poem")
    assert set(library.menu(tool, (), 2, "answer")) == {"read", "python"}
    assert set(library.menu(tool, (), 2, "file")) == {"python"}
    assert set(library.menu(tool, (), 2, "change")) == {"read", "python"}


def test_a_pattern_that_is_not_there(library: Library) -> None:
    with pytest.raises(UsageError, match="there is no tool pattern 'poem'"):
        library.load("tool", "poem")
    (library.workspace.system / "pattern.md").unlink()
    with pytest.raises(UsageError, match=r"there is no system pattern 'pattern\.md'"):
        library.load("system")


def test_who_does_a_phase() -> None:
    def of(level: str, **phases: str) -> Pattern:
        return Pattern("x", level, "x.md", "", {"phases": phases}, file=None)  # type: ignore[arg-type]

    names = ("understand", "plan", "do", "check", "clarify")
    assert [of("system").by(name) for name in names] == ["model", "model", "steps", "model", "model"]
    assert [of("operation").by(name) for name in names] == ["code", "code", "model", "code", "model"]
    assert of("tool", plan="code").by("plan") == "code"


def test_a_pattern_s_own_section_outranks_the_common_file(library: Library) -> None:
    system = library.load("system")
    assert library.phase(system, "plan").text == "Choose as few steps as possible."
    path = library.workspace.system / "pattern.md"
    path.write_text(path.read_text(encoding="utf-8") + "\n## PLAN\n\nPlan well.\n", encoding="utf-8")
    phase = library.phase(library.load("system"), "plan")
    assert (phase.text, phase.reads) == ("Plan well.", (1,))
    assert "steps" in phase.form


def test_a_phase_without_a_file_is_the_section_of_the_pattern_for_every_level(library: Library) -> None:
    """Growth 2: a file in `phases/` replaces the section of a kernel pattern, and of no other."""
    folder, path = library.workspace.system / "phases", library.workspace.system / "pattern.md"
    written = (folder / "check.md").read_text(encoding="utf-8")
    form = written.split("## Form")[1]
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n## CHECK\n\nLook twice.\n\n### Form{form}", encoding="utf-8")
    for pattern in (library.load("system"), library.load("tool", "table")):
        own = pattern.level == "system"
        assert (library.phase(pattern, "check").text == "Look twice.") is own
    (folder / "check.md").unlink()
    table = library.phase(library.load("tool", "table"), "check")
    assert (table.text, table.reads) == ("Look twice.", (1, 2, 3))
    assert {"validation", "decision"} <= {field.key for field in table.form.fields}
    assert library.on_pattern("check")
    path.write_text(
        path.read_text(encoding="utf-8").replace("level: system", "level: system\nkernel: true"),
        encoding="utf-8",
    )
    (folder / "check.md").write_text(written.replace("## Form", "Look once.\n\n## Form"), encoding="utf-8")
    system = library.phase(library.load("system"), "check")
    assert system.text.endswith("Look once.")
    (folder / "check.md").unlink()
    assert library.phase(library.load("system"), "check").text == "Look twice."


def test_a_phase_without_a_form_and_a_base_that_is_not_there(library: Library) -> None:
    system = library.load("system")
    path = library.workspace.system / "phases" / "plan.md"
    path.write_text(path.read_text(encoding="utf-8").split("## Form")[0], encoding="utf-8")
    with pytest.raises(DocumentError, match=r"phases/plan\.md:1: no '## Form' under '# PLAN'"):
        library.phase(system, "plan")
    path = library.workspace.system / "pattern.md"
    path.write_text(path.read_text(encoding="utf-8").split("## BASE")[0], encoding="utf-8")
    with pytest.raises(DocumentError, match="no '## BASE' section"):
        library.base()


def test_the_patterns_that_ship_are_whole() -> None:
    from pandora.disk.layout import shipped_system

    patterns, problems = Library(Workspace(shipped_system().parent)).all()
    assert problems == []
    assert {"system", "table", "code", "python", "read", "write", "bash"} <= {each.name for each in patterns}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tries: true", "tries is True; write a whole number from 1 to 100"),
        ("agree: 2.5", "agree is 2.5; write a whole number from 1 to 100"),
        ('tries: "3"', "tries is '3'; write a whole number from 1 to 100"),
        ("tries: 1000000000", "tries is 1000000000; write a whole number"),
        ("agree: 0", "agree is 0; write a whole number"),
        ("enough: true", "enough is True; write a share such as 0.5"),
        ("enough: 1.5", "enough is 1.5; write a share such as 0.5"),
        ("enough: half", "enough is 'half'; write a share such as 0.5"),
        ("repeat: 1", "repeat is 1; write true or false"),
        ('fallback: "no"', "fallback is 'no'; write true or false"),
        ("needs: 7", "needs is no list of texts; write `needs: [a, b]`"),
        ("parents: tool", "parents is no list of texts"),
        ("blind: [1]", "blind is no list of texts"),
        ("handler: true", "handler is True; write a name"),
        ("unsure: quote", "unsure is 'quote'; write a name of the menu"),
    ],
)
def test_a_value_of_another_kind_is_told_with_its_line(library: Library, line: str, told: str) -> None:
    put(library, "tools/poem/pattern.md", POEM.replace("menu: [python]", line))
    (problem,) = (each for each in library.all()[1] if "poem" in each.path)
    assert (problem.line, str(problem).count("\n")) == (5, 0)
    assert str(problem).startswith(f"system/tools/poem/pattern.md:5: {told}")


def test_the_files_to_be_made_keep_off_the_menu_what_makes_others(library: Library) -> None:
    put(library, "operations/fly.md", FLY.replace("effects: none", "effects: none\nmakes: ['*.txt', '*.md']"))
    system = library.load("system")
    assert "fly" in library.menu(system, ("a.csv",), 3)
    assert "fly" in library.menu(system, ("a.csv",), 3, makes=("plan/letter.txt",))
    assert "fly" not in library.menu(system, ("a.csv",), 3, makes=("sum.py",))
    assert "fly" in library.menu(system, (), 3, kind="code")
    assert "fly" not in library.menu(system, ("a.py",), 3, kind="code")


def test_what_makes_all_kinds_of_files_gives_way_to_what_is_for_this_kind(library: Library) -> None:
    put(library, "operations/fly.md", FLY.replace("effects: none", "effects: none\nmakes: ['*.txt']"))
    put(library, "operations/run.md", FLY.replace("fly", "run").replace("none", "none\nmakes: ['*']"))
    system = library.load("system")
    assert {"fly", "run"} <= set(library.menu(system, (), 3))
    assert "run" not in library.menu(system, (), 3, makes=("letter.txt",))
    assert "run" in library.menu(system, (), 3, makes=("letter.rtf",))
    put(library, "operations/fly.md", FLY.replace("effects: none", "effects: none\nmakes: ['!*.py']"))
    assert "run" in library.menu(system, (), 3, makes=("letter.txt",))


def test_a_pattern_may_leave_out_files_to_be_made(library: Library) -> None:
    put(library, "operations/fly.md", FLY.replace("effects: none", "effects: none\nmakes: ['!*.py']"))
    system = library.load("system")
    assert "fly" in library.menu(system, ("a.csv",), 3, makes=("letter.txt",))
    assert "fly" in library.menu(system, ("a.py",), 3, kind="code")
    assert "fly" not in library.menu(system, ("a.csv",), 3, makes=("sum.py",))


def test_what_computes_writes_no_program_code() -> None:
    python = Library(Workspace(Path(__file__).parents[2])).load("operation", "python")
    assert sorted(python.keys["makes"]) == sorted(f"!*{ending}" for ending in SOURCE_CODE)


def test_a_query_without_the_fields_of_the_operation_is_refused_at_its_line(library: Library) -> None:
    path = library.workspace.system / "operations" / "python.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n## QUERY\n\nWrite it.\n\n### Form\nSql: {{code sql}}\n", encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        library.load("operation", "python")
    assert f"python.md:{text.count(chr(10)) + 2}: `## QUERY` needs a `### Form` with Code" in str(caught.value)


def test_a_broken_phase_is_told_before_the_model_is_asked_for_the_first(bench: Bench) -> None:
    path = bench.root / "system/phases/check.md"
    path.write_text(path.read_text("utf-8") + "Junk: {choice:\n", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"system/phases/check\.md:\d+: broken form"):
        bench.start(understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    assert bench.model.asked == []
    assert bench.workspace.runs() == []
