#!/usr/bin/python3
"""protocol.py OUTDIR XML…: generates the code for the Wayland interfaces that are used, with wayland-scanner.

All protocols are merged into one that has only the interfaces of VERSIONS, in these versions. A request that needs
another interface keeps its opcode and loses its arguments. Event opcodes become constants, because wayland-scanner
generates none for clients.
"""
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

VERSIONS = {
    "wl_display": 1, "wl_registry": 1, "wl_callback": 1, "wl_compositor": 4, "wl_surface": 4, "wl_region": 1,
    "wl_shm": 1, "wl_shm_pool": 1, "wl_buffer": 1, "wl_output": 4,
    "xdg_wm_base": 1, "xdg_surface": 1, "xdg_toplevel": 1, "zwlr_layer_shell_v1": 1, "zwlr_layer_surface_v1": 1,
    "wp_viewporter": 1, "wp_viewport": 1, "wp_fractional_scale_manager_v1": 1, "wp_fractional_scale_v1": 1,
    "wp_presentation": 1, "wp_presentation_feedback": 1,
    "ext_foreign_toplevel_list_v1": 1, "ext_foreign_toplevel_handle_v1": 1,
    "zwlr_foreign_toplevel_manager_v1": 1, "zwlr_foreign_toplevel_handle_v1": 1,
}


def reduce(interface):
    """Removes from an interface what is newer than its version in VERSIONS, and arguments of other interfaces."""
    version = VERSIONS[interface.get("name")]
    interface.set("version", str(version))
    for parent in [interface, *interface.iter("enum")]:
        for newer in [child for child in parent if int(child.get("since", 1)) > version]:
            parent.remove(newer)
    for message in interface.findall("request") + interface.findall("event"):
        arguments = message.findall("arg")
        foreign = [arg for arg in arguments if arg.get("interface", "wl_display") not in VERSIONS]
        for arg in arguments if message.tag == "request" and foreign else []:
            message.remove(arg)
        for arg in foreign:
            del arg.attrib["interface"]
        for arg in arguments:
            arg.attrib.pop("enum", None)
    return interface


def main(folder, *sources):
    protocol = ElementTree.Element("protocol", name="wayland")
    for source in sources:
        protocol.extend(reduce(found) for found in ElementTree.parse(source).iter("interface")
                        if found.get("name") in VERSIONS)
    missing = VERSIONS.keys() - {interface.get("name") for interface in protocol}
    if missing:
        sys.exit(f"protocol.py: not in {' '.join(sources)}: {' '.join(sorted(missing))}")
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    merged = folder / "protocol.xml"
    merged.write_bytes(ElementTree.tostring(protocol))
    with folder.joinpath("events.h").open("w") as events:
        for interface in protocol:
            for number, event in enumerate(interface.findall("event")):
                events.write(f"static const uint32_t {interface.get('name')}_event_{event.get('name')} = {number};\n")
    for kind, file in ("private-code", "protocol.c"), ("client-header", "protocol.h"):
        subprocess.run(["wayland-scanner", "--strict", "--include-core-only", kind, merged, folder / file], check=True)


main(*sys.argv[1:])
