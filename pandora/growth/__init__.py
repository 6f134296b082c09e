"""Growth: tools that a loop builds and tests, and edits of patterns that are kept where no suite gets worse."""
