"""A VNC client that resizes a display, which QEMU reports to the guest as hotplug."""

import socket
import struct


class Viewer:
    """A VNC connection to one head (RFC 6143, with the extension SetDesktopSize)."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(str(path))
        self.receive(12)
        self.socket.sendall(b"RFB 003.008\n")
        self.receive(self.receive(1)[0])
        self.socket.sendall(b"\x01")  # no authentication
        self.receive(4)
        self.socket.sendall(b"\x01")  # shared
        header = self.receive(24)
        self.receive(struct.unpack_from(">I", header, 20)[0])
        self.socket.sendall(struct.pack(">BxHii", 2, 2, 0, -308))  # raw, and ExtendedDesktopSize

    def resize(self, width, height):
        """Connects a display of a size; 0×0 disconnects it."""
        self.socket.sendall(struct.pack(">BxHHBx IHHHHI", 251, width, height, 1, 0, 0, 0, width, height, 0))

    def receive(self, count):
        """The next `count` bytes."""
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise OSError("the VNC server has closed")
            data += part
        return data
