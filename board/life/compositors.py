"""Scenarios of a boot to a compositor."""

from boots import Boot, boot_figures
from report import expect
from scenario import count, describe, expect_only, seconds

WANTS = "/etc/systemd/system/multi-user.target.wants"


class Weston(Boot):
    """A boot to weston, then power-off."""

    name = "weston"
    title = "boot to weston, then power-off"
    variants = ("loaderd", "plymouth")
    unit = "rig-weston.service"
    links = {f"{WANTS}/{unit}": f"/etc/systemd/system/{unit}", "/etc/systemd/system/getty@tty1.service": "/dev/null"}

    def play(self, machine):
        machine.wait_for("SYSINIT", 150)
        machine.wait_for("UP", 150)
        machine.mark("up")
        machine.until_film(lambda dump: dump.kind == "theirs", 60)
        machine.pass_time(3)
        machine.mark("end")
        self.calibrate(machine)
        units = "systemctl list-units --no-legend --all 'loader*' 'plymouth*'"
        self.ask(machine, "units", f"systemctl is-active {self.unit}; {units}")
        self.play_end(machine)

    def figures(self, film):
        end = film.marks["end"]
        figures = {name: value for name, value in boot_figures(film, end).items() if "login" not in name}
        theirs = film.first("theirs")
        figures["first picture of the compositor, s"] = theirs and theirs.guest
        if theirs and (final := film.final("picture", before=theirs.guest)):
            gap = film.between(final.guest, theirs.guest)
            figures["black before it, dumps"] = count(gap, "black")
            figures["black before it, s"] = seconds(gap, "black")
            figures["off or text before it, dumps"] = count(gap, "off", "text")
        return figures | self.end_figures(film, film.marks["order"])

    def check(self, film, report):
        first, theirs = film.first("picture", after=film.driver()), film.first("theirs")
        expect(theirs, f"the compositor shows nothing: {describe(film, 0, film.marks['end'])}")
        final = film.final("picture", before=theirs.guest)
        with report.check("from the first picture to the last one before the compositor no dump is black, off or text"):
            expect_only(film, first.guest, final.guest, "picture")
        with report.check("ours is followed by the compositor without an off or text dump"):
            # The first frame of some compositors is black.
            expect_only(film, final.guest - 0.1, theirs.guest, "picture", "black", "theirs")
            opened = self.logged("using /dev/dri")
            early = f"ours ends at {final.guest:.2f}, and the compositor opens the card at {opened}"
            expect(not opened or final.guest >= opened[0], early)
        with report.check("the compositor keeps the display"):
            expect_only(film, theirs.guest, film.marks["end"], "theirs", "picture")
        with report.check("from its first picture to power-off a shutdown shows only pictures, and moves"):
            self.check_end(film, film.marks["order"], film.last.guest)


class Cage(Weston):
    """A boot to cage, a kiosk, then power-off."""

    name = "cage"
    title = "boot to cage, then power-off"
    unit = "rig-cage.service"
    links = {f"{WANTS}/{unit}": f"/etc/systemd/system/{unit}", "/etc/systemd/system/getty@tty1.service": "/dev/null"}
