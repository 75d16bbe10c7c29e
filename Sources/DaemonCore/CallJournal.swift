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
    package var call: Call
    /// The process with whose rights the files of the call are read; nil if it names none.
    package var reader: Peer?
    package var origin: Origin

    package init(time: Int64, call: Call, reader: Peer? = nil, origin: Origin = .client) {
      (self.time, self.call, self.reader, self.origin) = (time, call, reader, origin)
    }
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

  package var entries: [Entry] = [] { didSet { isChanged = true } }
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
  /// Whether a client of plymouth has hidden the screen, so that the text console is shown.
  package var isSplashHidden = false { didSet { if isSplashHidden != oldValue { isChanged = true } } }
  /// The number of the virtual terminal under the pictures; nil if none is ours.
  package var terminal: Int32? { didSet { if terminal != oldValue { isChanged = true } } }
  /// The background colour 0xRRGGBB that the boot loader left; nil if it left none.
  package var background: UInt32? { didSet { if background != oldValue { isChanged = true } } }
  /// Identifier of this boot. A journal of another boot is not used.
  let boot: Bytes
  /// Whether it has changed since `save`.
  package internal(set) var isChanged = false

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
    (terminal, isSplashHidden) = (predecessor.terminal, predecessor.isSplashHidden)
    for entry in predecessor.entries {
      note(entry.call, by: rule(entry.call), at: entry.time, reader: entry.reader, origin: entry.origin)
    }
  }

  /// Removes a call.
  package mutating func forget(_ entry: Entry) {
    entries.removeAll { $0.time == entry.time && $0.call.method == entry.call.method }
  }

  /// Makes what the command line has shown the theme's.
  package mutating func endCommandLine() {
    for index in entries.indices where entries[index].origin == .commandLine { entries[index].origin = .theme }
  }

  /// Removes what the theme has shown.
  package mutating func endTheme() { entries.removeAll { $0.origin == .theme } }

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

  @inline(never)  // for the size of the program
  package mutating func remove(_ methods: [StaticString]) {
    entries.removeAll { entry in methods.contains { entry.call.method == ScreenInterface.method(Bytes($0)) } }
  }

  private func lastIndex(of method: StaticString) -> Int? {
    entries.lastIndex { $0.call.method == ScreenInterface.method(Bytes(method)) }
  }
}
