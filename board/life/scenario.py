"""The base class of all scenarios: a machine with one boot screen, what happens to it, and what its film must show."""

import collections
import os
import pathlib
import re
import shutil
import subprocess

from filmed import HERE, FilmedMachine
from report import expect

BUILD = pathlib.Path(os.environ.get("LIFE", HERE.parent.parent / "build" / "life"))
# The time between two changes of the picture when two frames of a display with 60 Hz are missed.
TWO_FRAMES = 3 / 60
# At power-off the kernel's driver switches the display off: Linux, drivers/virtio/virtio.c, virtio_dev_shutdown.
POWER_OFF = 0.02
ARGUMENTS = "ro quiet loglevel=3 vt.global_cursor_default=0 panic=-1"
PLYMOUTH_ARGUMENTS = "splash plymouth.ignore-serial-consoles"


class Scenario:
    """A scenario. Its name is that of its folder in build/life; subclasses are listed in scenarios.py."""

    name = ""
    title = ""
    release = "bookworm"
    # The boot screens that are filmed; only loaderd's film is checked.
    variants = ("loaderd", "plymouth")
    # Arguments of the kernel, and symbolic links of the disk, {name: target}.
    arguments = ""
    root = "/dev/vda"
    links = {}
    # Whether the disk has the initramfs too, as /rig.initrd.
    has_initramfs = False
    # See FilmedMachine and variant.
    display = None
    uefi = False
    filming = True
    initramfs = "initramfs-tools"

    def __init__(self, variant):
        self.variant = variant
        self.folder = BUILD / self.name / variant
        suffix = "" if self.initramfs == "initramfs-tools" else f"-{self.initramfs}"
        self.image = BUILD / f"{self.release}-{variant}{suffix}"
        self.answers = {}

    def play(self, machine):
        """What happens to the machine after its start, up to the end of the film."""
        raise NotImplementedError

    def figures(self, film):
        """What the film shows, {name: value}: a row of the table for each."""
        raise NotImplementedError

    def check(self, film, report):
        """The checks of loaderd's film."""
        raise NotImplementedError

    def run(self):
        """Makes the film in the scenario's folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        disk = self.folder / "disk.img"
        subprocess.run(["cp", "--sparse=always", f"{self.image}.img", disk], check=True)
        try:
            for name, target in self.links.items():
                self._debugfs(disk, f"symlink {name} {target}", writes=True)
            if self.has_initramfs:
                self._debugfs(disk, f"write {self.image}.initrd rig.initrd", writes=True)
            kernel = self.image.parent / self.release / "vmlinux"
            if self.uefi:
                # The firmware starts the compressed kernel by its EFI stub.
                kernel = next((self.image.parent / self.release / "root" / "boot").glob("vmlinuz-*"))
            arguments = f"root={self.root} {ARGUMENTS} {self.arguments}"
            if self.variant == "plymouth":
                arguments += f" {PLYMOUTH_ARGUMENTS}"
            initramfs = f"{self.image}.initrd"
            files = (self.folder, disk, kernel, initramfs)
            with FilmedMachine(*files, arguments, self.display, self.uefi, self.filming) as machine:
                self.play(machine)
            self._read_journal(disk)
        finally:
            disk.unlink()
        self.write_answers()
        self.stamp.write_text(self.image_stamp())

    @property
    def stamp(self):
        """The file that says of which image the film is; it exists when the film is complete."""
        return self.folder / "stamp"

    def image_stamp(self):
        return self.image.with_name(self.image.name + ".stamp").read_text()

    def write_answers(self):
        (self.folder / "answers.txt").write_text("".join(f"## {name}\n{text}\n" for name, text in self.answers.items()))

    def ask(self, machine, name, command, seconds=60):
        """Runs a command of the machine and keeps its output among the scenario's answers."""
        self.answers[name] = machine.run(command, seconds).output.strip()
        return self.answers[name]

    def read_answers(self):
        """Reads the answers of a film that was made before."""
        parts = ("\n" + (self.folder / "answers.txt").read_text()).split("\n## ")[1:]
        self.answers = {part.split("\n", 1)[0]: part.split("\n", 1)[1].strip() for part in parts}

    def save_journal(self, machine):
        """Copies the journal of a machine that is not shut down."""
        text = machine.run("journalctl -b -o short-monotonic --no-pager --no-hostname", 120).output
        (self.folder / "journal.txt").write_text(text)

    def _read_journal(self, disk):
        """Copies the journal out of the disk."""
        if (self.folder / "journal.txt").exists():
            return
        folder = self.folder / "journal"
        folder.mkdir()
        self._debugfs(disk, f"rdump /var/log/journal {folder}")
        command = ["journalctl", "-D", folder / "journal", "-o", "short-monotonic", "--no-pager", "--no-hostname"]
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        (self.folder / "journal.txt").write_bytes(text)
        shutil.rmtree(folder)

    def calibrate(self, machine):
        """Measures the difference between the kernel's clock, of which the journal has the times, and the film's."""
        before = machine.now()
        uptime = float(machine.run("cut -d' ' -f1 /proc/uptime").output)
        self.answers["clock"] = f"{uptime - (before + machine.now()) / 2:.3f}"

    def logged(self, pattern):
        """The times of the film at which the journal has lines with a pattern."""
        lines = (self.folder / "journal.txt").read_text(errors="replace").splitlines()
        found = [re.match(r"\[\s*([\d.]+)\] (.*)", line) for line in lines]
        times = [float(match[1]) for match in found if match and re.search(pattern, match[2])]
        return [time - float(self.answers["clock"]) for time in times]

    def _debugfs(self, disk, request, writes=False):
        command = ["debugfs", *(["-w"] if writes else []), "-R", request, disk]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def count(dumps, *kinds):
    """How many dumps are of some kinds."""
    return sum(dump.kind in kinds for dump in dumps)


def seconds(dumps, *kinds):
    """How long some kinds were visible: each dump lasts until the next one."""
    return sum(two.guest - one.guest for one, two in zip(dumps, dumps[1:]) if one.kind in kinds)


def describe(film, first, last):
    """The kinds of an interval, in short: for a failure's message."""
    return ", ".join(f"{run.kind} {run.first:.2f}-{run.last:.2f}" for run in film.runs(first, last)[:12])


def expect_only(film, first, last, *kinds):
    """Fails the check if a dump of an interval is of another kind."""
    dumps = film.between(first, last)
    expect(len(dumps) >= 5, f"only {len(dumps)} dumps from {first:.2f} to {last:.2f}")
    others = collections.Counter(dump.kind for dump in dumps if dump.kind not in kinds)
    found = ", ".join(f"{number} {kind}" for kind, number in others.items())
    expect(not others, f"{found} of {len(dumps)} dumps: {describe(film, first, last)}")
