"""This board's processor, and how QEMU starts it."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent
# Pictures, logs and root file systems.
BUILD = HERE.parent.parent / "build" / "board"

# The processor's name for QEMU and in build/.
ARCHITECTURE = "x86_64"
# The folder of its programs in build/, and what builds them.
PROGRAMS = "x86_64"
MAKE = "ARCH=x86_64"
# The model has no AVX, which is slow to emulate.
OPTIONS = ["-cpu", "Nehalem"]
# The terminal of the serial line.
CONSOLE = "ttyS0"
