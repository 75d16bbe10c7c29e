import Support
import Varlink

extension Subcommand {
  static var reload: Subcommand {
    Subcommand(
      """
      reload
      read loaderd.conf and the theme again
      The loader keeps running. Invalid lines are printed, and the exit status is 1 then. A file that cannot be \
      read keeps its last settings. Sockets, displays and input devices need a restart of loaderd.
      $ reload
      """
    ) { (invocation, arguments) throws(CommandError) in
      let reply = try invocation.call("Reload", on: try invocation.connect(timeout: Invocation.fileTimeout))
      let problems = reply["problems"]?.array?.compactMap { $0.string } ?? []
      if problems.isEmpty { return }
      if invocation.isJSON { throw .failed(problems.joined(by: "; ")) }
      invocation.complain(problems)
      invocation.status = ExitStatus.refused
    }
  }
}
