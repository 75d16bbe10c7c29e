"""A virtual machine whose display is filmed from power-on to power-off, with a shell on its serial line."""

import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "qemu-x86_64"), str(HERE.parent / "qemu")]

import machine  # noqa: E402
from film import Film  # noqa: E402
from shell import Shell  # noqa: E402

# edid=off: with an EDID, the refresh rate of this mode would be 75 Hz.
VIRTIO = ["-device", "virtio-vga,edid=off,xres=1024,yres=768"]
BOCHS = ["-device", "VGA,edid=on,xres=1024,yres=768"]
FIRMWARE = pathlib.Path("/usr/share/OVMF")
# The main counter of the HPET, which the kernel starts early: Linux, arch/x86/kernel/hpet.c; 10 ns a tick in QEMU.
HPET = 0xFED000F0


class FilmedMachine(machine.Machine):
    """A running QEMU, which ends with the `with` block.

    One instruction takes 2 ns of its clock (-icount), so times are repeatable and independent of the host.
    """

    def __init__(self, folder, disk, kernel, initramfs, arguments, display=None, uefi=False, filming=True, memory=1024):
        self.folder = folder
        # The pictures are written to memory.
        self.scratch = tempfile.TemporaryDirectory(dir="/dev/shm")
        self.serial, serial = socket.socketpair()
        self.monitor, monitor = socket.socketpair()
        firmware = []
        if uefi:
            variables = pathlib.Path(self.scratch.name, "variables")
            variables.write_bytes((FIRMWARE / "OVMF_VARS_4M.fd").read_bytes())
            firmware = [
                "-machine", "q35",
                "-drive", f"if=pflash,format=raw,readonly=on,file={FIRMWARE}/OVMF_CODE_4M.fd",
                "-drive", f"if=pflash,format=raw,file={variables}",
            ]
        command = [
            "nice", "-n", "4", "setpriv", "--pdeathsig", "KILL",
            "qemu-system-x86_64", "-accel", "tcg,thread=single", "-icount", "shift=1,sleep=on",
            "-cpu", "Nehalem", "-smp", "1", "-m", str(memory),
            "-nodefaults", "-display", "none", "-vga", "none", *(display or VIRTIO), *firmware,
            "-drive", f"file={disk},if=virtio,format=raw,cache=unsafe",
            "-kernel", str(kernel), "-initrd", str(initramfs), "-append", arguments,
            "-chardev", f"socket,id=serial,fd={serial.fileno()}", "-serial", "chardev:serial",
            "-chardev", f"socket,id=monitor,fd={monitor.fileno()}", "-mon", "chardev=monitor,mode=control",
        ]
        with serial, monitor:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=[serial.fileno(), monitor.fileno()]
            )
        self.unread = b""
        self.events = []
        self.monitor_lock, self.clock_lock = threading.Lock(), threading.Lock()
        self.last_guest = self.before_reset = 0.0
        self.receive(20)  # the greeting
        self.order("qmp_capabilities")
        self.log = open(folder / "serial.log", "wb", buffering=0)
        self.shell = Shell(self.serial, self.log)
        self.run = self.shell.run
        self.film = Film(folder)
        self.is_over = False
        self.camera = threading.Thread(target=self._watch)
        if filming:
            self.camera.start()

    def order(self, name, **arguments):
        with self.monitor_lock:
            return super().order(name, **arguments)

    def now(self):
        """The time since power-on in seconds of the machine's clock; it goes on across a reset."""
        with self.clock_lock:
            answer = self.order("human-monitor-command", **{"command-line": f"xp /2wx {HPET:#x}"})
            words = re.findall(r"0x([0-9a-f]{8})\b", answer.split(":", 1)[-1])
            read = (int(words[0], 16) | int(words[1], 16) << 32) / 1e8 if len(words) == 2 else 0.0
            if read < self.last_guest:
                self.before_reset += self.last_guest
            self.last_guest = read
            return self.before_reset + read

    def _watch(self):
        """Takes one picture after another."""
        file = pathlib.Path(self.scratch.name, "dump.ppm")
        start = time.monotonic()
        while not self.is_over:
            try:
                guest = self.now()
                self.order("screendump", filename=str(file))
            except (machine.Lost, OSError):
                break
            self.film.add(guest, time.monotonic() - start, file.read_bytes())

    def mark(self, name):
        """Notes the current time under a name."""
        self.film.marks[name] = self.film.last.guest
        self.log.write(f"# {name} at {self.film.last.guest:.3f}\n".encode())

    def wait_for(self, mark, seconds=120):
        """Waits until a service of the machine writes `@@MARK`; returns the rest of the line."""
        match, _ = self.shell.wait(rb"@@%s([^\r\n]*)\r?\n" % mark.encode(), seconds)
        return match[1].decode(errors="replace").strip()

    def type(self, *keys):
        """Presses and releases keys of QEMU's names, one after the other."""
        for key in keys:
            self.order("send-key", keys=[{"type": "qcode", "data": name} for name in key.split("-")])
            self.pass_time(0.3)

    def send(self, command):
        """Gives a command to the shell without waiting for its end."""
        self.log.write(f"$ {command}\n".encode())
        self.serial.sendall(command.encode() + b"\n")

    def pass_time(self, seconds):
        """Lets an interval of the machine's clock pass, in which the film shows what stays."""
        end = self.now() + seconds
        while self.now() < end:
            time.sleep(0.05)

    def until_film(self, condition, seconds=120):
        """Waits until the newest dump meets a condition; returns whether it did within `seconds` of the machine."""
        end = self.film.last.guest + seconds
        while self.film.last.guest < end and self.camera.is_alive():
            if condition(self.film.last):
                return True
            time.sleep(0.02)
        return False

    def end(self):
        """Ends QEMU and the film."""
        self.is_over = True
        self.process.kill()
        self.process.wait()
        if self.camera.is_alive():
            self.camera.join()

    def __exit__(self, *_):
        self.end()
        self.log.close()
        super().__exit__()
        self.film.save()
