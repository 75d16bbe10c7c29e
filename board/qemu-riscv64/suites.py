"""The displays and the suites that run on each, as in board/qemu-x86_64/suites.py."""

SUITES = [
    ("virtio-gpu", "pictures.Pictures"),
    ("virtio-gpu", "killed.Killed"),
    ("virtio-gpu", "loaders.Boot"),
    ("virtio-gpu", "loaders.Loaders"),
    ("virtio-gpu", "figures.Costs"),
    ("switch-root", "switch.SwitchRoot"),
]
EXTRA = []
BOARDS = {"switch-root": "switch.SwitchBoard"}
