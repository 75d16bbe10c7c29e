import Support
import Varlink

extension Subcommand {
  static var reload: Subcommand {
    Subcommand(
      """
      reload
      read loaderd.conf and the theme again
      The loader keeps running. Invalid lines are printed, and the exit status is 1 then. When a file cannot be read at all, \
      its last settings stay. Sockets, displays and input devices need a restart of loaderd.
      $ reload
      """
    ) { (invocation, arguments) throws(CommandError) in
      let reply = try invocation.call("Reload", on: try invocation.connect(timeout: Invocation.fileTimeout))
      let problems = reply["problems"]?.array?.compactMap { $0.string } ?? []
      if !problems.isEmpty { throw .failed(problems.joined(by: "\nloaderctl: ")) }
    }
  }
}
