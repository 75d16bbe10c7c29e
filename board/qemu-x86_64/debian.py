"""The board with systemd, logind, seatd and compositors."""

import subprocess

from board import Board
from machine import Machine
from target import BUILD, HERE


class Debian(Board):
    """A Debian on a virtio-gpu display."""

    boot_timeout = 300

    def assemble(self, kernel, counted):
        # The snapshot belongs to this copy of the disk; snapshot=on discards the changes of a suite.
        disk = BUILD / f"{self.display}.img"
        keeps = ""
        if self.snapshot:
            keeps = ",snapshot=on"
        else:
            subprocess.run([HERE / "system", self.programs], check=True)
            subprocess.run(["cp", "--sparse=always", BUILD / "root.img", disk], check=True)
        drive = ["-drive", f"file={disk},if=virtio,format=raw{keeps}"]
        # Film pauses the machine through pvpanic.
        halts = ["-device", "pvpanic", "-action", "panic=pause"]
        return Machine("virtio-gpu", kernel, BUILD / "system.cpio", counted, 1024, [*drive, *halts], self.snapshot)

    def wait_for_boot(self):
        self.until("systemctl -q is-active multi-user.target && sleep 3")

    def __exit__(self, *_):
        try:
            self.run("dmesg; journalctl -b --no-pager -u loaderd -u loaderd-console -u weston -u cage -u seatd")
        except Exception:  # the machine may have stopped answering
            pass
        self.machine.__exit__()
