"""pass_files.py SOCKET KIND [PAYLOAD]: passes descriptors whose last close(2) sleeps for a minute, each on a connection
of its own, and has no copies any more when it prints "done". Passes them as user 65534 if it was started by root. Runs
until it is killed.

KIND is `lingering` (a TCP socket with unsent data and SO_LINGER), `urgent` (the same, sent with MSG_OOB), `many` (ten of
them in one message) or `fuse` (a file whose file system does not answer FLUSH).
A SOCKET that starts with `@` is an abstract name.
"""

import array
import ctypes
import os
import signal
import socket
import struct
import sys
import tempfile

CONNECTIONS = 20
LINGER = 60


def lingering(listener):
    """A connected TCP socket with unsent data. Its peer waits in the listener's queue, and reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    client.connect(listener.getsockname())
    client.setblocking(False)
    try:
        while True:
            client.send(bytes(65536))
    except BlockingIOError:
        pass
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, LINGER))
    return client


def reply(fuse, unique, data=b"", error=0):
    os.write(fuse, struct.pack("<IiQ", 16 + len(data), -error, unique) + data)


def serve(fuse):
    """Answers the kernel's requests (linux/fuse.h) for a folder with one file `f`, but for FLUSH."""
    ids = {1: 0o40755, 2: 0o100666}

    def attributes(node):
        return struct.pack("<QQQQQQIIIIIIIIII", node, 0, 0, 0, 0, 0, 0, 0, 0, ids[node], 1, 0, 0, 0, 4096, 0)

    while True:
        request = os.read(fuse, 1 << 20)
        _, code, unique, node = struct.unpack("<IIQQ", request[:24])
        if code == 26:  # INIT
            reply(fuse, unique, struct.pack("<IIIIHHIIHHI7I", 7, 31, 0, 0, 1, 1, 4096, 1, 0, 0, 0, *[0] * 7))
        elif code == 1:  # LOOKUP
            reply(fuse, unique, struct.pack("<QQQQII", 2, 0, 0, 0, 0, 0) + attributes(2))
        elif code == 3:  # GETATTR: not kept in the cache
            reply(fuse, unique, struct.pack("<QII", 0, 0, 0) + attributes(node))
        elif code == 14:  # OPEN
            reply(fuse, unique, struct.pack("<QII", 1, 1, 0))
        elif code in (2, 42):  # FORGET, BATCH_FORGET have no reply
            pass
        elif code != 25:  # FLUSH is never answered
            reply(fuse, unique, error=38)


def mounted():
    """/dev/fuse of a file system that is mounted in a mount namespace of this program, and the folder."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.unshare(0x00020000):
        sys.exit("cannot unshare")
    folder = tempfile.mkdtemp()
    library.mount(b"none", b"/", None, 0x44000, None)  # private, recursively
    fuse = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={fuse},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    if library.mount(b"test", folder.encode(), b"fuse", 0, options):
        sys.exit("cannot mount")
    return fuse, folder


def send(address, numbers, payload, flags):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(address)
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", numbers))]
    try:
        connection.sendmsg([payload[:1] if flags else payload], rights, flags)
        connection.send(b" ")
    except OSError as error:  # EPERM: the receiver wants no descriptors (SO_PASSRIGHTS)
        print(error, file=sys.stderr)


def main():
    address, kind = sys.argv[1:3]
    payload = sys.argv[3].encode() if len(sys.argv) > 3 else b"{"
    address = "\0" + address[1:] if address.startswith("@") else address
    fuse, folder = mounted() if kind == "fuse" else (None, None)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    listener.bind(("127.0.0.1", 0))
    listener.listen(1000)
    passer = os.fork()
    if passer == 0:
        file = os.open(folder + "/f", os.O_WRONLY) if folder else None
        if os.getuid() == 0:
            os.setgroups([])
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)
        kept = []
        for _ in range(4 if file else CONNECTIONS):
            files = [] if file else [lingering(listener) for _ in range(10 if kind == "many" else 1)]
            kept += files
            numbers = [file] if file else [one.fileno() for one in files]
            send(address, numbers, payload, socket.MSG_OOB if kind == "urgent" else 0)
        if file:
            print("done", flush=True)  # its end waits for FLUSH
        os._exit(0)  # which does not linger
    if fuse:
        serve(fuse)
    os.waitpid(passer, 0)
    print("done", flush=True)
    signal.pause()


main()
