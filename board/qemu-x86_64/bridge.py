"""What loader-bridge makes of a real systemd: its failed units, its journal, its bus."""

import json
import shlex

from report import expect
from suite import Suite, eventually

# A unit that fails, another that cannot be without it, and one that nobody needs.
UNITS = {
    "probe": "[Unit]\nDescription=Network Time\n[Service]\nType=oneshot\nExecStart=/bin/sh -c 'exit 7'",
    "needs": "[Unit]\nRequires=probe.service\nAfter=probe.service\n[Service]\nExecStart=/bin/sleep 600",
    "alone": "[Unit]\nDescription=Nobody's Need\n[Service]\nExecStart=/bin/sh -c 'kill -SEGV $$$$'",
}


class Bridge(Suite):
    """The checks of loader-bridge, as its unit runs it and as --dry-run prints it."""

    text = "Loading…"

    def run(self):
        for name, text in UNITS.items():
            body = shlex.quote(text.replace("\n", "\\n"))
            self.board.succeed(f"printf '%b\\n' {body} >/run/systemd/system/{name}.service")
        # As what starts at boot: systemd forgets a unit that nothing wants as soon as its job has failed.
        wants = "/run/systemd/system/multi-user.target.wants"
        self.board.succeed(f"mkdir -p {wants}; ln -s ../needs.service {wants}/; systemctl daemon-reload", 60)
        self.serve()
        self.listen()
        self.lines()
        self.failures()
        self.survival()

    def serve(self):
        with self.report.check("the bridge runs without root and without capabilities, and complains of nothing"):
            self.board.succeed("systemctl start loader-bridge", 60)
            self.board.until("pidof loader-bridge")
            self.board.succeed("sleep 3; systemctl -q is-active loader-bridge")  # it must stay
            status = self.board.succeed("cat /proc/$(pidof loader-bridge)/status")
            fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
            expect(fields["Uid"].split()[1] != "0", f"uid {fields['Uid']}")
            expect(int(fields["CapEff"], 16) == 0, f"capabilities {fields['CapEff']}")
            self.report.note(f"resident memory {fields['VmRSS'].strip()}")

    def listen(self):
        """Starts a second one, which prints the calls."""
        self.board.succeed("loader-bridge --dry-run --failures all </dev/null >/run/calls 2>&1 & sleep 3")

    def calls(self, method):
        lines = self.board.succeed("cat /run/calls").splitlines()
        calls = [json.loads(line) for line in lines if line.startswith("{")]
        return [call["parameters"] for call in calls if call["method"].endswith("." + method)]

    def logged(self):
        return [line for call in self.calls("AppendLog") for line in call["lines"]]

    def failed(self, unit, times=1):
        """The failures of a unit, when there are so many."""
        told = lambda: [call for call in self.calls("ReportFailure") if call["unit"] == unit]
        eventually(lambda: len(told()) >= times)
        return told()

    def lines(self):
        with self.report.check("what programs log is carried, a line each"):
            self.board.succeed("echo 'one of many' | systemd-cat -t probe")
            line = eventually(lambda: [line for line in self.logged() if line.endswith("]: one of many")])
            expect(line and line[0].startswith("probe["), f"{self.logged()}")

    def failures(self):
        with self.report.check("a failed unit that another requires is on the display"):
            self.board.run("systemctl start needs.service", 60)
            found = self.failed("probe.service")
            told = {"unit": "probe.service", "sentence": "Network Time did not start", "code": "exit-code 7"}
            expect(found == [told], f"{found}")
            expect(eventually(lambda: self.state()["loader"] == "failure"), f"{self.state()}")
        with self.report.check("one that nobody requires is told of to whoever wants all, and not shown"):
            self.show()
            self.board.run("systemctl start alone.service; sleep 3", 60)  # it must be told of once, and not shown
            found = self.failed("alone.service")
            expect(len(found) == 1 and found[0]["sentence"] == "Nobody's Need crashed", f"{found}")
            expect(found[0]["code"] in ("signal 11", "core-dump 11"), f"{found}")
            expect(self.state()["loader"] == "shimmer", f"{self.state()}")
        with self.report.check("a unit that works and fails again is told of again"):
            self.board.succeed("systemctl reset-failed alone.service; sleep 1")
            self.board.run("systemctl start alone.service", 60)
            found = self.failed("alone.service", times=2)
            expect(len(found) == 2, f"{found}")

    def survival(self):
        with self.report.check("without a bus it waits, silently, and carries on when there is one"):
            self.board.succeed("systemctl stop dbus.socket dbus.service; sleep 2", 60)
            self.board.succeed("systemctl -q is-active loader-bridge")
            self.board.succeed("echo 'without a bus' | systemd-cat -t probe")
            arrives = eventually(lambda: any("without a bus" in line for line in self.logged()))
            expect(arrives, f"{self.logged()[-5:]}")
            self.board.succeed("systemctl start dbus.socket; systemctl reset-failed alone.service; sleep 3", 60)
            self.board.run("systemctl start alone.service", 60)
            found = self.failed("alone.service", times=3)
            expect(len(found) == 3, f"{found}")
            said = self.board.succeed("journalctl -b -u loader-bridge -o cat --no-pager _COMM=loader-bridge")
            expect(not said.strip(), f"it says {said!r}")

    def show(self):
        self.board.succeed("loaderctl show shimmer 'Loading…' --transition none; sleep 1")

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))

