"""A board: a virtual machine whose first program is loaderd, and which runs commands from its serial line."""

import dataclasses
import json
import pathlib
import platform
import re
import subprocess
import time

from drawing import Drawing
from machine import BUSY, Machine
from picture import Picture
from report import expect
from shell import Shell
from target import ARCHITECTURE, BUILD, HERE

# Displays whose drivers prefer a format with less than 8 bits a channel, and loaderctl's options for that format.
FORMATS = {name: ["--format", "rgb565"] for name in ("cirrus", "cirrusfb")}


@dataclasses.dataclass
class Photograph:
    """A picture, and the frame times (milliseconds) of the first and the last frame that it may show."""

    picture: Picture
    first: int
    last: int


class Board:
    """A running board; a context manager that waits for the boot and powers it off at the end."""

    # Timeout of the boot in seconds.
    boot_timeout = 60
    # The command that starts loaderd, as in init.
    loaderd = (
        "rm -f /run/loaderd.status; { loaderd --show shimmer --text 'Thinking…' </dev/null >/run/loaderd.log 2>&1; "
        "echo $? >/run/loaderd.status; } &"
    )

    def __init__(self, display, programs, log, counted, snapshot=None):
        """A board that boots, or continues from a snapshot of the same display with the same `counted`."""
        self.display = display
        self.programs = programs
        # loaderctl for this machine's processor, which draws the expected pictures.
        own = programs if platform.machine() == ARCHITECTURE else BUILD.parent / platform.machine()
        self.loaderctl = own / "loaderctl"
        self.snapshot = snapshot
        kernel = subprocess.run([HERE / "kernel"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        self.machine = self.assemble(BUILD / f"vmlinux-{kernel}", counted)
        self.shell = Shell(self.machine.serial, log)
        self.dump = self.machine.dump
        self.run = self.shell.run

    def assemble(self, kernel, counted):
        """Creates the root file system and starts the machine."""
        initramfs = BUILD / f"{self.display}.cpio"
        if not self.snapshot:
            subprocess.run([HERE / "initramfs", self.display, self.programs], check=True)
        return Machine(self.display, kernel, initramfs, counted, snapshot=self.snapshot)

    def wait_for_boot(self):
        """Waits until the boot is complete, before a snapshot is saved."""

    def save(self, path):
        """Saves a snapshot and powers the machine off."""
        self.wait_for_boot()
        self.machine.save(path)

    def __enter__(self):
        try:
            if not self.snapshot:
                self.shell.wait(rb"@@ready\r?\n", self.boot_timeout)
            answers = self.run(retried("loaderctl state"), 60).status == 0
            expect(answers, f"loaderd does not answer; it has logged {self.run('cat /run/loaderd.*').output!r}")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        """Writes the logs of the kernel and of loaderd to the serial log, and powers the machine off."""
        try:
            self.run("dmesg; cat /run/loaderd.log")
            self.machine.serial.sendall(b"poweroff -f\n")
            self.machine.wait(10)
        except Exception:  # the machine may have stopped answering
            pass
        self.machine.__exit__()

    def succeed(self, command, seconds=20):
        """Runs a command that must exit with status 0; returns its output."""
        answer = self.run(command, seconds)
        expect(answer.status == 0, f"{command}: status {answer.status}, {answer.output!r}")
        return answer.output

    def until(self, command):
        """Repeats a command until it exits with status 0, for up to 30 s of the board's time; returns its output."""
        return self.succeed(retried(command), 120)

    def until_output(self, state):
        """Waits until the first output has a state, "lit" or "aside"; None: until there is no output."""
        self.until(f"loaderctl --json state | grep -q '{_member(state)}'")

    def until_picture(self, condition, seconds=30, **which):
        """Waits until a picture of the display meets a condition; returns the picture."""
        end = time.monotonic() + seconds * BUSY
        while not condition(picture := self.dump(**which)):
            expect(time.monotonic() < end, f"no such picture within {seconds * BUSY} s; the last box is {picture.box}")
            time.sleep(0.05)
        return picture

    def play(self, seconds=0.5):
        """Waits until the frame time has advanced by `seconds`, so that fades have ended."""
        last = self.frame()["time"]
        end, start = last + seconds, time.monotonic()
        while (now := self.frame()["time"]) < end:
            expect(time.monotonic() < start + 30 * BUSY, f"the frame time is {now} s, and not {end} s")
            if now < last:  # a new loader starts at 0
                end = now + seconds
            last = now
            self.succeed("sleep 0.05")

    def until_still(self):
        """Waits until loaderd shows no more frames: fades have ended, and the picture is a still one."""
        count = "loaderctl --json state | grep -o '\"shown\":[0-9]*'"
        self.until(f'before=$({count}); sleep 0.3; [ "$before" = "$({count})" ]')

    def watch(self, seconds):
        """Lets time pass for a check that nothing happens meanwhile, or that counts what happens."""
        self.succeed(f"sleep {seconds}", 60)

    def until_lit(self, seconds=0.5):
        """Waits until the first output is lit and the frame time has advanced by `seconds`."""
        self.until_output("lit")
        self.play(seconds)

    def start_loaderd(self, options=""):
        """Starts loaderd as in init, and waits until it answers."""
        self.succeed(self.loaderd.replace("--show", f"{options} --show"))
        self.until("loaderctl state")

    def problems(self):
        """The lines that loaderd has logged since its start."""
        return self.succeed("cat /run/loaderd.log").splitlines()

    def output(self):
        """The state of the first output."""
        return json.loads(self.succeed("loaderctl --json state"))["output"]

    def quit_loaderd(self):
        """Ends loaderd; returns its exit status."""
        self.succeed("loaderctl quit")
        return int(self.until("grep . /run/loaderd.status"))

    def drawing(self, text, *options):
        """The expected pictures of a shimmer with a text, rendered on this machine."""
        return Drawing(self.loaderctl, text, *FORMATS.get(self.display, []), *options)

    def frame(self):
        """loaderd's frame counters and the frame time."""
        return json.loads(self.succeed("loaderctl --json state"))["frame"]

    def photograph(self, **which):
        """A picture of a display, chosen as in Machine.dump, with the frame times that it may show."""
        best = None
        # On a busy host many frames may be shown meanwhile: of five pictures, the one with the shortest interval is
        # used.
        for _ in range(5):
            first = self.frame()
            picture = self.dump(**which)
            last = self.frame()
            candidate = Photograph(picture, round(first["time"] * 1000), round(last["time"] * 1000))
            if not best or candidate.last - candidate.first < best.last - best.first:
                best = candidate
            if best.last - best.first <= 500:
                break
        return best

    def wakeups(self, seconds):
        """The number of wake-ups of loaderd and its input helper, counted as voluntary context switches."""
        count = "for process in $(pidof loaderd); do cat /proc/$process/task/*/status; done | grep ^voluntary"
        before, after = (
            sum(map(int, re.findall(r"\d+", part)))
            for part in self.succeed(f"{count}; sleep {seconds}; echo @; {count}", 60).split("@")
        )
        return after - before

    def rests(self, seconds=3):
        """Whether loaderd does not wake up for some seconds. It still has work for about a second after its last call: it
        saves what a successor needs and returns memory.
        """
        return any(self.wakeups(seconds) == 0 for _ in range(5))


def _member(state):
    return '"output":null' if state is None else f'"state":"{state}"'


def retried(command):
    """A shell command that repeats a command until it succeeds, for up to 30 s, and prints the output of its last run."""
    repeat = f"until answer=$(exec 2>&1; {command}); do n=$((n + 1)); [ $n -lt 300 ] || break; sleep 0.1; done"
    return f'n=0; {repeat}; printf "%s\\n" "$answer"; [ $n -lt 300 ]'
