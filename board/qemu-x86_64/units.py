"""Units that no other suite examines, as they are installed."""

import json
import shlex

from calls import VERBS, call_verbs
from report import expect
from suite import Suite, eventually

# The script of a long work, and the drop-in of its instance.
FILES = {
    "/run/work": "echo 40%\nuntil [ -e /run/go ]; do sleep 0.2; done\nexit 3",
    "/run/systemd/system/loader-run@long.service.d/run.conf": "[Service]\n"
    'Environment="TEXT=Checking the database" "COMMAND=/bin/sh /run/work"',
    # Debian's systemd relays the progress of fsck itself.
    "/run/systemd/system/loaderd-fsck.socket.d/relay.conf": "[Unit]\nConditionPathExists=",
}

# A check that writes its progress to the socket of systemd (fsck(8), option -C) and does not end.
CHECK = r"""$s = IO::Socket::UNIX->new(Peer => "/run/systemd/fsck.progress"); syswrite $s, "1 3 10 /dev/vda\n"; sleep 60"""

# Exists while loaderd waits for the end of the boot; loaderd-quit does not start then.
BOOT_END = "/run/loaderd/io.loaderd.Screen.boot-end"


class Units(Suite):
    """Checks of loader-run@.service, of restarts, of CPU pressure, of all units in both sandboxes, and of the end of the boot."""

    text = "Loading…"

    def run(self):
        self.check_run()
        self.check_restart()
        self.check_pressure()
        self.check_sandboxes()
        self.check_boot_end()

    def check_run(self):
        for path, text in FILES.items():
            body = shlex.quote(text.replace("\n", "\\n"))
            self.board.succeed(f"mkdir -p {path.rsplit('/', 1)[0]}; printf '%b\\n' {body} >{path}")
        self.board.succeed("systemctl daemon-reload", 60)
        with self.report.check("loader-run@ shows its text and the progress of its command while that runs"):
            self.board.succeed("systemctl start --no-block loader-run@long.service", 60)
            shown = lambda: (self.state()["text"], self.state()["progress"])
            expect(eventually(lambda: shown() == ("Checking the database", 0.4)), f"{self.state()}")
            self.board.succeed("touch /run/go")
            expect(eventually(lambda: self.state()["text"] == "Loading…"), f"{self.state()}")
        with self.report.check("loader-run@ fails with the status of its command"):
            status = "systemctl show -P ExecMainStatus loader-run@long.service"
            expect(eventually(lambda: self.board.succeed(status).strip() == "3"), self.board.succeed(status))
        with self.report.check("loader-run@ runs its command without a loaderd"):
            self.board.succeed("systemctl reset-failed; systemctl stop loaderd.service", 60)
            self.board.run("systemctl start loader-run@long.service", 60)
            expect(self.board.succeed(status).strip() == "3", self.board.succeed(status))
            state = self.board.succeed("systemctl show -P ActiveState loaderd.service").strip()
            expect(state == "inactive", f"it has started a loaderd: {state}")
            self.board.succeed("systemctl start loaderd.service", 60)

    def check_restart(self):
        with self.report.check("systemd accepts all messages of a loaderd that is restarted"):
            # It waits two seconds for the call for which it may have been started.
            self.board.until("loaderctl --json state | grep -q '\"state\":\"lit\"'")
            self.board.succeed("systemctl restart loaderd.service", 60)
            self.board.until("loaderctl timeline | grep -q 'replaced by its successor'")
            self.board.succeed("systemctl restart loaderd.service", 60)
            self.board.succeed("sleep 1; journalctl --sync")  # the journal gets lines late
            lines = self.board.succeed("journalctl -b -o cat --no-pager _PID=1 UNIT=loaderd.service")
            expect("Started" in lines, lines)
            expect("reception only permitted" not in lines, lines)

        with self.report.check("after quit --retain a call starts the next loaderd, which takes the picture over"):
            before = self.board.succeed("systemctl show -P MainPID loaderd.service").strip()
            self.board.succeed("loaderctl quit --retain")
            box = self.board.dump().box
            expect(box and box[1] > 300, f"the box of the picture is {box}")
            self.board.succeed("loaderctl mode reboot", 60)
            expect(self.state()["mode"] == "reboot", f"{self.state()}")
            after = self.board.succeed("systemctl show -P MainPID loaderd.service").strip()
            expect(after != before, "the same process answers")
            expect("card0, from the service manager" in self.board.succeed("loaderctl timeline"), "the picture was not kept")

    def check_pressure(self):
        def rate():
            """Frames a second of the animation's time."""
            before = self.state()["frame"]
            self.board.succeed("sleep 2")
            after = self.state()["frame"]
            return (after["shown"] - before["shown"]) / max(0.1, after["time"] - before["time"])

        with self.report.check("loaderd draws half of the frames while other processes wait for the processor"):
            expect(eventually(lambda: rate() > 45), f"{rate()} frames a second while no other process waits")
            self.board.succeed("for i in 1 2 3; do timeout 60 sh -c 'while :; do :; done' & done")
            found = eventually(lambda: rate() < 35)
            self.board.succeed("pkill -f 'sh -c while' || true")
            expect(found, f"{rate()} frames a second while three processes wait")

    def check_sandboxes(self):
        with self.report.check("every unit works as it is shipped, and nothing is refused"):
            self.use_units()
        with self.report.check("units that show a failure or an update work while /tmp is read-only, as early in a boot"):
            self.board.succeed("mount -t tmpfs -o ro tmpfs /tmp; systemctl start loaderd-failure@early loaderd-update", 60)
            expect(eventually(lambda: self.state()["mode"] == "update"), f"{self.state()}")
            self.board.succeed("systemctl start loader-bridge loaderd-shutdown; umount /tmp", 60)
            expect(eventually(lambda: self.state()["mode"] == "shutdown"), f"{self.state()}")
        with self.report.check("with the hardened drop-ins every unit works, and nothing is refused"):
            forbidden = self.calls_in_filter()
            self.board.succeed("cp -R /usr/share/loaderd/hardened/. /run/systemd/system/; systemctl daemon-reload", 60)
            self.use_units()
            allowed = self.calls_in_filter()
            expect("read" in allowed and "mount" in forbidden, f"{allowed} {forbidden}")
            expect(not allowed & forbidden, f"allowed by the drop-in, and forbidden without it: {allowed & forbidden}")

    def use_units(self):
        """Starts every unit, and expects that it does its work; loaderd-quit has no effect with `until = quit`."""
        since = self.board.succeed("date +%s").strip()
        # The unit allows five starts within 20 s; the checks make more.
        self.board.succeed("systemctl reset-failed loaderd.service")
        self.board.succeed("systemctl restart loaderd.service loader-bridge.service", 60)
        call_verbs(self.board)
        self.board.succeed("systemctl stop systemd-fsckd.socket systemd-fsckd", 60)
        self.board.succeed("systemctl start loaderd-fsck.socket loaderd-fsck", 60)
        self.board.succeed(f"perl -MIO::Socket::UNIX -e {shlex.quote(CHECK)} >/dev/null 2>&1 &")
        expect(eventually(lambda: self.state()["status"].startswith("Checking")), f"{self.state()}")
        self.board.succeed(f"rm -f {BOOT_END}; systemctl start loaderd-quit", 60)
        for unit in ["loaderd-update", "loaderd-reboot", "loaderd-shutdown", "loaderd-failure@x"]:
            self.board.succeed(f"systemctl start {unit}", 60)
        expect(eventually(lambda: self.state()["loader"] == "failure"), f"{self.state()}")
        self.board.succeed("systemctl restart loaderd.service", 60)
        expect(self.state()["loader"] == "failure", f"the restart has lost the failure: {self.state()}")
        self.board.succeed("systemctl start loaderd-quit-wait", 60)
        # loader-bridge would start it again.
        self.board.succeed("kill $(pidof perl); systemctl stop loaderd-fsck.socket loaderd-fsck", 60)
        self.board.succeed("systemctl stop loaderd-quit-wait loaderd.socket loaderd", 60)
        self.board.succeed("systemctl reset-failed loaderd; rm -f /run/loaderd/io.loaderd.Screen.*", 60)
        self.board.succeed("systemctl start loaderd-console", 60)
        self.board.succeed("echo {} >/run/loaderd/io.loaderd.Screen.experience; rm -f /var/lib/loaderd/experience")
        self.board.succeed("systemctl start loaderd-keep", 60)
        expect(self.board.succeed("cat /var/lib/loaderd/experience") == "{}\n", "the durations are not kept")
        self.board.succeed("systemctl start loaderd.socket loaderd", 60)
        self.board.succeed(VERBS["show"])
        self.board.until_lit()
        log = self.board.succeed(f"journalctl -b --no-pager --since @{since} -u 'loader*' -o cat")
        for fault in ["not permitted", "ermission denied", "Console after a failed loading screen was skipped"]:
            expect(fault not in log, log)

    def check_boot_end(self):
        ends = lambda: int(self.board.succeed("loaderctl timeline | grep -c handover || true"))
        with self.report.check("loaderd notices the end of the boot, and loaderd-quit does not start"):
            self.board.succeed(f"rm /etc/loaderd.conf.d/board.conf {BOOT_END}; systemctl reset-failed loaderd", 60)
            self.board.succeed("systemctl restart loaderd.service", 60)
            expect(ends() == 0, "the boot has ended before")
            self.board.succeed("touch /run/nologin")
            self.board.until(f"[ -e {BOOT_END} ]")
            self.board.succeed("systemctl start loaderd-quit", 60)
            started = self.board.succeed("systemctl show -P ConditionResult loaderd-quit").strip()
            expect(started == "no" and ends() == 0, f"loaderd-quit has started: {started}")
            self.board.succeed("systemctl restart systemd-user-sessions", 60)
            expect(eventually(lambda: ends() == 1), self.board.succeed("loaderctl timeline"))
        with self.report.check("where loaderd cannot notice it, loaderd-quit reports it"):
            self.board.succeed(f"rm {BOOT_END}; systemctl start loaderd-quit", 60)
            expect(ends() == 2, self.board.succeed("loaderctl timeline"))

    def calls_in_filter(self):
        """The system calls that the filter of loaderd-failure@ lists: forbidden ones if it starts with a tilde."""
        calls = self.board.succeed("systemctl show -P SystemCallFilter loaderd-failure@x")
        return set(calls.strip().lstrip("~").split())

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))
