"""The shell at the other end of the board's serial line."""

import dataclasses
import re
import time

from machine import Lost

# The seconds that callers allow are those of an idle host; a busy one may take so many times as long.
BUSY = 4


@dataclasses.dataclass
class Answer:
    """What a command printed, and its exit status."""

    status: int
    output: str

    @property
    def lines(self):
        return self.output.splitlines()


class Shell:
    """Types commands on a serial line and reads what they print; everything goes into the log."""

    def __init__(self, serial, log):
        self.serial = serial
        self.log = log
        self.unread = b""
        self.count = 0
        self.dead = None

    def wait(self, mark, seconds):
        """Reads until the mark, a regular expression, and returns its match and what came before it."""
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

    def run(self, command, seconds=20):
        """Runs a command and waits for its end, for so many seconds of ours."""
        if self.dead:
            raise Lost(self.dead)
        self.count += 1
        self.log.write(f"$ {command}\n".encode())
        self.serial.settimeout(seconds * BUSY)
        self.serial.sendall(f'{{ {command}\n}}; echo "@@{self.count} $?"\n'.encode())
        match, output = self.wait(rb"@@%d (\d+)\r?\n" % self.count, seconds)
        return Answer(int(match[1]), output)
