"""Traces of the kernel through tracefs."""

import re

import target

EVENT = re.compile(
    r"^\s*(?P<process>.+)-\d+\s+\[\d+\]\s+\S+\s+(?P<time>[\d.]+): (?P<name>\w+)(?:: | <-)(?P<words>.*)$"
)
# The traced functions, by event name. Test-only commits do not reach them. `done` is the end of a commit, when its picture
# has been passed to the device: in the process of a blocking commit, in a kernel thread for a queued one.
FUNCTIONS = {
    "commit": "drm_atomic_commit",
    "queue": "drm_atomic_nonblocking_commit",
    "done": "drm_atomic_helper_commit_hw_done",
}


class Trace:
    """Records starts of programs, commits to the display, and vertical blanks.

    Functions are recorded by kprobes, or by the function tracer where the kernel records none. The times agree within 0.2 %,
    but on vkms frames are missing while the function tracer runs.
    """

    def __init__(self, board, functions={}):
        """`functions` are further kernel functions to record, by event name."""
        self.board = board
        functions = FUNCTIONS | functions
        self.names = {function: name for name, function in functions.items()}
        if getattr(target, "HAS_KPROBES", True):
            probes = "".join(f"echo 'p:board/{name} {function}' >>kprobe_events\n" for name, function in functions.items())
            probes += "echo 1 >events/board/enable\n"
        else:
            probes = f"echo {' '.join(functions.values())} >set_ftrace_filter; echo function >current_tracer\n"
        board.succeed(
            "(set -e; cd /sys/kernel/tracing; echo 0 >tracing_on; echo mono >trace_clock; echo 4096 >buffer_size_kb\n"
            f"{probes}"
            "for event in sched/sched_process_exec drm/drm_vblank_event_delivered; do echo 1 >events/$event/enable; done)"
        )

    def around(self, command):
        """A shell command that records while a command runs."""
        trace = "/sys/kernel/tracing"
        return f": >{trace}/trace; echo 1 >{trace}/tracing_on; {command}; echo 0 >{trace}/tracing_on"

    def events(self, seconds=60):
        """The recorded events: dictionaries with the keys process, time, name and words."""
        lines = self.board.succeed("cat /sys/kernel/tracing/trace", seconds).splitlines()
        events = [match.groupdict() for line in lines if (match := EVENT.match(line))]
        return [event | {"name": self.names.get(event["name"], event["name"])} for event in events]

    def record(self, command, seconds=60):
        """Records while a command runs; returns its output and the events."""
        return self.board.succeed(self.around(command), seconds), self.events(seconds)


def first_picture(events, program):
    """The time from exec of a program to its first picture, the end of its first commit, in milliseconds."""
    start = commit = None
    for event in events:
        process = event["process"].strip()
        if event["name"] == "sched_process_exec" and f"/{program} " in event["words"]:
            start = float(event["time"])
        elif start and not commit and event["name"] in ("commit", "queue") and process == program:
            commit = event["name"]
        elif commit and event["name"] == "done" and (commit == "queue" or process == program):
            return (float(event["time"]) - start) * 1000
    raise AssertionError(f"{program} showed no picture")


def vertical_blanks(events):
    """The sequence numbers of the vertical blanks at which frames were shown."""
    return [int(event["words"].split("seq=")[1]) for event in events if event["name"] == "drm_vblank_event_delivered"]
