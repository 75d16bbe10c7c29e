import System
import ScreenAPI
import Support
import Varlink

/// What was shown and since when, as the calls that led to it: who repeats them at their times shows the same at the same phase.
///
/// It lies in a file beside the socket, so that a daemon that was killed has a successor that goes on where it was.
struct CallJournal {
  struct Entry {
    /// Nanoseconds of the monotonic clock.
    let time: Int64
    let call: Call
    /// With whose rights the files that it names are read; nil where it names none.
    var reader: Peer?
    /// Whether it shows what the theme shows by itself.
    var isThemed = false
  }

  private(set) var entries: [Entry] = []
  /// The framebuffers that were on the screens.
  var framebuffers: [UInt32] = [] { didSet { isChanged = true } }
  /// Whether the display session was released.
  var isReleased = false { didSet { if isReleased != oldValue { isChanged = true } } }
  /// Names the time since the machine was switched on: a record of an earlier one is worth nothing.
  private let boot: Bytes
  private(set) var isChanged = false

  init(boot: Bytes) { self.boot = boot }

  /// Notes a call that was answered; calls that a later one makes void are forgotten.
  mutating func note(_ call: Call, at time: Int64, reader: Peer? = nil, isThemed: Bool = false) {
    guard let method = Method.of(call) else { return }
    switch method.journal {
    case .nothing: return
    case .call(let voids): forget(voids)
    case .voids(let voids): return forget(voids)
    case .mode:
      // The same mode with other lines did not begin again.
      if let index = entries.lastIndex(where: { $0.call.method == call.method }) {
        if entries[index].call["mode"] == call["mode"] {
          entries[index] = Entry(time: entries[index].time, call: call)
          isChanged = true
          return
        }
        forget(["SetMode", "SetStatus", "SetProgress"])
      }
    case .progress: return noteProgress(call, at: time)
    }
    add(call, time, reader, isThemed: isThemed)
  }

  private mutating func noteProgress(_ call: Call, at time: Int64) {
    if CallJournal.isWhole(call) {
      if !call.parameters.contains(where: { $0.name == "alive" || $0.name == "milestone" }) { forget(["SetProgress"]) }
    } else {
      // The newest of each phase of each task counts.
      entries.removeAll { entry in
        entry.call.method == call.method && entry.call["task"] == call["task"] && entry.call["phase"] == call["phase"]
      }
    }
    // A label is a status line, which a later progress without one leaves as it is.
    if let label = call["label"] {
      forget(["SetStatus"])
      add(Call(screen: "SetStatus", JSON.Member("text", label)), time)
    }
    let said = call.parameters.filter { !CallJournal.passing.contains($0.name) }
    if !said.isEmpty { add(Call(call.method, said), time) }
  }

  /// Members of `SetProgress` that mean nothing later.
  private static var passing: [Bytes] { ["label", "alive", "milestone", "show"] }

  /// Whether a progress is all that there is to say, and makes void what was said before.
  private static func isWhole(_ call: Call) -> Bool {
    !["task", "phase", "phases", "part"].contains { call[$0] != nil }
  }

  private mutating func add(_ call: Call, _ time: Int64, _ reader: Peer? = nil, isThemed: Bool = false) {
    if entries.count == CallJournal.limit { drop() }
    entries.append(Entry(time: time, call: call, reader: reader, isThemed: isThemed))
    isChanged = true
  }

  /// Calls kept: those of a screen with every task and phase that it tells of, and no more however many are named.
  private static var limit: Int { 256 }
  /// Bytes of a file that is read again.
  static var size: Int { 64 * 1024 }

  /// Forgets what is missed least: the oldest progress, else the newest line.
  private mutating func drop() {
    let progress = entries.firstIndex { $0.call.method.hasSuffix(".SetProgress") }
    entries.remove(at: progress ?? entries.lastIndex { !$0.call.method.hasSuffix(".Show") } ?? 0)
  }

  @inline(never)  // it is small only where it stands once
  private mutating func forget(_ methods: [StaticString]) {
    entries.removeAll { entry in methods.contains { entry.call.method == Interface.prefix + Bytes($0) } }
    isChanged = true
  }

  /// The file's content; from now on nothing has changed.
  mutating func save() -> Bytes {
    isChanged = false
    var text = text
    while text.count > CallJournal.size, !entries.isEmpty {
      drop()
      text = self.text
    }
    return text
  }

  private var text: Bytes {
    let calls = entries.map { entry in
      var members = [
        JSON.Member("method", .string(entry.call.method)), JSON.Member("parameters", .object(entry.call.parameters)),
        JSON.Member("seconds", .number(Double(entry.time / 1_000_000_000))),
        JSON.Member("nanoseconds", .number(Double(entry.time % 1_000_000_000))),
      ]
      if let reader = entry.reader {
        members.append(JSON.Member("user", .number(Double(reader.user))))
        members.append(JSON.Member("group", .number(Double(reader.group))))
      }
      if entry.isThemed { members.append(JSON.Member("theme", .bool(true))) }
      return JSON.object(members)
    }
    let buffers = framebuffers.map { JSON.number(Double($0)) }
    return JSON.object([
      JSON.Member("boot", .string(boot)), JSON.Member("framebuffers", .array(buffers)),
      JSON.Member("released", .bool(isReleased)), JSON.Member("calls", .array(calls)),
    ]).text
  }

  /// Reads a file; nil when it is none, or of an earlier time.
  init?(_ text: Bytes, boot: Bytes) {
    guard let record = try? JSON(text), record["boot"] == .string(boot), let calls = record["calls"]?.array else {
      return nil
    }
    self.init(boot: boot)
    framebuffers = (record["framebuffers"]?.array ?? []).compactMap { $0.number.flatMap { UInt32(exactly: $0) } }
    isReleased = record["released"]?.bool ?? false
    for call in calls {
      guard let method = call["method"]?.string, let parameters = call["parameters"]?.members,
        let seconds = call["seconds"]?.number, let nanoseconds = call["nanoseconds"]?.number,
        (0...1e9).contains(seconds), (0...1e9).contains(nanoseconds)
      else { return nil }
      let time = Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
      entries.append(
        Entry(
          time: time, call: Call(method, parameters), reader: CallJournal.reader(call),
          isThemed: call["theme"] == .bool(true)))
    }
  }

  /// Who cannot be told is nobody.
  private static func reader(_ call: JSON) -> Peer? {
    guard let user = call["user"] else { return nil }
    func number(_ value: JSON?) -> UInt32 { value?.number.flatMap { UInt32(exactly: $0) } ?? 65534 }
    return Peer(user: number(user), group: number(call["group"]))
  }
}
