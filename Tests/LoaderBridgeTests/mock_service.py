"""mock_service.py SERVICE FIFO: implements the interface of a service on the system bus, and follows commands from the FIFO."""

import os
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

PROPERTIES = "org.freedesktop.DBus.Properties"


class PropertyObject(dbus.service.Object):
    """An object with properties."""

    def __init__(self, bus, path, **interfaces):
        super().__init__(bus, path)
        self.values = {name.replace("_", "."): values for name, values in interfaces.items()}

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.values[interface]

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.values[interface][name]

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    def set(self, interface, **changed):
        self.values[interface].update(changed)
        self.PropertiesChanged(interface, changed, [])


class Rauc(PropertyObject):
    """de.pengutronix.rauc.Installer"""

    name = interface = "de.pengutronix.rauc"
    interface += ".Installer"

    def __init__(self, bus):
        progress = dbus.Struct((0, "", 0), signature="isi")
        super().__init__(bus, "/", **{self.interface: {"Operation": "idle", "Progress": progress, "LastError": ""}})

    @dbus.service.signal("de.pengutronix.rauc.Installer", signature="i")
    def Completed(self, result):
        pass

    def handle(self, verb, *words):
        if verb == "progress":
            progress = dbus.Struct((int(words[0]), " ".join(words[2:]), int(words[1])), signature="isi")
            self.set(self.interface, Progress=progress)
        elif verb == "completed":
            self.Completed(int(words[0]))
        else:
            self.set(self.interface, **{verb: " ".join(words)})


class Sysupdate(PropertyObject):
    """org.freedesktop.sysupdate1.Manager"""

    name = "org.freedesktop.sysupdate1"

    def __init__(self, bus):
        super().__init__(bus, "/org/freedesktop/sysupdate1")
        self.bus, self.jobs = bus, {}

    @dbus.service.method("org.freedesktop.sysupdate1.Manager", out_signature="a(tsuo)")
    def ListJobs(self):
        return [
            (id, job.values[self.name + ".Job"]["Type"], job.values[self.name + ".Job"]["Progress"], job.__dbus_object_path__)
            for id, job in self.jobs.items()
        ]

    @dbus.service.signal("org.freedesktop.sysupdate1.Manager", signature="toi")
    def JobRemoved(self, id, path, status):
        pass

    def handle(self, verb, id, value):
        id = int(id)
        if verb == "add":
            values = {"Id": dbus.UInt64(id), "Type": value, "Offline": False, "Progress": dbus.UInt32(0)}
            path = f"/org/freedesktop/sysupdate1/job/_{id}"
            self.jobs[id] = PropertyObject(self.bus, path, **{self.name + ".Job": values})
        elif verb == "progress":
            self.jobs[id].set(self.name + ".Job", Progress=dbus.UInt32(int(value)))
        else:
            job = self.jobs.pop(id)
            self.JobRemoved(id, job.__dbus_object_path__, int(value))
            job.remove_from_connection()


class Systemd(PropertyObject):
    """org.freedesktop.systemd1.Manager"""

    name = "org.freedesktop.systemd1"

    def __init__(self, bus):
        super().__init__(bus, "/org/freedesktop/systemd1", **{self.name + ".Manager": {"Progress": 0.25}})
        self.bus, self.units, self.has_subscriber = bus, {}, False

    @dbus.service.method("org.freedesktop.systemd1.Manager")
    def Subscribe(self):
        self.has_subscriber = True
        print("subscribed", flush=True)

    @dbus.service.method("org.freedesktop.systemd1.Manager")
    def Unsubscribe(self):
        self.has_subscriber = False
        print("left", flush=True)

    @dbus.service.method("org.freedesktop.systemd1.Manager", out_signature="a(ssssssouso)")
    def ListUnits(self):
        return [
            (name, "", "loaded", unit.values[self.name + ".Unit"]["ActiveState"], "", "", unit.__dbus_object_path__, 0, "", "/")
            for name, unit in self.units.items()
        ]

    def handle(self, verb, *words):
        if verb == "boot":
            self.values[self.name + ".Manager"]["Progress"] = float(words[0])
        elif verb == "unit":
            name, description, result, status, required = " ".join(words).split(",")
            unit = {
                "Id": name, "Description": description, "ActiveState": "inactive",
                "ActiveEnterTimestampMonotonic": dbus.UInt64(0),
                "RequiredBy": dbus.Array([required] if required else [], "s"), "BoundBy": dbus.Array([], "s"),
            }
            service = {"Result": result, "ExecMainStatus": dbus.Int32(int(status)), "Environment": dbus.Array([], "s")}
            path = "/org/freedesktop/systemd1/unit/" + name.replace(".", "_2e").replace("-", "_2d")
            interfaces = {self.name + ".Unit": unit, self.name + ".Service": service}
            self.units[name] = PropertyObject(self.bus, path, **interfaces)
        else:
            unit = self.units[words[0]]
            unit.values[self.name + ".Unit"]["ActiveState"] = verb
            if self.has_subscriber:
                unit.set(self.name + ".Unit", ActiveState=verb, SubState=verb)


DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
service = {"rauc": Rauc, "sysupdate": Sysupdate, "systemd": Systemd}[sys.argv[1]](bus)
owned = dbus.service.BusName(service.name, bus)
# Opened for writing too, so that it never reaches its end.
commands = os.open(sys.argv[2], os.O_RDWR)


def read_commands(*_):
    for line in os.read(commands, 65536).decode().splitlines():
        # The signals of the commands before have been sent.
        if line == "say":
            print("said", flush=True)
        else:
            service.handle(*line.split())
    return True


GLib.io_add_watch(commands, GLib.PRIORITY_DEFAULT, GLib.IO_IN, read_commands)
print("ready", flush=True)
GLib.MainLoop().run()
