"""Fields read out of many texts into a table, each cell held to the words of its text."""
