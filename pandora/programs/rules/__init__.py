"""The rules that judge what a try came to and may object to it although it ran without an error."""
