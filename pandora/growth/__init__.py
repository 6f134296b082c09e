"""Growth: phases, tools and edits of patterns that a system makes itself, each kept only where a check holds."""
