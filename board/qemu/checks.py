"""The run of a board's suites: boots the displays, runs the suites as jobs, and writes the report."""

import importlib
import os
import pathlib
import signal
import subprocess
import sys

import suites
from jobs import Job, run_jobs
from report import Report
import target
from target import BUILD, HERE

PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", BUILD.parent / target.PROGRAMS))


def known_displays():
    """All displays, in the order of SUITES."""
    return list(dict.fromkeys(display for display, _ in suites.SUITES))


def load(name):
    """The class `module.Class`."""
    module, kind = name.split(".")
    return getattr(importlib.import_module(module), kind)


def board_of(display):
    """The class of a display's board."""
    return load(suites.BOARDS.get(display, "board.Board"))


def plan(displays):
    """The jobs: one that boots and one for each suite, or a single one for a display with one suite.

    Where the machine cannot continue from a snapshot, each suite boots.
    """
    jobs, chosen = [], os.environ.get("BOARD_SUITES", "").split()
    for display in displays:
        names = [name for shown_on, name in suites.SUITES if shown_on == display]
        # A suite that no run has, because it is a part of another one.
        names += [name for name in chosen if name not in dict(map(reversed, suites.SUITES))]
        at_boot = [name for name in names if load(name).at_boot]
        for counted in (False, True):
            group = [name for name in names if load(name).counted == counted and name not in at_boot]
            first = [name for name in at_boot if load(name).counted == counted]
            group = [name for name in group if not chosen or name in chosen]
            if not group and chosen and not set(first) & set(chosen):
                continue
            if len(group) <= 1:
                if first or group:
                    jobs.append(Job(display, "alone", [*first, *group]))
            elif not getattr(target, "HAS_SNAPSHOTS", True):
                jobs += [Job(display, "alone", some) for some in [first, *([name] for name in group)] if some]
            else:
                boot = Job(display, "counted-boot" if counted else "boot", first)
                jobs += [boot, *(Job(display, "restored", [name], boot) for name in group)]
    return jobs


def work(display, kind, names, snapshot):
    """Runs one job in its own process; the report is a file next to the serial log, for the process that started it."""
    report = Report(display)
    counted = kind == "counted-boot" or any(load(name).counted for name in names)
    titles = " and ".join(name.split(".")[1].lower() for name in names)
    claims = {
        "alone": f"the board of {titles} boots and answers until the end",
        "restored": f"the board of {titles} continues from its snapshot and answers until the end",
    }
    with open(Job.serial(display, kind, names), "wb", buffering=0) as log:
        with report.check(claims.get(kind, "the board boots, answers and saves a snapshot")):
            start = snapshot if kind == "restored" else None
            with board_of(display)(display, PROGRAMS, log, counted, start) as board:
                for name in names:
                    load(name)(board, report).run()
                if kind.endswith("boot"):
                    board.save(snapshot)
    report.save(Job.report(display, kind, names))


def main():
    displays = sys.argv[1:] or [display for display in known_displays() if display not in suites.EXTRA]
    if unknown := [display for display in displays if display not in known_displays()]:
        sys.exit(f"check: no display {unknown[0]}; there are {', '.join(known_displays())}")
    if not (PROGRAMS / "loaderd").exists():
        sys.exit(f"check: {PROGRAMS}/loaderd does not exist; build it with make device {target.MAKE}")

    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "jobs").mkdir(exist_ok=True)
    for display in displays:
        for old in BUILD.glob(f"{display}-*.png"):
            old.unlink()
    # Unpacks the kernel before several jobs need it at the same time.
    subprocess.run([HERE / "kernel"], stdout=subprocess.DEVNULL, check=True)
    jobs = plan(displays)
    try:
        run_jobs(jobs, int(os.environ.get("BOARD_JOBS", "2")))
    finally:
        for job in jobs:
            job.snapshot.unlink(missing_ok=True)

    report, serial = Report(), b""
    for display in displays:
        parts = [job for job in jobs if job.display == display]
        part = Report(display)
        for job in parts:
            part.add(job.outcome())
        part.write_figures(BUILD / f"figures-{display}.txt")
        log = b"".join(job.serial_log() for job in parts)
        (BUILD / f"serial-{display}.log").write_bytes(log)
        serial += log
        report.add(part)
    report.write_figures(BUILD / "figures.txt")
    (BUILD / "serial.log").write_bytes(serial)
    if report.failures:
        print(f"the serial log is {BUILD / 'serial.log'}")
    return report.close()


def start():
    """Runs what the arguments name: displays, or one job of a run."""
    # sys.exit runs the `with` blocks, which end the machines.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if sys.argv[1:2] == ["--job"]:
        work(sys.argv[2], sys.argv[3], sys.argv[5:], pathlib.Path(sys.argv[4]))
    else:
        sys.exit(main())
