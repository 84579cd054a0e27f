"""The command `python -m tests.oracle GAME`: the kits that tests share lie one folder up."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from oracle.command import main

    main()
