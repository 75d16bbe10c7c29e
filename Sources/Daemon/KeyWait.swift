import Input
import ScreenAPI
import Support
import Varlink

/// A call of `WaitKey`, and what it waits for.
final class KeyWait {
  /// What may end one.
  enum Event {
    case key(Bytes), cancelling, time(Int64), departure(Int)
  }

  let client: Int
  /// It is no key that is wanted, but to be told that the user cancels.
  let isForCancelling: Bool
  /// Any key but those that are held while others are pressed, when there are none.
  private var keys: [Bytes] = []
  /// In nanoseconds.
  let end: Int64

  /// Throws for what cannot be waited for.
  init(_ call: Call, of client: Int, now: Int64) throws(Reply) {
    self.client = client
    isForCancelling = try call.flag("cancel")
    let seconds = call["timeout"].map { $0.number } ?? 1e9
    guard let seconds, (0...1e9).contains(seconds) else {
      throw .invalidParameter("timeout", "not a number of seconds")
    }
    end = now + Int64(seconds * 1e9)
    guard let given = call["keys"] else { return }
    guard let names = given.array else { throw .invalidParameter("keys", "not a list of keys") }
    for name in names {
      guard let name = name.string else { throw .invalidParameter("keys", "not a list of texts") }
      guard let key = Key.name(name) else { throw .invalidParameter("keys", "'\(name)' is no key") }
      keys.append(key)
    }
  }

  func ends(by event: Event) -> Bool {
    switch event {
    case .key(let key): !isForCancelling && (keys.isEmpty ? !Key.isModifier(key) : keys.contains(key))
    case .cancelling: isForCancelling
    case .time(let now): end <= now
    case .departure(let client): client == self.client
    }
  }
}
