"""What is on the display when a compositor takes it that loaderd can show on, too."""

import json

from board import BUILD
from keys import Keys
from report import expect
from screens import match
from suite import Suite

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
    """The checks of a loader that goes on through weston, at a socket that the settings name."""

    text = "Loading…"

    def run(self):
        self.board.succeed(f"mkdir -p /run/systemd/system/weston.service.d; printf '{SOCKET}' >/run/systemd/system/weston.socket")
        self.board.succeed(f"printf '{SERVICE}' >/run/systemd/system/weston.service.d/socket.conf; systemctl daemon-reload")
        self.board.succeed("echo 'wayland = /run/wayland-0' >>/etc/loaderd.conf; systemctl restart loaderd", 60)
        self.board.until_lit()
        with self.report.check("with a compositor's socket named, the card is still what is shown on"):
            self.expect_kind("drm")
            self.match("before")
        with self.report.check("what the card showed goes on through weston, at its phase"):
            self.start()
            self.match("through")
        with self.report.check("keys are the compositor's then"):
            expect(self.board.run(Keys.reader).status != 0, "somebody reads")
        with self.report.check("it moves there"):
            before = self.board.frame()
            self.board.succeed("sleep 5", 60)
            after = self.board.frame()
            shown, skipped = (after[key] - before[key] for key in ("shown", "skipped"))
            self.report.note(f"{shown} frames in 5 s, {skipped} skipped")
            expect(shown > 50, f"{shown} frames, {skipped} skipped")
        with self.report.check("a weston that is killed gives the card back, and a new one takes it"):
            self.board.succeed("systemctl stop weston.socket; systemctl kill -s KILL weston", 60)
            self.board.until("loaderctl --json state | grep -q '\"kind\":\"drm\"'")
            self.board.until_lit()
            self.expect_kind("drm")
            self.match("back")
            self.start()
            self.match("again")
        with self.report.check("what quits leaves weston its display"):
            self.board.succeed("loaderctl quit", 60)
            self.board.until("! pidof loaderd")
            picture = self.board.until_picture(lambda picture: any(any(row) for row in picture.rows))
            picture.write_png(BUILD / "debian-wayland-quit.png")

    def start(self):
        """Returns when loaderd shows on weston."""
        shown = "loaderctl --json state | grep -q '\"kind\":\"wayland\"'"
        self.board.succeed(f"systemctl start weston.socket weston; n=0; until {shown} || [ $n = 60 ]; do n=$((n+1)); sleep 1; done", 120)
        self.board.play(1)
        self.expect_kind("wayland")

    def expect_kind(self, kind):
        output = json.loads(self.board.succeed("loaderctl --json state"))["output"]
        expect(output["kind"] == kind and output["state"] == "lit", f"{output}")

    def match(self, name):
        match(self.board, self.first, f"wayland-{name}")
