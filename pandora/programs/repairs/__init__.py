"""What code puts right in a program that a model wrote, where it was refused or failed."""
