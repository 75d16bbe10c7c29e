import Input
import ScreenAPI
import Support
import Varlink

/// A call of `WaitKey` that is not answered yet.
final class KeyWait {
  /// What may end the wait: a key, a cancellation, the time now, or the end of a connection.
  enum Event {
    case key(Bytes), cancel, time(Int64), disconnected(Int)
  }

  /// The connection that waits.
  let client: Int
  /// Whether it waits for a cancellation instead of a key.
  let isForCancelling: Bool
  /// The keys that end it; if empty, any key but modifiers.
  private var keys: [Bytes] = []
  /// Its timeout, in nanoseconds of CLOCK_MONOTONIC.
  let deadline: Int64

  /// The most keys of a call.
  private static var keyLimit: Int { 64 }

  /// Throws for an unknown key or a wrong member.
  init(_ call: Call, of client: Int, now: Int64) throws(Reply) {
    self.client = client
    isForCancelling = try call.flag("cancel")
    let seconds = call["timeout"].map { $0.number } ?? 1e9
    guard let seconds, (0...1e9).contains(seconds) else {
      throw .invalidParameter("timeout", "not a number of seconds")
    }
    deadline = now + Int64(seconds * 1e9)
    guard let given = call["keys"] else { return }
    if isForCancelling { throw .invalidParameter("cancel", "not with keys; give one of them") }
    guard let names = given.array, names.count <= KeyWait.keyLimit else {
      throw .invalidParameter("keys", "not a list of at most \(KeyWait.keyLimit) keys")
    }
    for name in names {
      guard let name = name.string else { throw .invalidParameter("keys", "not a list of texts") }
      guard let key = Key.name(name) else { throw .invalidParameter("keys", "\(quoted: name) is no key") }
      keys.append(key)
    }
  }

  func ends(by event: Event) -> Bool {
    switch event {
    case .key(let key): !isForCancelling && (keys.isEmpty ? !Key.isModifier(key) : keys.contains(key))
    case .cancel: isForCancelling
    case .time(let now): deadline <= now
    case .disconnected(let client): client == self.client
    }
  }
}
