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
            expect_only(film, first.guest, final.guest - 1e-6, "picture")  # the next dump may have the same time
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


class Application(Cage):
    """A boot to cage, whose application has its first window after five seconds, then power-off."""

    name = "application"
    title = "boot to the first window of an application in cage, then power-off"
    variants = ("loaderd",)
    unit = "rig-application.service"
    links = {
        f"{WANTS}/{unit}": f"/etc/systemd/system/{unit}",
        f"{WANTS}/rig-shown.path": "/etc/systemd/system/rig-shown.path",
        "/etc/systemd/system/getty@tty1.service": "/dev/null",
        "/etc/systemd/system/loaderd.service.d": "/usr/lib/rig/loaderd.service.d",
        "/etc/loaderd.conf": "/usr/lib/rig/application.conf",
    }
    # The compositor's own first frames, and the limit of their time in seconds.
    firsts = "black"
    limit = 0.1

    def gap(self, film):
        """The last picture on the card itself, and the first one through the compositor."""
        first, theirs = film.first("picture", after=film.driver()), film.first("theirs")
        expect(theirs, f"the application shows nothing: {describe(film, 0, film.marks['end'])}")
        # The compositor's own first frames.
        black = film.first("black", "off", "text", after=first.guest)
        return film.final("picture", before=black.guest), film.first("picture", after=black.guest)

    def figures(self, film):
        before, after = self.gap(film)
        theirs = film.first("theirs")
        still, since = film.still(after.guest, theirs.guest)
        return {
            "last picture on the card, s": before.guest,
            "first picture through the compositor, s": after.guest,
            "black or off between them, s": seconds(film.between(before.guest, after.guest), "black", "off"),
            "empty compositor up to the application, s": seconds(film.between(before.guest, theirs.guest), "empty"),
            "first picture of the application, s": theirs.guest,
            "longest stand-still up to it, s": still,
            "longest stand-still since, s": since,
        }

    def check(self, film, report):
        before, after = self.gap(film)
        theirs = film.first("theirs")
        title = f"between the card and the compositor the display is {self.firsts} for at most {self.limit} s"
        with report.check(title):
            gap = film.between(before.guest, after.guest)
            is_short = after.guest - before.guest <= self.limit
            expect(is_short and not count(gap, "text"), describe(film, before.guest, after.guest))
        with report.check("from the compositor's start to the application's window the picture is there, and moves"):
            expect(theirs.guest - after.guest >= 3, describe(film, before.guest - 1, theirs.guest))
            expect_only(film, after.guest, theirs.guest, "picture", "theirs")
            still, since = film.still(after.guest, theirs.guest)
            expect(still <= 0.5, f"no change for {still:.2f} s from {since:.2f}")
        with report.check("the application keeps the display"):
            expect_only(film, theirs.guest + 0.5, film.marks["end"], "theirs")


class Sway(Application):
    """The same with sway, which lists its windows. Its own first frames are black and then grey."""

    name = "sway"
    title = "boot to the first window of an application in sway, then power-off"
    unit = "rig-sway.service"
    links = {
        f"{WANTS}/{unit}": f"/etc/systemd/system/{unit}",
        "/etc/systemd/system/getty@tty1.service": "/dev/null",
        "/etc/systemd/system/loaderd.service.d": "/usr/lib/rig/loaderd.service.d",
        "/etc/loaderd.conf": "/usr/lib/rig/sway.conf",
    }
    firsts = "black or empty"
    limit = 0.2
