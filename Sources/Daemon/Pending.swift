import Linux

/// An errand, and what to do when it is done.
final class Pending {
  let errand: Errand
  let deadline: Int64
  let finish: ([UInt8]) -> Void
  var token: EventLoop.Token?

  init(_ errand: Errand, deadline: Int64, _ finish: @escaping ([UInt8]) -> Void) {
    (self.errand, self.deadline, self.finish) = (errand, deadline, finish)
  }
}
