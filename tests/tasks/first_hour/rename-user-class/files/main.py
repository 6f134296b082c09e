import models
from library import Library

library = Library()
ada = library.register("Ada", "ada@example.org")
library.lend(ada, "Dune")
print(ada)
print(models.Usr("Guest", "guest@example.org"))
