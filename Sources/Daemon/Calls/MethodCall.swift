import Display
import Scene
import Support
import Varlink

/// The parameters of a method's handler.
struct MethodCall {
  let call: Call
  /// The connection; 0 is a call of our own.
  let client: Int
  let now: Time
  let status: StatusSnapshot
}
