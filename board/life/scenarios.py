"""All scenarios, in the order in which they run."""

import boots

SCENARIOS = [boots.Boot, boots.Reboot, boots.SlowStop, boots.UEFI, boots.Dracut, boots.Trixie]
