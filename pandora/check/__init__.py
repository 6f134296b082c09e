"""Find problems in a workspace: in patterns, in documents, and in what is stored on the disk."""
