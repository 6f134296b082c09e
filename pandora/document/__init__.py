"""Documents: sections, forms, front matter and records, as pure text; no input or output."""
