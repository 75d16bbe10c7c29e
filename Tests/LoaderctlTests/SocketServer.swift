import Foundation
import Process
import Testing

extension Child {
  /// A Python program that listens at the socket `s` of a folder in place of loaderd, and then runs `body`, in which
  /// `server` is the socket. Returns when it listens.
  static func server(in folder: Folder, _ body: String) throws -> Child {
    let script = """
      import socket, sys, time
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen()
      print("listening", flush=True)
      \(body)
      """
    let server = try Child(Program("/usr/bin/python3"), ["-c", script, folder["s"]].map { Array($0.utf8) }, in: folder)
    #expect(try eventually { try !folder.data("out").isEmpty })
    return server
  }
}
