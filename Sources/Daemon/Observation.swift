import Loaders
import Notation
import Outputs
import Scene

/// What the daemon knows beside the session, for `GetState`.
struct Observation {
  let output: OutputDescription
  let pacing: StaticString
  let frames: FrameStatistics
  /// Of the newest frame.
  let time: Time
  /// Seconds from the start to the first picture.
  let first: Double?
  let missingGlyphs: Int
  /// Whether a script that needs HarfBuzz was set without it.
  let isUnshaped: Bool
}

extension Session {
  func state(_ seen: Observation, at now: Time) -> [JSON.Member] {
    func optional(_ text: Bytes?) -> JSON { text.map { .string($0) } ?? .null }
    let output: JSON = [
      "kind": .string(Bytes(seen.output.kind)), "name": .string(seen.output.name),
      "device": .string(seen.output.device),
      "width": .integer(Int(seen.output.width)), "height": .integer(Int(seen.output.height)),
      "refresh": .number(seen.output.refresh), "scale": .number(scale ?? seen.output.scale),
      "path": .string(Bytes(seen.output.path)),
      "pacing": .string(Bytes(seen.pacing)),
    ]
    let frame: JSON = [
      "time": .number(seen.time.seconds), "shown": .integer(seen.frames.shown),
      "skipped": .integer(seen.frames.skipped), "late": .integer(seen.frames.late),
      "first": seen.first.map { .number($0) } ?? .null,
    ]
    return [
      JSON.Member("loader", optional(screen.loader.current.map { Bytes($0.name) })),
      JSON.Member("text", optional(text)),
      JSON.Member("status", .string(screen.status.current ?? "")),
      JSON.Member("message", .string(screen.message.current(at: now) ?? "")),
      JSON.Member("progress", screen.progress.map { .number($0.to) } ?? .null),
      JSON.Member("mode", .string(mode)), JSON.Member("missing_glyphs", .integer(seen.missingGlyphs)),
      JSON.Member("unshaped", .bool(seen.isUnshaped)),
      JSON.Member("output", output), JSON.Member("frame", frame),
    ]
  }
}
