"""All scenarios, in the order in which they run."""

import boots
import compositors
import cost
import failures
import questions
import sandbox
import updates
import upgrades

SCENARIOS = [
    boots.Boot,
    boots.Reboot,
    boots.Kexec,
    boots.SlowStop,
    updates.Restart,
    upgrades.Upgrade,
    upgrades.UpgradeTrixie,
    failures.Emergency,
    failures.Rescue,
    updates.Update,
    updates.WatchdogReset,
    compositors.Weston,
    compositors.Cage,
    compositors.Application,
    compositors.Sway,
    questions.AskPass,
    questions.AskPassword,
    questions.Encrypted,
    questions.EncryptedDracut,
    boots.UEFI,
    boots.Dracut,
    boots.Minimal,
    boots.Trixie,
    boots.SoftReboot,
    boots.Testing,
    cost.Cost,
    cost.CostTrixie,
    sandbox.Sandbox,
    sandbox.SandboxTrixie,
]
