import Linux
import Loaders
import Notation
import Outputs
import Protocol
import Raster
import Scene
import Text

@testable import Daemon

/// A session without a daemon: calls go in, and frames are drawn into memory that is watched.
struct Stage {
  var session: Session
  private(set) var record = Record(boot: "now")
  /// Nanoseconds of its clock, which the calls move.
  private(set) var time: Int64 = 1_000_000_000
  private let typesetter = Typesetter()
  private let painter = Painter()
  private let output = try? HeadlessOutput(width: 64, height: 48, rate: 60, folder: nil)

  init(_ files: Files = Files { (path) throws(ParameterError) in throw ParameterError("file", "\(path): not here") }) {
    session = Session(files)
  }

  private var seen: Observation {
    Observation(
      outputs: output.map { [$0] } ?? [], scale: nil, time: .zero, first: nil, isYielded: false,
      missingGlyphs: typesetter.missing, isUnshaped: typesetter.isUnshaped)
  }

  var state: Bytes { Reply(session.state(seen, at: Time(nanoseconds: time))).text }

  /// A call that is refused changes nothing, and any answer can be read.
  @discardableResult
  mutating func take(_ call: Call, from client: Int = 0) -> Reply {
    let before = state, isLasting = session.isLasting(call, from: client)
    let (reply, effect) = session.answer(call, from: client, now: time, seen)
    _ = session.takeComplaints()
    if reply.error != nil {
      require(effect == .none && state == before)
    } else if isLasting {
      record.note(call, at: time)
    }
    require((try? Reply(reply.text)) != nil || reply.text.count > Framing.limit)
    return reply
  }

  /// A client goes.
  mutating func end(_ client: Int) { _ = session.end(client, at: time) }

  mutating func wait(_ nanoseconds: Int64) { time += nanoseconds }

  /// Draws what is shown, over nothing outside the canvas; what is drawn twice stands in the same place.
  func draw(width: Int32, height: Int32, scale: Double = 1, again: Bool = true) {
    let context = Context(typesetter, scale: session.scale ?? scale)
    let frame = session.frame(at: time, width: width, height: height, context)
    if case .at(let next) = frame.change { require(next.nanoseconds > time) }
    let stride = Int(width) + 8, rows = Int(height) + 8
    var pixels = [UInt32](repeating: Stage.untouched, count: stride * rows)
    pixels.withUnsafeMutableBufferPointer { memory in
      guard let corner = memory.baseAddress?.advanced(by: 4 * stride + 4) else { return }
      let canvas = Canvas(corner, width: width, height: height, stride: stride)
      painter.paint(frame.marks, over: session.screen.background.color, in: Region(canvas.bounds), of: canvas)
    }
    for y in 0..<rows {
      for x in 0..<stride where !(4..<stride - 4).contains(x) || !(4..<rows - 4).contains(y) {
        require(pixels[y * stride + x] == Stage.untouched)
      }
    }
    if !again { return }
    let second = session.frame(at: time, width: width, height: height, context)
    // Text that no room is wide enough for is set anew each time, and is then another object that looks the same.
    require(frame.marks.map { $0.bounds } == second.marks.map { $0.bounds })
  }

  private static let untouched: UInt32 = 0x1234_5678
}
