"""What runs in the sandbox with the blocks of a session: it imports the standard library and this folder."""
