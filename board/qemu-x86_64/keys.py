"""What keys and fingers do: a real keyboard of the machine, and devices that the kernel's uinput makes up."""

import json

from pictures import Pictures
from report import expect

TAPS = "tap 500 500 tap 510 500 tap 500 510"


class Keys(Pictures):
    """The checks of a board whose user does something; without udev loaderd reads /dev/input itself."""

    def run(self):
        self.board.until(self.is_read)
        self.keyboard()
        self.fingers()
        self.waiting()
        self.cancelling()
        self.coming_and_going()
        self.flood()
        self.settings()
        self.end()

    # The process that reads.
    reader = "grep -l '[l]oaderd-input' /proc/[0-9]*/cmdline 2>/dev/null"
    is_read = f"{reader} && sleep 1"  # it opens the devices then
    # The one that draws.
    daemon = "pidof loaderd | tr ' ' '\\n' | sort -n | head -n 1"

    def keyboard(self):
        with self.report.check("Esc shows the console over the picture, and again the picture where it would have been"):
            self.press("esc")
            self.expect_console(True)
            picture = self.board.dump()
            self.save(picture, "console")
            self.press("esc")
            self.expect_console(False)
            self.match(self.first, "after-the-console")
        with self.report.check("other keys do nothing"):
            self.press("a")
            self.press("ret")
            self.expect_console(False)

    def fingers(self):
        with self.report.check("three taps do the same, two do nothing, and neither do three that are slow or apart"):
            self.finger("touch Panel", TAPS)
            self.expect_console(True)
            self.finger("touch Panel", TAPS)
            self.expect_console(False)
            self.finger("touch Panel", "tap 500 500 tap 500 500")
            self.finger("touch Panel", "tap 500 500 wait 700 tap 500 500 wait 700 tap 500 500")
            self.finger("touch Panel", "tap 100 500 tap 500 500 tap 900 500")
            self.expect_console(False)

    def waiting(self):
        with self.report.check("who waits for a key gets it, and it means nothing else"):
            self.board.succeed("{ loaderctl key --keys y,esc --timeout 60 >/run/key; echo $? >>/run/key; } & sleep 1")
            self.press("n")
            self.press("shift")
            self.press("esc")
            expect(self.board.succeed("cat /run/key").split() == ["esc", "0"], self.board.succeed("cat /run/key"))
            self.expect_console(False)
        with self.report.check("who has waited long enough is told so"):
            answer = self.board.run("loaderctl key --timeout 0.5")
            expect((answer.status, answer.output) == (1, ""), f"{answer}")

    def cancelling(self):
        with self.report.check("a finger that rests cancels a command that can be cancelled"):
            # In the foreground: to what it starts behind itself a shell leaves no SIGINT.
            self.board.succeed(
                "{ sleep 1; loaderctl --json state >/run/state; finger touch Panel hold 500 500 1500 hold 300 300 3500; } &"
            )
            answer = self.board.run("loaderctl run --cancellable --text Copying -- sleep 600 2>/dev/null", 60)
            self.board.succeed("sleep 0.6")
            self.save(self.board.dump(), "cancelled")
            expect(answer.status == 130, f"{answer}")
            expect(json.loads(self.board.succeed("cat /run/state"))["cancellable"], "it could not be cancelled")
            expect(not self.state()["cancellable"], "it still can be cancelled")

    def coming_and_going(self):
        with self.report.check("a device that comes later is heard, and one that goes is named"):
            before = self.said("Late keys")
            self.finger("keys 'Late keys'", "press 1 wait 300")
            self.expect_console(True)
            self.press("esc")
            self.expect_console(False)
            said = self.said("Late keys")[len(before):]
            expect(len(said) == 1 and "gone" in said[0], f"it says {said}")
        with self.report.check("nothing is open while the display is given up, and all is again when it is back"):
            self.board.succeed("loaderctl yield")
            self.board.until(f"! {self.reader}")
            opened = f"ls -l /proc/$({self.daemon})/fd | grep /dev/input/"
            expect(self.board.run(opened).status != 0, "a device is open")
            self.press("esc")
            self.board.succeed("loaderctl resume")
            self.board.until(self.is_read)
            self.expect_console(False)
            self.press("esc")
            self.expect_console(True)
            self.press("esc")
        with self.report.check("a reader that dies is replaced"):
            self.board.succeed(f"kill -9 $({self.reader} | cut -d/ -f3)")
            # It waits 10 s before it starts another one.
            self.board.until(self.is_read)
            self.press("esc")
            self.expect_console(True)
            self.press("esc")

    def flood(self):
        for kind in ("keys", "touch"):
            with self.report.check(f"{kind} that send 100000 events a second are named once, and cost few frames"):
                before, frames = self.said(f"Broken {kind}"), self.board.frame()
                spent = self.spent()
                self.board.succeed(f"finger {kind} 'Broken {kind}' wait 3000 flood 8 >/run/rate & sleep 8")
                before_esc = self.state()["console"]
                self.press("esc")  # of the keyboard that works
                shown = self.state()["console"] != before_esc
                self.press("esc")
                self.board.succeed("sleep 9; cat /run/rate")
                rate = int(self.board.succeed("cat /run/rate"))
                after = self.board.frame()
                said = self.said(f"Broken {kind}")[len(before):]
                missed = after["skipped"] + after["late"] - frames["skipped"] - frames["late"]
                used = [end - start for start, end in zip(spent, self.spent())]
                self.report.figure(f"flood_{kind}", rate, "events/s")
                self.report.figure(f"flood_{kind}_missed", missed, f"of {after['shown'] - frames['shown']} frames")
                self.report.figure(f"flood_{kind}_loaderd", used[0], "s of CPU in 18")
                self.report.figure(f"flood_{kind}_reader", used[1], "s of CPU in 18")
                flooded = [line for line in said if "events/s" in line]
                # An emulated CPU that makes so many events has little left for frames.
                expect(rate > 20_000, f"{rate} events a second")
                expect(len(flooded) == 1, f"it says {said}")
                expect(shown, "the other keyboard is not heard")
                expect(missed <= 10 + (after["shown"] - frames["shown"]) / 10, f"{missed} frames were missed")
                expect(used[1] < 3, f"the reader used {used[1]} s")

    def settings(self):
        with self.report.check("taps count in the corner of the picture as it is turned, and nowhere else"):
            self.configure("[Screen]\nshow = shimmer\nrotate = 90\n[Input]\ntap-area = top-left\nconsole = f2,188\n")
            self.finger("touch Panel", "tap 50 50 tap 50 50 tap 50 50")  # the picture's lower left
            self.expect_console(False)
            self.finger("touch Panel", "tap 950 50 tap 950 50 tap 950 50")
            self.expect_console(True)
            self.press("esc")
            self.expect_console(True)
            self.press("f2")
            self.expect_console(False)
        with self.report.check("with devices = no none is opened"):
            self.configure("[Screen]\nshow = shimmer\n[Input]\ndevices = no\n")
            self.board.succeed("sleep 2")
            expect(self.board.run(self.reader).status != 0, "somebody reads")
            answer = self.board.run("loaderctl key --timeout 1")
            expect(answer.status == 1 and "devices" in answer.output, f"{answer}")

    def end(self):
        with self.report.check("with nothing to cancel, the key ends the picture of a boot, and never that of an update"):
            self.configure("[Screen]\nshow = shimmer\n[Input]\ncancel = delete\n")
            self.board.until(self.is_read)
            self.board.succeed("loaderctl mode update")
            self.press("delete")
            expect(self.board.run("loaderctl state").status == 0, "it ended")
            self.board.succeed("loaderctl mode boot")
            self.press("delete")
            self.ended()

    def ended(self):
        expect(self.board.until("grep . /run/loaderd.status").strip() == "0", "it did not end well")

    def configure(self, text):
        self.board.quit_loaderd()
        self.board.succeed(f"printf '{text}' >/run/keys.conf")
        self.board.start_loaderd("--config /run/keys.conf")
        self.board.until_lit()
        if "devices = no" not in text:
            self.board.until(self.is_read)

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))

    def expect_console(self, is_there):
        expect(self.state()["console"] == is_there, "the console is not there" if is_there else "the console is there")

    def press(self, key):
        """Presses a key of the machine's own keyboard."""
        for down in (True, False):
            event = {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": key}}}
            self.board.machine.order("input-send-event", events=[event])
        self.board.succeed("sleep 0.5")  # the console stands still: no frame tells that it is there

    def finger(self, device, steps):
        self.board.succeed(f"finger {device} {steps}; sleep 0.5", 60)

    def said(self, name):
        return [line for line in self.board.complaints() if name in line]

    def spent(self):
        """Seconds of CPU that loaderd and its reader have used."""
        pids = [self.board.succeed(self.daemon).strip(), self.board.succeed(f"{self.reader} | cut -d/ -f3").strip()]
        return [sum(map(int, self.board.succeed(f"cut -d' ' -f14,15 /proc/{pid}/stat").split())) / 100 for pid in pids]


class SeatKeys(Keys):
    """The same where udevd runs, and so by libinput, under the unit's sandbox."""

    text = "Loading…"
    daemon = "systemctl show -P MainPID loaderd"

    def run(self):
        self.board.until(self.is_read)
        with self.report.check("libinput is loaded by the reader, and not by loaderd"):
            libraries = "grep -l libinput.so.10 /proc/[0-9]*/maps 2>/dev/null | cut -d/ -f3"
            reader = self.board.succeed(f"{self.reader} | cut -d/ -f3")
            users = self.board.succeed(libraries)
            expect(users == reader, f"the reader is {reader}; libinput is in {users}")
        self.keyboard()
        self.fingers()
        self.waiting()
        with self.report.check("plymouth's client is told of a keystroke"):
            self.board.succeed("{ plymouth watch-keystroke --keys=xY --command=cat >/run/key; } & sleep 1")
            self.press("z")
            self.press("y")
            expect(self.board.succeed("cat /run/key") == "Y", self.board.succeed("cat /run/key"))
        self.cancelling()
        self.coming_and_going()
        self.flood()

    def finger(self, device, steps):
        super().finger(device, f"wait 3000 {steps}")  # udevd takes its time

    def said(self, name):
        said = self.board.succeed("journalctl -b --no-pager -o cat -u loaderd", 60).splitlines()
        return [line for line in said if name in line]
