"""Sessions: turns whose Python state lives on, and the children and leaves that they ask."""
