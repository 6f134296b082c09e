"""Files of the user: their paths, a copy to work on, changes applied and undone, and secrets kept out."""
