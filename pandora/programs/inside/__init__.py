"""What runs beside a model's program in the sandbox, where of this package only this folder can be read."""
