"""The displays and the suites that run on each, as in board/qemu-x86_64/suites.py."""

SUITES = [
    ("virtio-gpu", "pictures.Pictures"),
    ("virtio-gpu", "killed.Killed"),
    ("virtio-gpu", "loaders.Boot"),
    ("virtio-gpu", "loaders.Loaders"),
    ("virtio-gpu", "figures.Figures"),
    ("switch-root", "switch.SwitchRoot"),
    ("u-boot", "uboot.UBoot"),
]
EXTRA = []
BOARDS = {"switch-root": "switch.SwitchBoard", "u-boot": "uboot.UBootBoard"}
