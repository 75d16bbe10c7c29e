"""The cost of a boot screen: processor time of a boot until the machine is idle."""

import statistics

from report import expect
from scenario import Scenario

RUNS = 3
OURS = ("loaderd.service", "loader-bridge.service", "loaderd-quit.service")
# The daemon of the initramfs is in init.scope until loaderd.service takes over.
UNITS = (*OURS, "init.scope", "plymouth-start.service", "plymouth-quit.service", "plymouth-read-write.service")


class Cost(Scenario):
    """The same boot several times, without a film."""

    name = "cost"
    title = f"processor time of a boot until the machine is idle, median of {RUNS} boots"
    variants = ("none", "loaderd", "plymouth")
    filming = False

    def play(self, machine):
        machine.wait_for("UP", 150)
        machine.pass_time(6)
        # user, nice, system, irq and softirq in units of 10 ms: proc_stat(5).
        self.ask(machine, "stat", "head -1 /proc/stat")
        self.ask(machine, "times", "systemd-analyze time")
        shown = " ".join(f"{unit}=$(systemctl show -P CPUUsageNSec {unit})" for unit in UNITS)
        self.ask(machine, "units", f"echo {shown}")

    def run(self):
        """Boots several times; the answers are those of all boots."""
        answers = []
        for _ in range(RUNS):
            self.answers = {}
            super().run()
            answers.append(self.answers)
        self.answers = {name: "\n".join(each[name] for each in answers) for name in answers[0]}
        self.write_answers()

    def medians(self):
        """The processor time of the boot, its end by systemd, and the processor time of units, in seconds."""
        busy = []
        for line in self.answers["stat"].splitlines():
            user, nice, system, _, _, irq, softirq = map(int, line.split()[1:8])
            busy.append((user + nice + system + irq + softirq) / 100)
        times = [line.rsplit("= ", 1) for line in self.answers["times"].splitlines() if "= " in line]
        found = {
            "processor time, s": statistics.median(busy),
            "spread of it, s": max(busy) - min(busy),
            "end of the boot by systemd, s": statistics.median(float(time.rstrip("s ")) for _, time in times),
        }
        words = [word.partition("=") for word in self.answers["units"].split()]
        for unit in UNITS:
            # "[not set]" if the unit does not exist.
            used = [int(value) / 1e9 for name, _, value in words if name == unit and value.isdigit()]
            if used:
                found[f"{unit}, s"] = statistics.median(used)
        size = self.image.with_name(self.image.name + ".size")
        return found | {"initramfs, gzip, bytes": int(size.read_text())}

    def figures(self, film):
        return self.medians()

    def check(self, film, report):
        none = type(self)("none")
        none.read_answers()
        without, ours = none.medians(), self.medians()
        with report.check("a boot takes at most 2 % more processor time than without a boot screen"):
            more = ours["processor time, s"] / without["processor time, s"] - 1
            expect(more <= 0.02, f"{more:.1%} more")
        with report.check("each of our services takes at most 1 % of a boot's processor time"):
            expect(ours.get("loaderd.service, s", 0) > 0, f"no time of loaderd.service is known: {ours}")
            for unit in OURS:
                share = ours.get(f"{unit}, s", 0) / without["processor time, s"]
                expect(share <= 0.01, f"{unit} takes {share:.1%}")
        with report.check("the initramfs grows by at most 0.65 MB"):
            grown = ours["initramfs, gzip, bytes"] - without["initramfs, gzip, bytes"]
            expect(grown <= 650_000, f"{grown} bytes")


class CostTrixie(Cost):
    """The same on Debian 13."""

    name = "cost-trixie"
    release = "trixie"
