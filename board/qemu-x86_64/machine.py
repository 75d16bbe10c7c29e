"""The emulated computer: QEMU with one display, its monitor and its serial line."""

import json
import pathlib
import select
import socket
import subprocess
import tempfile

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


class Machine:
    """A running QEMU, which ends with the `with` block.

    A `counted` machine executes one instruction every 2 ns of its own time and skips idle time: its
    clock is exact and repeatable, whatever the host is doing, but has no fixed relation to ours.  For
    the same reason its programs lie at fixed addresses.
    """

    def __init__(self, display, kernel, initramfs, counted=False, memory=256, more=()):
        self.scratch = tempfile.TemporaryDirectory()
        self.serial, serial = socket.socketpair()
        monitor_socket, monitor = socket.socketpair()
        clock = ["-icount", "shift=1,sleep=off"] if counted else []
        sockets = [pathlib.Path(self.scratch.name, f"vnc-{head}") for head in range(HEADS.get(display, 0))]
        views = [
            word for head, path in enumerate(sockets) for word in ("-vnc", f"unix:{path},display=card,head={head}")
        ] or ["-display", "none"]
        arguments = "console=ttyS0 quiet panic=-1" + (" norandmaps" if counted else "")
        command = [
            # Dies with this process, even when it is killed.
            "setpriv", "--pdeathsig", "KILL",
            "qemu-system-x86_64", "-accel", "tcg,thread=single", *clock,
            # One processor: two only get in each other's way on a small host.  This model has no AVX,
            # which emulation is slow at.
            "-cpu", "Nehalem", "-smp", "1", "-m", str(memory),
            "-nodefaults", "-no-reboot", *views, "-vga", "none", *DISPLAYS[display], *more,
            "-kernel", str(kernel), "-initrd", str(initramfs),
            "-append", arguments,
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
        self.viewers = [Viewer(path) for path in sockets]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.serial.close()
        self.scratch.cleanup()

    def order(self, name, **arguments):
        """Gives the monitor an order and waits until it is done."""
        try:
            self.monitor.sendall(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
            while reply := self.hear(20):
                if "error" in reply:
                    raise Lost(f"{name}: {reply['error']['desc']}")
                if "return" in reply:
                    return
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
