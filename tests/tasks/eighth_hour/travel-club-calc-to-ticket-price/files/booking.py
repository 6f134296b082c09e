from fares import calc, calc_discount


class Booking:
    def __init__(self, name, kind, people, member=False):
        self.name = name
        self.kind = kind
        self.people = people
        self.member = member

    def price(self):
        # only members get the group discount
        if self.member:
            return calc_discount(self.kind, self.people)
        return calc(self.kind, self.people)
