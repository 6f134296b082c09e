"""What a request says, as far as code can read it whatever its language."""
