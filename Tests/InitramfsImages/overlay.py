"""An overlay of this machine's root with loaderd installed, in which images are made."""

import os
import pathlib
import re
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = PROJECT / "build"
SCRATCH = BUILD / "initramfs"
ROOT = SCRATCH / "root"
# The newest kernel of this machine.
VERSION = sorted(os.listdir("/lib/modules"), key=lambda name: [int(part) for part in re.findall(r"\d+", name)])[-1]
# The modules of dracut, without and with systemd.
UDEV = "bash base udev-rules rootfs-block loaderd"
SYSTEMD = "bash base systemd systemd-initrd dracut-systemd udev-rules rootfs-block fs-lib loaderd"
# loaderd-minimal, without display modules, and with that of virtio-gpu.
MINIMAL = 'LOADERD_FLAVOUR=minimal\nLOADERD_BAKE="--size 1024x768"\nLOADERD_MODULES=none\n'
MINIMAL_VIRTIO = MINIMAL.replace("none", "virtio_gpu")
# Lines for build/initramfs.txt.
FIGURES = []


def run(*command, **options):
    """Runs a program in the overlay with a plain environment; returns its standard output."""
    environment = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DRACUT_COMPRESS_GZIP=gzip"]
    done = subprocess.run(
        ["chroot", ROOT, *environment, *map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    run.errors = done.stderr
    return done.stdout


def mount(*arguments):
    subprocess.run(["mount", *map(str, arguments)], check=True)


def write(path, text, mode=0o644):
    file = ROOT / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(mode)


def set_up():
    """Mounts the overlay and installs into it."""
    subprocess.run(["rm", "-rf", SCRATCH], check=True)
    SCRATCH.mkdir(parents=True)
    large = SCRATCH / "large"
    changes = SCRATCH / "changes"
    for folder in (large, changes, ROOT):
        folder.mkdir()
    # The upper folder of an overlay must not be on another overlay, as the file system of a container often is.
    mount("-t", "tmpfs", "tmpfs", changes)
    for name in ("upper", "work"):
        (changes / name).mkdir()
    mount("-t", "overlay", "-o", f"lowerdir=/,upperdir={changes}/upper,workdir={changes}/work", "overlay", ROOT)
    for folder in ("proc", "dev"):
        mount("--rbind", f"/{folder}", ROOT / folder)
    for folder in ("sys", "run", "tmp"):
        mount("-t", "tmpfs", "tmpfs", ROOT / folder)
    mount("--bind", large, ROOT / "var" / "tmp")
    for path in ("usr/bin/plymouth", "etc/loaderd.conf", "etc/loaderd-initramfs.conf"):
        (ROOT / path).unlink(missing_ok=True)
    install("install")
    write("/etc/initramfs-tools/modules", "virtio_pci\nvirtio_blk\next4\n")
    use()


def install(action):
    subprocess.run([PROJECT / "packaging" / "install", action], env={**os.environ, "DESTDIR": str(ROOT)}, check=True)


def use(configuration='LOADERD_MODULES="virtio_gpu"\n', settings="MODULES=list\n"):
    """Sets /etc/loaderd-initramfs.conf and the settings of initramfs-tools."""
    write("/etc/loaderd-initramfs.conf", configuration)
    write("/etc/initramfs-tools/conf.d/test", settings)


def unpack(name, folder):
    run("rm", "-rf", folder)
    run("unmkinitramfs", name, folder)
    tree = ROOT / folder.lstrip("/")
    return tree / "main" if (tree / "main").exists() else tree


def debian_image(name="/var/tmp/debian"):
    run("mkinitramfs", "-o", name, VERSION)
    return name


def dracut_image(name, modules, *options):
    run(
        "dracut", "--no-hostonly", "--force", "--no-early-microcode", "--kver", VERSION, "-m", modules,
        "--add-drivers", "virtio_pci virtio_blk ext4", *options, name,
    )
    return name
