import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'library.py': '66252e74b27c6d90252c',
    'main.py': '76f4f95de0eb9ec90e23',
    'models.py': 'b1b770f983a3f593792f',
}

accepted()
unchanged('models.py', 'library.py', 'main.py')
nothing_new()
WANT = {
    'models.py': 'class User:\n    """Somebody who borrows books."""\n\n    def __init__(self, name, email):\n        self.name = name\n        self.email = email\n        self.books = []\n\n    def __repr__(self):\n        return f"<{self.name}, {len(self.books)} books>"\n',
    'library.py': 'from models import User\n\n\nclass Library:\n    def __init__(self):\n        self.people = {}\n\n    def register(self, name, email):\n        person = User(name, email)\n        self.people[email] = person\n        return person\n\n    def lend(self, person, title):\n        if not isinstance(person, User):\n            raise TypeError("only registered people can borrow")\n        person.books.append(title)\n',
    'main.py': 'import models\nfrom library import Library\n\nlibrary = Library()\nada = library.register("Ada", "ada@example.org")\nlibrary.lend(ada, "Dune")\nprint(ada)\nprint(models.User("Guest", "guest@example.org"))\n',
}
for path, want in WANT.items():
    got = read(path)
    assert not re.search(r"\bUsr\b", got), f"Usr is still in {path}"
    assert [l.rstrip() for l in got.strip().splitlines()] == [l.rstrip() for l in want.strip().splitlines()], f"{path} is not as it should be"
rc, out, err = run_python(args=["main.py"])
assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
