"""forged_signals.py: sends signals to each connection of the system bus as if the bus, RAUC and systemd had sent them."""

import dbus
import dbus.lowlevel

PROPERTIES = "org.freedesktop.DBus.Properties"
INSTALLER = "de.pengutronix.rauc.Installer"
UNIT = "/org/freedesktop/systemd1/unit/forged_2eservice"

bus = dbus.SystemBus()


def send(path, interface, member, signature, *values):
    for name in bus.list_names():
        if name.startswith(":"):
            signal = dbus.lowlevel.SignalMessage(path, interface, member)
            signal.set_destination(name)
            signal.append(*values, signature=signature)
            bus.send_message(signal)


def send_all():
    progress = dbus.Struct((40, "Forged", 2), signature="isi")
    installing = {"Operation": "installing", "Progress": progress}
    send("/", PROPERTIES, "PropertiesChanged", "sa{sv}as", INSTALLER, installing, [])
    send("/", INSTALLER, "Completed", "i", 1)
    failed = {"ActiveState": "failed"}
    send(UNIT, PROPERTIES, "PropertiesChanged", "sa{sv}as", "org.freedesktop.systemd1.Unit", failed, [])


send_all()
for service in ("de.pengutronix.rauc", "org.freedesktop.systemd1"):
    owner = ("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss", service, "", bus.get_unique_name())
    send(*owner)
send_all()
bus.flush()
# The bus answers after it has forwarded the signals.
bus.list_names()
