import Display
import Loaders
import Raster
import Scene
import Support
import System
import Text
import Varlink

@testable import Daemon
@testable import DaemonCore

/// A screen without a daemon: calls go in, and frames are drawn into memory whose margin is checked.
struct FuzzScreen {
  var model: ScreenModel
  private(set) var journal = CallJournal(boot: "now")
  /// The screen's clock in nanoseconds; `advance(by:)` moves it.
  private(set) var time: Int64 = 1_000_000_000
  private let typesetter = Typesetter()
  private let renderer = Renderer()
  private let output = try? HeadlessOutput(width: 64, height: 48, rate: 60, folder: nil)

  init(_ files: Files = Files { (path) throws(ParameterError) in throw ParameterError("file", "\(path): not here") }) {
    model = ScreenModel(files)
  }

  private var snapshot: StatusSnapshot {
    StatusSnapshot(
      outputs: output.map { [$0] } ?? [], time: .zero, secondsToFirst: nil, isYielded: false,
      missingGlyphs: typesetter.missing, isUnshaped: typesetter.isUnshaped)
  }

  /// The reply to `GetState`.
  var state: Bytes { mutating get { model.state(snapshot, at: Time(nanoseconds: time)).text } }

  /// Makes a call. A refused call must not change the state, and every reply must be parsable.
  @discardableResult
  mutating func call(_ call: Call, from client: Int = 0) -> Reply {
    let before = state, isPersistent = ScreenModel.isPersistent(call, from: client, in: model.stack)
    let (reply, effect) = model.answer(call, from: client, now: time, snapshot)
    _ = model.takeProblems()
    if reply.error != nil {
      require(effect == .none && state == before)
    } else if isPersistent {
      journal.note(call, at: time)
    }
    require((try? Reply(reply.text)) != nil || reply.text.count > Framing.limit)
    return reply
  }

  /// Closes the connection of a client.
  mutating func closeClient(_ client: Int) { _ = model.connectionClosed(client, at: time) }

  /// Moves the clock forward.
  mutating func advance(by nanoseconds: Int64) { time += nanoseconds }

  /// Draws a frame; sizes in pixels. No pixel outside of it may change. With `again`, a second frame at the same time
  /// must have the same bounds.
  mutating func draw(width: Int32, height: Int32, scale: Double = 1, again: Bool = true) {
    let context = Context(typesetter, scale: scale)
    let frame = model.frame(at: time, width: width, height: height, context)
    if let next = frame.next, next != 0 { require(next > time) }
    let stride = Int(width) + 8, rows = Int(height) + 8
    var pixels = [UInt32](repeating: FuzzScreen.untouched, count: stride * rows)
    pixels.withUnsafeMutableBufferPointer { memory in
      guard let corner = memory.baseAddress?.advanced(by: 4 * stride + 4) else { return }
      let surface = Surface(corner, width: width, height: height, stride: stride)
      renderer.paint(frame.drawOps, over: model.screen.background.color, in: Region(surface.bounds), of: surface)
    }
    for y in 0..<rows {
      for x in 0..<stride where !(4..<stride - 4).contains(x) || !(4..<rows - 4).contains(y) {
        require(pixels[y * stride + x] == FuzzScreen.untouched)
      }
    }
    if !again { return }
    let second = model.frame(at: time, width: width, height: height, context)
    // Text that is wider than the screen is laid out again for each frame. Then it is a different, equal object.
    require(frame.drawOps.map { $0.bounds } == second.drawOps.map { $0.bounds })
  }

  /// Value of the pixels in the margin.
  private static let untouched: UInt32 = 0x1234_5678
}
