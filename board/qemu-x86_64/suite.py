"""What the suites of checks have in common."""

import time


def eventually(find, seconds=120):
    """What `find` returns, once that is something, or when there has been time enough for it."""
    end = time.monotonic() + seconds
    while not (found := find()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


class Suite:
    """Checks of one board; `counted` is whether its machine must be, see Machine."""

    counted = False
    # Whether it runs on the board that boots, before the snapshot is taken from which the others start.
    at_boot = False
    # What loaderd shows from the start.
    text = "Thinking…"

    def __init__(self, board, report):
        self.board = board
        self.report = report
        self.first = board.drawing(self.text)

    def run(self):
        raise NotImplementedError
