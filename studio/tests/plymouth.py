"""Themes of Plymouth that are dropped on the page: they must become what packaging/import-plymouth makes of them."""

import base64
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PEERS = ROOT / "build/peers/plymouth-themes"


def themes():
    """The folder with the themes of Debian's package plymouth-themes, which is unpacked and not installed."""
    folder = PEERS / "usr/share/plymouth/themes"
    if not folder.is_dir():
        PEERS.mkdir(parents=True, exist_ok=True)
        subprocess.run([ROOT / "board/download", "plymouth-themes", "plymouth"], cwd=PEERS, check=True)
        for package in PEERS.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", package, PEERS], check=True)
    return folder


def escaped():
    """The settings of a theme whose texts have the escape sequences of key files."""
    settings = ROOT / "build/peers/escapes/escapes.plymouth"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(r"""[Plymouth Theme]
ModuleName=two-step
[two-step]
BackgroundStartColor=0x102030
[updates]
Title=\sInstalling\tupdates: 1\\2 \
SubTitle=Do not\nswitch \off\\
""")
    return settings


def imported(source, folder):
    """What the script makes: the files of the theme and what it leaves out, or its sentence of refusal."""
    command = [ROOT / "packaging/import-plymouth", source, folder]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip().partition(": ")[2]
    files = {path.name: base64.b64encode(path.read_bytes()).decode() for path in folder.iterdir()}
    return [files, [line.strip() for line in done.stdout.splitlines()[2:]]]


def dropped(page, folders):
    """Drops folders on the page. The result is that of `imported`."""
    files = {f"{folder.name}/{path.name}": base64.b64encode(path.read_bytes()).decode()
             for folder in folders for path in folder.iterdir() if path.is_file()}
    # The files are sent one by one: a message to the browser has a limit.
    page.value("(globalThis.droppedFiles = []) && null")
    for path, content in files.items():
        page.value("""globalThis.droppedFiles.push(Object.assign(
          new File([Uint8Array.from(atob(CONTENT), (c) => c.charCodeAt(0))], "file"), { path: PATH })) && null""",
                   PATH=path, CONTENT=content)
    page.value("studio.choose('ring')")
    page.value("studio.takeDropped(globalThis.droppedFiles)")
    return page.value("""studio.theme ? [Object.fromEntries([...studio.theme.all].map(([path, bytes]) =>
      [path, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))])), studio.theme.left]
      : document.getElementById("state").textContent""")


def themes_of_plymouth_become_what_the_importer_makes(page, _):
    made, refused = 0, 0
    for settings in [*sorted(themes().glob("*/*.plymouth")), escaped()]:
        source = settings.parent
        folders = [source, *(themes() / name for name in ["spinner"] if f"themes/{name}" in settings.read_text() and source.name != name)]
        with tempfile.TemporaryDirectory() as name:
            expected = imported(source, pathlib.Path(name) / "theme")
        found = dropped(page, folders)
        if isinstance(expected, str) and isinstance(found, str):
            refused += 1
            if found != expected:
                yield f"{source.name}: the page says {found!r}, the script {expected!r}"
            continue
        if isinstance(expected, str) or isinstance(found, str):
            yield f"{source.name}: the page: {found if isinstance(found, str) else 'a theme'}, the script: {expected}"
            continue
        made += 1
        if found[1] != expected[1]:
            yield f"{source.name}: the page leaves out {found[1]}, the script {expected[1]}"
        if sorted(found[0]) != sorted(expected[0]):
            yield f"{source.name}: the page has the files {sorted(found[0])}, the script {sorted(expected[0])}"
        for path in found[0]:
            if found[0][path] != expected[0].get(path):
                yield f"{source.name}: {path} differs: {base64.b64decode(found[0][path])[:400]}"
        findings = page.value("[...document.querySelectorAll('#findings li')].map((item) => item.textContent)")
        if not findings or any("theme.conf, line" in line for line in findings):
            yield f"{source.name}: {findings}"
        if page.value("document.querySelectorAll('#left li').length") != len(expected[1]):
            yield f"{source.name}: what is left out is not listed"
    print(f"page: {made} themes of Plymouth imported, {refused} refused")
    if made < 4 or refused < 2:
        yield "too few themes were tried"
