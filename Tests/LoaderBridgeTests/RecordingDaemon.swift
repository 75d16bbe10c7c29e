import Foundation
import Process
import Synchronization

/// A mock of loaderd that records every call and answers with success, or as loaderd-minimal for a method that it
/// lacks. It may refuse the connection of the first call of a method.
final class RecordingDaemon: Sendable {
  private let record = Record()
  private let listener: Int32
  private let path: String
  private let mode: String

  init(
    at path: String, mode: String = "boot", without missing: String? = nil, refusing refused: String? = nil
  ) throws {
    (self.path, self.mode) = (path, mode)
    record.refused.withLock { $0 = refused }
    listener = try listening(at: path)
    Thread.detachNewThread { [record, listener, mode] in
      defer { record.hasStopped.signal() }
      while case let client = accept(listener, nil, nil), client >= 0 {
        record.clients.withLock { $0.append(client) }
        Thread.detachNewThread {
          RecordingDaemon.serve(client, mode, missing, record)
          record.clients.withLock { $0.removeAll { $0 == client } }
          close(client)
        }
      }
    }
  }

  deinit {
    // Ends the threads. The one that accepts must not meet another socket with the same number.
    shutdown(listener, Int32(SHUT_RDWR))
    record.hasStopped.wait()
    close(listener)
    record.clients.withLock { for client in $0 { shutdown(client, Int32(SHUT_RDWR)) } }
    unlink(path)
  }

  /// The calls so far: the method, and its parameters sorted by name.
  var calls: [String] { record.calls.withLock { $0 } }

  /// Waits for a call that contains all words; returns false after a timeout.
  func receives(_ words: String..., within seconds: Double = defaultTimeout) -> Bool {
    eventually(within: seconds) { calls.contains { call in words.allSatisfy { call.contains($0) } } }
  }

  private static func serve(_ client: Int32, _ mode: String, _ missing: String?, _ record: Record) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: 0) {
        let call = (try? JSONSerialization.jsonObject(with: Data(pending[..<end]))) as? [String: Any] ?? [:]
        pending.removeFirst(end + 1)
        let method = (call["method"] as? String ?? "").split(separator: ".").last ?? ""
        let data = try? JSONSerialization.data(withJSONObject: call["parameters"] ?? [:], options: .sortedKeys)
        let line = "\(method) \(String(decoding: data ?? Data(), as: UTF8.self))"
        let isRefused = record.refused.withLock {
          if $0 != String(method) { return false }
          $0 = nil
          return true
        }
        if isRefused {
          let reply = Array("{\"error\":\"io.loaderd.Screen.TooManyClients\"}\0".utf8)
          _ = reply.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          return
        }
        record.calls.withLock { $0.append(line) }
        let reply =
          if missing == String(method) {
            #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"\#(method)"}}"#
          } else {
            method == "GetState" ? #"{"parameters":{"mode":"\#(mode)"}}"# : #"{"parameters":{}}"#
          }
        _ = Array((reply + "\0").utf8).withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
    }
  }
}

/// Calls and connections, shared by the threads.
private final class Record: Sendable {
  let calls = Mutex<[String]>([])
  let clients = Mutex<[Int32]>([])
  let refused = Mutex<String?>(nil)
  /// Signalled when no more clients are accepted.
  let hasStopped = DispatchSemaphore(value: 0)
}

/// bind(2) or listen(2) failed.
struct CannotListen: Error { let code: Int32 }

/// Returns a listening Unix stream socket.
func listening(at path: String) throws -> Int32 {
  let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  let result = withSocketAddress(path) { bind(listener, $0, $1) }
  if result != 0 || listen(listener, 4) != 0 { throw CannotListen(code: errno) }
  return listener
}
