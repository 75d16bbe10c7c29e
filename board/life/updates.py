"""Scenarios of updates: offline, and of loaderd itself."""

import json

from boots import Boot
from filmed import VIRTIO
from report import expect
from scenario import POWER_OFF, TWO_FRAMES, Scenario, count, describe, expect_only, seconds


class Update(Boot):
    """An offline update (systemd.offline-updates(7)) and the boot after it."""

    name = "update"
    title = "offline update, reboot, login prompt"
    variants = ("loaderd", "plymouth")
    links = {"/system-update": "/usr/lib/rig"}

    def play(self, machine):
        machine.wait_for("UPDATE", 150)
        machine.mark("update")
        machine.wait_for("UPDATED", 150)
        machine.mark("updated")
        self.wait_for_reset(machine)
        machine.wait_for("UP", 150)
        machine.until_film(lambda dump: dump.kind == "text", 10)
        machine.pass_time(1)
        self.calibrate(machine)
        self.save_journal(machine)

    def figures(self, film):
        first = film.first("picture", after=film.driver())
        last = self.last_before_reset(film, "update") - POWER_OFF
        figures = {"first picture, s": first and first.guest}
        if first:
            dumps = film.between(first.guest, last)
            figures["pictures up to the reset, s"] = seconds(dumps, "picture")
            figures["black, off or text up to it, dumps"] = count(dumps, "black", "off", "text")
            figures["black, off or text up to it, s"] = seconds(dumps, "black", "off", "text")
        again = self.first_after_reset(film)
        figures["first picture after the reset, s"] = again and again.guest - film.marks["reset"]
        figures["display at the end"] = film.last.kind
        return figures

    def check(self, film, report):
        first = film.first("picture", after=film.driver())
        last = self.last_before_reset(film, "update") - POWER_OFF
        with report.check("from the first picture to the reset no dump is black, off or text"):
            expect_only(film, first.guest, last, "picture")
        with report.check("the picture changes through the whole update"):
            still, since = film.still(film.marks["update"], film.marks["updated"])
            expect(still <= 0.5, f"no change for {still:.2f} s from {since:.2f}")
        self.check_next_boot(film, report)


class WatchdogReset(Boot):
    """An offline update that hangs until the hardware's watchdog resets the machine, and the update after it."""

    name = "watchdog"
    title = "offline update that hangs, reset by the watchdog, update"
    variants = ("loaderd",)
    arguments = "rig.watchdog"
    links = {"/system-update": "/usr/lib/rig"}
    display = [*VIRTIO, "-device", "i6300esb", "-action", "watchdog=reset"]

    def play(self, machine):
        machine.wait_for("UPDATE", 150)
        machine.mark("update")
        self.wait_for_reset(machine)
        machine.wait_for("UPDATE", 150)
        machine.mark("second update")
        machine.wait_for("UPDATED", 150)
        machine.mark("updated")
        self.ask(machine, "state", "loaderctl --json state")

    def figures(self, film):
        last = self.last_before_reset(film, "update")
        again = self.first_after_reset(film)
        return {
            "update to the reset, s": last - film.marks["update"],
            "first picture after the reset, s": again and again.guest - film.marks["reset"],
            "display at the end": film.last.kind,
        }

    def check(self, film, report):
        with report.check("up to the reset no dump is black, off or text"):
            first = film.first("picture", after=film.driver())
            expect_only(film, first.guest, self.last_before_reset(film, "update") - POWER_OFF, "picture")
        with report.check("the next boot shows only pictures up to the end of the next update"):
            again = self.first_after_reset(film)
            expect_only(film, again.guest, film.marks["updated"], "picture")
        with report.check("the picture changes through the whole update"):
            still, since = film.still(film.marks["second update"], film.marks["updated"])
            expect(still <= 0.5, f"no change for {still:.2f} s from {since:.2f}")
        with report.check("the screen is in mode update"):
            expect(json.loads(self.answers["state"])["mode"] == "update", self.answers["state"])


class Restart(Scenario):
    """A restart of loaderd during a boot, as by the upgrade of its package, and its crash."""

    name = "restart"
    title = "systemctl restart loaderd, SIGKILL, during the boot"
    variants = ("loaderd",)
    arguments = "rig.hold"
    steps = {
        "restart": "systemctl restart loaderd.service",
        "upgrade": "systemctl daemon-reload; systemctl restart loaderd.service loader-bridge.service",
        "crash": "systemctl kill -s KILL loaderd.service",
    }

    def play(self, machine):
        machine.wait_for("HELD", 150)
        machine.pass_time(2)
        machine.mark("held")
        for name, command in self.steps.items():
            # After a failed step the next call has started loaderd again.
            machine.until_film(lambda dump: dump.kind == "picture", 10)
            machine.mark(name)
            self.ask(machine, name, command, 120)
            machine.pass_time(3)
            machine.mark(f"{name} end")
            units = "loaderd.service loaderd.socket loader-bridge.service"
            self.ask(machine, f"{name} state", f"systemctl is-active {units}; loaderctl state")
        self.calibrate(machine)
        machine.run("touch /run/rig-go")
        machine.wait_for("UP", 150)
        machine.until_film(lambda dump: dump.kind == "text", 10)
        machine.pass_time(1)
        machine.mark("end")
        self.save_journal(machine)

    def figures(self, film):
        figures = {}
        for name in self.steps:
            first, last = film.marks[name], film.marks[f"{name} end"]
            dumps = film.between(first, last)
            figures[f"{name}: dumps that are not ours"] = count(dumps, "black", "off", "text")
            figures[f"{name}: longest stand-still, s"] = film.still(first, last)[0]
        figures["held: longest stand-still, s"] = film.still(film.marks["held"] - 2, film.marks["held"])[0]
        return figures

    def check(self, film, report):
        for name in self.steps:
            first, last = film.marks[name], film.marks[f"{name} end"]
            with report.check(f"{name}: no dump is black, off or text"):
                expect_only(film, first, last, "picture")
            if name == "crash":
                continue
            with report.check(f"{name}: the animation stands still for at most two frames"):
                still, since = film.still(first, last)
                usual = film.pace(film.marks["held"] - 2, film.marks["held"])
                times = f"{still * 1e3:.0f} ms from {since:.2f}, and a frame took {usual * 1e3:.0f} before"
                expect(still <= max(TWO_FRAMES, 3 * usual), times)
        with report.check("the boot ends at the login prompt"):
            end = film.marks["end"]
            expect(film.between(0, end)[-1].kind == "text", f"it is hidden: {describe(film, end - 2, end)}")
