import Support
import Varlink

/// The progress of one running RAUC installation, and the part of it that was sent to loaderd.
struct RaucInstallation {
  /// The phases that loaderd shows, in order; `download` only when the bundle is streamed.
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
  /// The progress within the phase, 0 to 1.
  private(set) var progress: SmoothedProgress
  private var label: Bytes = ""
  private var hasDownload = false
  /// RAUC's percentage when the phase began.
  private var phaseStart = 0
  /// Whether RAUC has answered a query since the last call.
  var isAlive = false
  private var sent: (phase: Phase, value: Double, label: Bytes)?

  init(at now: Int64) { progress = SmoothedProgress(at: now) }

  /// Handles RAUC's property `Progress`: a percentage of the whole installation, and the step that began or ended.
  mutating func update(_ reported: Int, _ message: Bytes, _ now: Int64) {
    let percent = max(0, min(100, reported))
    let isEnd = message.hasSuffix(" done.") || message.hasSuffix(" failed.")
    if message.hasPrefix("Updating slots") {
      begin(isEnd ? .finish : .copy, percent, now)
    } else if phase == .check && (message.hasPrefix("Checking slot ") || message.hasPrefix("Copying ")) {
      begin(.copy, percent, now)  // loader-bridge was started after this phase had begun
    } else if message.hasPrefix("Downloading"), phase == .check || phase == .download {
      hasDownload = true
      begin(isEnd ? .check : .download, percent, now)
    }
    if !isEnd { label = message }
    // RAUC reports 99 when copying ends, and 100 when the installation does.
    let range = max(1, (phase == .finish ? 100 : 99) - phaseStart)
    progress.setTarget(Double(percent - phaseStart) / Double(range), now)
  }

  private mutating func begin(_ next: Phase, _ percent: Int, _ now: Int64) {
    if next == phase { return }
    phase = next
    phaseStart = percent
    progress = SmoothedProgress(at: now)
  }

  /// The changes since the last call; nil when there are none.
  mutating func nextCall(_ now: Int64) -> Call? {
    progress.advance(to: now)
    let hasChanged = sent.map { $0.phase != phase || $0.value != progress.value || $0.label != label } ?? true
    defer { isAlive = false }
    if !hasChanged { return isAlive ? .progress(nil, [JSON.Member("alive", .bool(true))]) : nil }
    var members = [phase.member]
    if sent == nil || phase == .download && sent?.phase != .download { members.append(JSON.Member("phases", phases)) }
    if sent?.label != label && !label.isEmpty { members.append(JSON.Member("label", .string(label.sanitizedLine))) }
    sent = (phase, progress.value, label)
    return .progress(progress.value, members)
  }

  /// Sends everything again, because loaderd was restarted.
  mutating func markUnsent() { sent = nil }

  /// The phases in order, weighted by how long they usually take.
  private var phases: JSON {
    let download: [(Phase, Int)] = hasDownload ? [(.download, 10)] : []
    let all = download + [(.check, 1), (.copy, 17), (.finish, 2)]
    return .array(all.map { ["name": .string($0.0.name), "weight": .integer($0.1)] })
  }
}
