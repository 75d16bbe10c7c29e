#!/usr/bin/python3
"""compositor.py SOCKET FAULT: a Wayland compositor without a display, which does one thing wrong on purpose.

It says on standard output what it is given, a line each: "damage", "destination", a buffer's size with each commit,
"pong", "gone" for a client; and "called" when it calls for a frame.
"""
import os
import select
import signal
import socket
import struct
import sys
import time

PATH, FAULT = sys.argv[1:]
WIDTH, HEIGHT = 320, 200
DISPLAY = 1


def say(*words):
    print(*words, flush=True)


class Client:
    """A connection, with the interface of each of its objects."""

    def __init__(self, connection):
        self.connection, self.bytes = connection, b""
        self.objects = {DISPLAY: "wl_display"}
        self.registry = self.output = self.toplevel = self.surface = self.held = self.attached = None
        self.sizes, self.frames, self.due = {}, [], None
        self.commits, self.output_name, self.xdg_surface = 0, 10, None

    def send(self, target, event, form="", *values):
        body = b""
        for kind, value in zip(form, values):
            if kind == "s":
                text = value.encode() + b"\0"
                body += struct.pack("I", len(text)) + text + bytes(-len(text) % 4)
            else:
                body += struct.pack(kind, value)
        try:
            self.connection.sendall(struct.pack("II", target, (8 + len(body)) << 16 | event) + body)
        except OSError:
            pass  # it has gone: that is noticed where it is read

    def forget(self, target):
        if self.objects.pop(target, None) and target < 0xFF000000:
            self.send(DISPLAY, 1, "I", target)

    def offer(self, name, interface, version):
        self.send(self.registry, 0, "IsI", name, interface, version)

    def offer_output(self):
        self.output_name += 1
        self.offer(self.output_name, "wl_output", 4)

    def receive(self):
        """False when the client has gone."""
        try:
            data, _, _, _ = socket.recv_fds(self.connection, 65536, 0)
        except OSError:
            return False
        self.bytes += data
        while len(self.bytes) >= 8:
            target, word = struct.unpack("II", self.bytes[:8])
            size = word >> 16
            if len(self.bytes) < size:
                break
            body, self.bytes = self.bytes[8:size], self.bytes[size:]
            interface = self.objects.get(target)
            handler = getattr(self, f"{interface}_{word & 0xFFFF}", None)
            if handler:
                handler(target, body)
        return bool(data)

    def add(self, body, place, interface):
        number = struct.unpack_from("I", body, place)[0]
        self.objects[number] = interface
        return number

    def wl_display_0(self, _, body):  # sync
        callback = self.add(body, 0, "wl_callback")
        self.send(callback, 0, "I", 0)
        self.forget(callback)

    def wl_display_1(self, _, body):  # get_registry
        self.registry = self.add(body, 0, "wl_registry")
        self.offer(1, "wl_compositor", 4)
        self.offer(2, "wl_shm", 1)
        if FAULT != "no-shell":
            self.offer(3, "xdg_wm_base", 1)
        if FAULT == "fraction":
            self.offer(4, "wp_viewporter", 1)
            self.offer(5, "wp_fractional_scale_manager_v1", 1)
        if FAULT != "no-output":
            self.offer_output()

    def wl_registry_0(self, _, body):  # bind
        length = struct.unpack_from("I", body, 4)[0]
        interface = body[8:8 + length - 1].decode()
        number = self.add(body, len(body) - 4, interface)
        if interface == "xdg_wm_base":
            self.send(number, 0, "I", 77)  # ping
        if interface == "wl_output":
            self.output = number
            self.send(number, 0, "iiiiissi", 0, 0, 0, 0, 0, "fake", "fake", 99 if FAULT == "bad-transform" else 0)
            mode = (-5, 0, -1) if FAULT == "no-mode" else (WIDTH, HEIGHT, 60000)
            self.send(number, 1, "Iiii", 1, *mode)
            self.send(number, 3, "i", {"scale-0": 0, "scale-99": 99}.get(FAULT, 1))
            self.send(number, 4, "s", "FAKE-1")
            self.send(number, 2)

    def wl_compositor_0(self, _, body):
        self.surface, self.attached = self.add(body, 0, "wl_surface"), None

    def wl_compositor_1(self, _, body):
        self.add(body, 0, "wl_region")

    def wl_region_0(self, target, _):
        self.forget(target)

    def wl_shm_0(self, _, body):
        self.add(body, 0, "wl_shm_pool")

    def wl_shm_pool_0(self, _, body):
        self.sizes[self.add(body, 0, "wl_buffer")] = struct.unpack_from("ii", body, 8)

    def wl_shm_pool_1(self, target, _):
        self.forget(target)

    def wl_buffer_0(self, target, _):
        self.forget(target)
        if target == self.held:
            self.held = None

    def wl_output_0(self, target, _):
        say("released the output")
        self.forget(target)

    def wp_viewporter_1(self, _, body):
        self.add(body, 0, "wp_viewport")

    def wp_viewport_0(self, target, _):
        self.forget(target)

    def wp_viewport_2(self, _, body):
        say("destination", *struct.unpack("ii", body))

    def wp_fractional_scale_manager_v1_1(self, _, body):
        self.send(self.add(body, 0, "wp_fractional_scale_v1"), 0, "I", 180)  # in 120ths

    def wp_fractional_scale_v1_0(self, target, _):
        self.forget(target)

    def xdg_wm_base_2(self, _, body):
        self.xdg_surface = self.add(body, 0, "xdg_surface")

    def xdg_wm_base_3(self, _, body):
        say("pong", struct.unpack("I", body)[0])

    def xdg_surface_0(self, target, _):
        self.forget(target)

    def xdg_surface_1(self, _, body):
        self.toplevel = self.add(body, 0, "xdg_toplevel")

    def xdg_toplevel_0(self, target, _):
        self.forget(target)

    def wl_surface_0(self, target, _):
        self.forget(target)
        self.surface = None

    def wl_surface_1(self, _, body):
        self.attached = struct.unpack_from("I", body, 0)[0]

    def wl_surface_3(self, _, body):
        self.frames.append(self.add(body, 0, "wl_callback"))

    def wl_surface_9(self, _, body):  # damage_buffer
        say("damage", *struct.unpack("iiii", body))

    def wl_surface_6(self, target, _):  # commit
        if self.attached is None:
            if FAULT != "no-configure":
                size = {"size-0": (0, 0), "huge": (60000, 60000)}.get(FAULT, (WIDTH, HEIGHT))
                self.send(self.toplevel, 0, "iiI", *size, 0)
                self.send(self.xdg_surface, 0, "I", 5)
            return
        self.commits += 1
        say("commit", *self.sizes.get(self.attached, ("?",)))
        previous, self.held = self.held, self.attached
        if previous not in (None, self.held) and FAULT != "no-release":
            self.send(previous, 0)
        if self.commits == 5:
            self.misbehave()
        self.due = self.due or time.monotonic() + {"eager": 0, "late": 1.2}.get(FAULT, 0.016)

    def misbehave(self):
        if FAULT == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if FAULT == "removes-output":
            self.send(self.registry, 1, "I", self.output_name)
            self.offer_output()
        if FAULT == "closes":
            self.send(self.toplevel, 1)
        if FAULT == "error":
            self.send(DISPLAY, 0, "IIs", self.surface, 3, "I do not like it")
        if FAULT == "garbage":
            self.send(self.registry, 9)

    def tick(self):
        self.due = None
        if FAULT == "no-callback" and self.commits > 1:
            return
        for callback in self.frames:
            say("called")
            self.send(callback, 0, "I", 0)
            self.forget(callback)
        self.frames = []


def main():
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(PATH)
    listener.listen(4)
    clients, silent = {}, {}
    while True:
        due = [client.due for client in clients.values() if client.due is not None]
        timeout = max(0, min(due) - time.monotonic()) if due else None
        for ready in select.select([listener, *clients], [], [], timeout)[0]:
            if ready is listener:
                connection, _ = listener.accept()
                say("client")
                (silent if FAULT == "silent" else clients)[connection] = Client(connection)
            elif not clients[ready].receive():
                say("gone")
                ready.close()
                del clients[ready]
        for client in clients.values():
            if client.due is not None and client.due <= time.monotonic():
                client.tick()


main()
