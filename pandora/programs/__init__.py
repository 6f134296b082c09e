"""Programs that a model writes: the data they read, their first lines, and the checks of their results."""
