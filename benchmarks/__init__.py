"""Measurements of the engine's own cost, as ratios taken in one run."""
