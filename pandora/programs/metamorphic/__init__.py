"""Metamorphic relations: what must hold between a program's result and those on altered copies of its files."""
