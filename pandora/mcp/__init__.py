"""The server of the Model Context Protocol: session, tools, resources and transport."""
