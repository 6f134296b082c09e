"""Access to the user's files: resolve paths, copy the workspace, apply and undo changes, redact secrets."""
