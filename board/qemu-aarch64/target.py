"""This board's processor, and how QEMU starts it."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent
# Pictures, logs and root file systems.
BUILD = HERE.parent.parent / "build" / "board-aarch64"

# The processor's name for QEMU and in build/.
ARCHITECTURE = "aarch64"
# The folder of its programs in build/, and what builds them.
PROGRAMS = "aarch64"
MAKE = "ARCH=aarch64"
OPTIONS = ["-machine", "virt", "-cpu", "cortex-a57"]
# The terminal of the serial line.
CONSOLE = "ttyAMA0"
