import ProgressParsers
import Support
import System

extension Verb {
  static var run: Verb {
    Verb(
      """
      run [--PARAM VALUE …] -- CMD …
      show a loader while a command runs, and hide it afterwards
      --loader LOADER  the loader to show; without it, shimmer with --text, else bar
      --text TEXT  the text of the loader
      --progress FORMAT auto|none|percent|apt|pv|dialog|rsync|curl|wget|dd|swupdate|rauc =auto  the format of \
      progress in the command's output
      --max N  the value that is full, for lines that are only a number; without it, such lines are no progress
      --size SIZE  the total, for formats that only count bytes: a number of bytes, or a file of that size
      --cancellable  send SIGINT to CMD when the user cancels at the display
      The exit status is that of CMD, which runs with and without a daemon. For apt and dpkg, and with --progress apt, \
      status lines are read from a separate file descriptor, whose number is in LOADERD_STATUS_FD.
      $ run --text "Checking the disk…" -- fsck /dev/sda2
      $ run -- apt-get -y upgrade
      """
    ) { (invocation, arguments) throws(CommandError) in
      var given = arguments
      let program = given.operands[0].lastPathComponent
      let format = ProgressParser.Format(given.removeValue("progress") ?? "auto")
      var plan = CommandRunner.Plan(arguments: given.operands, format: format)
      if plan.format == .auto { plan.format = ProgressParser.Format(ofProgram: program) ?? .auto }
      plan.total = try CopySize.total(&given) ?? (program == "dd" ? DDOperands(given.operands).total : nil)
      plan.maximum = try given.removeMaximum()
      plan.isCancellable = given.removeValue("cancellable") != nil
      let session = try LeaseSession(&given, defaultLoader: given.has("text") ? "shimmer" : "bar")
      invocation.write("")  // standard output belongs to the command
      // No error of the loader may stop the command.
      do throws(SystemError) {
        let loop = try EventLoop()
        let lease = LeaseConnection(
          loop, to: invocation.socket, session, isStarting: !invocation.allowsMissingDaemon)
        let runner = try CommandRunner(plan, loop, lease, invocation.socket)
        invocation.status = try runner.run()
        if let error = runner.outputError {
          StandardStreams.error("loaderctl: the output of \(plan.arguments[0]): \(error.reason)")
          if invocation.status == 0 { invocation.status = ExitStatus.refused }
        }
        if !invocation.allowsMissingDaemon, let error = lease.error {
          StandardStreams.error("loaderctl: \(error.reason); the command ran without a loader")
        }
        runner.passOnInterrupt()
      } catch {
        StandardStreams.error("loaderctl: \(plan.arguments[0]): \(error.reason)")
        invocation.status = error.isAbsence ? ExitStatus.noCommand : ExitStatus.cannotRun
      }
    }
  }
}

extension CommandError {
  /// The error without its advice: the command has run.
  fileprivate var reason: Bytes {
    if case .noDaemon(let path) = self { "no loaderd answered at \(path)" } else { sentence }
  }
}
