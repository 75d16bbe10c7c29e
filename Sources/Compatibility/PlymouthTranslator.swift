import ScreenAPI
import Support
public import Varlink

/// Translates requests of plymouthd's protocol into calls of io.loaderd.Screen and replies. Pure: requests go in,
/// effects out.
///
/// Connections are identified by numbers. A prompt is displayed and answered with "no answer", so that its client asks
/// on the console instead. A client that watches keystrokes gets the next matching one.
public struct PlymouthTranslator {
  /// What the listener has to do.
  public enum Effect {
    /// Make a call and ignore its result.
    case call(Call)
    /// Make a call, then send a connection `acknowledged` if the call succeeded, else `refused`.
    case answeredCall(Call, to: Int)
    /// Send bytes to a connection.
    case reply([UInt8], to: Int)
    /// Take the display back after `hide`, and show the default loader if none is shown.
    case show
    /// Remove what is shown, and show the text console instead, where a program asks something.
    case hide
    /// Show what the bar shows without a progress of ours.
    case restoreProgress
    /// Read the theme again.
    case reload
    /// Send a connection `acknowledged` if the picture is on the visible virtual terminal, else `refused`.
    case answerTerminal(to: Int)
  }

  /// The replies of one byte (ply-boot-protocol.h): ASCII ACK, NAK and ENQ.
  public static var acknowledged: [UInt8] { [0x06] }
  /// See `acknowledged`.
  public static var refused: [UInt8] { [0x15] }
  /// The user did not answer a prompt. See `acknowledged`.
  public static var noAnswer: [UInt8] { [0x05] }

  /// The maximum number of messages, of calls held during a pause, and of keystroke watches.
  static let limit = 64
  /// How long a prompt is displayed, in seconds: its client does not say when it was answered elsewhere.
  static let promptLifetime = 60.0

  /// Messages that were shown and not hidden, newest last.
  private var messages: [Bytes] = []
  /// Connections that wait for a keystroke, oldest first. Nil keys match every key.
  private var watches: [(keys: Bytes?, connection: Int)] = []
  private var isPaused = false
  /// Milestones received during a pause.
  private var heldCalls: [Call] = []
  /// Whether the progress of file system checks is shown.
  private var isChecking = false
  /// The last progress value received during a pause.
  private var heldValue: Call?

  /// A translator without connections.
  public init() {}

  /// Handles a request of connection `number`, which is root's. Returns the effects in their order.
  public mutating func handle(_ request: PlymouthRequest, from number: Int) -> [Effect] {
    guard let command = request.command else { return [.reply(PlymouthTranslator.refused, to: number)] }
    let done = Effect.reply(PlymouthTranslator.acknowledged, to: number)
    let none = Effect.reply(PlymouthTranslator.noAnswer, to: number)
    switch command {
    case .ping, .systemInitialized: return [done]
    case .update where request.text.hasPrefix("fsckd:"): return [done] + checkFileSystems(request.text)
    case .update:
      let milestone = Call(
        screen: "SetProgress", JSON.Member("alive", .bool(true)), JSON.Member("milestone", .string(request.text)))
      return [done] + hold(milestone)
    case .changeMode: return [done] + (PlymouthTranslator.mode(request.text).map { [.call($0)] } ?? [])
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
    // systemd-fsckd's request to press Ctrl-C: keys are watched without Ctrl.
    case .showMessage where request.text.hasPrefix("fsckd-cancel-msg:"): return [done]
    case .showMessage: return [show(request.text), done]
    case .hideMessage: return hide(request.text) + [done]
    case .keystroke:
      if watches.count >= PlymouthTranslator.limit { return [none] }
      watches.append((request.argument, number))
      return []
    case .keystrokeRemove: return endWatches(request.argument) + [done]
    case .progressPause:
      isPaused = true
      return [done]
    case .progressUnpause: return resume() + [done]
    case .showSplash: return [.show, done]
    case .hideSplash: return [.hide, done]
    case .newRoot: return [done]  // loaderd notices by itself that the root has changed
    case .hasActiveTerminal: return [.answerTerminal(to: number)]
    case .error: return [.call(Call(screen: "ReportFailure")), done]
    }
  }

  /// Whether a connection waits for a keystroke.
  public var watchesKeys: Bool { !watches.isEmpty }

  /// Handles a typed character. Returns the reply to the connection that has waited for it longest; nil if none waits.
  ///
  /// The state of shift is unknown. A letter matches as lower case, or as upper case if only that is watched.
  public mutating func keyPressed(_ character: UInt8) -> Effect? {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
    let upperCase = isLetter ? character - UInt8(ascii: "a") + UInt8(ascii: "A") : character
    for (index, watch) in watches.enumerated() {
      for typed in [character, upperCase] where watch.keys?.utf8.contains(typed) ?? true {
        watches.remove(at: index)
        // An answer: STX, its length (32 bits, little-endian), the text.
        return .reply([0x02, 1, 0, 0, 0, typed], to: watch.connection)
      }
    }
    return nil
  }

  /// Forgets the keystroke watches of a closed connection.
  public mutating func connectionClosed(_ number: Int) { watches.removeAll { $0.connection == number } }

  /// The call for a mode of plymouth; nil for an unknown mode.
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

  /// The progress of file system checks, as systemd-fsckd sends it: `fsckd:COUNT:PERCENT:TEXT`. Without checks it ends.
  private mutating func checkFileSystems(_ message: Bytes) -> [Effect] {
    let parts = message.split(at: UInt8(ascii: ":"))
    guard parts.count >= 4, let count = Decimal.integer(parts[1]) else { return [] }
    // systemd-fsckd writes the number for its locale.
    let number = parts[2].split(at: UInt8(ascii: ",")).joined(by: ".")
    guard let percent = Decimal.double(number) else { return [] }
    if count == 0 {
      defer { isChecking = false }
      heldValue = nil
      return isChecking ? [.restoreProgress] : []
    }
    isChecking = true
    // The bar shows what stands in parentheses: "Checking in progress on 1 disk (45.0% complete)".
    let text = Array(parts.dropFirst(3)).joined(by: ":").cut(at: " (").0
    return hold(
      value: Call(
        screen: "SetProgress", JSON.Member("value", .number(min(1, max(0, percent / 100)))),
        JSON.Member("label", .string(text))))
  }

  private func prompt(_ text: Bytes) -> [Effect] {
    if text.isEmpty { return [] }
    let lifetime = JSON.number(PlymouthTranslator.promptLifetime)
    return [.call(Call(screen: "SetMessage", JSON.Member("text", .string(text)), JSON.Member("lifetime", lifetime)))]
  }

  private static func message(_ text: Bytes) -> Effect {
    .call(Call(screen: "SetMessage", JSON.Member("text", .string(text))))
  }

  /// An empty text removes all messages.
  private mutating func show(_ text: Bytes) -> Effect {
    if text.isEmpty {
      messages = []
    } else {
      if messages.count == PlymouthTranslator.limit { messages.removeFirst() }
      messages.append(text)
    }
    return PlymouthTranslator.message(text)
  }

  /// Removes a message. If it was displayed, the newest remaining one is displayed.
  private mutating func hide(_ text: Bytes) -> [Effect] {
    let shown = messages.last
    messages.removeAll { $0 == text }
    return messages.last == shown ? [] : [PlymouthTranslator.message(messages.last ?? "")]
  }

  /// Ends the watches for exactly these keys.
  private mutating func endWatches(_ keys: Bytes?) -> [Effect] {
    let ended = watches.filter { $0.keys == keys }
    watches.removeAll { $0.keys == keys }
    return ended.map { .reply(PlymouthTranslator.noAnswer, to: $0.connection) }
  }

  /// The call, or nothing during a pause, when the call is held back.
  private mutating func hold(_ call: Call) -> [Effect] {
    if !isPaused { return [.call(call)] }
    if heldCalls.count == PlymouthTranslator.limit { heldCalls.removeFirst() }
    heldCalls.append(call)
    return []
  }

  /// As above; only the newest value is kept.
  private mutating func hold(value: Call) -> [Effect] {
    if !isPaused { return [.call(value)] }
    heldValue = value
    return []
  }

  private mutating func resume() -> [Effect] {
    defer {
      isPaused = false
      heldCalls = []
      heldValue = nil
    }
    return (heldCalls + [heldValue].compactMap { $0 }).map { .call($0) }
  }
}
