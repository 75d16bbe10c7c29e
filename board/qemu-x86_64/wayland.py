"""Switching between the DRM and the Wayland backend."""

import json
import time

from keys import Keys
from machine import BUSY
from report import expect
from screens import match
from suite import Suite
from target import BUILD

SOCKET = """[Socket]
ListenStream=/run/wayland-0
SocketUser=viewer
SocketGroup=root
SocketMode=0660
"""
SERVICE = """[Service]
ExecStart=
ExecStart=/usr/bin/weston --backend=drm-backend.so --use-pixman --idle-time=0 --modules=systemd-notify.so
"""


class Wayland(Suite):
    """Checks of a loader that continues on weston, whose socket is in the configuration."""

    text = "Loading…"

    def run(self):
        units = "/run/systemd/system"
        self.board.succeed(f"mkdir -p {units}/weston.service.d; printf '{SOCKET}' >{units}/weston.socket")
        self.board.succeed(f"printf '{SERVICE}' >{units}/weston.service.d/socket.conf; systemctl daemon-reload")
        self.board.succeed("echo 'wayland = /run/wayland-0' >>/etc/loaderd.conf; systemctl restart loaderd", 60)
        self.board.until_lit()
        with self.report.check("with a configured socket and no compositor, loaderd uses the DRM device"):
            self.expect_kind("drm")
            self.match("before")
        with self.report.check("after the start of weston the loader continues there at its current time"):
            self.start()
            self.match("through", attempts=5)
        with self.report.check("the input helper does not run on a compositor"):
            expect(self.board.run(Keys.input_helper).status != 0, "the input helper runs")
        with self.report.check("the loader is animated on weston"):
            # A compositor that asks for no frames gets one a second.
            end, shown, seconds = time.monotonic() + 30 * BUSY, 0, 1
            while shown <= 2 * seconds:
                expect(time.monotonic() < end, f"{shown} frames in {seconds:.1f} s")
                start, before = time.monotonic(), self.board.frame()
                self.board.watch(5)
                after, seconds = self.board.frame(), time.monotonic() - start
                shown, skipped = (after[key] - before[key] for key in ("shown", "skipped"))
                self.report.note(f"{shown} frames in {seconds:.1f} s, {skipped} skipped")
        with self.report.check("after weston is killed loaderd uses the DRM device, and then a new weston"):
            self.board.succeed("systemctl stop weston.socket; systemctl kill -s KILL weston", 60)
            self.board.until("loaderctl --json state | grep -q '\"kind\":\"drm\"'")
            self.board.until_lit()
            self.expect_kind("drm")
            self.match("back")
            self.start()
            self.match("again", attempts=5)
        with self.report.check("after quit weston shows its own picture"):
            self.board.succeed("loaderctl quit", 60)
            self.board.until("! pidof loaderd")
            picture = self.board.until_picture(lambda picture: any(any(row) for row in picture.rows))
            picture.write_png(BUILD / "debian-wayland-quit.png")

    def start(self):
        """Starts weston and waits until loaderd uses it."""
        shown = "loaderctl --json state | grep -q '\"kind\":\"wayland\"'"
        wait = f"n=0; until {shown} || [ $n = 600 ]; do n=$((n+1)); sleep 0.1; done"
        self.board.succeed(f"systemctl start weston.socket weston; {wait}", 120)
        self.board.play(1)
        self.expect_kind("wayland")

    def expect_kind(self, kind):
        output = json.loads(self.board.succeed("loaderctl --json state"))["output"]
        expect(output["kind"] == kind and output["state"] == "lit", f"{output}")

    def match(self, name, attempts=1):
        """One of several pictures must be that of its time; on a busy host the compositor shows some frames late."""
        for attempt in range(1, attempts + 1):
            try:
                return match(self.board, self.first, f"wayland-{name}")
            except AssertionError:
                if attempt == attempts:
                    raise
