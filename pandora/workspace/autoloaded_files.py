"""Files that programs load and obey without being asked to; creating one is therefore never harmless."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Loader:
    """A program, the names of the files that it loads by itself, and the address of its own words on that.

    `names` are patterns in lower case, separated by spaces; one with a leading dot also matches a folder, and
    all files in that folder.
    """

    names: str
    program: str
    source: str


LOADERS = (
    # Editors
    Loader(
        ".vscode *.code-workspace",
        "Visual Studio Code",
        "https://code.visualstudio.com/docs/editor/workspaces",
    ),
    Loader(
        ".devcontainer .devcontainer.json",
        "development containers",
        "https://containers.dev/implementors/spec/",
    ),
    Loader(".vs", "Visual Studio", "https://learn.microsoft.com/en-us/visualstudio/ide/"),
    Loader(".idea", "JetBrains IDEs", "https://www.jetbrains.com/help/idea/"),
    Loader(".fleet", "JetBrains Fleet", "https://www.jetbrains.com/help/fleet/"),
    Loader(".zed .rules", "Zed", "https://zed.dev/docs/configuring-zed"),
    Loader(
        "*.sublime-project *.sublime-workspace",
        "Sublime Text",
        "https://www.sublimetext.com/docs/projects.html",
    ),
    Loader(
        ".dir-locals*.el",
        "Emacs",
        "https://www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html",
    ),
    Loader(
        ".emacs .emacs.d",
        "Emacs",
        "https://www.gnu.org/software/emacs/manual/html_node/emacs/Init-File.html",
    ),
    Loader(".vim .vimrc .gvimrc .exrc _vimrc", "Vim", "https://vimhelp.org/starting.txt.html"),
    Loader(".nvimrc .nvim.lua", "Neovim", "https://neovim.io/doc/user/options.html"),
    Loader(".helix", "Helix", "https://docs.helix-editor.com/configuration.html"),
    Loader(".ycm_extra_conf.py", "YouCompleteMe", "https://github.com/ycm-core/YouCompleteMe"),
    Loader(
        "jupyter*_config.py jupyter*_config.json",
        "Jupyter",
        "https://docs.jupyter.org/en/latest/use/config.html",
    ),
    # Shells, sessions and debuggers
    Loader(".envrc .direnv", "direnv", "https://direnv.net"),
    Loader(
        ".bash* .profile",
        "Bash",
        "https://www.gnu.org/software/bash/manual/html_node/Bash-Startup-Files.html",
    ),
    Loader(
        ".inputrc",
        "Readline",
        "https://www.gnu.org/software/bash/manual/html_node/Readline-Init-File.html",
    ),
    Loader(".zshrc .zshenv .zprofile .zlog*", "Zsh", "https://zsh.sourceforge.io/Doc/Release/Files.html"),
    Loader(".cshrc .tcshrc .login .logout", "tcsh", "https://www.tcsh.org"),
    Loader(
        ".config .local",
        "programs of a user's session",
        "https://specifications.freedesktop.org/basedir-spec/latest/",
    ),
    Loader(".xinitrc .xprofile .xsession*", "X sessions", "https://wiki.archlinux.org/title/Xinit"),
    Loader("*.desktop", "desktops", "https://specifications.freedesktop.org/autostart-spec/latest/"),
    Loader("autorun.inf", "Windows", "https://learn.microsoft.com/en-us/windows/win32/shell/autorun-cmds"),
    Loader(
        "*.service *.timer",
        "systemd",
        "https://www.freedesktop.org/software/systemd/man/latest/systemd.unit.html",
    ),
    Loader("crontab", "cron", "https://man7.org/linux/man-pages/man5/crontab.5.html"),
    Loader(".ssh", "OpenSSH", "https://man.openbsd.org/ssh_config"),
    Loader(".tmux.conf", "tmux", "https://man.openbsd.org/tmux"),
    Loader(".screenrc", "GNU Screen", "https://www.gnu.org/software/screen/manual/screen.html"),
    Loader(".tool-versions", "asdf", "https://asdf-vm.com/manage/configuration.html"),
    Loader(".mise *mise.toml", "mise", "https://mise.jdx.dev/configuration.html"),
    Loader(".gdbinit", "GDB", "https://sourceware.org/gdb/current/onlinedocs/gdb.html/Startup.html"),
    Loader(".lldbinit", "LLDB", "https://lldb.llvm.org/man/lldb.html"),
    Loader(".pdbrc", "pdb", "https://docs.python.org/3/library/pdb.html"),
    Loader(".rprofile .renviron", "R", "https://stat.ethz.ch/R-manual/R-devel/library/base/html/Startup.html"),
    Loader(".irbrc", "IRB", "https://github.com/ruby/irb"),
    Loader(".pryrc", "Pry", "https://github.com/pry/pry"),
    Loader(".ghci", "GHCi", "https://downloads.haskell.org/ghc/latest/docs/users_guide/ghci.html"),
    Loader(".iex.exs", "IEx", "https://hexdocs.pm/iex/IEx.html"),
    # Version control and its hooks
    Loader(".git .gitattributes .gitmodules .gitconfig", "Git", "https://git-scm.com/docs"),
    Loader(".hg .hgrc", "Mercurial", "https://www.mercurial-scm.org/help/topics/config"),
    Loader(".jj", "Jujutsu", "https://jj-vcs.github.io/jj/latest/config/"),
    Loader(".husky", "husky", "https://typicode.github.io/husky/"),
    Loader("*lefthook.*", "Lefthook", "https://lefthook.dev"),
    Loader(".pre-commit*", "pre-commit", "https://pre-commit.com"),
    Loader(".overcommit.yml", "Overcommit", "https://github.com/sds/overcommit"),
    Loader(".lintstagedrc*", "lint-staged", "https://github.com/lint-staged/lint-staged"),
    # Forges and build services
    Loader(".github", "GitHub", "https://docs.github.com/en/actions"),
    Loader(".gitlab .gitlab-ci*", "GitLab", "https://docs.gitlab.com/ci/yaml/"),
    Loader(".gitea", "Gitea", "https://docs.gitea.com/usage/actions/overview"),
    Loader(".forgejo", "Forgejo", "https://forgejo.org/docs/latest/user/actions/"),
    Loader(".gitpod*", "Gitpod", "https://www.gitpod.io/docs/references/gitpod-yml"),
    Loader(".circleci", "CircleCI", "https://circleci.com/docs/configuration-reference/"),
    Loader(".buildkite", "Buildkite", "https://buildkite.com/docs/pipelines"),
    Loader(".travis.yml", "Travis CI", "https://docs.travis-ci.com"),
    Loader(".drone.y*ml", "Drone", "https://docs.drone.io/pipeline/overview/"),
    Loader(".woodpecker*", "Woodpecker", "https://woodpecker-ci.org/docs/usage/intro"),
    Loader(".cirrus.yml .cirrus.star", "Cirrus CI", "https://cirrus-ci.org/guide/writing-tasks/"),
    Loader(".semaphore", "Semaphore", "https://docs.semaphoreci.com"),
    Loader(".build.yml .builds", "SourceHut", "https://man.sr.ht/builds.sr.ht/"),
    Loader(
        "azure-pipelines* .azure-pipelines",
        "Azure Pipelines",
        "https://learn.microsoft.com/en-us/azure/devops/pipelines/",
    ),
    Loader("bitbucket-pipelines*", "Bitbucket", "https://support.atlassian.com/bitbucket-cloud/"),
    Loader("appveyor.yml .appveyor.yml", "AppVeyor", "https://www.appveyor.com/docs/appveyor-yml/"),
    Loader("jenkinsfile*", "Jenkins", "https://www.jenkins.io/doc/book/pipeline/jenkinsfile/"),
    Loader(
        "cloudbuild.y*ml cloudbuild.json",
        "Cloud Build",
        "https://cloud.google.com/build/docs/build-config-file-schema",
    ),
    Loader(
        "buildspec.y*ml",
        "CodeBuild",
        "https://docs.aws.amazon.com/codebuild/latest/userguide/build-spec-ref.html",
    ),
    Loader("netlify.toml", "Netlify", "https://docs.netlify.com"),
    Loader("vercel.json", "Vercel", "https://vercel.com/docs/project-configuration"),
    Loader(
        ".readthedocs.y*ml",
        "Read the Docs",
        "https://docs.readthedocs.com/platform/stable/config-file/v2.html",
    ),
    # Agents
    Loader("agents.md agents.*.md agent.md", "agents of many makers", "https://agents.md"),
    Loader(
        ".claude claude.md claude.*.md",
        "Claude Code",
        "https://docs.claude.com/en/docs/claude-code/settings",
    ),
    Loader("*mcp.json", "clients of the Model Context Protocol", "https://modelcontextprotocol.io"),
    Loader(".codex", "Codex", "https://github.com/openai/codex"),
    Loader(".gemini gemini.md", "Gemini CLI", "https://github.com/google-gemini/gemini-cli"),
    Loader(".qwen qwen.md", "Qwen Code", "https://github.com/QwenLM/qwen-code"),
    Loader("opencode.json opencode.jsonc .opencode", "opencode", "https://opencode.ai/docs/config/"),
    Loader("crush.json .crush.json .crush crush.md", "Crush", "https://github.com/charmbracelet/crush"),
    Loader(".cursor*", "Cursor", "https://docs.cursor.com"),
    Loader(".windsurf*", "Windsurf", "https://docs.windsurf.com"),
    Loader(".continue*", "Continue", "https://docs.continue.dev"),
    Loader(".aider*", "Aider", "https://aider.chat/docs/config/aider_conf.html"),
    Loader(".cline*", "Cline", "https://docs.cline.bot"),
    Loader(".roo*", "Roo Code", "https://docs.roocode.com"),
    Loader(".junie", "Junie", "https://www.jetbrains.com/help/junie/"),
    Loader(".kiro", "Kiro", "https://kiro.dev/docs/"),
    Loader(".amazonq", "Amazon Q", "https://docs.aws.amazon.com/amazonq/"),
    Loader(".goosehints", "Goose", "https://github.com/block/goose"),
    # Tests and checkers
    Loader(
        "conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml",
        "pytest",
        "https://docs.pytest.org/en/stable/reference/customize.html",
    ),
    Loader("sitecustomize.py usercustomize.py *.pth", "Python", "https://docs.python.org/3/library/site.html"),
    Loader("tox.ini tox.toml", "tox", "https://tox.wiki"),
    Loader("noxfile.py", "nox", "https://nox.thea.codes"),
    Loader("*pylintrc*", "Pylint", "https://pylint.readthedocs.io/en/stable/user_guide/configuration/"),
    Loader("mypy.ini .mypy.ini", "mypy", "https://mypy.readthedocs.io/en/stable/config_file.html"),
    Loader(".flake8", "Flake8", "https://flake8.pycqa.org/en/latest/user/configuration.html"),
    Loader(".coveragerc", "Coverage.py", "https://coverage.readthedocs.io/en/latest/config.html"),
    Loader(".eslintrc*", "ESLint", "https://eslint.org/docs/latest/use/configure/"),
    Loader(".prettierrc*", "Prettier", "https://prettier.io/docs/configuration"),
    Loader(".stylelintrc*", "Stylelint", "https://stylelint.io/user-guide/configure"),
    Loader(".babelrc*", "Babel", "https://babeljs.io/docs/config-files"),
    Loader(".mocharc*", "Mocha", "https://mochajs.org"),
    Loader("*.conf.js *.conf.ts", "Karma, WebdriverIO", "https://karma-runner.github.io"),
    Loader(".rspec", "RSpec", "https://rspec.info"),
    Loader(".rubocop.yml", "RuboCop", "https://docs.rubocop.org/rubocop/configuration.html"),
    # Builds and packages
    Loader(
        "makefile makefile.am makefile.in gnumakefile *.mk", "Make", "https://www.gnu.org/software/make/manual/"
    ),
    Loader("*justfile", "just", "https://just.systems/man/en/"),
    Loader("taskfile.y*ml taskfile.dist.y*ml", "Task", "https://taskfile.dev"),
    Loader("cmakelists.txt *.cmake cmakepresets.json", "CMake", "https://cmake.org/cmake/help/latest/"),
    Loader("meson.build", "Meson", "https://mesonbuild.com"),
    Loader("configure configure.ac", "Autoconf", "https://www.gnu.org/software/autoconf/manual/"),
    Loader("sconstruct sconscript", "SCons", "https://scons.org"),
    Loader(
        "pyproject.toml",
        "Python projects",
        "https://packaging.python.org/en/latest/specifications/pyproject-toml/",
    ),
    Loader("setup.py setup.cfg", "setuptools", "https://setuptools.pypa.io/en/latest/userguide/"),
    Loader("hatch_build.py", "Hatch", "https://hatch.pypa.io"),
    Loader("fabfile.py", "Fabric", "https://www.fabfile.org"),
    Loader("dodo.py", "doit", "https://pydoit.org"),
    Loader("conf.py", "Sphinx", "https://www.sphinx-doc.org/en/master/usage/configuration.html"),
    Loader("mkdocs.y*ml", "MkDocs", "https://www.mkdocs.org/user-guide/configuration/"),
    Loader("rakefile *.rake", "Rake", "https://ruby.github.io/rake/"),
    Loader("gemfile *.gemspec .bundle", "Bundler", "https://bundler.io"),
    Loader("package.json .npmrc", "npm", "https://docs.npmjs.com/cli/"),
    Loader(".yarn*", "Yarn", "https://yarnpkg.com/configuration/yarnrc"),
    Loader(".pnpmfile.* pnpm-workspace.yaml", "pnpm", "https://pnpm.io"),
    Loader("bunfig.toml", "Bun", "https://bun.sh/docs/runtime/bunfig"),
    Loader("deno.json deno.jsonc", "Deno", "https://docs.deno.com/runtime/fundamentals/configuration/"),
    Loader(
        "*.config.js *.config.?js *.config.ts *.config.?ts",
        "Vite, webpack and many tools of Node.js",
        "https://vite.dev/config/",
    ),
    Loader(
        "gulpfile.*js gulpfile.*ts gulpfile.coffee",
        "gulp",
        "https://gulpjs.com/docs/en/getting-started/javascript-and-gulpfiles",
    ),
    Loader("gruntfile.*js gruntfile.*ts gruntfile.coffee", "Grunt", "https://gruntjs.com/sample-gruntfile"),
    Loader("build.rs .cargo cargo.toml rust-toolchain*", "Cargo", "https://doc.rust-lang.org/cargo/"),
    Loader(
        "*.gradle *.gradle.kts gradlew* gradle.properties",
        "Gradle",
        "https://docs.gradle.org/current/userguide/userguide.html",
    ),
    Loader("pom.xml .mvn mvnw*", "Maven", "https://maven.apache.org"),
    Loader("build.xml", "Ant", "https://ant.apache.org/manual/"),
    Loader("*.sbt", "sbt", "https://www.scala-sbt.org"),
    Loader("*.bazel *.bzl .bazelrc", "Bazel", "https://bazel.build"),
    Loader(".buckconfig", "Buck2", "https://buck2.build"),
    Loader("composer.json", "Composer", "https://getcomposer.org/doc/"),
    Loader("podfile *.podspec", "CocoaPods", "https://guides.cocoapods.org"),
    Loader("package.swift", "Swift Package Manager", "https://docs.swift.org"),
    Loader("mix.exs", "Mix", "https://hexdocs.pm/mix/Mix.html"),
    Loader("rebar.config", "Rebar3", "https://rebar3.org"),
    Loader("makefile.pl build.pl", "Perl's module builders", "https://perldoc.perl.org/ExtUtils::MakeMaker"),
    Loader(
        "dockerfile* *.dockerfile *compose.y*ml docker-bake.*",
        "Docker",
        "https://docs.docker.com/reference/",
    ),
    Loader("containerfile*", "Podman", "https://docs.podman.io"),
    Loader("vagrantfile", "Vagrant", "https://developer.hashicorp.com/vagrant/docs/vagrantfile"),
    Loader("flake.nix shell.nix default.nix", "Nix", "https://nix.dev"),
    Loader("devenv.nix devenv.yaml", "devenv", "https://devenv.sh"),
    Loader("procfile*", "Heroku, Foreman", "https://devcenter.heroku.com/articles/procfile"),
    Loader("tiltfile", "Tilt", "https://docs.tilt.dev"),
    Loader("skaffold.yaml", "Skaffold", "https://skaffold.dev/docs/"),
    Loader("earthfile", "Earthly", "https://docs.earthly.dev"),
    Loader(
        "ansible.cfg .ansible.cfg",
        "Ansible",
        "https://docs.ansible.com/ansible/latest/reference_appendices/config.html",
    ),
)
"""The programs that are common. Add a row for another one, with a page that says that it loads the file."""
NAMES = tuple(name for loader in LOADERS for name in loader.names.split())


def is_autoloaded(path: str) -> bool:
    """Return whether some program loads the workspace file `path`, or a folder that it is in, by itself.

    Such programs are editors, shells, forges, agents, and test and build tools; LOADERS lists common ones.
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
