public import Notation
public import Protocol

/// plymouthd as its clients know it: requests come in, and what is to be done and answered comes out.
///
/// Connections are known by numbers. Prompts are shown and answered with "no answer", at which their callers ask on the
/// console; who watches keystrokes is told of the next one that he wants.
public struct PlymouthDoor {
  public enum Effect {
    /// To be done, whatever comes of it.
    case call(Call)
    /// To be done, and then answered to a connection: `acknowledged` where it was, `refused` where it was not.
    case answeredCall(Call, to: Int)
    case reply([UInt8], to: Int)
    /// The usual loader is wanted where there is none.
    case show
    /// The theme may have changed.
    case reload
    /// `acknowledged` to a connection where the picture is on the terminal that is seen, `refused` where it is not.
    case answerTerminal(to: Int)
  }

  public static var acknowledged: [UInt8] { [0x06] }
  public static var refused: [UInt8] { [0x15] }
  public static var noAnswer: [UInt8] { [0x05] }

  /// Messages that are remembered, calls that wait for the end of a pause, keystrokes that are waited for.
  static let limit = 64
  /// Seconds that a prompt is shown: its caller does not tell when it was answered elsewhere.
  static let promptLifetime = 60.0

  /// Shown and not hidden again, the newest last.
  private var messages: [Bytes] = []
  private var watches: [(keys: Bytes?, connection: Int)] = []
  private var isPaused = false
  private var held: [Call] = []
  private var heldValue: Call?
  /// Where the root of the file system is said to be now; we stay where we are.
  public private(set) var root: Bytes?

  public init() {}

  /// What a request of connection `number` leads to, in order. Only root may ask for anything.
  public mutating func take(_ request: PlymouthRequest, from number: Int, isRoot: Bool) -> [Effect] {
    guard isRoot, let command = request.command else { return [.reply(PlymouthDoor.refused, to: number)] }
    let done = Effect.reply(PlymouthDoor.acknowledged, to: number)
    let none = Effect.reply(PlymouthDoor.noAnswer, to: number)
    switch command {
    case .ping, .systemInitialized: return [done]
    case .update:
      let milestone = Call(
        screen: "SetProgress", JSON.Member("alive", .bool(true)), JSON.Member("milestone", .string(request.text)))
      return [done] + hold(milestone)
    case .changeMode: return [done] + (PlymouthDoor.mode(request.text).map { [.call($0)] } ?? [])
    case .systemUpdate:
      let percent = Decimal.integer(request.text) ?? 0
      let value = percent > 100 ? 0 : Double(percent) / 100
      return hold(value: Call(screen: "SetProgress", JSON.Member("value", .number(value)))) + [done]
    case .deactivate: return [.answeredCall(Call(screen: "Yield"), to: number)]
    case .reactivate: return [.answeredCall(Call(screen: "Resume"), to: number)]
    case .quit:
      let retains = request.argument?.utf8.first ?? 0 != 0
      return [.answeredCall(Call(screen: "Quit", JSON.Member("retain", .bool(retains))), to: number)]
    case .reload: return [.reload, done]
    case .password: return prompt(request.argument == nil ? "Password" : request.text) + [none]
    case .question: return prompt(request.text) + [none]
    case .cachedPassword: return [none]
    case .showMessage: return [show(request.text), done]
    case .hideMessage: return hide(request.text) + [done]
    case .keystroke:
      if watches.count >= PlymouthDoor.limit { return [none] }
      watches.append((request.argument, number))
      return []
    case .keystrokeRemove: return forget(request.argument) + [done]
    case .progressPause:
      isPaused = true
      return [done]
    case .progressUnpause: return resume() + [done]
    case .showSplash: return [.show, done]
    case .hideSplash: return [.call(Call(screen: "Hide")), done]
    case .newRoot:
      root = request.argument
      return [done]
    case .hasActiveTerminal: return [.answerTerminal(to: number)]
    case .error: return [.call(Call(screen: "ReportFailure")), done]
    }
  }

  /// Whether somebody waits for a keystroke.
  public var watchesKeys: Bool { !watches.isEmpty }

  /// A key that types a character was pressed: the answer to who has waited longest for it; nil when nobody has. Shift is
  /// not known here, so that a letter is the small one, or the large one where only that is waited for.
  public mutating func press(_ character: UInt8) -> Effect? {
    let large = (0x61...0x7A).contains(character) ? character - 0x20 : character
    for (index, watch) in watches.enumerated() {
      for typed in [character, large] where watch.keys?.utf8.contains(typed) ?? true {
        watches.remove(at: index)
        return .reply([0x02, 1, 0, 0, 0, typed], to: watch.connection)
      }
    }
    return nil
  }

  /// A connection has gone, and with it what it waited for.
  public mutating func hangUp(_ number: Int) { watches.removeAll { $0.connection == number } }

  /// Nil for what is no mode.
  private static func mode(_ name: Bytes) -> Call? {
    let mode: Bytes
    switch name {
    case "boot-up": mode = "boot"
    case "shutdown", "reboot": mode = name
    case "updates", "system-upgrade": mode = "update"
    case "firmware-upgrade": mode = "firmware"
    case "system-reset": mode = "reset"
    default: return nil
    }
    return Call(screen: "SetMode", JSON.Member("mode", .string(mode)))
  }

  private func prompt(_ text: Bytes) -> [Effect] {
    if text.isEmpty { return [] }
    let lifetime = JSON.number(PlymouthDoor.promptLifetime)
    return [.call(Call(screen: "SetMessage", JSON.Member("text", .string(text)), JSON.Member("lifetime", lifetime)))]
  }

  private static func message(_ text: Bytes) -> Effect {
    .call(Call(screen: "SetMessage", JSON.Member("text", .string(text))))
  }

  /// Empty text clears them all.
  private mutating func show(_ text: Bytes) -> Effect {
    if text.isEmpty {
      messages = []
    } else {
      if messages.count == PlymouthDoor.limit { messages.removeFirst() }
      messages.append(text)
    }
    return PlymouthDoor.message(text)
  }

  /// The newest that remains comes back.
  private mutating func hide(_ text: Bytes) -> [Effect] {
    let shown = messages.last
    messages.removeAll { $0 == text }
    return messages.last == shown ? [] : [PlymouthDoor.message(messages.last ?? "")]
  }

  private mutating func forget(_ keys: Bytes?) -> [Effect] {
    let ended = watches.filter { $0.keys == keys }
    watches.removeAll { $0.keys == keys }
    return ended.map { .reply(PlymouthDoor.noAnswer, to: $0.connection) }
  }

  /// While progress is paused, steps wait.
  private mutating func hold(_ step: Call) -> [Effect] {
    if !isPaused { return [.call(step)] }
    if held.count == PlymouthDoor.limit { held.removeFirst() }
    held.append(step)
    return []
  }

  /// Of values only the newest counts.
  private mutating func hold(value: Call) -> [Effect] {
    if !isPaused { return [.call(value)] }
    heldValue = value
    return []
  }

  private mutating func resume() -> [Effect] {
    defer { (isPaused, held, heldValue) = (false, [], nil) }
    return (held + [heldValue].compactMap { $0 }).map { .call($0) }
  }
}
