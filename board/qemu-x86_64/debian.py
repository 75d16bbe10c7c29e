"""A larger board: a Debian with systemd as its first process, logind, seatd, and compositors."""

import subprocess

from board import BUILD, HERE, Board
from machine import Machine


class Debian(Board):
    patience = 300

    def assemble(self, kernel, counted):
        # A copy of its own, which the snapshot belongs to; what a suite changes on it is forgotten.
        disk = BUILD / f"{self.display}.img"
        keeps = ""
        if self.snapshot:
            keeps = ",snapshot=on"
        else:
            subprocess.run([HERE / "system", self.programs], check=True)
            subprocess.run(["cp", "--sparse=always", BUILD / "root.img", disk], check=True)
        drive = ["-drive", f"file={disk},if=virtio,format=raw{keeps}"]
        # pvpanic halts the machine for a film.
        halts = ["-device", "pvpanic", "-action", "panic=pause"]
        return Machine("virtio-gpu", kernel, BUILD / "system.cpio", counted, 1024, [*drive, *halts], self.snapshot)

    def settle(self):
        self.until("systemctl -q is-active multi-user.target && sleep 3")

    def __exit__(self, *_):
        try:
            self.run("dmesg; journalctl -b --no-pager -u loaderd -u weston -u cage -u seatd")
        except Exception:  # it may be here because it is broken
            pass
        self.machine.__exit__()
