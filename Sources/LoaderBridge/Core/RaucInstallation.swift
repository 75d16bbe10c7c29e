import Support
import Varlink

/// What is known of an installation that runs, and what was told of it.
struct RaucInstallation {
  enum Phase: Equatable {
    case check, download, copy, finish

    var name: Bytes {
      switch self {
      case .check: "check"
      case .download: "download"
      case .copy: "copy"
      case .finish: "finish"
      }
    }

    var member: JSON.Member { JSON.Member("phase", .string(name)) }
  }

  private var phase = Phase.check
  private(set) var share: SmoothedProgress
  private var label: Bytes = ""
  private var hasDownload = false
  /// RAUC's percentage when the phase began.
  private var start = 0
  /// The service has answered since the last call.
  var isAlive = false
  private var told: (phase: Phase, value: Double, label: Bytes)?

  init(at now: Int64) { share = SmoothedProgress(at: now) }

  mutating func take(_ percent: Int, _ message: Bytes, _ now: Int64) {
    let isEnd = message.hasSuffix(" done.") || message.hasSuffix(" failed.")
    if message.hasPrefix("Updating slots") {
      begin(isEnd ? .finish : .copy, percent, now)
    } else if phase == .check && (message.hasPrefix("Checking slot ") || message.hasPrefix("Copying ")) {
      begin(.copy, percent, now)  // its beginning was before ours
    } else if message.hasPrefix("Downloading"), phase == .check || phase == .download {
      hasDownload = true
      begin(isEnd ? .check : .download, percent, now)
    }
    if !isEnd { label = message }
    // Copying ends at 99: the last hundredth is that of the whole.
    let room = max(1, (phase == .finish ? 100 : 99) - start)
    share.aim(at: Double(percent - start) / Double(room), now)
  }

  private mutating func begin(_ next: Phase, _ percent: Int, _ now: Int64) {
    if next == phase { return }
    (phase, start, share) = (next, percent, SmoothedProgress(at: now))
  }

  /// What loaderd was not told yet; nil when it knows all.
  mutating func call(_ now: Int64) -> Call? {
    share.advance(to: now)
    let isNews = told.map { $0.phase != phase || $0.value != share.value || $0.label != label } ?? true
    defer { isAlive = false }
    if !isNews { return isAlive ? .progress(nil, [JSON.Member("alive", .bool(true))]) : nil }
    var members = [phase.member]
    if told == nil || phase == .download && told?.phase != .download { members.append(JSON.Member("phases", phases)) }
    if told?.label != label && !label.isEmpty { members.append(JSON.Member("label", .string(label.line))) }
    told = (phase, share.value, label)
    return .progress(share.value, members)
  }

  mutating func forget() { told = nil }

  /// The phases in order; how long they take compared with each other.
  private var phases: JSON {
    let download: [(Phase, Int)] = hasDownload ? [(.download, 10)] : []
    let all = download + [(.check, 1), (.copy, 17), (.finish, 2)]
    return .array(all.map { ["name": .string($0.0.name), "weight": .integer($0.1)] })
  }
}
