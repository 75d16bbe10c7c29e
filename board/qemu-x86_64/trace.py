"""The kernel's own record of what happens on the board, through tracefs."""

import re

EVENT = re.compile(r"^\s*(?P<process>.+)-\d+\s+\[\d+\]\s+\S+\s+(?P<time>[\d.]+): (?P<name>\w+): (?P<words>.*)$")


class Trace:
    """Records programs' starts, their commits to the display, and vertical blanks.

    A commit that only tests never comes to the functions probed here.  `done` is the moment a commit's
    picture has been handed to the device, in whichever thread the kernel does it; the commit's state
    tells whose it was.
    """

    def __init__(self, board, functions={}):
        """Also records calls of other functions of the kernel, by the names given to them."""
        self.board = board
        more = "".join(f"echo 'p:board/{name} {function}' >>kprobe_events\n" for name, function in functions.items())
        board.succeed(
            "(set -e; cd /sys/kernel/tracing; echo 0 >tracing_on; echo mono >trace_clock; echo 4096 >buffer_size_kb\n"
            "echo 'p:board/commit drm_atomic_commit state=%di:x64' >>kprobe_events\n"
            "echo 'p:board/queue drm_atomic_nonblocking_commit state=%di:x64' >>kprobe_events\n"
            "echo 'p:board/done drm_atomic_helper_commit_hw_done state=%di:x64' >>kprobe_events\n"
            f"{more}"
            "for event in board sched/sched_process_exec drm/drm_vblank_event_delivered; do\n"
            "  echo 1 >events/$event/enable\n"
            "done)"
        )

    def around(self, command):
        """The command, with the recorder running meanwhile."""
        trace = "/sys/kernel/tracing"
        return f": >{trace}/trace; echo 1 >{trace}/tracing_on; {command}; echo 0 >{trace}/tracing_on"

    def events(self, seconds=60):
        """What was recorded last."""
        lines = self.board.succeed("cat /sys/kernel/tracing/trace", seconds).splitlines()
        return [match for line in lines if (match := EVENT.match(line))]

    def record(self, command, seconds=60):
        """Runs a command; returns what it printed, and the events meanwhile."""
        return self.board.succeed(self.around(command), seconds), self.events(seconds)


def first_picture(events, program):
    """The milliseconds from a program's start to its first picture."""
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
    """The numbers of the vertical blanks at which a frame was reported shown."""
    return [int(event["words"].split("seq=")[1]) for event in events if event["name"] == "drm_vblank_event_delivered"]
