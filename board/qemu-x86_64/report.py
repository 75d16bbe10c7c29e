"""The checks' outcome: a line for each, figures, and the count at the end."""

import contextlib
import json
import time


class Report:
    def __init__(self, subject=""):
        self.subject = subject
        self.passed = 0
        self.failures = []
        self.figures = []

    @contextlib.contextmanager
    def check(self, claim):
        """Runs its block; the claim holds when nothing is raised."""
        start = time.monotonic()
        try:
            yield
        except Exception as reason:  # a check must not keep the others from running
            self.failures.append(f"FAIL {self.subject}: {claim}: {reason or type(reason).__name__}")
            say(self.failures[-1])
        else:
            self.passed += 1
            say(f"ok   {self.subject}: {claim} ({time.monotonic() - start:.1f} s)")

    def figure(self, name, value, unit):
        self.figures.append(f"{name} {value:.10g} {unit}")
        self.note(self.figures[-1])

    def note(self, text):
        """A line that is neither a check nor a figure."""
        say(f"     {self.subject}: {text}")

    def add(self, other):
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
        """Prints what failed once more, then the count, alone on the last line; returns the exit status."""
        if self.failures:
            print(*self.failures, sep="\n")
        print(f"{self.passed} passed, {len(self.failures)} failed", flush=True)
        return 1 if self.failures or not self.passed else 0


def say(line):
    """Prints a line in one piece, as others print at the same time."""
    print(line + "\n", end="", flush=True)


def expect(condition, otherwise):
    if not condition:
        raise AssertionError(otherwise)
