"""The virtual machine: QEMU with a display, its monitor (QMP) and its serial line."""

import json
import os
import pathlib
import platform
import re
import select
import socket
import subprocess
import tempfile
import time

import target
from picture import Picture
from viewer import Viewer

# Timeouts are for an idle host; they are multiplied by this for a busy one.
BUSY = 4

DISPLAYS = {
    # edid=off: with an EDID, the refresh rate of this mode would be 75 Hz.
    "virtio-gpu": ["-device", "virtio-gpu-pci,edid=off,xres=1024,yres=768"],
    # An ARM processor with 32 bits and without NEON.
    "without-neon": ["-cpu", "cortex-a7,neon=off", "-device", "virtio-gpu-pci,edid=off,xres=1024,yres=768"],
    "bochs": ["-device", "VGA,edid=on,xres=1024,yres=768"],
    "cirrus": ["-device", "cirrus-vga"],
    # An fbdev driver without DRM, and a card whose driver is loaded later.
    "cirrusfb": [
        "-device", "cirrus-vga",
        "-device", "virtio-gpu-pci,id=real,edid=off,xres=1024,yres=768",
    ],
    "vkms": [],
    # One card with two heads; two cards; two cards, where the driver of the second one is loaded later.
    "heads": ["-device", "virtio-gpu-pci,id=card,edid=off,max_outputs=2,xres=1024,yres=768"],
    "pair": [
        "-device", "VGA,id=one,edid=on,xres=1024,yres=768",
        "-device", "virtio-gpu-pci,id=two,edid=off,xres=1024,yres=768",
    ],
    "cards": [
        "-device", "VGA,id=firmware,edid=on,xres=1024,yres=768",
        "-device", "virtio-gpu-pci,id=real,edid=off,xres=1024,yres=768",
    ],
    # Its driver refuses to load; the second serial line is a file.
    "nomodeset": [
        "-device", "virtio-gpu-pci,edid=off,xres=1024,yres=768",
        "-chardev", f"file,id=lines,path={target.BUILD / 'serial-lines.txt'}",
        "-device", "isa-serial,chardev=lines,index=1",
    ],
    # A card whose driver is loaded later: until then the kernel has the framebuffer of the firmware.
    "firmware": ["-device", "VGA,edid=on,xres=1024,yres=768"],
}
# Further arguments of the kernel.
ARGUMENTS = {"nomodeset": "nomodeset", "firmware": "vga=0x344"}
HEADS = {"heads": 2}


class Lost(Exception):
    """The machine does not answer any more."""


def accelerator():
    """QEMU's options for the accelerator: BOARD_ACCEL (tcg or kvm), else KVM if available, else emulation."""
    emulated = ["-accel", "tcg,thread=single"]
    if choice := os.environ.get("BOARD_ACCEL"):
        return ["-accel", choice] if choice != "tcg" else emulated
    # Some hosts have /dev/kvm without support by the processor.
    has_virtualization = re.search(r"^flags\b.*\b(vmx|svm)\b", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    is_own = platform.machine() == target.ARCHITECTURE
    has_kvm = is_own and has_virtualization and os.access("/dev/kvm", os.R_OK | os.W_OK)
    return (["-accel", "kvm"] if has_kvm else []) + emulated


class Machine:
    """A running QEMU, which ends with the `with` block.

    A `counted` machine executes one instruction every 2 ns of its clock and skips idle time (-icount). Its clock is
    exact and repeatable and independent of the host; programs are loaded at fixed addresses for the same reason. With a
    `snapshot`, a file written by `save`, the machine continues from there; all other parameters must be the same.
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
        # Without a kernel, firmware starts what it finds.
        arguments = f"console={target.CONSOLE} quiet panic=-1" + (" norandmaps" if counted else "")
        arguments += " " + ARGUMENTS.get(display, "")
        command = [
            # QEMU is killed when this process ends, even by SIGKILL.
            "setpriv", "--pdeathsig", "KILL",
            f"qemu-system-{target.ARCHITECTURE}", *accel, *clock,
            # One processor: the host has few.
            *target.OPTIONS, "-smp", "1", "-m", str(memory),
            "-nodefaults", "-no-reboot", *views, "-vga", "none", *DISPLAYS[display], *more,
            *(["-kernel", str(kernel), "-initrd", str(initramfs), "-append", arguments] if kernel else []), *incoming,
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
        self.receive(20 * BUSY)  # the greeting
        self.order("qmp_capabilities")
        if snapshot:
            # Input to the serial line is lost before the machine runs.
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
        """Writes the state of the machine, without its disk, to a file and ends QEMU."""
        self.order("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        self.order("migrate", uri=f"exec:cat >'{path}'")
        if (state := self.until("query-migrate", {"completed", "failed"}, 120)) != "completed":
            raise Lost(f"migrate: {state}")
        self.order("quit")
        self.wait(20 * BUSY)

    def until(self, query, states, seconds):
        """Repeats a query until the status is one of `states`; returns the status."""
        end = time.monotonic() + seconds * BUSY
        while (state := self.order(query).get("status")) not in states:
            if time.monotonic() > end:
                raise Lost(f"{query}: {state} after {seconds * BUSY} s")
            time.sleep(0.02)
        return state

    def order(self, name, **arguments):
        """Executes a QMP command; returns its result."""
        try:
            self.monitor.sendall(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
            while reply := self.receive(20 * BUSY):
                if "error" in reply:
                    raise Lost(f"{name}: {reply['error']['desc']}")
                if "return" in reply:
                    return reply["return"]
                self.events.append(reply["event"])
        except OSError as error:
            raise Lost(f"{name}: {error}") from error
        raise Lost(f"{name}: no answer within {20 * BUSY} s")

    def receive(self, seconds):
        """The next message of the monitor, or None if there is none within `seconds`."""
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
        """A picture of the display, or of the display of a device and head."""
        # A paused machine cannot draw while the picture is written.
        self.order("stop")
        try:
            return self.dump_paused(device, head)
        finally:
            self.order("cont")

    def dump_paused(self, device=None, head=None):
        """A picture, as `dump` returns, of a machine that is paused."""
        file = pathlib.Path(self.scratch.name, "dump.ppm")
        which = {"device": device or ("card" if head is not None else None), "head": head}
        which = {name: value for name, value in which.items() if value is not None}
        self.order("screendump", filename=str(file), **which)
        return Picture.from_ppm(file.read_bytes())

    def wait_for_event(self, name, seconds):
        """Whether the monitor reports an event within `seconds`."""
        while name not in self.events:
            if not (message := self.receive(seconds)):
                return False
            self.events.append(message.get("event"))
        self.events.clear()
        return True

    def wait(self, seconds):
        """Waits until the machine has powered itself off."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Lost(f"still running after {seconds} s") from None
