public import Support

/// What happened to the boot screen since the kernel started: drivers, pictures, modes, hand-overs, ends. Pure.
///
/// All loaderds of a boot write to one file, a line of JSON for each entry, so that the record outlives them.
public struct EventRecord: Equatable, Sendable {
  /// One event.
  public struct Entry: Equatable, Sendable {
    /// Seconds of CLOCK_MONOTONIC, which starts with the kernel.
    public let time: Double
    /// One of the names that `io.loaderd.Screen.varlink` lists at `Event`.
    public let event: Bytes
    /// Which driver, display, mode or reason.
    public let detail: Bytes
    /// The process that wrote it.
    public let process: Int

    /// An event at a time in seconds.
    public init(_ time: Double, _ event: Bytes, _ detail: Bytes, process: Int) {
      (self.time, self.event, self.detail, self.process) = (time, event, detail, process)
    }

    /// Whether a process begins with it.
    var isStart: Bool { event == "start" || event == "restart" }

    init?(_ json: JSON) {
      guard let time = json["time"]?.number, let event = json["event"]?.string, let detail = json["detail"]?.string,
        let process = json["process"]?.number, (0...1e9).contains(time), (0...1e9).contains(process)
      else { return nil }
      self.init(time, event, detail, process: Int(process))
    }

    /// The entry as an object.
    public var json: JSON {
      [
        "time": .number(time), "event": .string(event), "detail": .string(detail), "process": .integer(process),
      ]
    }
  }

  /// In the order in which they were written.
  public private(set) var entries: [Entry] = []

  /// Maximum number of entries.
  public static var limit: Int { 96 }
  /// Maximum bytes of a file.
  public static var byteLimit: Int { 64 * 1024 }

  /// An empty record.
  public init() {}

  /// Parses the content of a file; nil if it is of another boot. Malformed lines, such as one that was cut off by a
  /// full disk, are skipped.
  public init?(file: Bytes, boot: Bytes) {
    let lines = file.split(at: UInt8(ascii: "\n"))
    guard (try? JSON(lines[0]))?["boot"] == .string(boot) else { return nil }
    for line in lines { if let entry = (try? JSON(line)).flatMap({ Entry($0) }) { add(entry) } }
  }

  /// Parses the reply of `GetTimeline`.
  public init(reply: JSON) { for event in reply["events"]?.array ?? [] { if let entry = Entry(event) { add(entry) } } }

  /// The content of a file.
  public func file(boot: Bytes) -> Bytes {
    entries.reduce(JSON.object([JSON.Member("boot", .string(boot))]).text + "\n") { $0 + $1.json.text + "\n" }
  }

  /// The members of the reply of `GetTimeline`: the entries in the order of their times.
  public var members: [JSON.Member] { [JSON.Member("events", .array(ordered.map { $0.json }))] }

  /// The entries in the order of their times: a driver is noticed after it came.
  public var ordered: [Entry] { entries.ordered { $0.time < $1.time } }

  /// Adds an entry. In a full record it replaces one of the middle: the first half, where the boot is, stays.
  public mutating func add(_ entry: Entry) {
    if entries.count >= EventRecord.limit { entries.remove(at: EventRecord.limit / 2) }
    entries.append(entry)
  }

  /// The processes that have written no end, the oldest first: they run, or were killed.
  public var processesWithoutEnd: [Int] {
    var processes: [Int] = []
    for entry in entries {
      if entry.event == "end" { processes.removeAll { $0 == entry.process } }
      if entry.isStart { processes.append(entry.process) }
    }
    return processes
  }

  /// The process that was started last, if it has not ended or handed over: it still runs, or it was killed.
  public var lastProcessWithoutEnd: Int? {
    guard let start = entries.lastIndex(where: { $0.isStart }) else { return nil }
    let process = entries[start].process, last = entries[start...].last { $0.process == process }
    return last?.event == "end" || last?.event == "given" ? nil : process
  }
}
