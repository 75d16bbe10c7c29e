import LoaderClient
import Process
import Testing

/// The client for other Swift programs, with a running daemon.
@Suite struct LoaderClientTests {
  @Test func callsChangeWhatIsShown() throws {
    let daemon = try RunningDaemon(showing: nil)
    let client = try LoaderClient(to: daemon.socket)
    try client.show("bar", text: "Installing…", parameters: ["width": "240", "color": "red"])
    try client.setProgress(0.25, label: "Größe")
    try client.setMessage("Do not turn off", lifetime: 60)
    var state = try client.state()
    #expect(state.loader == "bar" && state.text == "Installing…" && state.progress == 0.25 && state.mode == "boot")
    #expect(state.status == "Größe" && state.message == "Do not turn off")
    try client.setProgress(nil)
    try client.setStatus("")
    try client.setMessage("")
    try client.hide()
    state = try client.state()
    #expect(state.loader == nil && state.progress == nil && state.status == "" && state.message == "")
  }

  @Test func namesOfParametersMayHaveHyphens() throws {
    let daemon = try RunningDaemon(showing: nil)
    try LoaderClient(to: daemon.socket).show("ring", parameters: ["line-width": "8"])
    #expect(try daemon.call("GetState").text("loader") == "ring")
  }

  @Test func leaseEndsWithTheClient() throws {
    let daemon = try RunningDaemon()
    var client: LoaderClient? = try LoaderClient(to: daemon.socket)
    try client?.show("dots", lease: true)
    #expect(try client?.state().loader == "dots")
    client = nil
    #expect(try eventually { try daemon.call("GetState").text("loader") == "shimmer" })
  }

  @Test func refusedCallsThrowTheirReason() throws {
    let daemon = try RunningDaemon()
    let client = try LoaderClient(to: daemon.socket)
    let unknown = #expect(throws: LoaderError.self) { try client.show("rign") }
    guard case .unknownLoader("rign", let known)? = unknown else {
      Issue.record("\(String(describing: unknown))")
      return
    }
    #expect(known.contains("ring"))
    let invalid = #expect(throws: LoaderError.self) { try client.show("ring", parameters: ["size": "huge"]) }
    guard case .invalidParameter("size", let reason)? = invalid else {
      Issue.record("\(String(describing: invalid))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(try client.state().loader == "shimmer")
  }

  @Test func missingDaemonIsReported() throws {
    let daemon = try RunningDaemon()
    let client = try LoaderClient(to: daemon.socket)
    try client.quit()
    #expect(try eventually { !daemon.child.isRunning })
    #expect(throws: LoaderError.self) { try client.state() }
    #expect(throws: LoaderError.noDaemon(reason: "No such file or directory")) {
      try LoaderClient(to: daemon.socket)
    }
  }
}
