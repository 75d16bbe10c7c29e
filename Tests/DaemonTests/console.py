"""console.py PROMPT COUNT KEYS… LOADERCTL PROGRAM [ARGUMENT…]: runs a program with a pseudoterminal as the console.

Each of the COUNT KEYS is typed when the console shows PROMPT once more; TERM and KILL are signals to the program instead.
Prints lines: the exit status; the standard output; what the console shows, with escapes; `echo` if the terminal echoes
afterwards; `lent` if loaderd's display was lent when the prompt was shown. With CONSOLE=serial in the environment, /dev/tty0 is another pseudoterminal.
It must run in a mount namespace of its own.
"""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

prompt, count = sys.argv[1], int(sys.argv[2])
keys = sys.argv[3 : 3 + count]
control, *command = sys.argv[3 + count :]
master, device = pty.openpty()
hidden = pty.openpty()[1] if os.environ.get("CONSOLE") == "serial" else device
for console, terminal in {"/dev/console": device, "/dev/tty0": hidden}.items():
    if os.path.exists(console):
        subprocess.run(["mount", "--bind", os.ttyname(terminal), console], check=True)
program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
shown, lent, end = b"", "", time.monotonic() + 50


def is_lent():
    state = subprocess.run([control, "--json", "state"], stdout=subprocess.PIPE, check=False).stdout
    return json.loads(state)["yielded"]


while keys and time.monotonic() < end:
    if select.select([master], [], [], 0.05)[0]:
        shown += os.read(master, 4096)
    if shown.decode(errors="replace").count(prompt) > count - len(keys):
        while not lent and time.monotonic() < end:
            lent = "lent" if is_lent() else ""
        key = keys.pop(0)
        if key in ("TERM", "KILL"):
            program.send_signal(getattr(signal, "SIG" + key))
        else:
            os.write(master, key.encode())
output = program.communicate(timeout=30)[0]
while select.select([master], [], [], 0)[0]:
    shown += os.read(master, 4096)
echo = termios.tcgetattr(device)[3] & termios.ECHO
print(program.returncode, output.decode().rstrip("\n"), shown.decode().encode("unicode_escape").decode(), sep="\n")
print("echo" if echo else "no echo", lent, sep="\n")
