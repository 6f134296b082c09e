"""The hands: the smallest actions, each with its effects declared."""
