"""The base class of all suites."""

import time


def eventually(find, seconds=120):
    """Calls `find` until its result is true or the timeout has passed; returns the last result."""
    end = time.monotonic() + seconds
    while not (found := find()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


class Suite:
    """Checks on one board."""

    # Whether the suite needs a counted machine, see Machine.
    counted = False
    # Whether the suite runs on the board that boots, before the snapshot is saved.
    at_boot = False
    # The text that loaderd shows from the start.
    text = "Thinking…"

    def __init__(self, board, report):
        self.board = board
        self.report = report
        self.first = board.drawing(self.text)

    def run(self):
        """Runs all checks."""
        raise NotImplementedError
