"""Files that programs load and obey without being asked to; creating one is therefore never harmless."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

EDITORS = (
    ".vscode .idea .vs .zed .fleet *.code-workspace *.sublime-project .dir-locals.el "
    ".vimrc .nvimrc .nvim.lua .exrc _vimrc .emacs .emacs.d .devcontainer"
)
SHELLS = (
    ".envrc .direnv .bash* .profile .zshrc .zshenv .zprofile .zlog* .cshrc .tcshrc .login .inputrc .config "
    ".tmux.conf .screenrc .tool-versions *mise.toml .gdbinit .lldbinit .pdbrc .rprofile .irbrc .pryrc "
    ".xinitrc .xprofile .xsession* *.desktop autorun.inf crontab *.service"
)
FORGES = (
    ".git .github .gitlab .gitlab-ci* .gitea .forgejo .circleci .buildkite .travis.yml .drone.y*ml "
    ".woodpecker* azure-pipelines* bitbucket-pipelines* appveyor.yml jenkinsfile .gitattributes .gitmodules "
    ".gitconfig .hg .hgrc .husky *lefthook.y*ml .pre-commit*"
)
AGENTS = ".claude claude.md claude.*.md agents.md gemini.md .cursor* .windsurf* .continue .aider* *mcp.json"
TESTS = (
    "conftest.py sitecustomize.py usercustomize.py *.pth pyproject.toml setup.py setup.cfg tox.ini "
    "*pytest.ini noxfile.py *pylintrc mypy.ini .coveragerc"
)
BUILDS = (
    "makefile gnumakefile *.mk *justfile taskfile.y*ml cmakelists.txt meson.build configure rakefile gemfile "
    "*.gemspec package.json .yarn* .pnpmfile.* *.config.js *.config.ts *.config.mjs *.config.cjs build.rs "
    ".cargo cargo.toml *.gradle *.gradle.kts gradlew* pom.xml .mvn mvnw* *.bazel .bazelrc "
    "composer.json dockerfile* *compose.y*ml vagrantfile flake.nix shell.nix default.nix procfile tiltfile"
)
NAMES = tuple(" ".join((EDITORS, SHELLS, FORGES, AGENTS, TESTS, BUILDS)).split())
"""All patterns, in lower case; one with a leading dot also matches a folder, and all files in that folder."""


def is_autoloaded(path: str) -> bool:
    """Return whether some program loads the workspace file `path`, or a folder that it is in, by itself.

    Such programs are editors, shells, forges, agents, and test and build tools; NAMES lists common ones.
    """
    return _autoloaded_part(path) is not None


def is_unrequested_autoloaded(path: str, words: str) -> bool:
    """Return whether `path` is autoloaded and a person's `words` name neither its path nor its file name."""
    part = _autoloaded_part(path)
    if part is None:
        return False
    names = [path, f"./{path}", *([part] if path.split("/")[-1] == part else [])]
    return not any(re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", words, re.I) for name in names)


def _autoloaded_part(path: str) -> str | None:
    *folders, last = path.split("/")
    parts = [*(folder for folder in folders if folder.startswith(".")), last]
    return next((part for part in parts if any(fnmatchcase(part.casefold(), name) for name in NAMES)), None)
