"""Code that is written or mended for a person: its examples, calls, asserts and faults."""
