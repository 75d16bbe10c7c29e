import Support
import Varlink

extension Subcommand {
  static var outputs: Subcommand {
    Subcommand(
      """
      outputs
      list the displays, their modes, formats, scale and rotation
      $ outputs
      $ --json outputs
      """
    ) { (me, arguments) throws(Failure) in
      let reply = JSON.object(try me.call("ListOutputs").parameters)
      me.answer(reply, StateReport(outputs: reply).text)
    }
  }
}
