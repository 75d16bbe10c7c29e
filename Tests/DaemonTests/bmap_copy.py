"""bmap_copy.py FIFO ARGUMENTS…: runs bmaptool, which tells its progress only to a terminal.

Version 3.6, Debian's, reads the FIFO's name from a variable that it never sets."""
import os
import pty
import sys

from bmaptools import BmapCopy, CLI

BmapCopy.pipe = sys.argv.pop(1)
process, terminal = pty.fork()
if process == 0:
    sys.exit(CLI.main())
try:
    while said := os.read(terminal, 4096):
        os.write(2, said)
except OSError:  # the terminal ends with its process
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
