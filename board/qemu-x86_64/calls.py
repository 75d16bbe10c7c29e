"""Method calls with systemd: varlinkctl, screenshots, leases, failures, permissions, the duration history."""

import json

from report import expect
from suite import Suite, eventually
from target import BUILD

BROKEN = """[Unit]
Description=The data disk
OnFailure=loaderd-failure@%n.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'exit 4'
"""

# What each verb is called with that speaks with the daemon. Another check calls quit.
VERBS = {
    "show": "loaderctl show ring --transition none",
    "status": "loaderctl status Working",
    "message": "loaderctl message 'Do not turn off' --for 1",
    "progress": "loaderctl progress 42%",
    "mode": "loaderctl mode update && loaderctl mode boot",
    "failure": "loaderctl failure data.mount --text 'A disk is missing' --code 4",
    "run": "loaderctl run --text Busy -- true",
    "follow": "printf '10%%\\n100%%\\n' | loaderctl follow",
    "hide": "loaderctl hide",
    "yield": "loaderctl yield",
    "resume": "loaderctl resume",
    "reload": "loaderctl reload",
    "state": "loaderctl state",
    "monitor": "timeout 2 loaderctl monitor --json >/run/monitor || test -s /run/monitor",
    "loaders": "loaderctl loaders",
    "outputs": "loaderctl outputs",
    "key": "loaderctl key --timeout 0.1 || [ $? = 1 ]",
    "screenshot": "loaderctl screenshot -o /run/shot.png && test -s /run/shot.png",
    "timeline": "loaderctl timeline",
}
# These work without a daemon.
OTHER_VERBS = {"bake", "render", "check", "preview", "import", "files", "doctor", "help", "quit"}


def call_verbs(board):
    """Calls each verb that speaks with the daemon."""
    for command in VERBS.values():
        board.succeed(f"({command}) >/run/verb 2>&1 || {{ cat /run/verb; false; }}", 60)


def _reds(row):
    """The number of pixels of a row that have the red of the failure sign in the dark scheme."""
    return sum(pixel == (0xFF, 0x45, 0x3A) for pixel in zip(*[iter(row)] * 3))


class Calls(Suite):
    """Checks of the socket and of the effects of calls on an installed system."""

    text = "Loading…"

    def run(self):
        with self.report.check("varlinkctl of systemd 257 reads the interface, calls methods and receives errors"):
            # Tests/newer has copied it with its libraries.
            varlinkctl = "/opt/newer/varlinkctl"
            socket = "unix:/run/loaderd/io.loaderd.Screen"
            methods = self.board.succeed(f"{varlinkctl} list-methods {socket}", 60).split()
            expect("io.loaderd.Screen.Monitor" in methods, f"{methods}")
            self.board.succeed(f"{varlinkctl} introspect {socket} io.loaderd.Screen >/tmp/idl", 60)
            self.board.succeed(f"{varlinkctl} validate-idl /tmp/idl", 60)
            status = "io.loaderd.Screen.SetStatus '{\"text\":\"from varlinkctl\"}'"
            self.board.succeed(f"{varlinkctl} call {socket} {status}", 60)
            expect(self.state()["status"] == "from varlinkctl", f"{self.state()}")
            answer = self.board.run(f"{varlinkctl} call {socket} io.loaderd.Screen.Show '{{\"loader\":\"none\"}}'", 60)
            expect(answer.status == 1 and "UnknownLoader" in answer.output, f"{answer}")
            self.board.succeed("loaderctl status ''")
        with self.report.check("a screenshot equals the rendering"):
            self.board.succeed("loaderctl show text 'Still here' --transition none")
            self.board.succeed("loaderctl render text 'Still here' --screen 1024x768 --at 1 -o /tmp/render.png")
            # A screenshot is compressed less. Drawn as a logo, files with the same pixels become the same bytes.
            self.board.succeed(
                "decoded() { loaderctl render logo --image $1 --screen 1024x768 --at 1 -o $2; }\n"
                "decoded /tmp/render.png /tmp/expected.png"
            )
            shot = "loaderctl screenshot -o /tmp/shot.png && decoded /tmp/shot.png /tmp/found.png"
            self.board.until(f"{shot} && cmp /tmp/found.png /tmp/expected.png")
        with self.report.check("the loader of loaderctl run ends when loaderctl is killed"):
            self.board.succeed("loaderctl run --text Mine -- sleep 600 >/dev/null 2>&1 & echo $! >/run/run")
            expect(eventually(lambda: self.state()["text"] == "Mine"), f"{self.state()}")
            self.board.succeed("kill -9 $(cat /run/run)")
            expect(eventually(lambda: self.state()["text"] == "Still here"), f"{self.state()}")
        with self.report.check("OnFailure= shows the failure of a unit on the display"):
            self.board.succeed(f"cat >/run/systemd/system/broken.service <<'E'\n{BROKEN}E\nsystemctl daemon-reload", 60)
            self.board.run("systemctl start broken", 60)
            expect(eventually(lambda: self.state()["loader"] == "failure"), f"{self.state()}")
            picture = self.board.until_picture(lambda picture: sum(map(_reds, picture.rows)) > 500)
            picture.write_png(BUILD / "debian-failure.png")
        with self.report.check("the console shows kernel messages"):
            self.board.succeed("loaderctl show console --transition none")
            # It starts loader-bridge, whose lines are shown too.
            self.board.until("systemctl is-active loader-bridge")
            self.board.until_still()
            before = self.board.dump()
            self.board.succeed("echo '<4>a line for the screen' >/dev/kmsg")
            self.board.until_picture(lambda picture: picture != before)
            self.board.until_still()
            after = self.board.dump()
            after.write_png(BUILD / "debian-messages.png")
            expect(before.box and after.rows != before.rows, "the message is not shown")
        with self.report.check("only root and the group loaderd may open the socket"):
            status = self.board.run("setpriv --reuid 65534 --regid 65534 --clear-groups loaderctl state").status
            expect(status == 1, f"status {status}")
            group = "$(getent group loaderd | cut -d: -f3)"
            self.board.succeed(f"setpriv --reuid 65534 --regid 65534 --groups {group} loaderctl state")
        with self.report.check("the durations of the boot are saved for the next boot"):
            self.board.succeed("loaderctl quit")
            self.board.until("test -s /var/lib/loaderd/experience")
            history = json.loads(self.board.succeed("cat /var/lib/loaderd/experience"))
            [course] = [course for course in history["courses"] if course["mode"] == "boot"]
            expect(course["seconds"] > 1 and len(course["milestones"]) > 2, f"{course}")
        with self.report.check("a disk that does not answer delays the end of loaderd by a second, and gets the durations later"):
            learned, stored = "/run/loaderd/io.loaderd.Screen.experience", "/var/lib/loaderd/experience"
            self.board.succeed(f"mv {stored} {learned}; rm /run/loaderd/io.loaderd.Screen.kept; systemctl start loaderd", 60)
            self.board.until_lit()
            ended = self.board.run("fsfreeze --freeze /; timeout 15 loaderctl quit --wait; r=$?; fsfreeze --unfreeze /; (exit $r)", 60)
            expect(ended.status == 0, f"{ended}")
            self.board.succeed(f"! test -e {stored} && systemctl start loaderd-keep && test -s {stored}", 60)
        with self.report.check("under the unit's sandbox every verb works, and nothing is refused"):
            self.board.succeed("systemctl start loaderd", 60)
            since = self.board.succeed("date +%s").strip()
            verbs = self.board.run("loaderctl nosuchverb 2>&1").output.split("there are ")[1].split(", ")
            expect({verb.strip() for verb in verbs} == {*VERBS, *OTHER_VERBS}, f"{verbs}")
            call_verbs(self.board)
            self.board.succeed(VERBS["show"])
            self.board.until_lit()
            log = self.board.succeed(f"journalctl -b --no-pager --since @{since} -u loaderd -o cat")
            expect("not permitted" not in log and "ermission denied" not in log, log)

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))
