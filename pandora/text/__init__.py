"""Pure text: documents, sections, front matter and forms; no input or output."""
