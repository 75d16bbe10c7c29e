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
      --wait  return when the daemon has ended
      $ quit --retain
      """
    ) { (invocation, arguments) throws(CommandError) in
      let members = ["retain", "handover"].filter { arguments.has($0) }.map { JSON.Member($0, .bool(true)) }
      let client = try invocation.connect()
      _ = try invocation.call("Quit", members, on: client)
      // The connection ends with the daemon.
      while arguments.has("wait"), client.awaitReplies(until: .max) {}
    }
  }
}
