"""This board's processor, and how QEMU starts it."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent
# Pictures, logs and root file systems.
BUILD = HERE.parent.parent / "build" / "board-armv7"

# The processor's name for QEMU.
ARCHITECTURE = "arm"
# The folder of its programs in build/, and what builds them.
PROGRAMS = "armv7"
MAKE = "ARCH=armv7"
# highmem=off: Debian's kernel without LPAE cannot reach devices above 4 GiB.
OPTIONS = ["-machine", "virt,highmem=off", "-cpu", "cortex-a7"]
# The terminal of the serial line.
CONSOLE = "ttyAMA0"
