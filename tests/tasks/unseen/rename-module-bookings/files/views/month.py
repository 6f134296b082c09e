from util import rooms
import util as u
from util_print import show


def page(data):
    return ", ".join(rooms(data)) + f" ({u.count(data)})"
