import DaemonCore
import Display
import Images
import ScreenAPI
import Support
import System
import Varlink

/// The call `Screenshot`: a worker process encodes the picture as a PNG file.
extension Daemon {
  /// The first byte of a worker's result that is no PNG file, which begins with 0x89.
  private enum WorkerResult {
    /// The file could not be written to the client's descriptor; the reason follows as text.
    static var failed: UInt8 { 0 }
    /// The file was written to the client's descriptor.
    static var written: UInt8 { 1 }
    /// The file is too large for a reply.
    static var tooLarge: UInt8 { 2 }
  }

  /// Answers a call of `Screenshot` of the output `name`, by default the primary one; a file descriptor that arrived
  /// with the call gets the PNG file, else the reply has it.
  func takeScreenshot(of name: Bytes?, _ call: Call, for client: Client) -> Server.Answer {
    guard let output = displays.outputs.first(where: { name == nil || $0.description.name == name }) else {
      if name == nil { return .reply(.noDisplay("there is no display")) }
      let known = displays.outputs.map { $0.description.name }.joined(by: ", ")
      return .reply(.invalidParameter("output", "no display \(quoted: name ?? ""); there are \(known)"))
    }
    let id = client.id, size = output.description
    let connection = client.hasDescriptors ? client.descriptor : nil, peer = client.peer
    let isStarted = workers.start(for: peer, keeping: connection) {
      let frame = PNG.Frame(width: Int(size.width), height: Int(size.height), pixels: output.pixels)
      let png = PNG(frame, hasAlpha: false).bytes
      guard let connection else { return png.count > Daemon.screenshotLimit ? [WorkerResult.tooLarge] : png }
      do throws(SystemError) {
        let message = try Socket.receive(upTo: 16384, from: connection)
        try message?.passed?.write(png, timeoutMilliseconds: 10_000)
        return [WorkerResult.written]
      } catch {
        let reason = error.code == Errno.timedOut ? "the reader took nothing for 10 s" : error.reason
        return [WorkerResult.failed] + reason.utf8
      }
    } finish: { [unowned(unsafe) self] worker in
      let bytes = worker?.result(limit: WorkerPool.resultLimit) ?? []
      var members = [
        JSON.Member("width", .integer(Int(size.width))), JSON.Member("height", .integer(Int(size.height))),
      ]
      let reply: Reply
      switch bytes.first {
      case nil: reply = .invalidParameter("output", "the picture could not be written within 60 s")
      case WorkerResult.failed?: reply = .invalidParameter("output", "cannot be written: " + Bytes(bytes[1...]))
      case WorkerResult.tooLarge?: reply = .tooLarge(limit: Daemon.screenshotLimit)
      default:
        if connection == nil { members.append(JSON.Member("png", .string(Base64.text(bytes)))) }
        reply = Reply(members)
      }
      finish(id, call, by: peer, with: reply)
    }
    return isStarted ? .later : .reply(.tooManyClients)
  }

  /// Bytes of a PNG file that fit into a reply in Base64; a larger one needs a file descriptor.
  private static var screenshotLimit: Int { 180 * 1024 }
}
