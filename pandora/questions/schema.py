"""The tables of a graph's index: derived from its documents, and thrown away when they do not fit."""

from __future__ import annotations

VERSION = "1"
"""Another version's index is made again."""

TABLES = """
CREATE TABLE facts (key TEXT PRIMARY KEY, value);
CREATE TABLE nodes (
    id TEXT PRIMARY KEY, kind TEXT, parent TEXT, via TEXT, branch TEXT, depth INTEGER, seq INTEGER,
    state TEXT, owner TEXT, session TEXT, attempts INTEGER, reason TEXT, text TEXT, digest TEXT,
    metadata TEXT, synthesis TEXT, output TEXT, made TEXT, rests TEXT, created TEXT, tokens INTEGER,
    stamp TEXT, pending INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX claims ON nodes (kind, state, depth, seq);
CREATE INDEX branches ON nodes (branch, kind, state, depth, seq);
CREATE INDEX children ON nodes (parent, kind, seq);
CREATE INDEX ready ON nodes (kind, state, pending, depth);
CREATE TABLE edges (
    one TEXT, other TEXT, type TEXT, source TEXT, PRIMARY KEY (one, other, type, source)
) WITHOUT ROWID;
CREATE INDEX sources ON edges (source);
CREATE INDEX others ON edges (other, type);
CREATE TABLE leases (node TEXT PRIMARY KEY, owner TEXT, work TEXT, expires REAL) WITHOUT ROWID;
CREATE INDEX expiries ON leases (expires);
CREATE TABLE touches (worker TEXT, branch TEXT, PRIMARY KEY (worker, branch));
CREATE TABLE unsettled (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (text);
"""
"""`nodes` has a row for each question and each answer: `pending` counts the questions right below one
that are not done. `unsettled` are documents that somebody began to write: after a kill they are read again.
`edges` are symmetric (`one` sorts before `other`); `source` is the document that says so."""
