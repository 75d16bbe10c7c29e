"""Traces of the kernel through tracefs."""

import re

EVENT = re.compile(r"^\s*(?P<process>.+)-\d+\s+\[\d+\]\s+\S+\s+(?P<time>[\d.]+): (?P<name>\w+): (?P<words>.*)$")


class Trace:
    """Records starts of programs, commits to the display, and vertical blanks.

    Test-only commits do not reach the probed functions.
    """

    def __init__(self, board, functions={}, has_probes=True):
        """`functions` are further kernel functions to record, by event name.

        Without probes only starts of programs and vertical blanks are recorded, which each kernel can. The one for
        riscv64 records no kprobes: it takes their breakpoints as NMIs (ARCH_HAVE_NMI_SAFE_CMPXCHG).
        """
        self.board = board
        functions = {"commit": "drm_atomic_commit", "queue": "drm_atomic_nonblocking_commit", **functions}
        probes = "".join(f"echo 'p:board/{name} {probed}' >>kprobe_events\n" for name, probed in functions.items())
        board.succeed(
            "(set -e; cd /sys/kernel/tracing; echo 0 >tracing_on; echo mono >trace_clock; echo 4096 >buffer_size_kb\n"
            f"{probes if has_probes else ''}"
            f"for event in {'board' * has_probes} sched/sched_process_exec drm/drm_vblank_event_delivered; do\n"
            "  echo 1 >events/$event/enable\n"
            "done)"
        )

    def around(self, command):
        """A shell command that records while a command runs."""
        trace = "/sys/kernel/tracing"
        return f": >{trace}/trace; echo 1 >{trace}/tracing_on; {command}; echo 0 >{trace}/tracing_on"

    def events(self, seconds=60):
        """The recorded events."""
        lines = self.board.succeed("cat /sys/kernel/tracing/trace", seconds).splitlines()
        return [match for line in lines if (match := EVENT.match(line))]

    def record(self, command, seconds=60):
        """Records while a command runs; returns its output and the events."""
        return self.board.succeed(self.around(command), seconds), self.events(seconds)


def first_picture(events, program):
    """The time from exec of a program to its first picture in milliseconds.

    virtio-gpu has no vertical blanks: a commit reports one when its picture has been passed to the device, right before
    its end (drm_atomic_helper_fake_vblank). The first commit is blocking, so that it ends in the program's process.
    """
    start = None
    for event in events:
        if event["name"] == "sched_process_exec" and f"/{program} " in event["words"]:
            start = float(event["time"])
        elif start and event["name"] == "drm_vblank_event_delivered" and event["process"].strip() == program:
            return (float(event["time"]) - start) * 1000
    raise AssertionError(f"{program} showed no picture")


def vertical_blanks(events):
    """The sequence numbers of the vertical blanks at which frames were shown."""
    return [int(event["words"].split("seq=")[1]) for event in events if event["name"] == "drm_vblank_event_delivered"]
