"""without_option.py CALL INDEX VALUE ERROR PROGRAM [ARGUMENT...]: execs PROGRAM on a kernel that lacks an option: CALL fails
with ERROR if its argument INDEX is VALUE. Uses libseccomp.
"""

import ctypes
import errno
import os
import sys

SCMP_ACT_ALLOW = 0x7FFF0000
SCMP_ACT_ERRNO = 0x00050000
SCMP_CMP_EQ = 4


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


def main():
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(SCMP_ACT_ALLOW))
    call = library.seccomp_syscall_resolve_name(sys.argv[1].encode())
    option = (Comparison * 1)(Comparison(int(sys.argv[2]), SCMP_CMP_EQ, int(sys.argv[3]), 0))
    action = SCMP_ACT_ERRNO | getattr(errno, sys.argv[4])
    assert library.seccomp_rule_add_array(context, ctypes.c_uint32(action), call, 1, option) == 0
    assert library.seccomp_load(context) == 0
    os.execv(sys.argv[5], sys.argv[5:])


main()
