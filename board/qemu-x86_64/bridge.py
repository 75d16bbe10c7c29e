"""loader-bridge with systemd: failed units, the journal, the system bus."""

import json
import shlex

from report import expect
from suite import Suite, eventually

# A unit that fails, a unit that requires it, and a failing unit that no other requires.
UNITS = {
    "probe": "[Unit]\nDescription=Network Time\n[Service]\nType=oneshot\nExecStart=/bin/sh -c 'exit 7'",
    "needs": "[Unit]\nRequires=probe.service\nAfter=probe.service\n[Service]\nExecStart=/bin/sleep 600",
    "alone": "[Unit]\nDescription=Optional Thing\n[Service]\nExecStart=/bin/sh -c 'kill -SEGV $$$$'",
}


class Bridge(Suite):
    """Checks of loader-bridge as its unit starts it, and of its calls as --dry-run prints them."""

    text = "Loading…"

    def run(self):
        for name, text in UNITS.items():
            body = shlex.quote(text.replace("\n", "\\n"))
            self.board.succeed(f"printf '%b\\n' {body} >/run/systemd/system/{name}.service")
        # Wanted by a target, as a unit that starts at boot: systemd unloads other units as soon as their job has
        # failed.
        wants = "/run/systemd/system/multi-user.target.wants"
        self.board.succeed(f"mkdir -p {wants}; ln -s ../needs.service {wants}/; systemctl daemon-reload", 60)
        self.check_starts()
        self.check_service()
        self.start_dry_run()
        self.check_log_lines()
        self.check_failures()
        self.check_bus_restart()

    def check_starts(self):
        """What starts it: the drop-ins and the path unit."""
        with self.report.check("a boot does not start loader-bridge"):
            failed = self.board.succeed("systemctl --failed --no-legend --plain")
            expect(not failed, f"units have failed: {failed}")
            expect(self.activity() == "inactive", self.activity())
        with self.report.check("the log on the screen starts it"):
            self.board.succeed("loaderctl show console")
            expect(eventually(lambda: self.activity() == "active"), self.activity())
        self.show()
        self.stop()
        for unit in ("rauc", "systemd-sysupdated"):
            with self.report.check(f"{unit}.service starts it"):
                body = r"[Service]\nExecStart=/bin/sleep 600\n"
                self.board.succeed(f"printf '{body}' >/run/systemd/system/{unit}.service; systemctl daemon-reload", 60)
                self.board.succeed(f"systemctl start {unit}.service", 60)
                expect(eventually(lambda: self.activity() == "active"), self.activity())
                self.board.succeed(f"systemctl stop {unit}.service", 60)
            self.stop()

    def activity(self):
        """The state of loader-bridge.service."""
        return self.board.succeed("systemctl show -P ActiveState loader-bridge.service").strip()

    def stop(self):
        """Stops loader-bridge, with no failed unit left."""
        self.board.succeed("systemctl reset-failed; systemctl stop loader-bridge.service", 60)

    def check_service(self):
        with self.report.check("loader-bridge runs without root, without capabilities and without errors"):
            self.board.succeed("systemctl start loader-bridge", 60)
            self.board.until("pidof loader-bridge")
            self.board.succeed("sleep 3; systemctl -q is-active loader-bridge")  # it must not exit
            status = self.board.succeed("cat /proc/$(pidof loader-bridge)/status")
            fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
            expect(fields["Uid"].split()[1] != "0", f"uid {fields['Uid']}")
            expect(int(fields["CapEff"], 16) == 0, f"capabilities {fields['CapEff']}")
            self.report.note(f"resident memory {fields['VmRSS'].strip()}")

    def start_dry_run(self):
        """Starts a second loader-bridge that prints its calls."""
        self.board.succeed("loader-bridge --dry-run --failures all </dev/null >/run/calls 2>&1 & sleep 3")

    def calls(self, method):
        """The parameters of the printed calls of a method."""
        lines = self.board.succeed("cat /run/calls").splitlines()
        calls = [json.loads(line) for line in lines if line.startswith("{")]
        return [call["parameters"] for call in calls if call["method"].endswith("." + method)]

    def logged(self):
        """The log lines in the printed calls."""
        return [line for call in self.calls("AppendLog") for line in call["lines"]]

    def failed(self, unit, times=1):
        """The printed failures of a unit; waits until there are `times`."""
        reports = lambda: [call for call in self.calls("ReportFailure") if call["unit"] == unit]
        eventually(lambda: len(reports()) >= times)
        return reports()

    def check_log_lines(self):
        with self.report.check("messages of the journal are sent as log lines"):
            self.board.succeed("echo 'one of many' | systemd-cat -t probe")
            line = eventually(lambda: [line for line in self.logged() if line.endswith("]: one of many")])
            expect(line and line[0].startswith("probe["), f"{self.logged()}")

    def check_failures(self):
        with self.report.check("the failure of a required unit is on the display"):
            self.board.run("systemctl start needs.service", 60)
            found = self.failed("probe.service")
            expected = {"unit": "probe.service", "sentence": "Network Time did not start", "code": "exit-code 7"}
            expect(found == [expected], f"{found}")
            expect(eventually(lambda: self.state()["loader"] == "failure"), f"{self.state()}")
        with self.report.check("the failure of an optional unit is reported with --failures all, and not shown"):
            self.show()
            self.board.run("systemctl start alone.service; sleep 3", 60)  # it must be reported once, and not shown
            found = self.failed("alone.service")
            expect(len(found) == 1 and found[0]["sentence"] == "Optional Thing crashed", f"{found}")
            expect(found[0]["code"] in ("signal 11", "core-dump 11"), f"{found}")
            expect(self.state()["loader"] == "shimmer", f"{self.state()}")
        with self.report.check("a second failure of a unit is reported again"):
            self.board.succeed("systemctl reset-failed alone.service; sleep 1")
            self.board.run("systemctl start alone.service", 60)
            found = self.failed("alone.service", times=2)
            expect(len(found) == 2, f"{found}")

    def check_bus_restart(self):
        with self.report.check("loader-bridge waits for the bus without a message, and continues when it is back"):
            self.board.succeed("systemctl stop dbus.socket dbus.service; sleep 2", 60)
            self.board.succeed("systemctl -q is-active loader-bridge")
            self.board.succeed("echo 'without a bus' | systemd-cat -t probe")
            arrives = eventually(lambda: any("without a bus" in line for line in self.logged()))
            expect(arrives, f"{self.logged()[-5:]}")
            self.board.succeed("systemctl start dbus.socket; systemctl reset-failed alone.service; sleep 3", 60)
            self.board.run("systemctl start alone.service", 60)
            found = self.failed("alone.service", times=3)
            expect(len(found) == 3, f"{found}")
            log = self.board.succeed("journalctl -b -u loader-bridge -o cat --no-pager _COMM=loader-bridge")
            expect(not log.strip(), f"it logs {log!r}")

    def show(self):
        self.board.succeed("loaderctl show shimmer 'Loading…' --transition none")

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))

