"""The emulated computer: QEMU with one display, its monitor and its serial line."""

import json
import os
import pathlib
import re
import select
import socket
import subprocess
import tempfile
import time

from picture import Picture
from viewer import Viewer

DISPLAYS = {
    # With an EDID, which the others' sizes come from, its mode would be of 75 Hz.
    "virtio-gpu": ["-device", "virtio-gpu-pci,edid=off,xres=1024,yres=768"],
    "bochs": ["-device", "VGA,edid=on,xres=1024,yres=768"],
    "cirrus": ["-device", "cirrus-vga"],
    # By a driver that knows no DRM, beside a card whose driver comes later.
    "cirrusfb": [
        "-device", "cirrus-vga",
        "-device", "virtio-gpu-pci,id=real,edid=off,xres=1024,yres=768",
    ],
    "vkms": [],
    # One card with two heads; two cards; and two cards of which the second one's driver comes later.
    "heads": ["-device", "virtio-gpu-pci,id=card,edid=off,max_outputs=2,xres=1024,yres=768"],
    "pair": [
        "-device", "VGA,id=one,edid=on,xres=1024,yres=768",
        "-device", "virtio-gpu-pci,id=two,edid=off,xres=1024,yres=768",
    ],
    "cards": [
        "-device", "VGA,id=firmware,edid=on,xres=1024,yres=768",
        "-device", "virtio-gpu-pci,id=real,edid=off,xres=1024,yres=768",
    ],
}
HEADS = {"heads": 2}


class Lost(Exception):
    """The machine stopped answering; nothing more can be asked of it."""


def accelerator():
    """QEMU's options for the processor: KVM where this machine has it, else emulation; BOARD_ACCEL=tcg or kvm decides."""
    emulated = ["-accel", "tcg,thread=single"]
    if wish := os.environ.get("BOARD_ACCEL"):
        return ["-accel", wish] if wish != "tcg" else emulated
    # /dev/kvm alone does not tell: some hosts have it without the processor's support.
    can = re.search(r"^flags\b.*\b(vmx|svm)\b", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return (["-accel", "kvm"] if can and os.access("/dev/kvm", os.R_OK | os.W_OK) else []) + emulated


class Machine:
    """A running QEMU, which ends with the `with` block.

    A `counted` machine executes one instruction every 2 ns of its own time and skips idle time: its
    clock is exact and repeatable, whatever the host is doing, but has no fixed relation to ours.  For
    the same reason its programs lie at fixed addresses.  With a `snapshot`, a file that `save` wrote, the
    machine goes on from there; everything else must be as it was then.
    """

    def __init__(self, display, kernel, initramfs, counted=False, memory=256, more=(), snapshot=None):
        self.scratch = tempfile.TemporaryDirectory()
        self.serial, serial = socket.socketpair()
        monitor_socket, monitor = socket.socketpair()
        clock = ["-icount", "shift=1,sleep=off"] if counted else []
        accel = ["-accel", "tcg,thread=single"] if counted else accelerator()
        incoming = ["-incoming", f"exec:cat '{snapshot}'"] if snapshot else []
        sockets = [pathlib.Path(self.scratch.name, f"vnc-{head}") for head in range(HEADS.get(display, 0))]
        views = [
            word for head, path in enumerate(sockets) for word in ("-vnc", f"unix:{path},display=card,head={head}")
        ] or ["-display", "none"]
        arguments = "console=ttyS0 quiet panic=-1" + (" norandmaps" if counted else "")
        command = [
            # Dies with this process, even when it is killed.
            "setpriv", "--pdeathsig", "KILL",
            "qemu-system-x86_64", *accel, *clock,
            # One processor: two only get in each other's way on a small host.  This model has no AVX,
            # which emulation is slow at.
            "-cpu", "Nehalem", "-smp", "1", "-m", str(memory),
            "-nodefaults", "-no-reboot", *views, "-vga", "none", *DISPLAYS[display], *more,
            "-kernel", str(kernel), "-initrd", str(initramfs),
            "-append", arguments, *incoming,
            "-chardev", f"socket,id=serial,fd={serial.fileno()}", "-serial", "chardev:serial",
            "-chardev", f"socket,id=monitor,fd={monitor.fileno()}", "-mon", "chardev=monitor,mode=control",
        ]
        with serial, monitor:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=[serial.fileno(), monitor.fileno()]
            )
        self.monitor = monitor_socket
        self.unread = b""
        self.events = []
        self.hear(20)  # the greeting
        self.order("qmp_capabilities")
        if snapshot:
            # What is sent to the serial line earlier is lost.
            self.until("query-status", {"running"}, 60)
        self.viewers = [Viewer(path) for path in sockets]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.serial.close()
        self.scratch.cleanup()

    def save(self, path):
        """Halts the machine for good and writes its state, without its disk's content, into a file."""
        self.order("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        self.order("migrate", uri=f"exec:cat >'{path}'")
        if (state := self.until("query-migrate", {"completed", "failed"}, 120)) != "completed":
            raise Lost(f"migrate: {state}")
        self.order("quit")
        self.wait(20)

    def until(self, query, states, seconds):
        """Asks until the status is one of `states`; returns it."""
        end = time.monotonic() + seconds
        while (state := self.order(query).get("status")) not in states:
            if time.monotonic() > end:
                raise Lost(f"{query}: {state} after {seconds} s")
            time.sleep(0.02)
        return state

    def order(self, name, **arguments):
        """Gives the monitor an order and returns what it answers when it is done."""
        try:
            self.monitor.sendall(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
            while reply := self.hear(20):
                if "error" in reply:
                    raise Lost(f"{name}: {reply['error']['desc']}")
                if "return" in reply:
                    return reply["return"]
                self.events.append(reply["event"])
        except OSError as error:
            raise Lost(f"{name}: {error}") from error
        raise Lost(f"{name}: no answer within 20 s")

    def hear(self, seconds):
        """The next thing that the monitor says, or None if it says nothing in that time."""
        while b"\n" not in self.unread:
            if not select.select([self.monitor], [], [], seconds)[0]:
                return None
            received = self.monitor.recv(65536)
            if not received:
                raise Lost("QEMU has ended")
            self.unread += received
        line, self.unread = self.unread.split(b"\n", 1)
        return json.loads(line)

    def dump(self, device=None, head=None):
        """What the display shows now; of several, the one of that device and head."""
        # Halted, the machine cannot draw into the picture while it is being written out.
        self.order("stop")
        try:
            return self.look(device, head)
        finally:
            self.order("cont")

    def look(self, device=None, head=None):
        """The same, of a machine that is halted."""
        file = pathlib.Path(self.scratch.name, "dump.ppm")
        which = {"device": device or ("card" if head is not None else None), "head": head}
        which = {name: value for name, value in which.items() if value is not None}
        self.order("screendump", filename=str(file), **which)
        return Picture.from_ppm(file.read_bytes())

    def wait_for_event(self, name, seconds):
        """Whether the monitor tells of such an event within so much time."""
        while name not in self.events:
            if not (said := self.hear(seconds)):
                return False
            self.events.append(said.get("event"))
        self.events.clear()
        return True

    def wait(self, seconds):
        """Waits for the machine to switch itself off."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Lost(f"still on after {seconds} s") from None
