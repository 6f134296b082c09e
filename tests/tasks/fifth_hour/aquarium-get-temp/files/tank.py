import probe


class Tank:
    def __init__(self, name, raw):
        self.name = name
        self.raw = raw

    def line(self):
        # get_temp knows the offset
        temp = probe.get_temp(self.raw)
        return f"{self.name}: {temp} degrees"
