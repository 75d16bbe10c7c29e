#!/bin/sh
# Ends the boot screen before the emergency shell, which would be invisible below it.
/usr/bin/loaderctl --if-running quit > /dev/null 2>&1 || :
