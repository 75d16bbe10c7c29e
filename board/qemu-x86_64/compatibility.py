"""Clients of plymouthd and psplash: systemd, plymouth's client, a shell."""

import json

from report import expect
from suite import Suite, eventually


class Compatibility(Suite):
    """Checks of the compatibility sockets and FIFOs."""

    text = "Loading…"

    def run(self):
        with self.report.check("systemd reports each started unit to loaderd"):
            expect(self.state()["milestone"], f"no milestone since the boot: {self.state()}")
            for unit in ("one", "two"):
                self.board.succeed(f"systemd-run -q --unit=test-{unit} -p RemainAfterExit=yes true", 60)
                self.expect("milestone", f"test-{unit}.service")
        with self.report.check("plymouth's client reaches loaderd and changes the mode"):
            self.board.succeed("plymouth --ping")
            self.board.succeed("plymouth change-mode --shutdown")
            self.expect("mode", "shutdown")
            self.board.succeed("plymouth change-mode --boot-up; plymouth display-message --text='Disk 1 of 3'")
            self.expect("mode", "boot")
            self.expect("message", "Disk 1 of 3")
        with self.report.check("psplash's FIFO works under the unit's sandbox"):
            self.board.succeed("printf 'PROGRESS 42\\0' >/run/psplash_fifo")
            self.expect("progress", 0.42)
        with self.report.check("plymouth quit --retain-splash ends loaderd and keeps the picture"):
            self.board.succeed("plymouth --has-active-vt")
            self.board.succeed("plymouth quit --retain-splash")
            expect(self.board.run("plymouth --ping").status == 1, "loaderd still answers")
            box = self.board.dump().box
            expect(box and box[1] > 300, f"the box of the picture is {box}")
            expect(self.board.run("test -e /run/psplash_fifo").status == 1, "the FIFO still exists")

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))

    def expect(self, member, value):
        arrives = eventually(lambda: self.state()[member] == value)
        expect(arrives, f"{member} is {self.state()[member]!r}")
