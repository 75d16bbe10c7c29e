"""The displays and the suites that run on each.

A suite is `module.Class`, a subclass of suite.Suite in this folder. All suites of a display that are not `counted`
start from one snapshot, which is saved after the boot; those that are `counted` start from another one. Jobs start in
this order, the longest ones first.
"""

import importlib

SUITES = [
    ("debian", "handover.Boot"),
    ("debian", "handover.Handover"),
    ("debian", "handover.Crash"),
    ("debian", "keys.SeatKeys"),
    ("debian", "wayland.Wayland"),
    ("debian", "calls.Calls"),
    ("debian", "bridge.Bridge"),
    ("debian", "compatibility.Compatibility"),
    ("debian", "priorities.Priorities"),
    ("virtio-gpu", "pictures.Pictures"),
    ("virtio-gpu", "changes.Changes"),
    ("virtio-gpu", "keys.Keys"),
    ("virtio-gpu", "figures.Figures"),
    ("virtio-gpu", "framebuffer.Framebuffer"),
    ("virtio-gpu", "terminals.Terminals"),
    ("bochs", "pictures.Pictures"),
    ("bochs", "changes.Changes"),
    ("bochs", "framebuffer.Framebuffer"),
    ("cirrus", "pictures.Pictures"),
    ("cirrus", "changes.Changes"),
    ("cirrus", "framebuffer.Framebuffer"),
    ("vkms", "pace.Pace"),
    ("cirrusfb", "framebuffer.Driver"),
    ("heads", "screens.Screens"),
    ("pair", "screens.Pair"),
    ("cards", "screens.Cards"),
    ("load", "load.Load"),
]
# Displays that are checked only if they are named.
EXTRA = ["load"]
# The classes of boards other than board.Board.
BOARDS = {"debian": "debian.Debian", "load": "load.LoadedBoard"}


def displays():
    """All displays, in the order of SUITES."""
    return list(dict.fromkeys(display for display, _ in SUITES))


def load(name):
    """The class `module.Class`."""
    module, kind = name.split(".")
    return getattr(importlib.import_module(module), kind)


def board_of(display):
    """The class of a display's board."""
    return load(BOARDS.get(display, "board.Board"))
