"""Traces of the kernel through tracefs."""

import re

EVENT = re.compile(r"^\s*(?P<process>.+)-\d+\s+\[\d+\]\s+\S+\s+(?P<time>[\d.]+): (?P<name>\w+): (?P<words>.*)$")


class Trace:
    """Records starts of programs, commits to the display, and vertical blanks.

    Test-only commits do not reach the probed functions. `done` is the time when the picture of a commit has been passed
    to the device, which may happen in a kernel thread; the address of the commit's state identifies the commit.
    """

    def __init__(self, board, functions={}):
        """`functions` are further kernel functions to record, by event name."""
        self.board = board
        more = "".join(f"echo 'p:board/{name} {function}' >>kprobe_events\n" for name, function in functions.items())
        board.succeed(
            "(set -e; cd /sys/kernel/tracing; echo 0 >tracing_on; echo mono >trace_clock; echo 4096 >buffer_size_kb\n"
            "echo 'p:board/commit drm_atomic_commit state=$arg1:x64' >>kprobe_events\n"
            "echo 'p:board/queue drm_atomic_nonblocking_commit state=$arg1:x64' >>kprobe_events\n"
            "echo 'p:board/done drm_atomic_helper_commit_hw_done state=$arg1:x64' >>kprobe_events\n"
            f"{more}"
            "for event in board sched/sched_process_exec drm/drm_vblank_event_delivered; do\n"
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
    """The time from exec of a program to its first picture in milliseconds."""
    start = state = None
    for event in events:
        words = event["words"]
        if event["name"] == "sched_process_exec" and f"/{program} " in words:
            start = float(event["time"])
        elif start and not state and event["name"] in ("commit", "queue") and event["process"].strip() == program:
            state = words.split("state=")[1]
        elif state and event["name"] == "done" and words.endswith(f"state={state}"):
            return (float(event["time"]) - start) * 1000
    raise AssertionError(f"{program} showed no picture")


def vertical_blanks(events):
    """The sequence numbers of the vertical blanks at which frames were shown."""
    return [int(event["words"].split("seq=")[1]) for event in events if event["name"] == "drm_vblank_event_delivered"]
