"""Whether a model fits this machine: its header, memory, processor, build, and the speed to expect."""
