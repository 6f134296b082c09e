"""Programs that a model writes: the data that they read, how they begin, and why their results are believed."""
