"""This board's processor, and how QEMU starts it."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent
# Pictures, logs and root file systems.
BUILD = HERE.parent.parent / "build" / "board-riscv64"

# The processor's name for QEMU.
ARCHITECTURE = "riscv64"
# The folder of its programs in build/, and what builds them.
PROGRAMS = "riscv64"
MAKE = "ARCH=riscv64"
# The firmware is OpenSBI, of the package opensbi.
OPTIONS = ["-machine", "virt", "-cpu", "rv64", "-bios", "default"]
# QEMU 7.2 does not restore this machine's timer: what sleeps in a snapshot does not wake up.
HAS_SNAPSHOTS = False
# The terminal of the serial line.
CONSOLE = "ttyS0"
# Million a second for 60 Hz; rv64gc has no instructions for several pixels at once.
INSTRUCTIONS_LIMIT = 15
