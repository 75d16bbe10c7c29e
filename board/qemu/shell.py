"""The shell on the board's serial line."""

import dataclasses
import re
import time

from machine import BUSY, Lost


@dataclasses.dataclass
class Answer:
    """The exit status and the output of a command."""

    status: int
    output: str

    @property
    def lines(self):
        return self.output.splitlines()


class Shell:
    """Sends commands to a serial line and reads their output; writes both to the log."""

    def __init__(self, serial, log):
        self.serial = serial
        self.log = log
        self.unread = b""
        self.count = 0
        self.dead = None

    def wait(self, mark, seconds):
        """Reads until a regular expression matches; returns the match and the text before it."""
        if self.dead:
            raise Lost(self.dead)
        end = time.monotonic() + seconds * BUSY
        while not (match := re.search(mark, self.unread)):
            try:
                self.serial.settimeout(max(end - time.monotonic(), 0.001))
                received = self.serial.recv(65536)
            except OSError:
                self.dead = f"no answer on the serial line within {seconds * BUSY} s"
                raise Lost(self.dead) from None
            if not received:
                self.dead = "the machine has stopped"
                raise Lost(self.dead)
            self.log.write(received)
            self.unread += received
        before, self.unread = self.unread[: match.start()], self.unread[match.end() :]
        return match, before.decode(errors="replace")

    def send(self, command):
        """Sends a command without waiting for it."""
        self.log.write(f"$ {command}\n".encode())
        self.serial.sendall(f"{command}\n".encode())

    def run(self, command, seconds=20):
        """Runs a command and waits for its end; the timeout is in seconds of the host."""
        if self.dead:
            raise Lost(self.dead)
        self.count += 1
        self.serial.settimeout(seconds * BUSY)
        self.send(f'{{ {command}\n}}; echo "@@{self.count} $?"')
        match, output = self.wait(rb"@@%d (\d+)\r?\n" % self.count, seconds)
        return Answer(int(match[1]), output)
