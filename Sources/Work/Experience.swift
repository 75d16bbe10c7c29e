public import Notation

/// What earlier runs of the machine took: phases by name, and the course of each mode. Bounded; the oldest is forgotten.
public struct Experience: Equatable {
  private struct Duration: Equatable {
    let name: Bytes
    /// Seconds, the newest last.
    var values: [Double]
  }

  private var durations: [Duration] = []
  public private(set) var courses: [Course] = []
  /// Work that goes on after a reboot.
  public var part: Work.Part?

  /// Durations kept, and of each so many.
  static var limit: Int { 64 }
  static var depth: Int { 3 }

  public init() {}

  /// The median of what it took lately, in seconds; nil for what was never seen.
  public func duration(of name: Bytes) -> Double? {
    guard let values = durations.first(where: { $0.name == name })?.values.ordered(by: <) else { return nil }
    return values[(values.count - 1) / 2]
  }

  public mutating func learn(_ seconds: Double, of name: Bytes) {
    guard (0.05...86400 * 7).contains(seconds), name.count <= 256 else { return }
    var values = durations.first { $0.name == name }?.values ?? []
    values.append(seconds)
    durations.removeAll { $0.name == name }
    durations.append(Duration(name: name, values: Array(values.suffix(Experience.depth))))
    if durations.count > Experience.limit { durations.removeFirst() }
  }

  public func course(of mode: Bytes) -> Course? { courses.first { $0.mode == mode } }

  public mutating func learn(_ course: Course) {
    let merged = self.course(of: course.mode).map { course.merged(with: $0) } ?? course
    courses.removeAll { $0.mode == course.mode }
    courses.append(merged)
    if courses.count > 8 { courses.removeFirst() }
  }
}

extension Experience {
  /// Bytes of a file that is read again.
  public static var size: Int { 64 * 1024 }

  /// The file's content, without the oldest where that would be too long.
  public var text: Bytes {
    var kept = self
    while kept.whole.count > Experience.size {
      if kept.courses.isEmpty { kept.durations.removeFirst() } else { kept.courses.removeFirst() }
    }
    return kept.whole
  }

  private var whole: Bytes {
    func rounded(_ seconds: Double) -> JSON { .number((seconds * 1000).rounded() / 1000) }
    var members = [
      JSON.Member(
        "durations",
        .array(
          durations.map { ["name": .string($0.name), "seconds": .array($0.values.map { rounded($0) })] as JSON })),
      JSON.Member(
        "courses",
        .array(
          courses.map { course in
            [
              "mode": .string(course.mode), "seconds": rounded(course.length),
              "milestones": .array(
                course.milestones.map { ["name": .string($0.name), "at": rounded($0.time)] as JSON }),
            ]
          })),
    ]
    if let part {
      members.append(JSON.Member("part", ["number": .integer(part.number), "count": .integer(part.count)]))
    }
    return JSON.object(members).text
  }

  /// Reads a file; what is not understood is forgotten.
  public init(_ text: Bytes) {
    guard let file = try? JSON(text) else { return }
    for entry in file["durations"]?.array ?? [] {
      guard let name = entry["name"]?.string else { continue }
      for seconds in entry["seconds"]?.array ?? [] { if let number = seconds.number { learn(number, of: name) } }
    }
    for entry in file["courses"]?.array ?? [] {
      guard let mode = entry["mode"]?.string, let seconds = entry["seconds"]?.number else { continue }
      var course = Course(mode)
      for milestone in entry["milestones"]?.array ?? [] {
        if let name = milestone["name"]?.string, let time = milestone["at"]?.number { course.pass(name, at: time) }
      }
      course.length = seconds
      if (0.1...86400).contains(seconds) { learn(course) }
    }
    if let number = file["part"]?["number"]?.number.flatMap({ Int(exactly: $0) }),
      let count = file["part"]?["count"]?.number.flatMap({ Int(exactly: $0) }), Work.Part.isValid(number, of: count)
    {
      part = Work.Part(number: number, count: count)
    }
  }
}

extension Work.Part {
  /// "2 of 3".
  public static func isValid(_ number: Int, of count: Int) -> Bool {
    count >= 1 && count <= 99 && (1...count).contains(number)
  }
}
