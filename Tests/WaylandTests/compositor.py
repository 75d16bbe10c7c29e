#!/usr/bin/python3
"""compositor.py SOCKET FAULT: a simulated Wayland compositor with one fault.

It prints one event a line: "client" for a connection, "gone" for its end, "commit WIDTH HEIGHT" with the size of the
buffer, "alpha A MOST" with the alpha of the first pixel of a buffer with an alpha channel and the largest value of a colour
in it, "damage", "destination", "pong", "released the output", and "called" for each frame callback.

At SOCKET.windows it takes lines: "open APP-ID" announces a window and "close APP-ID" its end, "announce APP-ID" leaves out
the event that ends the announcement. It prints each when it is done.

FAULT is one of:

  none            no fault
  layer           zwlr_layer_shell_v1, and no list of windows
  ext, wlr        zwlr_layer_shell_v1, and windows by ext_foreign_toplevel_list_v1 or zwlr_foreign_toplevel_manager_v1
  both            zwlr_layer_shell_v1, and windows by both
  closes-layer    as layer, and zwlr_layer_surface_v1.closed at the fifth commit; prints "closed"
  closes-layers   as layer, and zwlr_layer_surface_v1.closed instead of configure; prints "closed"
  dies-in-fade    as ext, and SIGKILL at the first buffer with an alpha channel
  silent          no replies
  no-shell        no xdg_wm_base
  no-output       no wl_output
  no-mode, bad-transform, scale-0, scale-99    invalid properties of the output
  no-configure    no xdg_surface.configure
  size-0, huge    a configured size of 0×0 or 60000×60000
  no-callback     frame callbacks are not called after the first commit
  late, eager     frame callbacks after 1.2 s, or at once
  no-release      buffers are not released
  other-period    wp_presentation: refreshes of 16.7 ms before the 30th commit, then of 20 ms; prints "presented" with
                  the nanoseconds
  fraction        a fractional scale of 1.5
  dies, removes-output, closes, error, garbage    at the fifth commit: SIGKILL, a new output instead of the old one,
                  xdg_toplevel.close, wl_display.error, an invalid event
  passes          at the fifth commit: an event with a descriptor; prints "passed", or "refused" if the kernel refuses it
"""
import mmap
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
HAS_LAYERS = FAULT in ("layer", "closes-layer", "closes-layers", "ext", "wlr", "both", "dies-in-fade")
STANDARD, WLR = "ext_foreign_toplevel_list_v1", "zwlr_foreign_toplevel_manager_v1"
LISTS = [STANDARD] * (FAULT in ("ext", "both", "dies-in-fade")) + [WLR] * (FAULT in ("wlr", "both"))
# The opcodes of the events of a window: title, app id, done, closed.
WINDOW_EVENTS = {STANDARD: (2, 3, 1, 0), WLR: (0, 1, 5, 6)}
windows = []  # the app ids


def log(*words):
    print(*words, flush=True)


class Client:
    """A connection, the interfaces of its objects, and the state of its surface."""

    def __init__(self, connection):
        self.connection, self.bytes = connection, b""
        self.objects = {DISPLAY: "wl_display"}
        self.registry = self.output = self.toplevel = self.surface = self.held = self.attached = None
        self.sizes, self.frames, self.due = {}, [], None
        self.commits, self.output_name, self.xdg_surface, self.layer = 0, 10, None, None
        self.feedback = None
        self.descriptors, self.pools, self.transparent = [], {}, {}
        self.lists, self.handles, self.newest_handle = {}, [], 0xFEFFFFFF

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
            pass  # receive() notices the end of the connection

    def forget(self, target):
        """Removes an object and sends wl_display.delete_id."""
        if self.objects.pop(target, None) and target < 0xFF000000:
            self.send(DISPLAY, 1, "I", target)

    def offer(self, name, interface, version):
        """Sends wl_registry.global."""
        self.send(self.registry, 0, "IsI", name, interface, version)

    def offer_output(self):
        self.output_name += 1
        self.offer(self.output_name, "wl_output", 4)

    def receive(self):
        """Handles requests; false if the client has closed the connection."""
        try:
            data, descriptors, _, _ = socket.recv_fds(self.connection, 65536, 28)
        except OSError:
            return False
        self.descriptors += descriptors
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

    def add(self, body, offset, interface):
        """Registers the new object whose number is at an offset of a request; returns the number."""
        number = struct.unpack_from("I", body, offset)[0]
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
        if HAS_LAYERS:
            self.offer(6, "zwlr_layer_shell_v1", 1)
        # The standard one last: it is preferred nevertheless.
        for name, interface in enumerate(reversed(LISTS)):
            self.offer(7 + name, interface, 1)
        if FAULT == "fraction":
            self.offer(4, "wp_viewporter", 1)
            self.offer(5, "wp_fractional_scale_manager_v1", 1)
        if FAULT == "other-period":
            self.offer(9, "wp_presentation", 1)
        if FAULT != "no-output":
            self.offer_output()

    def wl_registry_0(self, _, body):  # bind
        length = struct.unpack_from("I", body, 4)[0]
        interface = body[8:8 + length - 1].decode()
        number = self.add(body, len(body) - 4, interface)
        if interface == "xdg_wm_base":
            self.send(number, 0, "I", 77)  # ping
        if interface == "wp_presentation":
            self.send(number, 0, "I", time.CLOCK_MONOTONIC)
        if interface in WINDOW_EVENTS:
            log("lists windows by", interface)
            self.lists[number] = interface
            for window in windows:
                self.announce(window, True)
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

    def announce(self, window, is_done):
        """Announces a window."""
        for number, interface in self.lists.items():
            title, application, done, _ = WINDOW_EVENTS[interface]
            self.newest_handle += 1
            handle = self.newest_handle
            self.objects[handle] = "window of " + interface
            self.handles.append((window, handle, interface))
            self.send(number, 0, "I", handle)
            self.send(handle, title, "s", "Title")
            self.send(handle, application, "s", window)
            if is_done:
                self.send(handle, done)

    def close(self, window):
        """Announces the end of a window."""
        for entry in [entry for entry in self.handles if entry[0] == window]:
            self.handles.remove(entry)
            self.send(entry[1], WINDOW_EVENTS[entry[2]][3])

    def zwlr_layer_shell_v1_0(self, _, body):
        self.layer = self.add(body, 0, "zwlr_layer_surface_v1")

    def zwlr_layer_surface_v1_7(self, target, _):
        self.forget(target)
        self.layer = None

    def wl_shm_0(self, _, body):
        pool = self.add(body, 0, "wl_shm_pool")
        descriptor = self.descriptors.pop(0)
        self.pools[pool] = mmap.mmap(descriptor, struct.unpack_from("I", body, 4)[0])
        os.close(descriptor)

    def wl_shm_pool_0(self, pool, body):
        number = self.add(body, 0, "wl_buffer")
        self.sizes[number] = struct.unpack_from("ii", body, 8)
        if struct.unpack_from("I", body, 20)[0] == 0:  # WL_SHM_FORMAT_ARGB8888
            self.transparent[number] = self.pools[pool]

    def wl_shm_pool_1(self, target, _):
        self.forget(target)
        self.pools.pop(target, None)

    def wl_buffer_0(self, target, _):
        self.forget(target)
        self.transparent.pop(target, None)
        if target == self.held:
            self.held = None

    def wl_output_0(self, target, _):
        log("released the output")
        self.forget(target)

    def wp_presentation_1(self, _, body):  # feedback
        self.feedback = self.add(body, 4, "wp_presentation_feedback")

    def wp_viewporter_1(self, _, body):
        self.add(body, 0, "wp_viewport")

    def wp_viewport_0(self, target, _):
        self.forget(target)

    def wp_viewport_2(self, _, body):
        log("destination", *struct.unpack("ii", body))

    def wp_fractional_scale_manager_v1_1(self, _, body):
        self.send(self.add(body, 0, "wp_fractional_scale_v1"), 0, "I", 180)  # in 120ths

    def wp_fractional_scale_v1_0(self, target, _):
        self.forget(target)

    def xdg_wm_base_2(self, _, body):
        self.xdg_surface = self.add(body, 0, "xdg_surface")

    def xdg_wm_base_3(self, _, body):
        log("pong", struct.unpack("I", body)[0])

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
        log("damage", *struct.unpack("iiii", body))

    def wl_surface_6(self, target, _):  # commit
        if self.attached is None:
            if FAULT != "no-configure":
                size = {"size-0": (0, 0), "huge": (60000, 60000)}.get(FAULT, (WIDTH, HEIGHT))
                if FAULT == "closes-layers":
                    return self.close_layer()
                if self.layer:
                    return self.send(self.layer, 0, "III", 5, *size)
                self.send(self.toplevel, 0, "iiI", *size, 0)
                self.send(self.xdg_surface, 0, "I", 5)
            return
        self.commits += 1
        log("commit", *self.sizes.get(self.attached, ("?",)))
        if memory := self.transparent.get(self.attached):
            pixels = memory[:]
            log("alpha", pixels[3], max(max(pixels[channel::4]) for channel in range(3)))
            if FAULT == "dies-in-fade":
                os.kill(os.getpid(), signal.SIGKILL)
        previous, self.held = self.held, self.attached
        if previous not in (None, self.held) and FAULT != "no-release":
            self.send(previous, 0)
        if self.commits == 5:
            self.misbehave()
        self.due = self.due or time.monotonic() + {"eager": 0, "late": 1.2}.get(FAULT, 0.016)

    def close_layer(self):
        log("closed")
        self.send(self.layer, 1)

    def misbehave(self):
        """Does what the fault is, at the fifth commit."""
        if FAULT == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if FAULT == "removes-output":
            self.send(self.registry, 1, "I", self.output_name)
            self.offer_output()
        if FAULT == "closes":
            self.send(self.toplevel, 1)
        if FAULT == "closes-layer":
            self.close_layer()
        if FAULT == "error":
            self.send(DISPLAY, 0, "IIs", self.surface, 3, "I do not like it")
        if FAULT == "garbage":
            self.send(self.registry, 9)
        if FAULT == "passes":
            event = struct.pack("III", DISPLAY, 12 << 16 | 1, 0xFEFFFFFF)  # delete_id of an unknown object
            try:
                socket.send_fds(self.connection, [event], [0])
                log("passed")
            except PermissionError:
                log("refused")

    def tick(self):
        """Calls the frame callbacks."""
        self.due = None
        if FAULT == "no-callback" and self.commits > 1:
            return
        for callback in self.frames:
            log("called")
            self.send(callback, 0, "I", 0)
            self.forget(callback)
        self.frames = []
        if self.feedback:
            seconds, nanoseconds = divmod(time.monotonic_ns(), 1_000_000_000)
            refresh = 16_666_667 if self.commits < 30 else 20_000_000
            log("presented", refresh)
            self.send(self.feedback, 1, "IIIIIII", 0, seconds, nanoseconds, refresh, 0, 0, 0)
            self.forget(self.feedback)
            self.feedback = None


def main():
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(PATH)
    listener.listen(4)
    control = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    control.bind(PATH + ".windows")
    clients, silent = {}, {}
    while True:
        due = [client.due for client in clients.values() if client.due is not None]
        timeout = max(0, min(due) - time.monotonic()) if due else None
        for ready in select.select([listener, control, *clients], [], [], timeout)[0]:
            if ready is control:
                line = control.recv(4096).decode()
                verb, window = line.split(" ", 1)
                if verb == "close":
                    windows.remove(window)
                else:
                    windows.append(window)
                for client in clients.values():
                    client.close(window) if verb == "close" else client.announce(window, verb == "open")
                log(line)
            elif ready is listener:
                connection, _ = listener.accept()
                log("client")
                (silent if FAULT == "silent" else clients)[connection] = Client(connection)
            elif not clients[ready].receive():
                log("gone")
                ready.close()
                del clients[ready]
        for client in clients.values():
            if client.due is not None and client.due <= time.monotonic():
                client.tick()


main()
