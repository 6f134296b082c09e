"""Recursive research: sources, the knowledge base and citations, and the roles that work with them."""
