import Linux
import Notation
import Protocol

/// A client's end of the daemon's socket.
struct Connection {
  private let descriptor: FileDescriptor
  private let path: Bytes

  init(to path: Bytes) throws(Failure) {
    self.path = path
    do throws(SystemError) {
      descriptor = try Socket.connected(to: path)
    } catch {
      if error.isAbsence { throw .absent(path) }
      if error.isDenial { throw .refused("\(path): \(error.reason); be root, or in the group loaderd") }
      throw .refused("\(path): \(error.text)")
    }
  }

  /// Calls a method and waits for its reply.
  func call(_ method: Bytes, _ parameters: [JSON.Member]) throws(Failure) -> Reply {
    let reply: Reply
    do throws(SystemError) {
      do throws(SystemError) {
        try descriptor.write(Call(method, parameters).text.utf8 + [0])
      } catch  where error.isFarewell {
        // A daemon that takes no more clients has closed already, and said so: its words are read even then.
      }
      reply = try receive()
    } catch {
      throw .refused("\(path): \(error.code == 11 ? "loaderd does not answer" : error.reason)")
    }
    if reply.error != nil { throw .refused(reply.sentence) }
    return reply
  }

  private func receive() throws(SystemError) -> Reply {
    var framing = Framing()
    while true {
      guard let bytes = try descriptor.read(upTo: 16384) else { throw SystemError("read", 11) }
      if bytes.isEmpty { throw SystemError("read", 104) }
      do throws(Reply) {
        if let message = try framing.take(bytes).first { return try Reply(message) }
      } catch {
        return error
      }
    }
  }
}
