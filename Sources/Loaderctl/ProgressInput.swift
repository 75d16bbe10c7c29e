import Support
import System
import Varlink

/// The progress that `loaderctl progress -` reads from standard input.
///
/// It is read to its end whatever happens: the writer must not get SIGPIPE for a missing daemon or a wrong line.
struct ProgressInput {
  private let invocation: Invocation
  private let report: ProgressParameters
  private var parser: ProgressValueParser
  private var client: VarlinkClient?
  /// The parameters of the last line; nil once the daemon has replied.
  private var unsent: [JSON.Member]?
  /// When to connect again after a failure (CLOCK_MONOTONIC, ns). Lines until then are replaced by newer ones.
  private var retryAt: Int64 = 0
  /// Whether the daemon has accepted a line.
  private var hasArrived = false
  /// The first line that is no progress or was refused.
  private var refusal: CommandError?
  /// Why the first line that did not reach the daemon did not.
  private var absence: CommandError?

  /// The fewest nanoseconds between two attempts to connect.
  private static var retryInterval: Int64 { 250_000_000 }

  init(_ invocation: Invocation, _ report: ProgressParameters, _ parser: ProgressValueParser) {
    (self.invocation, self.report, self.parser) = (invocation, report, parser)
  }

  /// Sends each line. Throws at the end, for the first wrong line, or for the daemon if no line has reached it.
  mutating func send() throws(CommandError) {
    for line in StandardInput.lines where !line.trimmed.isEmpty {
      do throws(CommandError) {
        // A value that has not arrived counts more than the sign that work goes on.
        if unsent == nil || line.trimmed != "alive" { unsent = try report.parameters(line.trimmed, &parser) }
        if client != nil || retryAt <= Clock.nanoseconds { sendLast() }
      } catch {
        refusal = refusal ?? error
      }
    }
    sendLast()
    if let error = refusal ?? (hasArrived ? nil : absence) { throw error }
  }

  private mutating func sendLast() {
    guard let unsent else { return }
    let isNew = client == nil, begin = Clock.nanoseconds
    do throws(CommandError) {
      let client = if let client { client } else { try invocation.connect(isStarting: true) }
      self.client = client
      _ = try invocation.call("SetProgress", unsent, on: client)
      self.unsent = nil
      if !hasArrived { invocation.warnIfInvisible(client) }
      hasArrived = true
    } catch {
      if case .refused = error {
        self.unsent = nil
        refusal = refusal ?? error
        return
      }
      client = nil
      absence = absence ?? error
      // The writer waits no more than half of the time for a daemon that does not answer.
      let now = Clock.nanoseconds
      retryAt = now + max(ProgressInput.retryInterval, now - begin)
      if !isNew { sendLast() }  // the daemon may have been started again
    }
  }
}
