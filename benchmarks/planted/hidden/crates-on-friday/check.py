"""Exit with 0 where the weight and the place of Friday's crates are given."""

import json
import sys
from pathlib import Path

result = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
output = (result["output"] or "").replace(",", "")
assert result["status"] == "accepted", result["status"]
assert "4817" in output, output
assert "Marigold Wharf" in output, output
