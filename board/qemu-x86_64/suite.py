"""What the suites of checks have in common."""


class Suite:
    """Checks of one board; `counted` is whether its machine must be, see Machine."""

    counted = False
    # What loaderd shows from the start.
    text = "Thinking…"

    def __init__(self, board, report):
        self.board = board
        self.report = report
        self.first = board.drawing(self.text)

    def run(self):
        raise NotImplementedError
