"""Which files programs obey unasked, and when a person has asked for one."""

from __future__ import annotations

import re

import pytest

from pandora.workspace.autoloaded_files import LOADERS, NAMES, is_autoloaded, is_unrequested_autoloaded


@pytest.mark.parametrize(
    "path",
    [
        *(".vscode/tasks.json", "deep/.vscode/settings.json", ".idea/workspace.xml", "a.code-workspace"),
        *(".envrc", "sub/.envrc", ".bashrc", ".zshrc", ".profile", ".config/fish/config.fish", "go.desktop"),
        *(".github/workflows/ci.yml", ".gitlab-ci.yml", ".gitattributes", "sub/.git/hooks/pre-commit"),
        *(".pre-commit-config.yaml", ".husky/pre-push", "Jenkinsfile", ".circleci/config.yml"),
        *("CLAUDE.md", "AGENTS.md", ".cursor/rules/a.mdc", ".mcp.json", ".claude/settings.json"),
        *("conftest.py", "tests/conftest.py", "pyproject.toml", "setup.py", "sitecustomize.py", "lib/a.pth"),
        *("Makefile", "GNUmakefile", "sub/makefile", "rules.mk", "package.json", "build.rs", "Cargo.toml"),
        *("Dockerfile", "docker-compose.yml", "vite.config.ts", "CONFTEST.PY", ".VSCode/tasks.json"),
        *(".gitpod.yml", ".gemini/settings.json", ".codex/config.toml", "opencode.json", "sub/.eslintrc.js"),
        *(
            "gulpfile.js",
            ".ycm_extra_conf.py",
            ".opencode/agent/a.md",
            "Gruntfile.coffee",
            ".helix/config.toml",
        ),
        *(".qwen/settings.json", ".flake8", "eslint.config.mjs", "tasks.config.cts", ".dir-locals-2.el"),
        *(
            "jupyter_server_config.py",
            "ansible.cfg",
            "docs/conf.py",
            ".npmrc",
            ".readthedocs.yaml",
            ".ssh/config",
        ),
    ],
)
def test_what_programs_obey(path: str) -> None:
    assert is_autoloaded(path)
    assert is_unrequested_autoloaded(path, "Sum the column price of data/fruit.csv")


@pytest.mark.parametrize(
    "path",
    [
        *(
            "out/a.txt",
            "report.md",
            "src/main.py",
            "tests/test_a.py",
            "conftest.md",
            "makefiles/a.txt",
            "a.mkd",
        ),
        *("github/a.yml", "vscode/tasks.json", "data/package.json.csv", "envrc", "agents.csv", "setup.py.txt"),
        *(
            "eslintrc.js",
            "gulpfile.md",
            "codex/config.toml",
            "my_conf.py",
            "opencode.md",
            "agents.txt",
            "config.js",
        ),
        *(".gitignore", ".editorconfig", "configure/a.txt", "index.html", "notes/claude.txt"),
    ],
)
def test_what_they_do_not(path: str) -> None:
    assert not is_autoloaded(path)
    assert not is_unrequested_autoloaded(path, "")


def test_each_row_says_which_program_and_where_it_is_written() -> None:
    for loader in LOADERS:
        assert loader.program, loader
        assert re.fullmatch(r"https://[\w.-]+\.[a-z]+(/[\w.:/-]*)?", loader.source), loader
        assert loader.names == loader.names.casefold(), loader
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize(
    ("path", "words", "asked"),
    [
        ("Makefile", "Write a Makefile with a target clean.", True),
        ("Makefile", "write a makefile", True),
        ("sub/Makefile", "Write sub/Makefile", True),
        ("sub/Makefile", "Write a Makefile", True),
        ("pyproject.toml", "Make pyproject.toml.", True),
        (".github/workflows/ci.yml", "Write .github/workflows/ci.yml", True),
        (".github/workflows/ci.yml", "Write ./.github/workflows/ci.yml, please", True),
        (".github/workflows/ci.yml", "Write ci.yml", False),
        (".vscode/settings.json", "Summarise settings.json", False),
        ("Makefile", "Say what Makefile.old does", False),
        ("Makefile", "Say what old/Makefile-x does", False),
        ("conftest.py", "Why do the tests fail?", False),
        ("setup.py", "run my-setup.py", False),
    ],
)
def test_a_person_asks_for_one_by_its_name(path: str, words: str, asked: bool) -> None:
    assert is_unrequested_autoloaded(path, words) is not asked
