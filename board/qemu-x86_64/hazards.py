"""Hazards early in a boot: no entropy, clock jumps, a full or covered /run, a display that comes late."""

import re

from pictures import Pictures
from report import expect

TRACING = "/sys/kernel/tracing"
# GRND_NONBLOCK of getrandom(2).
NONBLOCK = 1
# The log, outside /run, which these checks fill and cover.
LOG = "/loaderd.log"


class Hazards(Pictures):
    """Checks that no hazard stops the picture."""

    def run(self):
        self.entropy()
        self.clock()
        self.full_run()
        self.full_disk()
        self.covered()

    def entropy(self):
        with self.report.check("loaderd and loaderctl never wait for entropy"):
            event = f"{TRACING}/events/syscalls/sys_enter_getrandom/enable"
            self.board.quit_loaderd()
            self.board.succeed(f"echo 1 >{event}; echo 1 >{TRACING}/tracing_on")
            self.board.start_loaderd()
            self.board.until_lit()
            self.board.succeed("loaderctl show ring --progress 0.4; loaderctl screenshot -o /run/shot.png")
            self.board.succeed(f"echo 0 >{event}; echo 0 >{TRACING}/tracing_on")
            calls = self.board.succeed(f"grep -E '^ *loader.*sys_getrandom' {TRACING}/trace").splitlines()
            expect(len(calls) > 2, f"only {len(calls)} calls of getrandom are traced")
            blocking = [call for call in calls if not int(re.search(r"flags: (\w+)", call)[1], 16) & NONBLOCK]
            expect(not blocking, f"{blocking}")
            self.board.succeed("loaderctl show shimmer 'Thinking…' --transition none")

    def clock(self):
        for name, seconds in (("forward", 365 * 86400), ("back", -730 * 86400)):
            with self.report.check(f"the animation goes on while the clock jumps {name}"):
                self.board.play(0.3)
                before, up = self.board.frame(), self.uptime()
                self.board.succeed(f"date -s @$(($(date +%s) + {seconds})) >/run/date")
                self.board.play(0.5)
                after = self.board.frame()
                played, passed = after["time"] - before["time"], self.uptime() - up
                # The newest frame may be one interval of a busy machine old.
                expect(0.4 <= played <= passed + 0.5, f"{played} s of the animation in {passed} s")
                expect(after["shown"] > before["shown"] + 2, f"{before} {after}")
                self.match(self.first, f"clock-{name}")
        with self.report.check("times of the record do not depend on the clock"):
            times = [float(line) for line in re.findall(r'"time":([\d.]+)', self.board.succeed("loaderctl --json timeline"))]
            expect(times and max(times) <= self.uptime() and min(times) >= 0, f"{times}")

    def full_run(self):
        """The restart state and the record cannot be written."""
        with self.report.check("with a full /run the picture goes on, and one line is logged"):
            self.restart()
            self.board.succeed("mount -o remount,size=1M /run; dd if=/dev/zero of=/run/filler bs=4k >/dev/null 2>&1; true")
            self.board.succeed("for number in 1 2 3 4 5; do loaderctl status \"Step $number\"; sleep 0.5; done")
            self.expect_log("No space left on device")
            self.board.succeed("loaderctl status ''")
            self.board.play(0.5)
            self.match(self.first, "full-run")
        with self.report.check("loaderd can be started while /run is full"):
            self.board.succeed("loaderctl quit; dd if=/dev/zero of=/run/more bs=4k >/dev/null 2>&1; true")
            self.start()
            self.match(self.first, "full-run-start")
        with self.report.check("after that, what was missed is written"):
            self.board.succeed("rm /run/filler /run/more; mount -o remount,size=50% /run")
            self.board.until("grep -q Thinking /run/loaderd/io.loaderd.Screen.state")

    def full_disk(self):
        with self.report.check("with a full /var the end of loaderd is not delayed, and one line is logged"):
            self.restart()
            self.board.succeed("mkdir -p /var/lib/loaderd; mount -t tmpfs -o size=16k tmpfs /var/lib/loaderd")
            self.board.succeed("dd if=/dev/zero of=/var/lib/loaderd/filler bs=4k >/dev/null 2>&1; true")
            self.board.play(1)
            self.board.succeed("loaderctl quit")
            self.board.until("! pidof loaderd")
            self.expect_log("/var/lib/loaderd/experience")
        self.board.succeed("umount /var/lib/loaderd")
        self.start()

    def covered(self):
        for name, cover, uncover in (
            ("covered by another file system", "mount -t tmpfs tmpfs /run", "umount /run"),
            ("moved", "mkdir /elsewhere; mount --move /run /elsewhere", "mount --move /elsewhere /run"),
        ):
            with self.report.check(f"loaderd goes on and answers after /run was {name}"):
                self.board.succeed(cover)
                self.board.until("loaderctl state")
                self.board.until("grep -q Thinking /run/loaderd/io.loaderd.Screen.state")
                self.board.play(0.5)
                self.match(self.first, f"run-{name.split()[0]}")
            with self.report.check(f"another one can take over from it there, and from that one after /run is back ({name})"):
                # The shell's file system stays where it was.
                self.board.succeed(f"{{ loaderd --replace </dev/null >{LOG} 2>&1; }} &")
                self.board.until("test $(pidof loaderd | wc -w) -le 2 && loaderctl --json state | grep -q '\"state\":\"lit\"'")
                self.board.play(0.5)
                self.match(self.first, f"run-{name.split()[0]}-successor")
                self.board.succeed(f"umount -l /run 2>/dev/null; {uncover} 2>/dev/null; true")
                self.restart()

    def restart(self):
        self.board.run("loaderctl quit")
        self.board.until("! pidof loaderd")
        self.start()

    def start(self):
        """Starts loaderd with its log outside /run."""
        self.board.succeed(f"{{ loaderd --show shimmer --text 'Thinking…' </dev/null >{LOG} 2>&1; }} &")
        self.board.until_lit()

    def expect_log(self, words):
        log = [line for line in self.board.succeed(f"cat {LOG}").splitlines() if ": Quit by " not in line]
        expect(len(log) == 1 and words in log[0], f"it logs {log!r}")

    def uptime(self):
        return float(self.board.succeed("cut -d ' ' -f 1 /proc/uptime"))


class Late(Pictures):
    """A display whose device comes 20 s after loaderd, on a counted machine, which skips idle time."""

    counted = True

    def run(self):
        with self.report.check("without a display loaderd uses no processor time for 20 s, and logs one line"):
            self.board.quit_loaderd()
            self.board.succeed("echo 1 >/sys/class/drm/card0/device/remove")
            self.board.start_loaderd()
            self.board.watch(1)  # the end of the start
            expect(self.board.wakeups(20) == 0, "loaderd wakes up")
            log = self.board.problems()
            expect(len(log) == 1, f"it logs {log!r}")
            expect('"output":null' in self.board.succeed("loaderctl --json state"), "there is an output")
        with self.report.check("the display that comes then shows the loader at its current time"):
            self.board.succeed("echo 1 >/sys/bus/pci/rescan")
            self.board.until_lit()
            expect(self.board.frame()["time"] > 20, f"{self.board.frame()}")
            self.match(self.first, "late-device")
            expect(self.board.problems() == log, f"it logs {self.board.problems()!r}")
