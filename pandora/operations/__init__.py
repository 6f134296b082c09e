"""The built-in operations: the smallest actions, such as reading a file or running a command."""
