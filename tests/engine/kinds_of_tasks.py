"""An UNDERSTAND that asks which kind of task it is."""

from __future__ import annotations

KINDS = """
## UNDERSTAND

Say which kind of task this is.

### Form
Task: {given}
Context: {given}
Kind: {answer | file | code | change | outside}
Resolved: {line}
"""
