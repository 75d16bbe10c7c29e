"""The checks' outcome: a line for each, figures, and the count at the end."""

import contextlib
import time


class Report:
    def __init__(self):
        self.subject = ""
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
            print(self.failures[-1], flush=True)
        else:
            self.passed += 1
            print(f"ok   {self.subject}: {claim} ({time.monotonic() - start:.1f} s)", flush=True)

    def figure(self, name, value, unit):
        self.figures.append(f"{name} {value:.10g} {unit}")
        print(f"     {self.figures[-1]}", flush=True)

    def close(self):
        """Prints what failed once more, then the count, alone on the last line; returns the exit status."""
        if self.failures:
            print(*self.failures, sep="\n")
        print(f"{self.passed} passed, {len(self.failures)} failed", flush=True)
        return 1 if self.failures or not self.passed else 0


def expect(condition, otherwise):
    if not condition:
        raise AssertionError(otherwise)
