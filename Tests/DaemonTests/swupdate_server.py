"""swupdate_server.py SOCKET LAYOUT ACK: one update as a server of SWUpdate's progress socket tells it, to whoever connects first.

LAYOUT is packed or unpacked; ACK is yes or no. A failed update follows; then it waits until the client has gone."""
import os
import socket
import struct
import sys

path, layout, ack = sys.argv[1:]
FORMAT = {"packed": "<3IQ3I256s64sII2048s", "unpacked": "<3I4xQ3I256s64sII2048s4x"}[layout]
START, RUN, SUCCESS, FAILURE, DOWNLOAD, DONE, PROGRESS = 1, 2, 3, 4, 5, 6, 8


def message(status, step=0, percent=0, image=b"", steps=2, download=0):
    return struct.pack(
        FORMAT, 0x20000, status, download, 700_000, steps, step, percent, image, b"raw", 1, 0, b""
    )


assert struct.calcsize(FORMAT) == {"packed": 2408, "unpacked": 2416}[layout]
server = socket.socket(socket.AF_UNIX)
os.makedirs(os.path.dirname(path), exist_ok=True)
server.bind(path)
server.listen()
client, _ = server.accept()
# Nothing may wait for the client for long.
client.settimeout(1)
if ack == "yes":
    client.sendall(struct.pack("<I4s", 0x20000, b"ACK"))
client.sendall(message(START))
for step, image in ((1, b"rootfs.ext4"), (2, b"app.bin")):
    client.sendall(message(RUN, step, 0, image))
    for percent in range(1, 101):
        client.sendall(message(PROGRESS, step, percent, image))
client.sendall(message(SUCCESS, 3) + message(DONE, 3))
input()
# In pieces now, and up to the middle.
for part in (message(START, steps=4), message(RUN, 3, 50, b"app.bin", steps=4)):
    for place in range(0, len(part), 100):
        client.sendall(part[place : place + 100])
input()
client.sendall(message(FAILURE, 3, 50, b"app.bin", steps=4))
input()
