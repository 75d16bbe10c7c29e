import Compatibility
public import Support
import System

/// Entry point of the program by the name `plymouth`: the client of plymouth 22.02 and 24.004, with its exit statuses.
public enum PlymouthMain {
  /// Runs one command and returns the exit status: 1 for a refusal or without a daemon, 2 if the daemon ends meanwhile.
  /// `words` are the arguments after the program's name.
  public static func run(_ words: [Bytes]) -> Int32 {
    Signals.ignoreBrokenPipes()
    Signals.resetChildSignal()
    let arguments = PlymouthArguments(words), action: PlymouthAction
    do throws(UsageError) {
      action = try PlymouthAction(arguments)
    } catch {
      for line in error.text.split(at: UInt8(ascii: "\n")) { StandardStreams.error(line) }
      return words.isEmpty ? 0 : 1
    }
    if case .print(let text) = action {
      StandardStreams.output(text)
      return 0
    }
    let isWaiting = arguments.has("wait")
    var connection: PlymouthConnection?
    do throws(SystemError) {
      connection = try PlymouthConnection(timeout: action.timeout)
    } catch {
      if arguments.has("debug") { StandardStreams.error("plymouth: \(PlymouthAddress.names[0]): \(error.reason)") }
      if isWaiting && !arguments.has("ping") && !arguments.has("has-active-vt") { return 0 }
    }
    guard let status = perform(action, connection) else {
      if isWaiting { return 0 }
      StandardStreams.error("plymouth: the daemon has closed the connection")
      return 2
    }
    // The real client returns with the reply. A program that takes the display next has to find it free.
    if isWaiting, status == 0, case .send(let requests) = action, requests[0].command == .quit {
      connection?.awaitEnd()
    }
    return status
  }

  /// Performs an action; nil if the daemon has closed the connection.
  private static func perform(_ action: PlymouthAction, _ connection: PlymouthConnection?) -> Int32? {
    switch action {
    case .print: return 0
    case .send(let requests):
      guard let connection else { return 1 }
      for request in requests {
        guard let reply = connection.ask(request) else { return request.command == .ping ? 1 : nil }
        if reply != .acknowledged { return 1 }
      }
      return 0
    case .wait:
      connection?.awaitEnd()
      return 0
    case .ask(let question):
      return PlymouthDialog(question, connection).run()
    }
  }
}
