import System
import Support
import Varlink

extension Subcommand {
  static var key: Subcommand {
    Subcommand(
      """
      key
      wait until a key is pressed, and print its name
      --keys KEY,…  only one of these, as y,n,esc; without it any
      --cancel  wait until the user cancels, as loaderd.conf says how; that can be cancelled then
      --timeout SECONDS 0...86400  end with status 1 when none was pressed in this time
      KEY is a letter, a digit, a name such as enter, space, esc, f1, volumeup or power, or the kernel's number of it. \
      Letters are where a US keyboard has them. A key that somebody waits for means nothing else.
      $ key --keys y,n --timeout 30
      $ key --cancel
      """
    ) { (me, arguments) throws(Failure) in
      var members = [JSON.Member("cancel", .bool(arguments.has("cancel")))]
      if let keys = arguments["keys"] {
        members.append(JSON.Member("keys", .array(keys.split(at: UInt8(ascii: ",")).map { .string($0) })))
      }
      if let seconds = arguments.seconds("timeout") { members.append(JSON.Member("timeout", .number(seconds))) }
      let reply = try me.call("WaitKey", members, on: try me.connect(timeout: 0))
      let key = reply["key"]?.string
      if key == nil { me.status = Control.Status.refused }
      me.answer(.object(reply.parameters), key.map { $0 + "\n" } ?? "")
    }
  }
}
