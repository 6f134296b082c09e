class Timer:
    """A kitchen timer with a gong."""

    def __init__(self, minutes):
        self.minutes = minutes
        self.running = False

    def go(self):
        self.running = True
        return f"{self.minutes} minutes from now"

    def stop(self):
        self.running = False
        return "gong!"
