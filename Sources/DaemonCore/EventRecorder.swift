import Display
import ScreenAPI
import Support
import System

/// Notes what happens to the display, and appends it to the event record beside the socket, which outlives the daemon.
///
/// Events are rare, and are written after the frames that are due, at most ten times a second.
package final class EventRecorder {
  private let start: Int64
  /// Path of the file; empty without a socket, and for an abstract one, which has no folder.
  private let path: Bytes
  private let boot: Bytes
  /// Asked before the change of root.
  private let isInitramfs = File.isRootInitramfs
  private var record = EventRecord()
  private var unsaved: [EventRecord.Entry] = []
  /// Lines of the file that were appended since it was replaced, at most; nil before it was read.
  private var appended: Int?
  /// The earliest time of the next save, in nanoseconds.
  private var nextSave: Int64 = 0

  private var state = DisplaySession.State.active
  private var mode: ScreenMode?
  /// Whether the first picture is noted.
  package private(set) var hasPicture = false
  /// Whether outputs or devices have come or gone.
  package var hasNewDevices = true
  /// Writes each event to the log; nil does not.
  package var writeLine: ((Bytes) -> Void)?
  /// Why the process ends.
  package var endReason: Bytes = ""
  /// Values of `endReason`: a successor shows its picture, or another program's picture has replaced ours.
  package static var handedOver: Bytes { "replaced by its successor" }
  package static var replaced: Bytes { "replaced by another program's picture" }

  private static var saveInterval: Int64 { 100_000_000 }
  private static var retryInterval: Int64 { 1_000_000_000 }

  /// `start` is that of the process, in nanoseconds; `boot` is `Clock.boot`.
  package init(beside socket: Bytes, start: Int64, boot: Bytes) {
    self.start = start
    self.boot = boot
    path = SocketCompanion.timeline.path(beside: socket)
  }

  /// Notes an event at `time` (CLOCK_MONOTONIC, ns), by default now.
  package func note(_ event: Bytes, _ detail: Bytes = "", at time: Int64 = Clock.nanoseconds) {
    let entry = EventRecord.Entry(Double(time / 1000) / 1e6, event, detail, process: Environment.process)
    record.add(entry)
    unsaved.append(entry)
    writeLine?("\(event) at \(Double(time / 1_000_000) / 1000) s\(detail.isEmpty ? detail : ": " + detail)")
  }

  /// Notes that devices go to a successor, and writes it at once: the successor reads the file.
  package func noteHandover(of devices: [TransferableDevice]) {
    note("given", names(of: devices))
    save()
  }

  /// Notes that devices were received from another process.
  package func noteReceipt(of devices: [TransferableDevice], from source: StaticString) {
    note("received", "\(names(of: devices)), from the \(source)")
  }

  private func names(of devices: [TransferableDevice]) -> Bytes {
    devices.map { $0.path.dropFirst(EventRecorder.folder.count) }.joined(by: ", ")
  }

  /// Records name devices without it.
  private static var folder: Bytes { "/dev/" }

  /// When `dispatch` has something to write.
  package var deadline: Int64? { unsaved.isEmpty ? nil : nextSave }

  /// Notes what has changed since the last call, and writes it.
  package func dispatch(now: Int64, _ displays: Displays, mode current: ScreenMode) {
    if appended == nil { load() }
    if hasNewDevices { noteDevices(of: displays, now) }
    let session = displays.session.state
    if session != state { note(session.event, at: now) }
    if current != mode { note("mode", current.name, at: mode == nil ? start : now) }
    (state, mode) = (session, current)
    if !hasPicture { notePicture(of: displays.outputs) }
    if let deadline, deadline <= now { save(now) }
  }

  /// Reads what the processes before have written, and notes the start of this one.
  private func load() {
    let file = try? File.read(path, limit: EventRecord.byteLimit)
    let before = file.flatMap { EventRecord(file: Bytes($0), boot: boot) }
    appended = before == nil ? EventRecord.limit : file?.count { $0 == UInt8(ascii: "\n") }
    record = before ?? EventRecord()
    mode = record.entries.last { $0.event == "mode" }.flatMap { ScreenMode($0.detail) }
    let own = unsaved
    unsaved = []
    let isCrashed = record.lastProcessWithoutEnd.map { !File.exists("/proc/\($0)") } ?? false
    note(isCrashed ? "restart" : "start", isInitramfs ? "initramfs" : "", at: start)
    for entry in own { record.add(entry) }
    unsaved += own
  }

  private func noteDevices(of displays: Displays, _ now: Int64) {
    hasNewDevices = false
    let paths = displays.transferableDevices.map { $0.path } + displays.outputs.map { $0.description.device }
    for path in paths where path.hasPrefix(EventRecorder.folder) {
      let name = path.dropFirst(EventRecorder.folder.count)
      if record.entries.contains(where: { $0.event == "driver" && $0.detail.hasPrefix(name) }) { continue }
      let creation = File.creation(of: path, now: now)
      let source: StaticString =
        creation.map { $0.isBirth ? "birth of its node" : "last change of its node" } ?? "when it was seen"
      note("driver", "\(name), \(source)", at: creation?.time ?? now)
    }
  }

  private func notePicture(of outputs: [any Output]) {
    var first: (time: Int64, name: Bytes)?
    for output in outputs {
      guard let time = output.frameClock.firstShown, time < first?.time ?? .max else { continue }
      first = (time, output.description.name)
    }
    guard let (time, name) = first else { return }
    hasPicture = true
    let seconds = Double(time / 1000) / 1e6
    let before = record.entries.last { ["end", "given"].contains($0.event) && $0.time <= seconds }
    let pause = before.map { ", \(((seconds - $0.time) * 1000).rounded() / 1000) s after the predecessor" as Bytes }
    note("picture", name + (pause ?? ""), at: time)
  }

  /// Writes the entries that are not in the file yet. If that fails, it is tried again after a second: while the root
  /// changes, this process does not see `/run`.
  package func save(_ now: Int64 = Clock.nanoseconds) {
    if appended == nil { load() }
    nextSave = now + EventRecorder.saveInterval
    if path.isEmpty { unsaved = [] }
    if unsaved.isEmpty { return }
    let count = (appended ?? 0) + unsaved.count
    do throws(SystemError) {
      if count > EventRecord.limit {
        try File.replace(path, with: record.file(boot: boot).utf8)
        appended = 0
      } else {
        try File.append(unsaved.reduce(Bytes()) { $0 + $1.json.text + "\n" }.utf8, to: path)
        appended = count
      }
      unsaved = []
    } catch {
      // The next save writes the whole record, which has all entries for which there is room.
      appended = EventRecord.limit
      unsaved = unsaved.suffix(1)
      nextSave = now + EventRecorder.retryInterval
    }
  }

  /// The record, with what another loaderd has written meanwhile.
  package var members: [JSON.Member] {
    save()
    let file = try? File.read(path, limit: EventRecord.byteLimit)
    return (file.flatMap { EventRecord(file: Bytes($0), boot: boot) } ?? record).members
  }

  /// Notes the end of this process.
  package func finish(_ displays: Displays, mode: ScreenMode) {
    state = displays.session.state  // a change of state at the end is no event
    dispatch(now: Clock.nanoseconds, displays, mode: mode)
    note("end", endReason)
    save()
  }
}

extension DisplaySession.State {
  /// The event that begins this state.
  fileprivate var event: Bytes {
    switch self {
    case .active: "resume"
    case .vtInactive: "vt-inactive"
    case .released: "yield"
    case .lent: "console"
    case .preempted: "preempted"
    case .retained: "retained"
    }
  }
}
