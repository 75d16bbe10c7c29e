"""A board: a machine that starts loaderd first and then takes orders."""

import dataclasses
import json
import pathlib
import re
import subprocess
import time

from drawing import Drawing
from machine import Machine
from picture import Picture
from report import expect
from shell import BUSY, Shell

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent.parent / "build" / "board"


# Displays that loaderd drives with less than 8 bits a channel, because their drivers want that.
FORMATS = {name: ["--format", "rgb565"] for name in ("cirrus", "cirrusfb")}


@dataclasses.dataclass
class Photograph:
    """A picture and the loader's time, in milliseconds, of the first and the last frame it can be."""

    picture: Picture
    first: int
    last: int


class Board:
    # Seconds that the start may take here.
    patience = 60
    # Starts loaderd as init does.
    loaderd = (
        "rm -f /run/loaderd.status; { loaderd --show shimmer --text 'Thinking…' </dev/null >/run/loaderd.log 2>&1; "
        "echo $? >/run/loaderd.status; } &"
    )

    def __init__(self, display, programs, log, counted, snapshot=None):
        """A board that boots, or goes on from a snapshot of the same display that was `counted` or not, as this one."""
        self.display = display
        self.programs = programs
        self.snapshot = snapshot
        kernel = subprocess.run([HERE / "kernel"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        self.machine = self.assemble(BUILD / f"vmlinux-{kernel}", counted)
        self.shell = Shell(self.machine.serial, log)
        self.dump = self.machine.dump
        self.run = self.shell.run

    def assemble(self, kernel, counted):
        initramfs = BUILD / f"{self.display}.cpio"
        if not self.snapshot:
            subprocess.run([HERE / "initramfs", self.display, self.programs], check=True)
        return Machine(self.display, kernel, initramfs, counted, snapshot=self.snapshot)

    def settle(self):
        """Waits for whatever else the start brings, before a snapshot is taken."""

    def save(self, path):
        """Writes a snapshot and switches off."""
        self.settle()
        self.machine.save(path)

    def __enter__(self):
        try:
            if not self.snapshot:
                self.shell.wait(rb"@@ready\r?\n", self.patience)
            answers = self.run(_patiently("loaderctl state"), 60).status == 0
            expect(answers, f"loaderd does not answer; it says {self.run('cat /run/loaderd.*').output!r}")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        """Leaves in the log what the kernel and loaderd had to say, and switches off."""
        try:
            self.run("dmesg; cat /run/loaderd.log")
            self.machine.serial.sendall(b"poweroff -f\n")
            self.machine.wait(10)
        except Exception:  # it may be here because it is broken
            pass
        self.machine.__exit__()

    def succeed(self, command, seconds=20):
        """Runs a command that must end with status 0, and returns what it printed."""
        answer = self.run(command, seconds)
        expect(answer.status == 0, f"{command}: status {answer.status}, {answer.output!r}")
        return answer.output

    def until(self, command):
        """Waits until a command ends with status 0, for 30 s of the board's time."""
        return self.succeed(_patiently(command), 120)

    def until_output(self, state):
        """Waits until the first output is in a state, "lit" or "aside"; None: until there is no output."""
        self.until(f"loaderctl --json state | grep -q '{_member(state)}'")

    def until_picture(self, suits, seconds=30, **which):
        """Waits until a picture of the display suits; returns it."""
        end = time.monotonic() + seconds * BUSY
        while not suits(picture := self.dump(**which)):
            expect(time.monotonic() < end, f"no such picture within {seconds * BUSY} s; the last one shows {picture.box}")
            time.sleep(0.05)
        return picture

    def play(self, seconds=0.5):
        """Waits until loaderd has shown a frame that is so much later by the loader's clock: what fades has faded then."""
        last = self.frame()["time"]
        end, start = last + seconds, time.monotonic()
        while (now := self.frame()["time"]) < end:
            expect(time.monotonic() < start + 30 * BUSY, f"the newest frame is of {now} s, not of {end}")
            if now < last:  # another loader, from its beginning
                end = now + seconds
            last = now
            self.succeed("sleep 0.05")

    def until_lit(self, seconds=0.5):
        """Waits until the first output is lit and has shown so much of the loader's time."""
        self.until_output("lit")
        self.play(seconds)

    def start_loaderd(self, options=""):
        """Starts loaderd as init does, and waits until it answers."""
        self.succeed(self.loaderd.replace("--show", f"{options} --show"))
        self.until("loaderctl state")

    def complaints(self):
        """What loaderd has said since it was started."""
        return self.succeed("cat /run/loaderd.log").splitlines()

    def output(self):
        """What loaderd tells of the display."""
        return json.loads(self.succeed("loaderctl --json state"))["output"]

    def quit_loaderd(self):
        """Ends loaderd and returns its exit status."""
        self.succeed("loaderctl quit")
        return int(self.until("grep . /run/loaderd.status"))

    def drawing(self, text, *options):
        """What shimmer with that text must look like, drawn on this computer."""
        return Drawing(self.programs / "loaderctl", text, *FORMATS.get(self.display, []), *options)

    def frame(self):
        """loaderd's figures of the frames shown so far."""
        return json.loads(self.succeed("loaderctl --json state"))["frame"]

    def photograph(self, **which):
        """A picture of the display, or of one of them, as Machine.dump has it."""
        best = None
        # On a busy host much can be shown between question and answer: the picture with the fewest candidates is taken.
        for _ in range(5):
            first = self.frame()
            picture = self.dump(**which)
            last = self.frame()
            taken = Photograph(picture, round(first["time"] * 1000), round(last["time"] * 1000))
            if not best or taken.last - taken.first < best.last - best.first:
                best = taken
            if best.last - best.first <= 500:
                break
        return best

    def wakeups(self, seconds):
        """How often loaderd and its reader gave the processor away, which they do after each wake-up."""
        count = "for process in $(pidof loaderd); do cat /proc/$process/task/*/status; done | grep ^voluntary"
        before, after = (
            sum(map(int, re.findall(r"\d+", part)))
            for part in self.succeed(f"{count}; sleep {seconds}; echo @; {count}", 60).split("@")
        )
        return after - before


def _member(state):
    return '"output":null' if state is None else f'"state":"{state}"'


def _patiently(command):
    """The command, once it ends with status 0 or has been tried for 30 s."""
    return f"n=0; until {command} >/dev/null 2>&1 || [ $n -ge 300 ]; do n=$((n + 1)); sleep 0.1; done; {command}"
