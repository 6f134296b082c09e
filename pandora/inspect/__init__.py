"""Read-only views of runs: why, log, differences, prompts, and a rehearsal of what comes next."""
