"""Models that other programs have on this machine: in their folders, and behind their servers."""
