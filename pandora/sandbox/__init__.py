"""The sandbox: runs the commands that a model wrote, confined as far as the machine can."""
