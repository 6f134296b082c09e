"""A program that is one SQL query: how it begins, and how what a model wrote of it is completed."""
