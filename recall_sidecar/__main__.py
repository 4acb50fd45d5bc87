"""Run the command line as `python -m recall_sidecar`."""

import sys

from recall_sidecar.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
