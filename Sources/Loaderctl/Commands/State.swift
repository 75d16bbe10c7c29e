import Support
import Varlink

extension Subcommand {
  static var state: Subcommand {
    Subcommand(
      """
      state
      tell what is shown, by which output, with frame figures
      $ state
      $ --json state
      """
    ) { (me, arguments) throws(Failure) in
      let state = JSON.object(try me.call("GetState").parameters)
      me.answer(state, StateReport(state).text)
    }
  }
}
