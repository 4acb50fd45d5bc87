"""A worker that never becomes ready and does not notice that its parent has gone."""

import time

if __name__ == "__main__":
    time.sleep(600)
