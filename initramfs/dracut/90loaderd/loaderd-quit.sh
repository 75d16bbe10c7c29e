#!/bin/sh
# Ends the boot screen before the emergency shell.
/usr/lib/loaderd/initramfs/boot-screen quit
