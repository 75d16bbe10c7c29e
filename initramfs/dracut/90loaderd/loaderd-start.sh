#!/bin/sh
# Starts the boot screen in an image without systemd. udev loads the display's driver later; loaderd waits for it.
if ! getarg nosplash > /dev/null && getargbool 1 loaderd.enable && [ "$(getarg splash)" != 0 ]; then
    mkdir -p /run/loaderd
    /usr/bin/loaderd --initramfs --mode boot < /dev/null > /run/loaderd/initramfs.log 2>&1 &
fi
