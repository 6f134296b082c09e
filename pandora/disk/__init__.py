"""The disk: where documents live and how they are written so that nothing is lost."""
