"""The loop: the only way from a task to a document."""
