"""Words of a text: its language, their forms, and the words of eight languages that code goes by."""
