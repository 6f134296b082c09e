"""Measurements of the engine's own cost, mostly as ratios of two figures taken in one run."""
