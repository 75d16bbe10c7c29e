import Support
import Varlink

extension Subcommand {
  static var reload: Subcommand {
    Subcommand(
      """
      reload
      read loaderd.conf and the theme again
      The picture goes on. Lines that cannot be used are printed, and the exit status is 1 then. Where a file cannot be read \
      at all, what was read of it before stays. Sockets, displays and input devices need a restart of loaderd.
      $ reload
      """
    ) { (me, arguments) throws(Failure) in
      let reply = try me.call("Reload")
      let problems = reply["problems"]?.array?.compactMap { $0.string } ?? []
      if !problems.isEmpty { throw .failed(problems.joined(by: "\nloaderctl: ")) }
    }
  }
}
