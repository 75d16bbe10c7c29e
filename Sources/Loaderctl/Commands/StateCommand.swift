import Support
import Varlink

extension Verb {
  static var state: Verb {
    Verb(
      """
      state
      print what is shown, the output, and frame statistics
      $ state
      $ --json state
      """
    ) { (invocation, arguments) throws(CommandError) in
      let state = JSON.object(try invocation.call("GetState").parameters)
      invocation.answer(state, StateReport(state).text)
    }
  }
}
