"""switch_root from an initramfs to a second root file system, examined in a film."""

import itertools
import subprocess

from board import Board, retried
from film import PERIOD, Film, others
from machine import Machine
from report import expect
from suite import Suite
from target import BUILD, HERE

# Two frames; the film sees each picture up to one of its periods late.
STILL_LIMIT = 2 * 1000 / 60 + PERIOD  # ms


class SwitchBoard(Board):
    """A virtio-gpu display in a machine that a program of the guest can pause, for a film."""

    def assemble(self, kernel, counted):
        subprocess.run([HERE / "initramfs", self.display, self.programs], check=True)
        halts = ["-device", "pvpanic-pci", "-action", "panic=pause"]
        return Machine("virtio-gpu", kernel, BUILD / f"{self.display}.cpio", counted, more=halts)

    def prepare_root(self):
        """Creates the second root file system in memory."""
        self.succeed(
            "mkdir /next && mount -t tmpfs tmpfs /next && cp -a /bin /lib /next/ "
            "&& mkdir /next/dev /next/proc /next/sys /next/run && cp /init-next /next/init"
        )

    def switch_root(self):
        """Makes the shell, which is process 1, switch to the second root; returns when its init has started."""
        move = "for folder in dev proc sys run; do mount --move /$folder /next/$folder; done"
        self.shell.send(f"{move}; exec switch_root /next /init")
        self.shell.wait(rb"@@ready\r?\n", 60)


class SwitchRoot(Suite):
    """Checks of a loaderd in the new root that takes over from the one in the initramfs."""

    counted = True

    def run(self):
        self.board.prepare_root()
        self.board.play(1)
        since = round(self.board.frame()["time"] * 1000)
        film = Film(self.board, self.switch)
        film.strip(BUILD / "film-switch-root.png")
        with self.report.check("no picture is black or shows something else during switch_root and the take-over"):
            frames = [frame for _, frame in film.frames]
            expect(len(frames) > 100, f"the film has only {len(frames)} pictures")
            black = sum(frame.is_black for frame in frames)
            expect(black == 0, f"{black} of {len(frames)} pictures are black")
            different = others(frames)
            expect(not different, f"{len(different)} of {len(frames)} pictures show something else, or nothing")
            self.report.note(f"{len(frames)} pictures, none black")
        new = [film.frames[0]]
        new += [two for one, two in itertools.pairwise(film.frames) if one[1].packed != two[1].packed]
        with self.report.check(f"the picture stands still for at most {STILL_LIMIT:.0f} ms"):
            still = max(two - one for (one, _), (two, _) in itertools.pairwise(new)) / 1e6
            self.report.figure("switch_root_still", round(still, 1), "ms")
            expect(still <= STILL_LIMIT, f"{still:.1f} ms")
        with self.report.check("the loader continues at its time"):
            (start, first), (end, last) = new[0], new[-1]
            begin = self.first.moment(first.picture, since, since + 400)
            expect(self.first.at(begin) == first.picture, "the first picture is no rendering")
            expected = begin + round((end - start) / 1e6)
            found = self.first.moment(last.picture, expected - 60, expected + 60)
            expect(self.first.at(found) == last.picture, f"the last picture is no rendering of about {expected} ms")
            self.report.note(f"the last picture is {found - expected} ms from an unbroken clock")
        with self.report.check("the new loaderd answers, and the old one has ended"):
            expect(self.ended, f"processes: {self.board.succeed('ps')!r}")
            expect(not self.board.problems(), f"it logs {self.board.problems()!r}")

    def switch(self):
        """Switches to the second root, waits until the old loaderd has ended, and shows the new one for a second."""
        old = self.board.succeed("pidof loaderd").split()
        self.board.switch_root()
        gone = " && ".join(f"[ ! -e /proc/{process} ]" for process in old)
        self.ended = self.board.run(retried(f"{{ {gone} && loaderctl state; }}"), 120).status == 0
        self.board.run("sleep 1")
