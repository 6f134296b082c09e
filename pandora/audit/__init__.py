"""What happened in a run and why, read from its documents."""
