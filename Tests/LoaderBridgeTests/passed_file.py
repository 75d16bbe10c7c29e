"""passed_file.py PROCESS: sends a signal with the writing end of a pipe to the only other connection of the system bus, that of
a process, which is stopped meanwhile. Prints "refused" when the bus has closed that end, and "kept" if it has not done so after
five seconds: then the process gets it.
"""

import os
import select
import signal
import sys

import dbus
import dbus.lowlevel

process = int(sys.argv[1])
reading, writing = os.pipe()
bus = dbus.SystemBus()
others = []
while not others:
    others = [name for name in bus.list_names() if name.startswith(":") and name != bus.get_unique_name()]
os.kill(process, signal.SIGSTOP)
message = dbus.lowlevel.SignalMessage("/", "org.example.Test", "Passed")
message.set_destination(others[0])
message.append(dbus.types.UnixFd(writing), signature="h")
os.close(writing)
bus.send_message(message)
bus.flush()
del message
print("refused" if select.select([reading], [], [], 5)[0] else "kept")
os.kill(process, signal.SIGCONT)
