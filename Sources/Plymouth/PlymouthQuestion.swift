import Support

/// A prompt or a wait for a key, whose answer goes to a command or to standard output.
struct PlymouthQuestion: Equatable {
  enum Kind { case password, question, key }

  let kind: Kind
  /// The prompt, or the keys to wait for; nil if there is none.
  var text: Bytes?
  /// The command that gets the answer at its standard input, with its arguments; nil for standard output.
  var command: [Bytes]?
  /// How often a password is asked for while the command fails.
  var tries = 1
  /// Whether the progress is held until the answer.
  var pausesProgress = false

  init(_ kind: Kind) { self.kind = kind }

  /// The question of `ask-for-password`, `ask-question` or `watch-keystroke`.
  init(_ kind: Kind, _ arguments: PlymouthArguments) {
    self.kind = kind
    text = arguments.verbValue(kind == .key ? "keys" : "prompt")
    // As the client splits it: at spaces, without quotes.
    command = arguments.verbValue("command").map { $0.split(at: UInt8(ascii: " ")).filter { !$0.isEmpty } }
    if command?.isEmpty ?? false { command = nil }
    let number = arguments.verbValue("number-of-tries").flatMap { Decimal.integer($0) } ?? 0
    if kind == .password { tries = number > 0 ? number : .max }
    pausesProgress = kind != .key && !arguments.verbHas("dont-pause-progress")
  }
}
