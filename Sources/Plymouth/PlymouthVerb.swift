import Support

/// A command of the plymouth client with its options. The one without a name has the options before any command.
struct PlymouthVerb {
  /// An option. `type` is `=<string>`, `=<integer>`, or empty for a flag.
  struct Option {
    let name: Bytes
    let type: Bytes
    let summary: Bytes

    init(_ line: Bytes) {
      let (usage, summary) = line.cut(at: "  ")
      let name = usage.cut(at: "=").0
      self.name = name.dropFirst(2)
      type = usage.dropFirst(name.count)
      self.summary = summary
    }
  }

  let name: Bytes
  let summary: Bytes
  private(set) var options: [Option] = []

  /// A line for each command, after it a line for each of its options.
  static var all: [PlymouthVerb] {
    var verbs = [PlymouthVerb(name: "", summary: "")]
    for line in PlymouthVerb.table.split(at: UInt8(ascii: "\n")) {
      if line.hasPrefix("--") {
        verbs[verbs.count - 1].options.append(Option(line))
      } else {
        let (name, summary) = line.cut(at: "  ")
        verbs.append(PlymouthVerb(name: name, summary: summary))
      }
    }
    return verbs
  }

  private static var table: Bytes {
    """
    --help  Print this help
    --version  Print the version
    --debug  Print why there is no connection
    --get-splash-plugin-path  Print the folder of plug-ins, of which loaderd has none
    --newroot=<string>  Name the new root directory
    --quit  End the daemon
    --ping  Exit with 0 if the daemon answers
    --has-active-vt  Exit with 0 if the picture is on the active terminal
    --sysinit  Say that the root file system is writable
    --show-splash  Show the loader
    --hide-splash  Hide the loader
    --ask-for-password  Ask for a password
    --ignore-keystroke=<string>  End a wait for keys
    --update=<string>  Report a milestone of the boot
    --details  Report an error
    --wait  Wait until the daemon has ended
    change-mode  Set the mode
    --boot-up  The system starts
    --shutdown  The system shuts down
    --reboot  The system restarts
    --updates  Updates are installed
    --system-upgrade  The system is upgraded
    --firmware-upgrade  Firmware is upgraded
    --system-reset  The system is reset
    system-update  Report the progress of updates
    --progress=<integer>  Per cent
    update  Report a milestone of the boot
    --status=<string>  Name of the milestone
    update-root-fs  Report a change of the root file system
    --new-root-dir=<string>  The new root directory
    --read-write  It is writable
    show-splash  Show the loader
    hide-splash  Hide the loader
    ask-for-password  Ask for a password
    --command=<string>  Command that gets the password at its standard input
    --prompt=<string>  Text of the prompt
    --number-of-tries=<integer>  How often to ask while the command fails
    --dont-pause-progress  Do not hold the progress meanwhile
    ask-question  Ask a question
    --command=<string>  Command that gets the answer at its standard input
    --prompt=<string>  Text of the prompt
    --dont-pause-progress  Do not hold the progress meanwhile
    display-message  Show a message
    --text=<string>  Its text
    hide-message  Hide a message
    --text=<string>  Its text
    watch-keystroke  Wait for a key
    --command=<string>  Command that gets the key at its standard input
    --keys=<string>  The keys; without it, any key
    ignore-keystroke  End a wait for keys
    --keys=<string>  The keys of the wait
    pause-progress  Hold the progress
    unpause-progress  Continue the progress
    report-error  Show the failure screen
    deactivate  Release the display
    reactivate  Take the display back
    quit  End the daemon
    --retain-splash  Leave the picture on the display
    reload  Read the theme again
    """
  }

  /// The text of `--help`. dnf searches it for `--system-upgrade`.
  static var help: Bytes {
    let verbs = all
    var text: Bytes =
      "Controls the boot screen as the client of plymouth does.\nUSAGE: plymouth [OPTION...] [COMMAND [OPTION...]...]\n"
    for verb in verbs {
      if verb.options.isEmpty { continue }
      text += verb.name.isEmpty ? "\nOptions:\n" : "\nOptions for \(verb.name) command:\n"
      for option in verb.options { text += row("--" + option.name + option.type, option.summary) }
      if !verb.name.isEmpty { continue }
      text += "\nAvailable commands:\n"
      for verb in verbs.dropFirst() { text += row(verb.name, verb.summary) }
    }
    return text
  }

  /// A line with the summary in the second column.
  private static func row(_ term: Bytes, _ summary: Bytes) -> Bytes {
    let gap = [UInt8](repeating: UInt8(ascii: " "), count: max(2, 32 - term.count))
    return "  \(term)\(Bytes(gap))\(summary)\n"
  }
}
