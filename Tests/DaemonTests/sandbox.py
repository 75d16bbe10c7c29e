"""sandbox.py UNIT PROGRAM [ARGUMENT...]: execs PROGRAM with Nice=, CapabilityBoundingSet= and SystemCallFilter= of a
systemd unit, for tests, which cannot start a service. Needs root. Fails if the unit lacks one of the settings but Nice=.

The system call filter is loaded with libseccomp; `systemd-analyze syscall-filter` lists the calls of each group.
"""

import ctypes
import errno
import os
import subprocess
import sys

SCMP_ACT_ALLOW = 0x7FFF0000
SCMP_ACT_ERRNO = 0x00050000
SCMP_FLTATR_CTL_NNP = 3
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
CAPABILITIES = (
    "chown dac_override dac_read_search fowner fsetid kill setgid setuid setpcap linux_immutable net_bind_service "
    "net_broadcast net_admin net_raw ipc_lock ipc_owner sys_module sys_rawio sys_chroot sys_ptrace sys_pacct sys_admin "
    "sys_boot sys_nice sys_resource sys_time sys_tty_config mknod lease audit_write audit_control setfcap mac_override "
    "mac_admin syslog wake_alarm block_suspend audit_read perfmon bpf checkpoint_restore"
).split()


def settings(unit):
    """The values of each key of a unit, as a dictionary of lists."""
    found = {}
    for line in open(unit, encoding="utf-8"):
        key, equals, value = line.strip().partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def system_calls(name):
    """The names of the system calls of a group, which may contain other groups."""
    if not name.startswith("@"):
        return {name}
    text = subprocess.run(
        ["systemd-analyze", "--no-pager", "syscall-filter", name], check=True, capture_output=True, text=True
    ).stdout
    names = set()
    for line in text.splitlines()[1:]:
        word = line.strip()
        if word and not word.startswith("#"):
            names |= system_calls(word)
    return names


def forbidden(lines):
    """The system calls that SystemCallFilter= lines forbid; a line that starts with ~ adds calls, another one removes them."""
    assert lines[0].startswith("~"), "the unit has a list of what is allowed"
    names = set()
    for line in lines:
        words = set().union(*(system_calls(word) for word in line.removeprefix("~").split()))
        names = names | words if line.startswith("~") else names - words
    return names


def load_filter(names):
    """Makes every system call in `names` fail with EPERM."""
    library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(SCMP_ACT_ALLOW))
    # main() sets PR_SET_NO_NEW_PRIVS itself, as systemd does.
    assert library.seccomp_attr_set(context, SCMP_FLTATR_CTL_NNP, 0) == 0
    added = 0
    for name in names:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # the call exists on this architecture
            added += library.seccomp_rule_add(context, ctypes.c_uint32(SCMP_ACT_ERRNO | errno.EPERM), number, 0) == 0
    assert added > 50, added
    assert library.seccomp_load(context) == 0


def main():
    unit = settings(sys.argv[1])
    (nice,), (capabilities,) = unit.get("Nice", ["0"]), unit["CapabilityBoundingSet"]
    assert unit["SystemCallErrorNumber"] == ["EPERM"] and unit["NoNewPrivileges"] == ["yes"]
    names = forbidden(unit["SystemCallFilter"])
    library = ctypes.CDLL(None, use_errno=True)
    os.setpriority(os.PRIO_PROCESS, 0, int(nice))
    kept = {CAPABILITIES.index(name.removeprefix("CAP_").lower()) for name in capabilities.split()}
    last = int(open("/proc/sys/kernel/cap_last_cap", encoding="ascii").read())
    for capability in set(range(last + 1)) - kept:
        assert library.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0
    assert library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    load_filter(names)
    os.execv(sys.argv[2], sys.argv[2:])


main()
