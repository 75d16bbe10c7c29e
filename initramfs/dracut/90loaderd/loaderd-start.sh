#!/bin/sh
# Starts the boot screen in an image without systemd. udev loads the display's driver later; loaderd waits for it.
# dracut reads kernel arguments from more places than /proc/cmdline.
if ! getarg nosplash > /dev/null && getargbool 1 loaderd.enable && [ "$(getarg splash)" != 0 ]; then
    /usr/lib/loaderd/initramfs/boot-screen start
fi
