"""What the checkers of this suite share: all that those of `tests/tasks/open` share."""

import importlib.util
import os
import sys

_OPEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "open", "checking.py")
_SPEC = importlib.util.spec_from_file_location("open_checking", _OPEN)
_MODULE = importlib.util.module_from_spec(_SPEC)
sys.modules["open_checking"] = _MODULE
_SPEC.loader.exec_module(_MODULE)
globals().update({name: value for name, value in vars(_MODULE).items() if not name.startswith("_")})
