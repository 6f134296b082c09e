"""Where commands that a model wrote are run."""
