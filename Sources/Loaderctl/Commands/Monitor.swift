import System
import Support
import Varlink

extension Subcommand {
  static var monitor: Subcommand {
    Subcommand(
      """
      monitor
      tell what changes, a line each, as it happens
      With --json each line is an object. Figures of frames alone are no change. It ends when the daemon does.
      $ monitor
      $ --json monitor
      """
    ) { (me, arguments) throws(Failure) in
      var last = JSON.null
      let client = try me.connect(timeout: 0), refusal: Reply?
      do throws(SystemError) {
        refusal = try client.stream(Call("io.loaderd.Screen.Monitor", more: true)) { reply in
          let state = JSON.object(reply.parameters)
          let change = Change(from: last, to: state)
          last = state
          if !change.isEmpty { me.answer(state, change.text + "\n") }
        }
      } catch {
        throw .failed("\(me.socket): \(error.reason)")
      }
      me.write("")
      if let refusal { throw .refused(refusal) }
    }
  }
}
