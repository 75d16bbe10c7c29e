"""What clients have of loaderd under a real systemd: systemd's own client of a newer release, pictures, failures, memory."""

import json

from board import BUILD
from report import expect
from suite import Suite, eventually

BROKEN = """[Unit]
Description=The data disk
OnFailure=loaderd-failure@%n.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'exit 4'
"""


def _reds(row):
    """How many pixels of a row are of the failure sign's red."""
    return sum(pixel == (0xFF, 0x3B, 0x30) for pixel in zip(*[iter(row)] * 3))


class Calls(Suite):
    """The checks of the socket and of what follows from calls, where everything is as it is installed."""

    text = "Loading…"

    def run(self):
        with self.report.check("varlinkctl of systemd 257 reads the interface, calls and is refused with a type"):
            # What it was built with lies in memory beside it.
            varlinkctl = "/opt/newer/varlinkctl"
            socket = "unix:/run/loaderd/io.loaderd.Screen"
            methods = self.board.succeed(f"{varlinkctl} list-methods {socket}", 60).split()
            expect("io.loaderd.Screen.Monitor" in methods, f"{methods}")
            self.board.succeed(f"{varlinkctl} introspect {socket} io.loaderd.Screen >/tmp/idl", 60)
            self.board.succeed(f"{varlinkctl} validate-idl /tmp/idl", 60)
            self.board.succeed(f"{varlinkctl} call {socket} io.loaderd.Screen.SetStatus '{{\"text\":\"by systemd\"}}'", 60)
            expect(self.state()["status"] == "by systemd", f"{self.state()}")
            answer = self.board.run(f"{varlinkctl} call {socket} io.loaderd.Screen.Show '{{\"loader\":\"none\"}}'", 60)
            expect(answer.status == 1 and "UnknownLoader" in answer.output, f"{answer}")
            self.board.succeed("loaderctl status ''")
        with self.report.check("a screenshot is what the display shows, to the last pixel"):
            self.board.succeed("loaderctl show text 'Still here' --transition none; sleep 1")
            self.board.succeed("loaderctl screenshot -o /tmp/shot.png")
            self.board.succeed("loaderctl render text 'Still here' --screen 1024x768 --at 1 -o /tmp/render.png")
            self.board.succeed("cmp /tmp/shot.png /tmp/render.png")
        with self.report.check("a loader goes with the command that it was for"):
            self.board.succeed("loaderctl run --text Mine -- sleep 600 >/dev/null 2>&1 & echo $! >/run/run")
            expect(eventually(lambda: self.state()["text"] == "Mine"), f"{self.state()}")
            self.board.succeed("kill -9 $(cat /run/run)")
            expect(eventually(lambda: self.state()["text"] == "Still here"), f"{self.state()}")
        with self.report.check("a unit that fails is told of on the display, with its code"):
            self.board.succeed(f"cat >/run/systemd/system/broken.service <<'E'\n{BROKEN}E\nsystemctl daemon-reload", 60)
            self.board.run("systemctl start broken", 60)
            expect(eventually(lambda: self.state()["loader"] == "failure"), f"{self.state()}")
            picture = self.board.until_picture(lambda picture: sum(map(_reds, picture.rows)) > 500)
            picture.write_png(BUILD / "debian-failure.png")
        with self.report.check("the console shows what the kernel says, as it says it"):
            self.board.succeed("loaderctl show console --transition none; sleep 1")
            before = self.board.dump()
            self.board.succeed("echo '<4>a line for the screen' >/dev/kmsg")
            self.board.until_picture(lambda picture: picture != before)
            self.board.succeed("sleep 1")  # after which it must stand still
            after = self.board.dump()
            after.write_png(BUILD / "debian-messages.png")
            expect(before.box and after.rows != before.rows, "it shows the same as before")
            expect(self.board.dump().rows == after.rows, "something else moves")
        with self.report.check("clients that may not open the socket are refused, and nobody else"):
            status = self.board.run("setpriv --reuid 65534 --regid 65534 --clear-groups loaderctl state").status
            expect(status == 1, f"status {status}")
            self.board.succeed("setpriv --reuid 65534 --regid 65534 --groups $(getent group loaderd | cut -d: -f3) loaderctl state")
        with self.report.check("what the boot took is kept for the next"):
            self.board.succeed("loaderctl quit")
            self.board.until("test -s /var/lib/loaderd/experience")
            kept = json.loads(self.board.succeed("cat /var/lib/loaderd/experience"))
            [course] = [course for course in kept["courses"] if course["mode"] == "boot"]
            expect(course["seconds"] > 1 and len(course["milestones"]) > 2, f"{course}")

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))
