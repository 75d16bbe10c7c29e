"""Scenarios of a boot to a login prompt, and of the ends of a machine."""

import itertools
import re

from filmed import BOCHS
from report import expect
from scenario import POWER_OFF, TWO_FRAMES, Scenario, count, describe, expect_only, seconds


def boot_figures(film, end=None):
    """The figures of a boot up to a time, by default the last picture before the login prompt."""
    driver, last = film.driver(), end or film.marks["end"]
    figures = {"driver of the display, s": driver}
    first = film.first("picture", after=driver)
    if not first or first.guest > last:
        return figures
    figures["first picture, s"] = first.guest
    figures["driver to first picture, s"] = first.guest - driver
    final = film.final("picture", before=last)
    text = film.first("text", after=final.guest)
    login = text.guest if text and text.guest <= last else last
    figures["last picture of the boot, s"] = final.guest
    whole = film.between(first.guest, login)
    figures["black or off up to the login prompt, dumps"] = count(whole, "black", "off")
    figures["black or off up to the login prompt, s"] = seconds(whole, "black", "off")
    figures["text before the login prompt, dumps"] = count(film.between(first.guest, final.guest), "text")
    still, since = film.still(first.guest, final.guest)
    figures["longest stand-still, s"] = still
    figures["longest stand-still since, s"] = since
    figures["dumps"] = len(whole)
    return figures


class Boot(Scenario):
    """A boot to getty, then power-off."""

    name = "boot"
    title = "boot to the login prompt, then power-off"
    variants = ("none", "loaderd", "plymouth")
    end = "poweroff"

    def play(self, machine):
        machine.wait_for("SYSINIT", 150)
        machine.mark("systemd")
        machine.wait_for("UP", 150)
        machine.mark("up")
        machine.until_film(lambda dump: dump.kind == "text", 10)
        machine.pass_time(2)
        machine.mark("end")
        self.calibrate(machine)
        self.ask(machine, "console", "tr -s ' ' </dev/vcs1; cat /sys/class/tty/tty0/active")
        units = "systemctl --failed --no-legend; systemctl list-units --no-legend 'loader*' 'plymouth*'"
        timeline = "loaderctl timeline 2>/dev/null"
        self.ask(machine, "times", f"systemd-analyze time; {units}; {timeline}")
        self.play_end(machine)

    def check_next_boot(self, film, report):
        """After the reset of a reboot or an update."""
        with report.check("the next boot shows a picture and then the login prompt"):
            expect(self.first_after_reset(film), "no picture")
            expect(film.last.kind == "text", f"the end is {film.last.kind}")

    def play_end(self, machine):
        """From the login prompt to the end of the film."""
        machine.mark("order")
        machine.send(f"systemctl --no-block {self.end}")
        machine.wait(600)

    def figures(self, film):
        figures = boot_figures(film)
        if "order" in film.marks:
            figures |= self.end_figures(film, film.marks["order"])
        return figures

    def end_figures(self, film, order, last=None):
        """The figures of a shutdown."""
        last = last or film.last.guest
        first = film.first("picture", after=order)
        figures = {"order to power-off, s": last - order, "order to first picture, s": first and first.guest - order}
        if first:
            if theirs := film.final("theirs", before=first.guest):
                figures["compositor's last picture to first picture, s"] = first.guest - theirs.guest
            dumps = film.between(first.guest, last)
            figures["pictures of the shutdown, s"] = seconds(dumps, "picture")
            figures["black, off or text after them, s"] = seconds(dumps, "black", "off", "text")
        figures["last dump"] = film.between(order, last - POWER_OFF)[-1].kind
        return figures

    def check(self, film, report):
        first = film.first("picture", after=film.driver())
        expect(first, f"no picture: {describe(film, 0, film.last.guest)}")
        with report.check("the first picture is on the display 100 ms after its driver"):
            late = first.guest - film.driver()
            expect(late <= 0.1, f"{late * 1e3:.0f} ms")
        end = film.marks["end"]
        expect(first.guest < end, f"the boot has no picture: {describe(film, 0, end)}")
        final = film.final("picture", before=end)
        with report.check("from the first picture to the end of the boot no dump is black, off or text"):
            expect_only(film, first.guest, final.guest, "picture")
        with report.check("at no hand-over the animation stands still for more than two frames"):
            self.check_still(film, first.guest, final.guest)
        with report.check("the login prompt follows the picture without a black dump"):
            self.check_login(film, final, end)
        with report.check("from its first picture to power-off a shutdown shows only pictures, and moves"):
            self.check_end(film, film.marks["order"], film.last.guest)

    def check_still(self, film, first, last):
        """The service takes the display over between its start and a moment after it is ready.

        The animation stands still for two frames at most. While the boot keeps the processor busy, loaderd shows every
        second frame: the frames are those of the rate at which it ran in the second before.
        """
        logged = zip(self.logged(r"Starting loaderd\.service"), self.logged(r"Started loaderd\.service"))
        starts = [(start, ready) for start, ready in logged if first < start < last]
        expect(starts, f"loaderd.service does not start between {first:.2f} and {last:.2f}")
        for start, ready in starts:
            still, since = film.still(start, min(ready + 0.5, last))
            usual = film.pace(start - 1, start)
            times = f"{still * 1e3:.0f} ms from {since:.2f}, and a frame took {usual * 1e3:.0f} before"
            expect(still <= max(TWO_FRAMES, 3 * usual), times)

    def check_login(self, film, final, end):
        expect(film.between(0, end)[-1].kind == "text", f"it is hidden: {describe(film, final.guest, end)}")
        expect("login:" in self.answers["console"], f"the console says {self.answers['console'][-300:]!r}")
        login = film.first("text", after=final.guest)
        dark = count(film.between(final.guest, login.guest), "black", "off")
        expect(not dark, f"{dark} black dumps: {describe(film, final.guest - 0.1, login.guest + 0.1)}")

    def is_reset(self, dump):
        """Whether a dump after the order is one of the firmware."""
        return dump.height < 768

    def wait_for_reset(self, machine):
        expect(machine.until_film(self.is_reset, 60), "the machine was not reset within 60 s")
        machine.mark("reset")

    def first_after_reset(self, film):
        """The first picture after a reset. The film's clock stands still until the kernel starts it again."""
        return film.first("picture", after=film.marks["reset"] + POWER_OFF)

    def last_before_reset(self, film, mark):
        """The time of the last dump before a reset, which clears the display and changes its size."""
        dumps = film.between(film.marks[mark], film.marks["reset"])
        return [dump.guest for dump in dumps if not self.is_reset(dump)][-1]

    def check_end(self, film, order, last):
        """While a compositor has the display, the shutdown's picture cannot come."""
        first = film.first("picture", after=order)
        expect(first, f"no picture: {describe(film, order, last)}")
        theirs = film.final("theirs", before=first.guest)
        free = max(order, theirs.guest if theirs else 0)
        late = first.guest - free
        expect(late <= 0.5, f"it comes {late:.2f} s after the display is free: {describe(film, order, last)}")
        expect_only(film, first.guest, last - POWER_OFF, "picture")
        pictures = {dump.hash for dump in film.between(first.guest, last)}
        expect(len(pictures) >= 5, f"{len(pictures)} different pictures in {last - first.guest:.1f} s")


class Trixie(Boot):
    """The same on Debian 13."""

    name = "trixie"
    title = "Debian 13: boot to the login prompt, then power-off"
    release = "trixie"
    variants = ("loaderd", "plymouth")


class Testing(Trixie):
    """The same on Debian's next release, as it is now: it shows early what a new kernel or systemd changes."""

    name = "testing"
    title = "Debian testing: boot to the login prompt, then power-off"
    release = "testing"
    variants = ("loaderd",)


class SoftReboot(Trixie):
    """A restart of all programs below a running kernel, which systemd can do since version 254."""

    name = "soft-reboot"
    title = "Debian 13: systemctl soft-reboot, up to the login prompt"
    variants = ("loaderd",)

    def play_end(self, machine):
        # Else systemd takes the shell for one that survives, as loaderd does.
        folder = "/run/systemd/system/rig.service.d"
        unit = "[Unit]\\nConflicts=soft-reboot.target\\nBefore=soft-reboot.target\\n"
        machine.run(f"mkdir -p {folder}; printf '{unit}' >{folder}/stop.conf; systemctl daemon-reload")
        machine.mark("order")
        machine.send("systemctl --no-block soft-reboot")
        machine.wait_for("SYSINIT", 150)
        machine.mark("again")
        machine.wait_for("UP", 150)
        machine.until_film(lambda dump: dump.kind == "text", 10)
        machine.pass_time(1)
        self.ask(machine, "console", "tr -s ' ' </dev/vcs1")
        self.ask(machine, "units", "systemctl is-active loaderd.socket; pidof loaderd; journalctl -b -u loaderd --no-pager")
        machine.mark("login")

    def figures(self, film):
        order, again, login = (film.marks[name] for name in ("order", "again", "login"))
        first, final = film.first("picture", after=order), film.final("picture", before=login)
        figures = {"order to the new systemd, s": again - order, "order to first picture, s": first.guest - order}
        whole = film.between(first.guest, final.guest)
        figures["black, off or text from there to the login prompt, dumps"] = count(whole, "black", "off", "text")
        figures["longest stand-still, s"], figures["longest stand-still since, s"] = film.still(first.guest, final.guest)
        return figures

    def check(self, film, report):
        order, again, login = (film.marks[name] for name in ("order", "again", "login"))
        first, final = film.first("picture", after=order), film.final("picture", before=login)
        with report.check("the restart screen comes, and only pictures follow up to the login prompt"):
            expect(first.guest < again < final.guest, describe(film, order, login))
            expect_only(film, first.guest, final.guest, "picture")
        with report.check("the boot ends at the login prompt"):
            self.check_login(film, final, login)


class Dracut(Boot):
    """The same with dracut's initramfs, in which systemd runs."""

    name = "dracut"
    title = "dracut: boot to the login prompt, then power-off"
    initramfs = "dracut"


class Minimal(Boot):
    """The same with loaderd-minimal in the initramfs, from which loaderd takes over."""

    name = "minimal"
    title = "loaderd-minimal: boot to the login prompt, then power-off"
    initramfs = "minimal"
    variants = ("loaderd",)

    def check(self, film, report):
        super().check(film, report)
        with report.check("the timeline has the pictures of both programs"):
            events = re.findall(r"^ *[\d.]+ +(?:[+-][\d.]+)? +(\w+)", self.answers["times"], re.MULTILINE)
            expected = ["driver", "picture", "given", "received", "picture"]
            expect([event for event in events if event in expected] == expected, self.answers["times"])


class SlowStop(Boot):
    """A shutdown that waits for a service."""

    name = "slow-stop"
    title = "power-off with a service that takes three seconds to stop"
    arguments = "rig.stop"

    def check(self, film, report):
        with report.check("a shutdown of three seconds shows only pictures after its first one, and moves"):
            self.check_end(film, film.marks["order"], film.last.guest)
            still, since = film.still(film.first("picture", after=film.marks["order"]).guest, film.last.guest)
            expect(still <= 0.5, f"no change for {still:.2f} s from {since:.2f}")


class Reboot(Boot):
    """A boot, then a reboot to the login prompt."""

    name = "reboot"
    title = "reboot, up to the login prompt"
    end = "reboot"

    def play_end(self, machine):
        machine.mark("order")
        machine.send(f"systemctl --no-block {self.end}")
        self.wait_for_reset(machine)
        machine.wait_for("UP", 150)
        machine.until_film(lambda dump: dump.kind == "text", 10)
        machine.pass_time(1)

    def figures(self, film):
        return self.end_figures(film, film.marks["order"], self.last_before_reset(film, "order"))

    def check(self, film, report):
        with report.check("from its first picture to the reset a reboot shows only pictures, and moves"):
            self.check_end(film, film.marks["order"], self.last_before_reset(film, "order"))
        self.check_next_boot(film, report)


class Kexec(Reboot):
    """The kernel starts the next one itself, without the firmware."""

    name = "kexec"
    title = "systemctl kexec, up to the login prompt"
    end = "kexec"
    has_initramfs = True

    def is_reset(self, dump):
        """The kernel switches the display off before it starts the next one."""
        return dump.kind == "off"

    def play_end(self, machine):
        loaded = machine.run("kexec -l /boot/vmlinuz-* --initrd=/rig.initrd --reuse-cmdline", 60)
        expect(loaded.status == 0, f"{loaded}")
        super().play_end(machine)


class UEFI(Boot):
    """Firmware with its logo, then the kernel with efifb, then the driver of the display."""

    name = "uefi"
    title = "UEFI: logo of the firmware, boot to the login prompt, power-off"
    uefi = True
    display = BOCHS
    variants = ("loaderd", "plymouth")

    def dark(self, film):
        """The longest run without a picture before systemd: between the firmware's logo and the system's picture."""
        runs = [run for run in film.runs(0, film.marks["systemd"]) if run.kind in ("black", "off", "text")]
        return max(runs, key=lambda run: run.last - run.first)

    def gaps(self, film):
        """The runs without a picture from the first picture of the system to the end of the boot, each with its end."""
        ours = film.first("picture", after=self.dark(film).last)
        final = film.final("picture", before=film.marks["end"])
        runs = film.runs(ours.guest, final.guest)
        return [(run, after.first) for run, after in itertools.pairwise(runs) if run.kind != "picture"]

    def figures(self, film):
        dark = self.dark(film)
        logo, ours = film.final("picture", before=dark.first), film.first("picture", after=dark.last)
        figures = {
            "end of the firmware's logo, s": logo and logo.guest,
            "first picture of the system, s": ours and ours.guest,
        }
        if ours:
            gaps = self.gaps(film)
            figures["black, off or text after it, s"] = sum(until - run.first for run, until in gaps)
        return figures | self.end_figures(film, film.marks["order"])

    def check(self, film, report):
        # The kernel ends efifb before it starts the display's own driver, and clears the display.
        with report.check("the display is black for at most two frames, when its own driver replaces efifb"):
            gaps = self.gaps(film)
            expect(len(gaps) <= 1, f"{len(gaps)} gaps: {gaps}")
            for run, until in gaps:
                expect(run.kind == "black" and until - run.first < 2.5 / 60, f"{run.kind} for {until - run.first:.3f} s")
        with report.check("from its first picture to power-off a shutdown shows only pictures, and moves"):
            self.check_end(film, film.marks["order"], film.last.guest)
