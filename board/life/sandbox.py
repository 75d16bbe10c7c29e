"""The cost of each directive of a unit's sandbox: what it adds to the start of an empty service."""

import re
import statistics

from filmed import HERE
from scenario import Scenario

RUNS = 3
UNITS = ("loaderd.service", "loader-bridge.service")
# Directives of [Service] that say what is run, and not with which rights.
OTHER = re.compile(
    r"(Type|NotifyAccess|Exec\w+|KillMode|Restart\w*|FileDescriptorStoreMax|WatchdogSec|Timeout\w+|RuntimeDirectory\w*)="
)


def directives(unit):
    """The lines of a unit's sandbox, joined by name."""
    text = (HERE.parent.parent / "systemd" / unit).read_text().split("[Service]")[1].split("[Install]")[0]
    lines = [line for line in text.splitlines() if "=" in line and not line.startswith("#") and not OTHER.match(line)]
    names = dict.fromkeys(line.split("=")[0] for line in lines)
    return [[line for line in lines if line.startswith(name + "=")] for name in names]


class Sandbox(Scenario):
    """Each directive alone, all, and all but one, for a service that runs true(1)."""

    name = "sandbox"
    title = f"time from the order to the end of an empty service, more than without a sandbox, median of {RUNS}"
    variants = ("loaderd",)
    filming = False

    def play(self, machine):
        machine.wait_for("UP", 150)
        machine.pass_time(6)
        for unit in UNITS:
            groups = directives(unit)
            sets = {"none": [], "all": sum(groups, [])}
            for group in groups:
                name = group[0].split("=")[0]
                sets[f"only {name}"] = group
                sets[f"without {name}"] = [line for other in groups if other is not group for line in other]
            for name, lines in sets.items():
                words = " ".join(f"-p '{line}'" for line in lines)
                one = f"a=$(date +%s%N); systemd-run -q --wait {words} /bin/true; echo $(($(date +%s%N) - a))"
                self.ask(machine, f"{unit} {name}", f"for i in $(seq {RUNS}); do {one}; done", 120)
        self.save_journal(machine)

    def figures(self, film):
        found = {}
        medians = {
            name: statistics.median(map(int, re.findall(r"^\d+$", text, re.M))) / 1e6
            for name, text in self.answers.items()
            if name.startswith(UNITS)
        }
        for unit in UNITS:
            for name, time in medians.items():
                if name.startswith(unit + " "):
                    what = name.removeprefix(unit + " ")
                    base = medians[f"{unit} all"] if what.startswith("without") else medians[f"{unit} none"]
                    found[f"{name}, ms"] = round(time if what == "none" else time - base, 1)
        return found

    def check(self, film, report):
        pass


class SandboxTrixie(Sandbox):
    """The same with systemd 257 and kernel 6.12."""

    name = "sandbox-trixie"
    release = "trixie"
