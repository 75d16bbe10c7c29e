"""Scenarios of loaderd's Debian packages on a machine that runs and shows a picture."""

from report import expect
from scenario import TWO_FRAMES, Scenario, count, describe, expect_only

PACKAGES = "/usr/lib/rig/packages"
NAMES = "loaderd loaderd-initramfs loaderd-minimal loaderd-plymouth loaderd-themes loader-bridge"
PROCESSES = "pgrep -l '^load' || true"
# Without what is the rig's own, and without what dpkg and the journal keep of the past.
KEPT = ("/usr/lib/rig/*", "/etc/loaderd-initramfs.conf", "/var/log/*", "/var/lib/dpkg/*", "/proc/*", "/sys/*")
FILES = r"\( -name 'loaderd*' -o -name 'loaderctl*' -o -name 'loader-*' -o -name 'io.loaderd*' \) "
FILES += " ".join(f"! -path '{path}'" for path in KEPT)


class Upgrade(Scenario):
    """An upgrade, a downgrade, a removal, a purge and an installation by dpkg."""

    name = "upgrade"
    title = "Debian packages: upgrade, downgrade, removal and installation while a picture is shown"
    variants = ("loaderd",)
    initramfs = "packages"
    steps = {"upgrade": 2, "downgrade": 1}

    def play(self, machine):
        machine.wait_for("UP", 150)
        machine.until_film(lambda dump: dump.kind == "text", 10)
        self.show(machine, "shown")
        for name, revision in self.steps.items():
            machine.mark(name)
            self.ask(machine, name, f"dpkg -i {PACKAGES}/{revision}/*.deb 2>&1; echo status $?", 300)
            machine.pass_time(2)
            machine.mark(f"{name} end")
            version = "dpkg-query -W -f '${Version}\\n' loaderd; systemctl is-active loaderd.socket; loaderctl state"
            self.ask(machine, f"{name} state", f"systemctl show -P MainPID loaderd.service; {version}")
        machine.mark("remove")
        self.ask(machine, "remove", f"dpkg --remove {NAMES} 2>&1; echo status $?", 300)
        machine.pass_time(1)
        machine.mark("removed")
        self.ask(machine, "removed processes", PROCESSES)
        self.ask(machine, "removed files", f"find /run /tmp /usr {FILES}")
        # A link of an enabled unit stays until the purge.
        units = "systemctl list-units --no-legend --state=active,activating,deactivating,failed 'loader*'"
        self.ask(machine, "removed units", units)
        self.ask(machine, "console", "tr -s ' ' </dev/vcs1; cat /sys/class/tty/tty0/active")
        self.ask(machine, "purge", f"dpkg --purge {NAMES} 2>&1; echo status $?", 300)
        self.ask(machine, "purged files", f"find / {FILES} 2>/dev/null")
        machine.mark("purged")
        self.ask(machine, "install", f"dpkg -i {PACKAGES}/1/*.deb 2>&1; echo status $?", 300)
        machine.pass_time(1)
        self.ask(machine, "installed processes", PROCESSES)
        machine.mark("installed")
        self.show(machine, "shown again")
        self.ask(machine, "failed units", "systemctl --failed --no-legend")
        self.calibrate(machine)
        self.save_journal(machine)

    def show(self, machine, mark):
        """Shows a picture for three seconds, and marks the time before and after it."""
        machine.mark(f"{mark} from")
        self.ask(machine, mark, "loaderctl show ring; echo status $?")
        expect(machine.until_film(lambda dump: dump.kind == "picture", 10), f"no picture: {self.answers[mark]}")
        machine.pass_time(3)
        machine.mark(mark)

    def figures(self, film):
        figures = {}
        for name in self.steps:
            first, last = film.marks[name], film.marks[f"{name} end"]
            dumps = film.between(first, last)
            figures[f"{name}: dumps that are not ours"] = count(dumps, "black", "off", "text")
            figures[f"{name}: longest stand-still, s"], since = film.still(first, last)
            figures[f"{name}: longest stand-still since, s"] = since
        figures["shown: longest stand-still, s"] = film.still(film.marks["shown"] - 2, film.marks["shown"])[0]
        final = film.final("picture", before=film.marks["removed"])
        figures["removal to the console, s"] = final.guest - film.marks["remove"]
        call = film.marks["shown again from"]
        again = film.first("picture", after=call)
        figures["call to the picture after the installation, s"] = again and again.guest - call
        return figures

    def check(self, film, report):
        marks = film.marks
        with report.check("dpkg and loaderctl show end well"):
            for name in ("shown", *self.steps, "remove", "purge", "install", "shown again"):
                expect(self.answers[name].endswith("status 0"), f"{name}: {self.answers[name][-500:]}")
        for name in self.steps:
            first, last = marks[name], marks[f"{name} end"]
            with report.check(f"{name}: no dump is black, off or text"):
                expect_only(film, first, last, "picture")
            with report.check(f"{name}: the animation stands still for at most two frames"):
                still, since = film.still(first, last)
                usual = film.pace(marks["shown"] - 2, marks["shown"])
                times = f"{still * 1e3:.0f} ms from {since:.2f}, and a frame took {usual * 1e3:.0f} before"
                expect(still <= max(TWO_FRAMES, 3 * usual), times)
        with report.check("another process shows the picture after each, and it is that of the installed version"):
            states = [self.answers[f"{name} state"].split("\n") for name in self.steps]
            expect(states[0][0] != states[1][0] and "0" not in (states[0][0], states[1][0]), f"{states}")
            for state, revision in zip(states, self.steps.values()):
                expect(state[1].endswith(f"+{revision}") and "active" in state, f"{state}")
        with report.check("after the removal the console is there, and no process, socket, unit or file"):
            dumps = film.between(marks["removed"] - 0.5, marks["purged"])
            expect(not count(dumps, "picture", "black", "off"), describe(film, marks["remove"], marks["purged"]))
            expect("login:" in self.answers["console"], f"the console says {self.answers['console'][-300:]!r}")
            for name in ("removed processes", "removed files", "removed units", "failed units"):
                expect(not self.answers[name], f"{name}: {self.answers[name]}")
        with report.check("after the purge no file is left"):
            expect(not self.answers["purged files"], self.answers["purged files"])
        with report.check("the installation shows nothing and starts no process"):
            dumps = film.between(marks["purged"], marks["installed"])
            expect(not count(dumps, "picture", "black", "off"), describe(film, marks["purged"], marks["installed"]))
            expect(not self.answers["installed processes"], self.answers["installed processes"])
        with report.check("after the installation a call shows a picture, which moves"):
            call, end = marks["shown again from"], marks["shown again"]
            again = film.first("picture", after=call)
            expect(again and again.guest < end, describe(film, call, end))
            expect_only(film, again.guest, end, "picture")
            expect(film.still(again.guest, end)[0] <= 0.5, "it does not move")


class UpgradeTrixie(Upgrade):
    """The same on Debian 13."""

    name = "upgrade-trixie"
    title = "the same on Debian 13"
    release = "trixie"
