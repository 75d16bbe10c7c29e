"""Scenarios of boots that end at a root shell."""

from report import expect
from scenario import Scenario, count, describe, expect_only

# How long the failure screen may cover the shell, in seconds.
COVERED = 1.0


class Emergency(Scenario):
    """A mount of local-fs.target that fails."""

    name = "emergency"
    title = "failed mount: emergency.target and its shell"
    arguments = "rig.broken"
    unit = "emergency.service"

    def play(self, machine):
        machine.wait_for("SYSINIT", 150)
        machine.run(f"until systemctl -q is-active {self.unit}; do sleep 0.5; done", 120)
        machine.mark("active")
        machine.until_film(lambda dump: dump.kind == "text", 10)
        machine.pass_time(2)
        machine.mark("end")
        self.calibrate(machine)
        self.ask(machine, "console", "tr -s ' ' </dev/vcs1")
        machine.type("ret", "e", "c", "h", "o", "spc", "h", "e", "r", "e", "ret")
        machine.pass_time(1)
        self.ask(machine, "typed", "tr -s ' ' </dev/vcs1")
        self.ask(machine, "units", "systemctl list-units --no-legend --all 'loader*' 'plymouth*'")
        machine.mark("typed")
        self.save_journal(machine)

    def figures(self, film):
        driver, first = film.driver(), film.first("picture", after=film.driver() or 0)
        started = self.logged(f"(Started|Starting) {self.unit}")
        figures = {"shell of systemd starts, s": started[0] if started else None}
        end = film.marks["end"]
        if first:
            figures["first picture, s"] = first.guest
            final = film.final("picture", before=end)
            figures["last picture, s"] = final.guest
            figures["black or off between them, dumps"] = count(film.between(first.guest, final.guest), "black", "off")
            text = film.first("text", after=final.guest)
            figures["prompt on the display, s"] = text and text.guest
        figures["display at the end"] = film.between(0, end)[-1].kind
        figures["driver of the display, s"] = driver
        return figures

    def check(self, film, report):
        end = film.marks["end"]
        first = film.first("picture", after=film.driver())
        with report.check("the prompt of the shell is on the display within one second of its start, and stays"):
            started = self.logged(f"(Started|Starting) {self.unit}")[0]
            expect(film.between(0, end)[-1].kind == "text", f"it is hidden: {describe(film, started - 1, end)}")
            hidden = film.final("picture", "black", "off", before=end).guest - started
            expect(hidden <= COVERED, f"hidden for {hidden:.2f} s: {describe(film, started - 1, end)}")
            console = self.answers["console"]
            expect("Press Enter" in console or "# " in console, f"the console says {console[-300:]!r}")
        with report.check("keys reach the shell"):
            console = self.answers["typed"]
            expect("here" in console.split("echo here", 1)[-1], f"the console says {console[-300:]!r}")
            after = film.between(end, film.marks["typed"])
            expect(not count(after, "picture", "off"), describe(film, end, film.marks["typed"]))
        with report.check("from the first picture to the text no dump is black or off"):
            expect_only(film, first.guest, film.final("picture", before=end).guest, "picture", "text")


class Rescue(Emergency):
    """A boot into rescue mode."""

    name = "rescue"
    title = "boot to rescue.target and its shell"
    arguments = "systemd.unit=rescue.target"
    unit = "rescue.service"
