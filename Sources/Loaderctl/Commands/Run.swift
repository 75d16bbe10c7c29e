import System
import ProgressParsers
import Support

extension Subcommand {
  static var run: Subcommand {
    Subcommand(
      """
      run [--PARAM VALUE …] -- CMD …
      show a loader while a command runs, and hide it afterwards
      --loader LOADER  what is shown meanwhile; without it shimmer for a text, bar for none
      --text TEXT  its text
      --progress FORMAT auto|none|percent|apt|pv|dialog|rsync|curl|wget|dd|swupdate|rauc =auto  what is read out of what the \
      command writes
      --max N  what is full for a number alone on its line; without it, such numbers are no progress
      --size SIZE  how much is to come, where it counts bytes: a number of them, or a file that has as many
      --cancellable  end CMD with SIGINT, as Ctrl-C does, when the user cancels at the display
      The exit status is the command's; it runs with and without a daemon. For apt and dpkg, and with --progress apt, their \
      status lines are read from a descriptor of their own, whose number is in LOADERD_STATUS_FD.
      $ run --text "Checking the disk…" -- fsck /dev/sda2
      $ run -- apt-get -y upgrade
      """
    ) { (me, arguments) throws(Failure) in
      var given = arguments
      let program = given.words[0].split(at: UInt8(ascii: "/")).last ?? ""
      var plan = RunCommand.Plan(words: given.words, format: ProgressParser.Format(given.take("progress") ?? "auto"))
      if plan.format == .auto { plan.format = ProgressParser.Format(ofProgram: program) ?? .auto }
      plan.total = try CopySize.total(&given) ?? (program == "dd" ? CopyOperands(given.words).total : nil)
      plan.maximum = try given.takeMaximum()
      plan.isCancellable = given.take("cancellable") != nil
      let session = try LeaseSession(&given, otherwise: given.has("text") ? "shimmer" : "bar")
      me.write("")  // standard output is the command's
      // Whatever becomes of the loader, the command runs.
      do throws(SystemError) {
        let loop = try EventLoop()
        let lease = LeaseConnection(loop, to: me.socket, session)
        me.status = try RunCommand(plan, loop, lease, me.socket).run()
        if !me.isFineWithoutDaemon, let failure = lease.failure {
          StandardStreams.error("loaderctl: \(failure.reason); the command ran without a loader")
        }
      } catch {
        StandardStreams.error("loaderctl: \(plan.words[0]): \(error.reason)")
        me.status = error.isAbsence ? Control.Status.noCommand : Control.Status.cannotRun
      }
    }
  }
}

extension Failure {
  /// For a person who wanted something else done.
  fileprivate var reason: Bytes {
    if case .absent(let path) = self { "no loaderd answered at \(path)" } else { sentence }
  }
}
