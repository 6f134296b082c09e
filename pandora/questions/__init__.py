"""Fractal thinking: a graph of questions that workers claim, answer, decompose, connect and synthesise."""
