import Support
import Varlink

extension Verb {
  static var outputs: Verb {
    Verb(
      """
      outputs
      list the displays, their modes, formats, scale and rotation
      $ outputs
      $ --json outputs
      """
    ) { (invocation, arguments) throws(CommandError) in
      let reply = JSON.object(try invocation.call("ListOutputs").parameters)
      invocation.answer(reply, StateReport(outputs: reply).text)
    }
  }
}
