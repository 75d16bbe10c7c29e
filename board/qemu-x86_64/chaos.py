"""Random faults, one or two at a time, for CHAOS_SECONDS (default 3600): the picture always comes back.

The seed is printed, and CHAOS_SEED repeats a run.
"""

import collections
import os
import random
import time

from film import Film, others
from report import expect
from screens import match
from suite import Suite
from target import BUILD

SECONDS = int(os.environ.get("CHAOS_SECONDS", 3600))
SEED = int(os.environ.get("CHAOS_SEED", time.time_ns() % 1_000_000))

CONNECTOR = "/sys/class/drm/card0-Virtual-1/status"
UEVENT = "echo change >/sys/class/drm/card0/uevent"
SOCKET = "/run/loaderd/io.loaderd.Screen"
SHOW = "loaderctl show shimmer 'Loading…' --transition none"
PROCESS = "$(systemctl show -P MainPID loaderd)"
HELPER = "grep -al '^@loaderd-input' /proc/[0-9]*/cmdline | cut -d/ -f3"

# Milliseconds of the board's clock from one picture to the next.
PERIOD = 40

# Name, begin, end, the longest duration in seconds, and whether something else may be on the display meanwhile.
FAULTS = [
    ("loaderd is killed", "systemctl kill -s KILL loaderd", "", 1, False),
    ("loaderd is restarted", "systemctl restart loaderd", "", 1, False),
    ("loaderd is stopped and continued", "systemctl kill -s STOP loaderd", "systemctl kill -s CONT loaderd", 30, False),
    ("the input helper is killed", f"kill -KILL $({HELPER})", "", 1, False),
    ("loader-bridge is killed", "systemctl kill -s KILL loader-bridge", "", 1, False),
    ("journald is killed", "systemctl kill -s KILL systemd-journald", "", 1, False),
    ("the service manager reads its units again", "systemctl daemon-reload", "", 1, False),
    ("udevd is gone", "systemctl stop systemd-udevd*.socket systemd-udevd", "systemctl start systemd-udevd", 4, False),
    # The file keeps its space until dd ends.
    ("/run is full", "dd if=/dev/zero of=/run/filler bs=64k", "rm -f /run/filler; while pidof dd; do sleep 0.1; done", 3, False),
    ("the clock is set back a year", "date -s '-1 year' >/dev/null", "date -s '+1 year' >/dev/null", 2, False),
    ("a process takes the memory", "systemd-run -q -p MemoryMax=700M tail /dev/zero", "", 4, False),
    # These clients show texts of their own.
    ("clients flood the socket", f"load {SOCKET} 2 2000 200 8", f"while pidof load; do sleep 0.1; done; loaderctl hide; {SHOW}", 4, True),
    ("the display is unplugged", f"echo off >{CONNECTOR}; {UEVENT}", f"echo detect >{CONNECTOR}; {UEVENT}", 3, True),
    ("another terminal is shown", "chvt 2", "chvt 1", 3, True),
    ("weston has the display", "systemctl start weston", "systemctl stop weston", 6, True),
    ("weston is killed", "systemctl start weston", "systemctl kill -s KILL weston", 6, True),
]
# Two of these are not combined: they decide what the display shows.
ALONE = [fault for fault in FAULTS if fault[4]]


class Chaos(Suite):
    """After the end of each fault our picture is on the display within a second, and no resource is lost."""

    text = "Loading…"

    def run(self):
        self.report.note(f"CHAOS_SEED={SEED}")
        chance = random.Random(SEED)
        self.board.succeed(f"dmesg -n 1; {SHOW}")
        self.board.play(1)
        self.reference = Film(self.board, "sleep 0.5").frames[0][1]
        before, end, count = None, time.monotonic() + SECONDS, 0
        while time.monotonic() < end:
            first, second = chance.choice(FAULTS), chance.choice(FAULTS)
            faults = [first] if first in ALONE and second in ALONE or first is second else [first, second]
            seconds = chance.uniform(0.2, max(fault[3] for fault in faults))
            count += 1
            names = " and ".join(name for name, *_ in faults)
            with self.report.check(f"{count}: {names}: the picture is there within a second"):
                self.undergo(faults, seconds, BUILD / f"chaos-{count}.png")
            self.board.run("systemctl reset-failed loaderd")
            if count == 5:  # caches are filled, and everything has happened once
                # A process that has taken over has the most descriptors: it keeps those that it was handed.
                self.board.succeed("systemctl restart loaderd", 60)
                self.board.until_lit()
                before = self.resources()
        with self.report.check(f"after {count} faults no memory, descriptor or process is lost"):
            after = self.resources()
            expect(before, "there were fewer than five faults")
            more = dict(after.pop("files") - before.pop("files"))
            self.report.note(f"{before} before, {after} after; descriptors that are more: {more}")
            expect(after["descriptors"] <= before["descriptors"] + 2, f"{before} {after} {more}")
            expect(after["memory"] <= before["memory"] + 4096, f"{before} {after}")
            expect(after["processes"] <= before["processes"], f"{before} {after}")
        with self.report.check("the log has at most 20 lines a fault"):
            lines = int(self.board.succeed("journalctl -b -u loaderd -o cat | wc -l", 120))
            self.report.note(f"{lines} lines")
            expect(lines <= 20 * count, f"{lines} lines for {count} faults")
        match(self.board, self.first, "chaos")

    def undergo(self, faults, seconds, path):
        """Films some faults that begin together and end together, and what follows; `path` keeps an overview of a failure."""
        begin = "; ".join(f"{{ {fault[1]}; }} >/dev/null 2>&1 &" for fault in faults).replace("&;", "&")
        finish = "; ".join(fault[2] for fault in faults if fault[2]) or ":"
        command = f"{begin} sleep {seconds:.2f}; {finish}; cat /proc/uptime >/run/over; sleep 2"
        film = Film(self.board, f"({command}) >/dev/null 2>&1", 300, PERIOD)
        film.strip(path)
        over = float(self.board.succeed("cut -d' ' -f1 /run/over")) * 1e9
        seen = [(when, frame) for when, frame in film.frames if when >= over]
        expect(len(seen) > 10, f"{len(seen)} pictures after the end")
        late = [when for when, frame in seen if frame.box != self.reference.box and when > over + 1e9]
        expect(not late, f"another picture is shown {[round((when - over) / 1e9, 2) for when in late[:5]]} s after the end")
        if not any(fault[4] for fault in faults):
            different = others([self.reference, *(frame for _, frame in film.frames)])
            expect(not different, f"{len(different)} of {len(film.frames)} pictures are not ours")
        self.board.until_lit()
        path.unlink()

    def resources(self):
        """Descriptors and what they refer to, resident memory in kB, and processes of loaderd."""
        self.board.succeed("sleep 2")
        links = self.board.succeed(f"readlink /proc/{PROCESS}/fd/*").split()
        return {
            "files": collections.Counter(link.split(":")[0] for link in links),
            "descriptors": int(self.board.succeed(f"ls /proc/{PROCESS}/fd | wc -l")),
            "memory": int(self.board.succeed(f"grep ^Rss /proc/{PROCESS}/smaps_rollup").split()[1]),
            "processes": int(self.board.succeed("grep -lx loaderd /proc/[0-9]*/comm | wc -l")),
        }
