import Support
import Varlink

extension Verb {
  static var reload: Verb {
    Verb(
      """
      reload
      read loaderd.conf and the theme again
      The loader keeps running. Invalid lines are printed, and the exit status is 1 then. A file that cannot be \
      read keeps its last settings. Sockets, displays and input devices need a restart of loaderd: settings of these \
      that have changed are printed, and do not change the exit status.
      $ reload
      """
    ) { (invocation, arguments) throws(CommandError) in
      let reply = try invocation.call("Reload", on: try invocation.connect(timeout: Invocation.fileTimeout))
      let problems = lines("problems", reply), notes = lines("notes", reply)
      if invocation.isJSON, !problems.isEmpty { throw .failed(problems.joined(by: "; ")) }
      invocation.printErrors(problems + notes)
      if !problems.isEmpty { invocation.status = ExitStatus.refused }
    }
  }

  private static func lines(_ name: StaticString, _ reply: Reply) -> [Bytes] {
    reply[name]?.array?.compactMap { $0.string } ?? []
  }
}
