import Support
import System
import Varlink

extension Verb {
  static var quit: Verb {
    Verb(
      """
      quit
      end the daemon
      --retain  leave the last picture until another program shows its first frame
      --handover  go on until the login prompt is there, or another program's first frame
      --restart  go on until the next loaderd has taken over, for at most 10 seconds
      --wait  return when the daemon has ended or, with --retain, has closed its socket; at most after 20 seconds, \
      but without a limit with --handover
      | retain handover restart
      $ quit --retain
      """
    ) { (invocation, arguments) throws(CommandError) in
      let flags: [StaticString] = ["retain", "handover", "restart"]
      let members = flags.filter { arguments.has($0) }.map { JSON.Member(Bytes($0), .bool(true)) }
      let client = try invocation.connect()
      _ = try invocation.call("Quit", members, on: client)
      guard arguments.has("wait") else { return }
      // The connection ends with the daemon. A login prompt or a first frame may take any time; a daemon that hangs in
      // the kernel is given up, because a shell may wait for this command.
      let end = arguments.has("handover") ? .max : Clock.nanoseconds + 20_000_000_000
      while client.awaitReplies(until: end) {}
      if client.isConnected { throw .failed("the daemon has not ended within 20 s; its log or `dmesg` may say why") }
    }
  }
}
