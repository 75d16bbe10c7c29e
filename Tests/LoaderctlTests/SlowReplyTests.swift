import Process
import Testing

/// Calls for which the daemon has a worker process, which may take longer than other calls.
@Suite struct SlowReplyTests {
  @Test func screenshotsWaitForTheWorker() throws {
    let folder = Folder()
    let body = """
      connection = server.accept()[0]
      connection.recv(65536)
      time.sleep(11)
      connection.sendall(b"{}\\0")
      """
    let server = try Child.server(in: folder, body)
    let outcome = try Program.loaderctl(in: folder).run(["--socket", folder["s"], "screenshot", "-o", folder["x.png"]])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    _ = try server.finish()
  }
}
