"""Images that are booted in QEMU."""

import json
import re
import subprocess
import threading
import unittest

from overlay import (
    BUILD, FIGURES, MINIMAL_VIRTIO, PROJECT, ROOT, SCRATCH, SYSTEMD, UDEV, VERSION, debian_image, dracut_image, run, use, write,
)

# The first program of the root file system: prints what the daemon of the initramfs says, until the machine is ended. With
# `takeover` on the kernel command line, loaderd takes over after a while.
INIT = """#!/bin/busybox sh
exec </dev/ttyS0 >/dev/ttyS0 2>&1
case $(/bin/busybox cat /proc/cmdline) in
*takeover*) (/bin/busybox sleep 2 && /usr/bin/loaderd --replace) & ;;
esac
while :; do
  for process in /proc/[0-9]*; do
    name=$(/bin/busybox cat $process/comm)
    case $name in loaderd*) echo "@@name $name $(/bin/busybox tr '\\0' ' ' <$process/cmdline)" ;; esac
  done
  /bin/busybox sed 's/^/@@log /' /run/loaderd/initramfs.log
  echo "@@state $(/usr/bin/loaderctl --json state)"
  /bin/busybox sleep 0.3
done
"""


class Boots(unittest.TestCase):
    """Images that are booted with a virtio-gpu: the daemon of the initramfs draws on after the change of the root."""

    @classmethod
    def setUpClass(cls):
        kernel = PROJECT / "board/qemu-x86_64/kernel"
        version = subprocess.run([kernel], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
        cls.kernel = BUILD / "board" / f"vmlinux-{version}"
        tree = SCRATCH / "disk"
        for folder in ("proc", "sys", "dev", "run", "root", "etc", "tmp", "bin", "sbin", "usr/bin"):
            (tree / folder).mkdir(parents=True, exist_ok=True)
        for file in ("/bin/busybox", "/usr/bin/loaderd", *re.findall(r"/\S+", run("ldd", "/usr/bin/loaderd"))):
            (tree / file[1:]).parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-L", ROOT / file[1:], tree / file[1:]], check=True)
        (tree / "usr/bin/loaderctl").symlink_to("loaderd")
        (tree / "bin/sh").symlink_to("busybox")
        (tree / "sbin/init").write_text(INIT)
        (tree / "sbin/init").chmod(0o755)
        (tree / "etc/os-release").write_text("ID=test\n")  # without it systemd does not take this for a root
        cls.disk = SCRATCH / "disk.img"
        subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", tree, cls.disk, "64M"], check=True)

    def lines(self, image, arguments):
        """The lines that the root file system's first program prints."""
        command = [
            "setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64", "-accel", "tcg,thread=single", "-cpu", "Nehalem", "-m", "512",
            "-nodefaults", "-no-reboot", "-display", "none", "-vga", "none", "-device", "virtio-gpu-pci,xres=1024,yres=768",
            "-drive", f"file={self.disk},if=virtio,format=raw,snapshot=on", "-serial", "stdio",
            "-kernel", self.kernel, "-initrd", ROOT / image.lstrip("/"),
            "-append", f"console=ttyS0 quiet panic=-1 root=/dev/vda rootfstype=ext4 rootwait ro {arguments}",
        ]
        self.printed = []
        with subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace"
        ) as machine:
            timeout = threading.Timer(1200, machine.kill)
            timeout.start()
            try:
                for line in machine.stdout:
                    self.printed.append(line.rstrip())
                    if found := re.match(r"@@(\w+) (.*)", line.strip()):
                        yield found[1], found[2]
            finally:
                timeout.cancel()
                machine.kill()

    def check_boot(self, image, arguments="", program="loaderd", marked=True):
        """`program` is the only daemon after the change of the root, it has the display, and it shows new frames. The daemon of
        the initramfs is marked with an `@` as one that systemd must not end."""
        running, shown = [], set()
        for kind, value in self.lines(image, arguments):
            if kind == "name":
                name, *words = value.split()
                if words:  # a process that has ended has no command line
                    running.append((name, words[0].startswith("@")))
            elif kind == "state":
                if running == [(program, marked)] and value.startswith("{"):
                    state = json.loads(value)
                    if (state.get("output") or {}).get("device") == "/dev/dri/card0":
                        shown.add(state["frame"]["shown"])
                running = []
            if len(shown) >= 3:
                break
        else:
            self.fail("\n".join(self.printed[-60:]))

    def check_no_daemon(self, image, argument):
        for kind, value in self.lines(image, argument):
            self.assertNotEqual(kind, "name", value)
            if kind == "state":
                return
        self.fail("\n".join(self.printed[-60:]))

    def test_initramfs_tools(self):
        use()
        image = debian_image()
        self.check_boot(image)
        for argument in ("nosplash", "splash=0", "loaderd.enable=0"):
            self.check_no_daemon(image, argument)

    def test_minimal(self):
        use(MINIMAL_VIRTIO)
        self.check_boot(debian_image(), program="loaderd-minimal")
        self.check_boot(debian_image(), "takeover", marked=False)

    def test_dracut_minimal(self):
        use(MINIMAL_VIRTIO)
        for modules in (UDEV, SYSTEMD):
            image = dracut_image("/var/tmp/dracut", modules)
            self.check_boot(image, program="loaderd-minimal")
        self.check_boot(image, "takeover", marked=False)

    def test_dracut(self):
        use()
        image = dracut_image("/var/tmp/dracut", UDEV)
        self.check_boot(image)
        self.check_no_daemon(image, "splash=0")

    def test_dracut_with_systemd(self):
        use()
        self.check_boot(dracut_image("/var/tmp/dracut", SYSTEMD))

    def test_busybox_without_udev(self):
        # ext4 asks for crc32c only when it is mounted.
        modules = ["virtio_gpu", "virtio_pci", "virtio_blk", "crc32c_generic", "ext4"]
        write("/var/tmp/build", (PROJECT / "initramfs/busybox/build").read_text(), 0o755)
        write("/var/tmp/init", (PROJECT / "initramfs/busybox/init").read_text(), 0o755)
        run("env", f"KERNEL={VERSION}", "/var/tmp/build", "/var/tmp/busybox", *modules)
        FIGURES.append(f"busybox without udev, gzip -9: {(ROOT / 'var/tmp/busybox').stat().st_size} bytes, with all modules")
        self.check_boot("/var/tmp/busybox")
