#!/usr/bin/python3
"""refuse.py CALL PROGRAM ARGUMENT…: execs a program under a seccomp filter by which system call number CALL fails
with EPERM."""
import ctypes
import os
import struct
import sys

NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
program = b"".join(struct.pack("HBBI", *line) for line in [
    (LOAD, 0, 0, 0),  # the call's number
    (EQUAL, 0, 1, int(sys.argv[1])),
    (RETURN, 0, 0, 0x00050000 | 1),
    (RETURN, 0, 0, 0x7FFF0000),
])
buffer = ctypes.create_string_buffer(program)
head = struct.pack("HxxxxxxP", 4, ctypes.addressof(buffer))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(SECCOMP, FILTER, head, 0, 0):
    sys.exit(f"refuse.py: prctl: {os.strerror(ctypes.get_errno())}")
os.execv(sys.argv[2], sys.argv[2:])
