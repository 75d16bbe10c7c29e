import Support
import System
import Varlink

extension Subcommand {
  static var key: Subcommand {
    Subcommand(
      """
      key
      wait for a key and print its name
      --keys KEY,…  the keys to wait for, such as y,n,esc; without it, any
      --cancel  wait until the user cancels, in the way that loaderd.conf sets
      --timeout SECONDS 0...86400  exit with status 1 when no key was pressed in this time
      KEY is a letter, a digit, a name such as enter, space, esc, f1, volumeup or power, or the kernel's key code. \
      Letters are at their places on a US keyboard. A key that is waited for has no other effect.
      $ key --keys y,n --timeout 30
      $ key --cancel
      """
    ) { (invocation, arguments) throws(CommandError) in
      var members = [JSON.Member("cancel", .bool(arguments.has("cancel")))]
      if let keys = arguments["keys"] {
        members.append(JSON.Member("keys", .array(keys.split(at: UInt8(ascii: ",")).map { .string($0) })))
      }
      if let seconds = arguments.seconds("timeout") { members.append(JSON.Member("timeout", .number(seconds))) }
      let reply = try invocation.call("WaitKey", members, on: try invocation.connect(timeout: 0))
      let key = reply["key"]?.string
      if key == nil { invocation.status = ExitStatus.refused }
      invocation.answer(.object(reply.parameters), key.map { $0 + "\n" } ?? "")
    }
  }
}
