"""Keys and touches: QEMU's keyboard, and devices that finger.c creates through uinput."""

import json

from pictures import Pictures
from report import expect
from suite import eventually

TAPS = "tap 500 500 tap 510 500 tap 500 510"


class Keys(Pictures):
    """Checks of user input without udev, where loaderd reads /dev/input itself."""

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

    # A shell command that finds the input helper process.
    input_helper = "grep -l '[l]oaderd-input' /proc/[0-9]*/cmdline 2>/dev/null"
    is_read = f"{input_helper} && sleep 1"  # it opens the devices meanwhile
    # A shell command that prints the process identifier of the daemon.
    daemon = "pidof loaderd | tr ' ' '\\n' | sort -n | head -n 1"

    def keyboard(self):
        with self.report.check("Esc shows the console, and again the loader at its current time"):
            self.press("esc")
            self.expect_console(True)
            picture = self.board.dump()
            self.save(picture, "console")
            self.press("esc")
            self.expect_console(False)
            self.match(self.first, "after-the-console")
        with self.report.check("other keys have no effect"):
            self.press("a")
            self.press("ret")
            self.expect_console(False)

    def fingers(self):
        with self.report.check("three taps show the console; two taps, slow taps and distant taps do not"):
            self.finger("touch Panel", TAPS)
            self.expect_console(True)
            self.finger("touch Panel", TAPS)
            self.expect_console(False)
            self.finger("touch Panel", "tap 500 500 tap 500 500")
            self.finger("touch Panel", "tap 500 500 wait 700 tap 500 500 wait 700 tap 500 500")
            self.finger("touch Panel", "tap 100 500 tap 500 500 tap 900 500")
            self.expect_console(False)

    def waiting(self):
        with self.report.check("a key that a client waits for has no other effect"):
            self.board.succeed("{ loaderctl key --keys y,esc --timeout 60 >/run/key; echo $? >>/run/key; } & sleep 1")
            self.press("n")
            self.press("shift")
            self.press("esc")
            self.expect_key("esc", "0")
            self.expect_console(False)
        with self.report.check("loaderctl key exits with status 1 after its timeout"):
            answer = self.board.run("loaderctl key --timeout 0.5")
            expect((answer.status, answer.output) == (1, ""), f"{answer}")

    def cancelling(self):
        with self.report.check("a long press cancels a cancellable command"):
            # In the foreground, because a shell makes background commands ignore SIGINT.
            steps = "hold 500 500 1500 hold 300 300 3500"
            self.board.succeed(f"{{ sleep 1; loaderctl --json state >/run/state; finger touch Panel {steps}; }} &")
            answer = self.board.run("loaderctl run --cancellable --text Copying -- sleep 600 2>/dev/null", 60)
            self.save(self.board.dump(), "cancelled")
            expect(answer.status == 130, f"{answer}")
            expect(json.loads(self.board.succeed("cat /run/state"))["cancellable"], "the state is not cancellable")
            self.board.until("loaderctl --json state | grep '\"cancellable\":false'")

    def coming_and_going(self):
        with self.report.check("a new device is read, and its removal is logged"):
            before = self.log_lines("Late keys")
            self.finger("keys 'Late keys'", "press 1 wait 300")
            self.expect_console(True)
            self.press("esc")
            self.expect_console(False)
            log = self.log_lines("Late keys")[len(before):]
            expect(len(log) == 1 and "was removed" in log[0], f"it logs {log}")
        with self.report.check("input devices are closed after yield and opened after resume"):
            self.board.succeed("loaderctl yield")
            self.board.until(f"! {self.input_helper}")
            opened = f"ls -l /proc/$({self.daemon})/fd | grep /dev/input/"
            expect(self.board.run(opened).status != 0, "a device is open")
            self.press("esc")
            self.board.succeed("loaderctl resume")
            self.board.until(self.is_read)
            self.expect_console(False)
            self.press("esc")
            self.expect_console(True)
            self.press("esc")
            self.expect_console(False)
        with self.report.check("the input helper is restarted after SIGKILL"):
            self.board.succeed(f"kill -9 $({self.input_helper} | cut -d/ -f3)")
            # loaderd restarts it after 10 s.
            self.board.until(self.is_read)
            self.press("esc")
            self.expect_console(True)
            self.press("esc")
            self.expect_console(False)

    def flood(self):
        for kind in ("keys", "touch"):
            with self.report.check(f"a device with 100000 events/s ({kind}) is logged once and delays few frames"):
                before, frames = self.log_lines(f"Broken {kind}"), self.board.frame()
                cpu_before = self.cpu_times()
                self.board.succeed(f"finger {kind} 'Broken {kind}' wait 3000 flood 8 >/run/rate & sleep 8")
                before_esc = self.state()["console"]
                self.press("esc")  # on QEMU's keyboard
                shown = eventually(lambda: self.state()["console"] != before_esc, 3)  # the flood lasts longer
                self.press("esc")
                self.board.watch(9)
                rate = int(self.board.until("grep . /run/rate"))
                after = self.board.frame()
                log = self.log_lines(f"Broken {kind}")[len(before):]
                missed = after["skipped"] + after["late"] - frames["skipped"] - frames["late"]
                used = [end - start for start, end in zip(cpu_before, self.cpu_times())]
                self.report.figure(f"flood_{kind}", rate, "events/s")
                self.report.figure(f"flood_{kind}_missed", missed, f"of {after['shown'] - frames['shown']} frames")
                self.report.figure(f"flood_{kind}_loaderd", used[0], "s of CPU in 18")
                self.report.figure(f"flood_{kind}_reader", used[1], "s of CPU in 18")
                flooded = [line for line in log if "events/s" in line]
                # The emulated processor that generates the events has little time left for frames.
                expect(rate > 20_000, f"{rate} events a second")
                expect(len(flooded) == 1, f"it logs {log}")
                expect(shown, "the other keyboard is not read")
                expect(missed <= 10 + (after["shown"] - frames["shown"]) / 10, f"{missed} frames were missed")
                expect(used[1] < 3, f"the input helper used {used[1]} s")

    def settings(self):
        with self.report.check("tap-area = top-left is the corner of the rotated picture"):
            self.configure("[Screen]\nshow = shimmer\nrotate = 90\n[Input]\ntap-area = top-left\nconsole = f2,188\n")
            self.finger("touch Panel", "tap 50 50 tap 50 50 tap 50 50")  # the lower left corner of the picture
            self.expect_console(False)
            self.finger("touch Panel", "tap 950 50 tap 950 50 tap 950 50")
            self.expect_console(True)
            self.press("esc")
            self.expect_console(True)
            self.press("f2")
            self.expect_console(False)
        with self.report.check("devices = no opens no input device"):
            self.configure("[Screen]\nshow = shimmer\n[Input]\ndevices = no\n")
            self.board.watch(2)
            expect(self.board.run(self.input_helper).status != 0, "the input helper runs")
            answer = self.board.run("loaderctl key --timeout 1")
            expect(answer.status == 1 and "devices" in answer.output, f"{answer}")

    def end(self):
        with self.report.check("the cancel key ends loaderd in mode boot and not in mode update"):
            self.configure("[Screen]\nshow = shimmer\n[Input]\ncancel = delete\n")
            self.board.until(self.is_read)
            self.board.succeed("loaderctl mode update")
            self.press("delete")
            expect(self.board.run("loaderctl state").status == 0, "loaderd has ended")
            self.board.succeed("loaderctl mode boot")
            self.press("delete")
            status = self.board.until("grep . /run/loaderd.status").strip()
            expect(status == "0", f"status {status}")

    def configure(self, text):
        """Restarts loaderd with a configuration."""
        self.board.quit_loaderd()
        self.board.succeed(f"printf '{text}' >/run/keys.conf")
        self.board.start_loaderd("--config /run/keys.conf")
        self.board.until_lit()
        if "devices = no" not in text:
            self.board.until(self.is_read)

    def state(self):
        return json.loads(self.board.succeed("loaderctl --json state"))

    def expect_console(self, is_shown):
        is_right = eventually(lambda: self.state()["console"] == is_shown)
        expect(is_right, "the console is not shown" if is_shown else "the console is shown")

    def expect_key(self, *words):
        """What the client that waits for a key writes."""
        is_written = eventually(lambda: self.board.succeed("cat /run/key").split() == [*words])
        expect(is_written, self.board.succeed("cat /run/key"))

    def press(self, key):
        """Presses a key of QEMU's keyboard."""
        for down in (True, False):
            event = {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": key}}}
            self.board.machine.order("input-send-event", events=[event])
        self.board.watch(0.5)  # for keys that must have no effect, and because the console ignores keys that bounce

    def finger(self, device, steps):
        """Creates an input device and sends events with it, see finger.c."""
        self.board.succeed(f"finger {device} {steps}; sleep 0.5", 60)

    def log_lines(self, name):
        """The logged lines that contain a device's name."""
        return [line for line in self.board.problems() if name in line]

    def cpu_times(self):
        """The CPU time of loaderd and of its input helper in seconds."""
        pids = [self.board.succeed(self.daemon).strip(), self.board.succeed(f"{self.input_helper} | cut -d/ -f3").strip()]
        return [sum(map(int, self.board.succeed(f"cut -d' ' -f14,15 /proc/{pid}/stat").split())) / 100 for pid in pids]


class SeatKeys(Keys):
    """Checks of user input with udev and libinput, under the unit's sandbox."""

    text = "Loading…"
    daemon = "systemctl show -P MainPID loaderd"

    def run(self):
        # With `auto`, libinput would need a touch screen that is there before loaderd.
        self.board.succeed("printf '[Input]\\ndevices = libinput\\n' >>/etc/loaderd.conf; systemctl restart loaderd", 60)
        self.board.until(self.is_read)
        with self.report.check("only the input helper loads libinput"):
            libraries = "grep -l libinput.so.10 /proc/[0-9]*/maps 2>/dev/null | cut -d/ -f3 | grep ."
            users = self.board.until(libraries)
            helper = self.board.succeed(f"{self.input_helper} | cut -d/ -f3")
            expect(users == helper, f"the input helper is {helper}; libinput is in {users}")
        self.keyboard()
        self.fingers()
        self.waiting()
        with self.report.check("plymouth watch-keystroke receives a keystroke"):
            self.board.succeed("{ plymouth watch-keystroke --keys=xY --command=cat >/run/key; } & sleep 1")
            self.press("z")
            self.press("y")
            self.expect_key("Y")
        self.cancelling()
        self.coming_and_going()
        self.flood()

    def finger(self, device, steps):
        super().finger(device, f"wait 3000 {steps}")  # until udevd has announced the device

    def log_lines(self, name):
        log = self.board.succeed("journalctl -b --no-pager -o cat -u loaderd", 60).splitlines()
        return [line for line in log if name in line]
