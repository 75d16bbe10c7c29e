public import Support

/// Durations of earlier runs: of phases by name, and of milestones by mode. Bounded; the oldest entries are dropped.
public struct DurationHistory: Equatable {
  /// The last durations of a phase.
  private struct Duration: Equatable {
    let name: Bytes
    /// Seconds, newest last.
    var values: [Double]
  }

  private var durations: [Duration] = []
  /// At most one for each mode, the mean of its runs, and 8 in total, oldest first.
  public private(set) var meanRuns: [BootMilestones] = []
  /// The next part of an operation that continues after a reboot; nil if there is none.
  public var part: ProgressModel.Part?
  /// Whether `part` comes from this boot, so that nil means that there is none any more; false in the file of other
  /// boots.
  public var decidesPart = false
  /// The run that has not ended, for the process that goes on with it; nil if it has no milestones.
  public var unfinished: BootMilestones?
  /// Whether earlier boots are missing, because their file was not there when this history was begun.
  public var isPartial = false

  /// The maximum number of names.
  static var limit: Int { 64 }
  /// The number of durations kept of each name.
  static var depth: Int { 3 }

  /// An empty history.
  public init() {}

  /// The median of the last durations of a phase, in seconds; nil for an unknown name.
  public func duration(of name: Bytes) -> Double? {
    guard let values = durations.first(where: { $0.name == name })?.values.ordered(by: <) else { return nil }
    return values[(values.count - 1) / 2]
  }

  /// Adds a duration. Ignored if it is not within 0.05 s to a week, or the name is longer than 256 bytes.
  public mutating func learn(_ seconds: Double, of name: Bytes) {
    guard (0.05...86400 * 7).contains(seconds), name.count <= 256 else { return }
    var values = durations.first { $0.name == name }?.values ?? []
    values.append(seconds)
    durations.removeAll { $0.name == name }
    durations.append(Duration(name: name, values: Array(values.suffix(DurationHistory.depth))))
    if durations.count > DurationHistory.limit { durations.removeFirst() }
  }

  /// The mean of the earlier runs of a mode; nil for a mode that has not run.
  public func meanRun(of mode: Bytes) -> BootMilestones? { meanRuns.first { $0.mode == mode } }

  /// Merges a completed run.
  public mutating func learn(_ run: BootMilestones) {
    let merged = meanRun(of: run.mode).map { run.merged(with: $0) } ?? run
    meanRuns.removeAll { $0.mode == run.mode }
    meanRuns.append(merged)
    if meanRuns.count > 8 { meanRuns.removeFirst() }
  }

  /// This history with what was learned after it. It is partial if this one is.
  public func adding(_ newer: DurationHistory) -> DurationHistory {
    var all = self
    for duration in newer.durations { for seconds in duration.values { all.learn(seconds, of: duration.name) } }
    for run in newer.meanRuns { all.learn(run) }
    all.part = newer.decidesPart ? newer.part : newer.part ?? part
    all.decidesPart = newer.decidesPart || decidesPart
    all.unfinished = newer.unfinished
    return all
  }
}

extension DurationHistory {
  /// The maximum size of the file, in bytes.
  public static var byteLimit: Int { 64 * 1024 }

  /// The file's content (JSON). The oldest entries are left out if it would be longer than `byteLimit`.
  public var text: Bytes {
    var kept = self
    while kept.json.count > DurationHistory.byteLimit {
      if kept.unfinished != nil {
        kept.unfinished = nil
      } else if kept.meanRuns.isEmpty {
        kept.durations.removeFirst()
      } else {
        kept.meanRuns.removeFirst()
      }
    }
    return kept.json
  }

  /// The content without a limit of its size. The key "courses" has the runs; that of 0 seconds has not ended.
  private var json: Bytes {
    func rounded(_ seconds: Double) -> JSON { .number((seconds * 1000).rounded() / 1000) }
    var members = [
      JSON.Member(
        "durations",
        .array(
          durations.map { ["name": .string($0.name), "seconds": .array($0.values.map { rounded($0) })] as JSON })),
      JSON.Member(
        "courses",
        .array(
          (meanRuns + [unfinished].compactMap { $0 }).map { run in
            [
              "mode": .string(run.mode), "seconds": rounded(run.length),
              "start": run.start.map { .number($0) } ?? .null,
              "milestones": .array(
                run.milestones.map { ["name": .string($0.name), "at": rounded($0.time)] as JSON }),
            ]
          })),
    ]
    if let part { members.append(JSON.Member("part", part.json)) }
    if decidesPart { members.append(JSON.Member("decidesPart", .bool(true))) }
    if isPartial { members.append(JSON.Member("partial", .bool(true))) }
    return JSON.object(members).text
  }

  /// Parses a file's content. Entries that are malformed or out of range are ignored.
  public init(_ text: Bytes) {
    guard let file = try? JSON(text) else { return }
    for entry in file["durations"]?.array ?? [] {
      guard let name = entry["name"]?.string else { continue }
      for seconds in entry["seconds"]?.array ?? [] { if let number = seconds.number { learn(number, of: name) } }
    }
    for entry in file["courses"]?.array ?? [] {
      guard let mode = entry["mode"]?.string, let seconds = entry["seconds"]?.number else { continue }
      var run = BootMilestones(mode)
      for milestone in entry["milestones"]?.array ?? [] {
        if let name = milestone["name"]?.string, let time = milestone["at"]?.number {
          run.recordMilestone(name, at: time)
        }
      }
      run.length = seconds
      run.start = seconds == 0 ? entry["start"]?.number : nil
      if (0.1...86400).contains(seconds) { learn(run) } else if seconds == 0 { unfinished = run }
    }
    isPartial = file["partial"]?.bool ?? false
    part = file["part"].flatMap { ProgressModel.Part($0) }
    decidesPart = file["decidesPart"]?.bool ?? false
  }
}
