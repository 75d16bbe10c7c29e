"""Jobs: parts of a check that run at the same time, each in its own process."""

import subprocess
import sys
import time

from report import Report
from target import BUILD, HERE


class Job:
    """Some suites of one display.

    `kind` is "alone" (a board that boots), "boot" or "counted-boot" (a board that boots and saves a snapshot), or
    "restored" (a board that continues from the snapshot of the job `boot`).
    """

    def __init__(self, display, kind, names, boot=None):
        self.display, self.kind, self.names, self.boot = display, kind, names, boot
        self.process = None
        self.snapshot = boot.snapshot if boot else BUILD / f"snapshot-{display}-{kind}"
        self.report(display, kind, names).unlink(missing_ok=True)

    @staticmethod
    def _file(display, kind, names, suffix):
        return BUILD / "jobs" / ("-".join([display, kind, *names]) + suffix)

    @staticmethod
    def serial(display, kind, names):
        return Job._file(display, kind, names, ".log")

    @staticmethod
    def report(display, kind, names):
        return Job._file(display, kind, names, ".json")

    def start(self):
        self.process = subprocess.Popen(
            # The job is killed when this process ends, even by SIGKILL.
            ["setpriv", "--pdeathsig", "KILL", sys.executable, "-B", HERE / "check", "--job"]
            + [self.display, self.kind, self.snapshot, *self.names],
            stdin=subprocess.DEVNULL,
        )

    @property
    def is_ready(self):
        return not self.process and (not self.boot or self.boot.has_ended)

    @property
    def has_ended(self):
        return self.process is not None and self.process.poll() is not None

    def outcome(self):
        """The report of the job; a failure if it has not written one."""
        file = self.report(self.display, self.kind, self.names)
        if file.exists():
            return Report.load(file)
        missing = Report(self.display)
        missing.failures.append(f"FAIL {self.display}: {self.kind} {' '.join(self.names)} ended without a report")
        return missing

    def serial_log(self):
        file = self.serial(self.display, self.kind, self.names)
        return file.read_bytes() if file.exists() else b""


def run_jobs(jobs, at_once):
    """Runs the jobs in their order, up to `at_once` at the same time; a job waits for the snapshot that it needs."""
    while waiting := [job for job in jobs if not job.has_ended]:
        running = [job for job in waiting if job.process]
        ready = [job for job in waiting if job.is_ready]
        for job in ready[: at_once - len(running)]:
            job.start()
        time.sleep(0.1)
