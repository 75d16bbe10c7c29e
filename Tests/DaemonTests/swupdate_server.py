"""swupdate_server.py SOCKET LAYOUT ACK: a server of SWUpdate's progress socket that reports updates to its first client.

LAYOUT is packed or unpacked; ACK is yes or no. The server reports one successful update, and after each line on standard
input the next part: the first half of an update in small pieces, then its failure, then it ends.
"""
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
# A client that does not read must not block the server for ever.
client.settimeout(60)
if ack == "yes":
    client.sendall(struct.pack("<I4s", 0x20000, b"ACK"))
client.sendall(message(START))
for step, image in ((1, b"rootfs.ext4"), (2, b"app.bin")):
    client.sendall(message(RUN, step, 0, image))
    for percent in range(1, 101):
        client.sendall(message(PROGRESS, step, percent, image))
client.sendall(message(SUCCESS, 3) + message(DONE, 3))
input()
# Pieces of 100 bytes, up to the middle of an update.
for part in (message(START, steps=4), message(RUN, 3, 50, b"app.bin", steps=4)):
    for offset in range(0, len(part), 100):
        client.sendall(part[offset : offset + 100])
input()
client.sendall(message(FAILURE, 3, 50, b"app.bin", steps=4))
input()
