"""The displays and the suites that run on each.

A suite is `module.Class`, a subclass of suite.Suite in this folder or in board/qemu. All suites of a display that are
not `counted` start from one snapshot, which is saved after the boot; those that are `counted` start from another one.
Jobs start in this order, the longest ones first.
"""

SUITES = [
    ("debian", "handover.Boot"),
    ("debian", "handover.Handover"),
    ("debian", "handover.Crash"),
    ("debian", "keys.SeatKeys"),
    ("debian", "wayland.Wayland"),
    ("debian", "calls.Calls"),
    ("debian", "bridge.Bridge"),
    ("debian", "units.Units"),
    ("debian", "compatibility.Compatibility"),
    ("debian", "priorities.Priorities"),
    ("virtio-gpu", "pictures.Pictures"),
    ("virtio-gpu", "changes.Changes"),
    ("virtio-gpu", "keys.Keys"),
    ("virtio-gpu", "figures.Figures"),
    ("virtio-gpu", "hazards.Hazards"),
    ("virtio-gpu", "hazards.Late"),
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
    ("heads", "screens.EqualDisplays"),
    ("pair", "screens.Pair"),
    ("cards", "screens.Cards"),
    ("firmware", "firmware.TakeOver"),
    ("nomodeset", "headless.NoModeset"),
    ("load", "load.Load"),
    ("chaos", "chaos.Chaos"),
]
# Displays that are checked only if they are named.
EXTRA = ["load", "chaos"]
# The classes of boards other than board.Board.
BOARDS = {"debian": "debian.Debian", "chaos": "debian.Debian", "firmware": "firmware.FirmwareBoard", "load": "load.LoadedBoard"}
