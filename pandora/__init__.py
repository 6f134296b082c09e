"""Pandora: a plain-file engine for recursive work by a local language model."""

__version__ = "0.1.0"
