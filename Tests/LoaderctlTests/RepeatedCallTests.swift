import Foundation
import Process
import Testing

/// Calls that a loaderd has accepted and not read when it hands over to its successor.
@Suite struct RepeatedCallTests {
  /// Closes `connections` connections, and answers a call on the next one.
  private func status(of words: [String], closing connections: Int) throws -> Outcome {
    let folder = Folder()
    let body = """
      for _ in range(\(connections)):
          server.accept()[0].close()
      connection = server.accept()[0]
      while connection.recv(65536):
          connection.sendall(b'{"parameters":{}}\\0')
      """
    let server = try Child.server(in: folder, body)
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"]] + words)
    server.signal(SIGTERM)
    _ = try server.finish()
    return outcome
  }

  @Test(arguments: [["show", "dots"], ["status", "Text"], ["hide"], ["progress", "50%"]])
  func callIsMadeOnceMore(words: [String]) throws {
    let outcome = try status(of: words, closing: 1)
    #expect(outcome.status == 0 && outcome.errors == "", "\(words): \(outcome.errors)")
  }

  @Test func secondFailureIsReported() throws {
    let outcome = try status(of: ["status", "Text"], closing: 2)
    #expect(outcome.status == 1 && outcome.errors.contains("Connection reset by peer"), "\(outcome.errors)")
  }
}
