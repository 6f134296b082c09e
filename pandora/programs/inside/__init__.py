"""Code that runs in the sandbox with a model's program; the sandbox can read only this folder of Pandora."""
