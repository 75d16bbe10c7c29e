"""Which suites run on which display: a line each.

A suite is `module.Class`, a subclass of suite.Suite in this folder.  All suites of a display that are not `counted`
start from one snapshot, taken when its board has booted; those that are `counted` from another one.  Jobs start in
this order, so the longest ones come first.
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
# Displays that are checked only when they are named.
EXTRA = ["load"]
# Displays whose board is not board.Board.
BOARDS = {"debian": "debian.Debian", "load": "load.LoadedBoard"}


def displays():
    return list(dict.fromkeys(display for display, _ in SUITES))


def load(name):
    """The class that `module.Class` names."""
    module, kind = name.split(".")
    return getattr(importlib.import_module(module), kind)


def board_of(display):
    return load(BOARDS.get(display, "board.Board"))
