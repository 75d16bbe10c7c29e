import Linux
import Notation
import Protocol

/// A client's end of the daemon's socket.
struct Connection {
  private let descriptor: FileDescriptor
  private let path: Bytes

  /// Waits `patience` seconds for each reply, or for ever when it is 0.
  init(to path: Bytes, patience: Int = 10) throws(Failure) {
    self.path = path
    do throws(SystemError) {
      descriptor = try Socket.connected(to: path, patience: patience)
    } catch {
      throw Connection.failure(error, path)
    }
  }

  /// Why there is no connection to a path.
  static func failure(_ error: SystemError, _ path: Bytes) -> Failure {
    if error.isAbsence { return .absent(path) }
    if error.isDenial { return .refused("\(path): \(error.reason); be root, or in the group loaderd") }
    return .refused("\(path): \(error.text)")
  }

  /// Calls a method and waits for its reply; an open file may go along with it.
  func call(
    _ method: Bytes, _ parameters: [JSON.Member], passing file: FileDescriptor? = nil
  ) throws(Failure) -> Reply {
    let reply: Reply
    do throws(SystemError) {
      do throws(SystemError) {
        let call = Call(method, parameters).text.utf8 + [0]
        if let file { try Socket.send(call, passing: file, on: descriptor) } else { try descriptor.write(call) }
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

  /// Calls a method that answers again and again, until the daemon ends.
  func stream(_ method: Bytes, _ take: (JSON) -> Void) throws(Failure) {
    var framing = Framing(), refusal: Reply?
    do throws(SystemError) {
      try descriptor.write(Call(method, more: true).text.utf8 + [0])
      while refusal == nil, let bytes = try descriptor.read(upTo: 16384), !bytes.isEmpty {
        do throws(Reply) {
          for message in try framing.take(bytes) {
            let reply = try Reply(message)
            if reply.error != nil { throw reply }
            take(.object(reply.parameters))
          }
        } catch {
          refusal = error
        }
      }
    } catch {
      if !error.isFarewell { throw .refused("\(path): \(error.reason)") }
    }
    if let refusal { throw .refused(refusal.sentence) }
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
