import ScreenAPI
import Support
import System
import Varlink

extension Verb {
  static var monitor: Verb {
    Verb(
      """
      monitor
      print each change of the state, one per line
      With --json each line is an object. Changes of frame statistics alone are not printed. It ends when the daemon \
      does, or when nobody reads it. If the daemon was killed, the exit status is 1.
      $ monitor
      $ --json monitor
      """
    ) { (invocation, arguments) throws(CommandError) in
      var last = JSON.null
      let client = try invocation.connect(timeout: 0), refusal: Reply?
      do throws(SystemError) {
        let call = Call(ScreenInterface.method("Monitor"), more: true)
        refusal = try client.stream(call, whileRead: FileDescriptor.standardOutput) { reply in
          let state = JSON.object(reply.parameters)
          let difference = StateDifference(from: last, to: state)
          last = state
          if !difference.isEmpty { invocation.answer(state, difference.text + "\n") }
          return invocation.outputError == nil
        }
      } catch {
        throw .failed(
          "\(invocation.socket): \(error.isDisconnection ? "loaderd has ended unexpectedly" : error.reason)")
      }
      invocation.write("")
      if let refusal { throw .refused(refusal) }
    }
  }
}
