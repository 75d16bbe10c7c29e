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
}


class Units(Suite):
    """Checks of loader-run@.service and of restarts."""

    text = "Loading…"

    def run(self):
        self.check_run()
        self.check_restart()
        self.check_hardened()

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
            self.board.succeed("systemctl restart loaderd.service", 60)
            self.board.until("loaderctl timeline | grep -q 'replaced by its successor'")
            self.board.succeed("systemctl restart loaderd.service", 60)
            self.board.succeed("sleep 1; journalctl --sync")  # the journal gets lines late
            lines = self.board.succeed("journalctl -b -o cat --no-pager _PID=1 UNIT=loaderd.service")
            expect("Started" in lines, lines)
            expect("reception only permitted" not in lines, lines)

    def check_hardened(self):
        with self.report.check("with the hardened drop-ins every unit works, and nothing is refused"):
            self.board.succeed("cp -R /usr/share/loaderd/hardened/. /run/systemd/system/; systemctl daemon-reload", 60)
            since = self.board.succeed("date +%s").strip()
            self.board.succeed("systemctl restart loaderd.service loader-bridge.service", 60)
            call_verbs(self.board)
            started = ["loaderd-update", "loaderd-reboot", "loaderd-shutdown", "loaderd-failure@x", "loaderd-console"]
            for unit in started:
                self.board.succeed(f"systemctl start {unit}", 60)
                result = self.board.succeed(f"systemctl show -P Result {unit}").strip()
                expect(result == "success", f"{unit}: {result}")
            expect(eventually(lambda: self.state()["loader"] == "failure"), f"{self.state()}")
            self.board.succeed("systemctl restart loaderd.service", 60)
            expect(self.state()["loader"] == "failure", f"the restart has lost the failure: {self.state()}")
            self.board.succeed("systemctl start loaderd-quit-wait", 60)
            # There were as many starts within 20 s as the unit allows.
            self.board.succeed("systemctl stop loaderd-quit-wait loaderd; systemctl reset-failed loaderd", 60)
            self.board.succeed("rm -f /run/loaderd/io.loaderd.Screen.*", 60)
            self.board.succeed("echo {} >/run/loaderd/io.loaderd.Screen.experience; systemctl start loaderd-keep", 60)
            expect(self.board.succeed("cat /var/lib/loaderd/experience") == "{}\n", "the durations are not kept")
            self.board.succeed("systemctl start loaderd", 60)
            self.board.succeed(VERBS["show"])
            self.board.until_lit()
            log = self.board.succeed(f"journalctl -b --no-pager --since @{since} -u 'loader*' -o cat")
            expect("not permitted" not in log and "ermission denied" not in log, log)

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))
