"""Every command with its line of help, by group and in order, so that help imports no command."""

from __future__ import annotations

COMMAND_GROUPS = {
    "Work": {
        "run": "Do a task and print its answer.",
        "resume": "Go on with a run that stopped, waited, failed or was edited.",
        "answer": "Answer the question that a run asks.",
        "approve": "Allow or refuse the effect that a run asks about.",
        "undo": "Put back the files that a run changed.",
        "edit": "Open a document in your editor; resume when you save.",
        "watch": "Resume runs as soon as you save their documents.",
    },
    "Look": {
        "ui": "Show the workspace on the whole terminal, with keys.",
        "ls": "List the newest runs.",
        "tree": "Show a run's documents as a tree.",
        "show": "Print a document, or one section of it.",
        "diff": "Show what attempts and edits changed, or how two runs differ.",
        "log": "Show every event of a run in order, and who did it.",
        "why": "Show what a section was made from, back to the task.",
        "search": "Find lines in the documents of all runs.",
        "prompt": "Print exactly what the model was asked.",
    },
    "Think": {
        "think": "Think a question through as a graph of questions.",
        "graph": "List, show, draw and harvest graphs of questions.",
        "session": "Work over many turns with state, heads, branches and a report.",
        "research": "Research a question in documents, and write a report with quotes.",
        "mcp": "Serve this workspace over the Model Context Protocol.",
    },
    "Grow": {
        "grow": "Build a new tool, or make one of a run; list, show and undo what grew.",
        "evolve": "Try edits of a pattern on a suite, and keep one that makes nothing worse.",
    },
    "Keep": {
        "init": "Make a folder a workspace.",
        "trust": "Trust a workspace with what its settings decide.",
        "check": "Check documents, patterns and token budgets.",
        "fsck": "Check that the files in state/ agree with one another.",
        "export": "Write a run to a folder that replays elsewhere.",
        "archive": "Move runs to state/archive/.",
        "rm": "Remove runs.",
    },
    "Machine": {
        "models": "Fetch, list, choose and remove models.",
        "doctor": "Check what works on this machine, and how to mend the rest.",
        "selftest": "Kill, race and fill up a run on this very disk, and say what held.",
        "budget": "Count the tokens of every phase of every pattern.",
        "completion": "Print the script that completes commands, runs and models.",
        "sandbox": "Run a command in the sandbox, as a model's commands are run.",
        "bench": "Measure how many tasks a model solves.",
    },
}
"""The group's title → the command's name → its line of help."""
