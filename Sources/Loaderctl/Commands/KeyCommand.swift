import Input
import Support
import System
import Varlink

extension Verb {
  static var key: Verb {
    Verb(
      """
      key
      wait for a key and print its name
      --keys KEY,…  the keys to wait for, such as y,n,esc; without it, any
      --cancel  wait until the user cancels, in the way that loaderd.conf sets, and print cancel
      --timeout SECONDS 0...86400  exit with status 1 when no key was pressed in this time
      | keys cancel
      KEY is a letter, a digit, a name such as enter, space, esc, f1, volumeup or power, or the kernel's key code. \
      Letters are at their places on a US keyboard. A key that is waited for has no other effect.
      $ key --keys y,n --timeout 30
      $ key --cancel
      """
    ) { (invocation, arguments) throws(CommandError) in
      var members = [JSON.Member("cancel", .bool(arguments.has("cancel")))]
      if let keys = arguments["keys"] {
        let names = keys.split(at: UInt8(ascii: ","))
        if let unknown = names.first(where: { Key.name($0) == nil }) {
          throw .usage("--keys: \(quoted: unknown) is no key; --help says how keys are named")
        }
        members.append(JSON.Member("keys", .array(names.map { .string($0) })))
      }
      let seconds = arguments.seconds("timeout")
      if let seconds { members.append(JSON.Member("timeout", .number(seconds))) }
      // No limit, or some time more for the reply.
      let timeout = seconds.map { Int($0.rounded(.up)) + Invocation.timeout } ?? 0
      let reply = try invocation.call("WaitKey", members, on: try invocation.connect(timeout: timeout))
      let key = reply["key"]?.string
      if key == nil { invocation.status = ExitStatus.refused }
      invocation.answer(.object(reply.parameters), key.map { $0 + "\n" } ?? "")
    }
  }
}
