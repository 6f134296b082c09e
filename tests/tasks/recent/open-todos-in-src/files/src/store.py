import json


class Store:
    def __init__(self, path):
        self.path = path
        self.tools = []  # FIXME load the file

    def todo_list(self):
        """Tools that must be mended."""
        return [t for t in self.tools if t["broken"]]

    def save(self):
        # TODO write to a temporary file first
        with open(self.path, "w") as handle:
            json.dump(self.tools, handle)
