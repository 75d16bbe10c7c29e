"""A larger board: a Debian with systemd as its first process, logind, seatd, and compositors."""

import subprocess

from board import BUILD, HERE, Board
from machine import Machine


class Debian(Board):
    patience = 300

    def assemble(self, kernel, counted):
        subprocess.run([HERE / "system", self.programs], check=True)
        # Changes to the disk are forgotten at the end; pvpanic halts the machine for a film.
        disk = ["-drive", f"file={BUILD / 'root.img'},if=virtio,format=raw,snapshot=on"]
        halts = ["-device", "pvpanic", "-action", "panic=pause"]
        return Machine("virtio-gpu", kernel, BUILD / "system.cpio", counted, 1024, [*disk, *halts])

    def __exit__(self, *_):
        try:
            self.run("dmesg; journalctl -b --no-pager -u loaderd -u weston -u cage -u seatd")
        except Exception:  # it may be here because it is broken
            pass
        self.machine.__exit__()
