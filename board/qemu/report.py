"""The results of checks: a line for each, figures, and the totals."""

import contextlib
import json
import time


class Report:
    """The results of the checks of one display, or of all."""

    def __init__(self, subject=""):
        self.subject = subject
        self.passed = 0
        self.failures = []
        self.figures = []

    @contextlib.contextmanager
    def check(self, claim):
        """Runs a block as a check, which fails if the block raises an exception."""
        start = time.monotonic()
        try:
            yield
        except Exception as reason:  # a failed check must not end the run
            self.failures.append(f"FAIL {self.subject}: {claim}: {reason or type(reason).__name__}")
            say(self.failures[-1])
        else:
            self.passed += 1
            say(f"ok   {self.subject}: {claim} ({time.monotonic() - start:.1f} s)")

    def figure(self, name, value, unit):
        """Records a measured value."""
        self.figures.append(f"{name} {value:.10g} {unit}")
        self.note(self.figures[-1])

    def note(self, text):
        """Prints a line that is neither a check nor a figure."""
        say(f"     {self.subject}: {text}")

    def add(self, other):
        """Adds the results of another report."""
        self.passed += other.passed
        self.failures += other.failures
        self.figures += other.figures

    def save(self, path):
        path.write_text(json.dumps([self.subject, self.passed, self.failures, self.figures]))

    @classmethod
    def load(cls, path):
        report = cls()
        report.subject, report.passed, report.failures, report.figures = json.loads(path.read_text())
        return report

    def write_figures(self, path):
        path.write_text("".join(line + "\n" for line in self.figures))

    def close(self):
        """Prints the failures again, and the totals on the last line; returns the exit status."""
        if self.failures:
            print(*self.failures, sep="\n")
        print(f"{self.passed} passed, {len(self.failures)} failed", flush=True)
        return 1 if self.failures or not self.passed else 0


def say(line):
    """Prints a line with one write, because other processes print at the same time."""
    print(line + "\n", end="", flush=True)


def expect(condition, otherwise):
    """Fails the check with the message `otherwise` unless the condition is true."""
    if not condition:
        raise AssertionError(otherwise)
