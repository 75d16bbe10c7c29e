import ScreenAPI
import Support
import System
import Varlink

/// The calls that led to the picture, with their times. A successor that replays them shows the same at the same phase.
///
/// The file is beside the socket, so that the successor of a daemon that was killed finds it.
package struct CallJournal {
  /// One call.
  package struct Entry {
    /// Nanoseconds of CLOCK_MONOTONIC.
    package let time: Int64
    package fileprivate(set) var call: Call
    /// The process with whose rights the files of the call are read; nil if it names none.
    package var reader: Peer?
    package var origin = Origin.client
  }

  /// What is kept of a call, so that a successor shows the same.
  package enum Rule {
    case nothing
    /// The call, which supersedes earlier calls of these methods.
    case call(supersedes: [StaticString])
    /// Nothing, but it supersedes earlier calls of these methods.
    case supersedes([StaticString])
    /// The call; one that only changes the lines of the current mode keeps the mode's time.
    case mode
    /// The call if it lends the display to the text console for longer than its connection. It supersedes earlier ones.
    case lending
    /// What the call changes besides the state of the progress, which is stored on its own.
    case progress
  }

  /// Who has made a call.
  package enum Origin {
    case client
    /// The theme: it shows its own loader.
    case theme
    /// The command line of loaderd.
    case commandLine
  }

  package private(set) var entries: [Entry] = [] { didSet { isChanged = true } }
  /// The state of the persistent entry's progress (`ProgressModel.state`), which depends on all calls of `SetProgress`
  /// and not on the last ones only; null if there is none.
  package var progress = JSON.null
  /// What the screen shows of it, or of the estimate of the boot (`ProgressAnimation.state`); null if it shows none.
  package var shownProgress = JSON.null
  /// Whether this boot has decided which part of an operation is the next one.
  package var isPartDecided = false
  /// DRM framebuffers on the displays.
  package var framebuffers: [UInt32] = [] { didSet { if framebuffers != oldValue { isChanged = true } } }
  /// Whether the display session was released.
  package var isReleased = false { didSet { if isReleased != oldValue { isChanged = true } } }
  /// The number of the virtual terminal under the pictures; nil if none is ours.
  package var terminal: Int32? { didSet { if terminal != oldValue { isChanged = true } } }
  /// The background colour 0xRRGGBB that the boot loader left; nil if it left none.
  package var background: UInt32? { didSet { if background != oldValue { isChanged = true } } }
  /// Identifier of this boot. A journal of another boot is not used.
  private let boot: Bytes
  /// Whether it has changed since `save`.
  package private(set) var isChanged = false

  package init(boot: Bytes) { self.boot = boot }

  /// Adds a call that succeeded, and removes the calls that it supersedes.
  package mutating func note(
    _ call: Call, by rule: Rule, at time: Int64, reader: Peer? = nil, origin: Origin = .client
  ) {
    switch rule {
    case .nothing: return
    case .call(let superseded):
      remove(superseded)
      if call["loader"] != nil, call["progress"] != nil { remove(["SetProgress"]) }
    case .supersedes(let superseded): return remove(superseded)
    case .mode:
      if let index = lastIndex(of: "SetMode") {
        // The same mode with other lines keeps its time. After `Hide` they are visible again.
        if entries[index].call["mode"] == call["mode"] {
          let changed = Entry(time: entries[index].time, call: call), hide = lastIndex(of: "Hide") ?? index
          entries.remove(at: index)
          entries.insert(changed, at: max(index, hide))
          return
        }
        remove(CallJournal.endedByMode)
      }
    case .lending:
      remove(["Yield"])
      if call["text"] != .bool(true) || call["lease"] == .bool(true) { return }
    case .progress: return noteProgress(call, at: time)
    }
    add(call, time, reader, origin: origin)
  }

  /// The methods whose calls end with a mode.
  package static var endedByMode: [StaticString] { ["SetMode", "SetStatus", "SetProgress", "ReportFailure"] }

  /// Takes over the state of the predecessor's journal, and notes its calls as if they came now: loaderd-minimal, or
  /// another version, may have stored calls that `note` would not keep.
  package mutating func note(_ predecessor: CallJournal, by rule: (Call) -> Rule) {
    (progress, shownProgress) = (predecessor.progress, predecessor.shownProgress)
    (background, isPartDecided) = (predecessor.background, predecessor.isPartDecided)
    (framebuffers, isReleased) = (predecessor.framebuffers, predecessor.isReleased)
    terminal = predecessor.terminal
    for entry in predecessor.entries {
      note(entry.call, by: rule(entry.call), at: entry.time, reader: entry.reader, origin: entry.origin)
    }
  }

  /// Removes a call.
  package mutating func forget(_ entry: Entry) {
    entries.removeAll { $0.time == entry.time && $0.call.method == entry.call.method }
  }

  /// Adds a call without a rule, in place of earlier ones all of whose members it sets again: for loaderd-minimal,
  /// which has no table of methods. `isTheme`: the theme shows its own loader.
  package mutating func replace(with call: Call, at time: Int64, isTheme: Bool = false) {
    // The same mode keeps its time, and what was set in it.
    if let mode = call["mode"],
      let index = entries.firstIndex(where: { $0.call.method == call.method && $0.call["mode"] == mode })
    {
      entries[index].call = call
      return
    }
    entries.removeAll { call.repeats($0.call) }
    entries.append(Entry(time: time, call: call, origin: isTheme ? .theme : .client))
    if entries.count > CallJournal.repeatLimit {
      entries.remove(at: entries.firstIndex { $0.call.method == call.method } ?? 0)
    }
  }

  /// Calls that `replace` keeps; the oldest ones of a method are dropped.
  private static var repeatLimit: Int { 48 }

  /// Notes what a call has changed besides `progress`.
  private mutating func noteProgress(_ call: Call, at time: Int64) {
    let isEstimate = call["estimate"] == .bool(true)
    let isReport = call.reportsProgress || CallJournal.reports.contains { call[$0] != nil }
    let isMilestone = call["milestone"] != nil
    if !isReport, isEstimate || !isMilestone {
      remove(["SetProgress"])
      if isEstimate {
        add(Call(call.method, [JSON.Member("estimate", .bool(true))]), time)
      } else {
        removeLoaderProgress()  // the call takes all progress back
      }
    }
    // A label is a status line, which a later call without a label does not change.
    if let label = call["label"] {
      remove(["SetStatus"])
      add(Call(screen: "SetStatus", JSON.Member("text", label)), time)
    }
  }

  /// Members of `SetProgress`, besides `value`, that report something.
  private static var reports: [StaticString] { ["task", "phase", "phases", "part", "alive"] }

  /// Removes the progress that `Show` has given to a loader, which is indeterminate now.
  private mutating func removeLoaderProgress() {
    for index in entries.indices { entries[index].call = entries[index].call.without("progress") }
  }

  private mutating func add(_ call: Call, _ time: Int64, _ reader: Peer? = nil, origin: Origin = .client) {
    entries.append(Entry(time: time, call: call, reader: reader, origin: origin))
  }

  /// Bytes of the file.
  package static var byteLimit: Int { 64 * 1024 }

  @inline(never)  // for the size of the program
  package mutating func remove(_ methods: [StaticString]) {
    entries.removeAll { entry in methods.contains { entry.call.method == ScreenInterface.method(Bytes($0)) } }
  }

  private func lastIndex(of method: StaticString) -> Int? {
    entries.lastIndex { $0.call.method == ScreenInterface.method(Bytes(method)) }
  }

  /// The file's content. Without room for everything, the progress is left out, and then the newest calls but `Show`.
  /// Clears `isChanged`.
  package mutating func save() -> Bytes {
    var text = text
    while text.count > CallJournal.byteLimit, !entries.isEmpty {
      if progress != .null {
        progress = .null
      } else {
        entries.remove(at: entries.lastIndex { !$0.call.method.hasSuffix(".Show") } ?? 0)
      }
      text = self.text
    }
    isChanged = false
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
        let groups = reader.supplementaryGroups.map { JSON.number(Double($0)) }
        if !groups.isEmpty { members.append(JSON.Member("groups", .array(groups))) }
      }
      switch entry.origin {
      case .client: break
      case .theme: members.append(JSON.Member("theme", .bool(true)))
      case .commandLine: members.append(JSON.Member("commandLine", .bool(true)))
      }
      return JSON.object(members)
    }
    let buffers = framebuffers.map { JSON.number(Double($0)) }
    return JSON.object([
      JSON.Member("boot", .string(boot)), JSON.Member("framebuffers", .array(buffers)),
      JSON.Member("background", background.map { .number(Double($0)) } ?? .null),
      JSON.Member("terminal", terminal.map { .number(Double($0)) } ?? .null),
      JSON.Member("released", .bool(isReleased)), JSON.Member("calls", .array(calls)),
      JSON.Member("progress", progress), JSON.Member("shownProgress", shownProgress),
      JSON.Member("partDecided", .bool(isPartDecided)),
    ]).text
  }

  /// Parses a file; nil if it is malformed, or of another boot.
  package init?(_ text: Bytes, boot: Bytes) {
    guard let file = try? JSON(text), file["boot"] == .string(boot), let calls = file["calls"]?.array else {
      return nil
    }
    self.init(boot: boot)
    framebuffers = (file["framebuffers"]?.array ?? []).compactMap { $0.number.flatMap { UInt32(exactly: $0) } }
    background = file["background"]?.number.flatMap { UInt32(exactly: $0) }
    isReleased = file["released"]?.bool ?? false
    terminal = file["terminal"]?.number.flatMap { Int32(exactly: $0) }
    progress = file["progress"] ?? .null
    shownProgress = file["shownProgress"] ?? .null
    isPartDecided = file["partDecided"]?.bool ?? false
    for call in calls {
      guard let method = call["method"]?.string, let parameters = call["parameters"]?.members,
        let seconds = call["seconds"]?.number, let nanoseconds = call["nanoseconds"]?.number,
        (0...1e9).contains(seconds), (0...1e9).contains(nanoseconds)
      else { return nil }
      let time = Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
      entries.append(
        Entry(
          time: time, call: Call(method, parameters), reader: CallJournal.reader(call),
          origin: call["theme"] == .bool(true)
            ? .theme : call["commandLine"] == .bool(true) ? .commandLine : .client))
    }
    isChanged = false
  }

  /// The process with whose rights files are read. A number that cannot be parsed is the user `nobody` (65534).
  private static func reader(_ call: JSON) -> Peer? {
    guard let user = call["user"] else { return nil }
    func number(_ value: JSON?) -> UInt32 { value?.number.flatMap { UInt32(exactly: $0) } ?? 65534 }
    return Peer(
      user: number(user), group: number(call["group"]),
      supplementaryGroups: (call["groups"]?.array ?? []).map { number($0) })
  }
}

extension Call {
  /// Whether this call sets all that an earlier one has set, of the same phase of the same task.
  fileprivate func repeats(_ earlier: Call) -> Bool {
    method == earlier.method && self["task"] == earlier["task"] && self["phase"] == earlier["phase"]
      && earlier.parameters.allSatisfy { old in
        old.value == .null || parameters.contains { $0.name == old.name && $0.value != .null }
      }
  }
}
