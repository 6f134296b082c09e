"""Growth: phases, tools and edits of patterns that a system makes itself, kept only where a check holds."""
