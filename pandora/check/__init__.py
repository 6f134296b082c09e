"""Problems in a workspace: patterns and documents at lines that an editor can jump to, and the disk."""
