"""Structured files (JSON, TOML, YAML, INI, lines of `name=value`) as text whose values have places."""
