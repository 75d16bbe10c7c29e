"""bmap_copy.py FIFO ARGUMENTS…: runs bmaptool on a pseudo-terminal, because it prints its progress only to a terminal.

bmaptool 3.6, Debian's version, reads the name of the FIFO from BmapCopy.pipe and never sets it; this script does.
"""
import os
import pty
import sys

from bmaptools import BmapCopy, CLI

BmapCopy.pipe = sys.argv.pop(1)
process, terminal = pty.fork()
if process == 0:
    sys.exit(CLI.main())
try:
    while output := os.read(terminal, 4096):
        os.write(2, output)
except OSError:  # EIO: the process has closed the terminal
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
