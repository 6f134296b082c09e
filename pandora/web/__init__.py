"""The web: addresses, requests, politeness, pages and search engines."""
