import Support
import Varlink

extension Subcommand {
  static var quit: Subcommand {
    Subcommand(
      """
      quit
      end the daemon
      --retain  leave the last picture until another program shows its first frame
      --handover  go on until the login prompt is there, or another program's first frame
      --restart  go on until the next loaderd has taken over, for at most 10 seconds; for loaderd.service
      --wait  return when the daemon has ended or, with --retain, has closed its socket
      $ quit --retain
      """
    ) { (invocation, arguments) throws(CommandError) in
      let flags: [StaticString] = ["retain", "handover", "restart"]
      let members = flags.filter { arguments.has($0) }.map { JSON.Member(Bytes($0), .bool(true)) }
      let client = try invocation.connect()
      _ = try invocation.call("Quit", members, on: client)
      // The connection ends with the daemon.
      while arguments.has("wait"), client.awaitReplies(until: .max) {}
    }
  }
}
