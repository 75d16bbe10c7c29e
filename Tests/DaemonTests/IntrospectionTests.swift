import Process
import Testing

/// The interface org.varlink.service (varlink.org, "Service").
@Suite struct IntrospectionTests {
  @Test func getInfoReturnsTheInterfaces() throws {
    let client = try RunningDaemon().client()
    let info = try client.call("org.varlink.service.GetInfo")
    #expect(info.text("product") == "loaderd")
    #expect(info.list("interfaces") as? [String] == ["org.varlink.service", "io.loaderd.Screen"])
  }

  @Test func everyDescribedMethodExists() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    for interface in ["org.varlink.service", "io.loaderd.Screen"] {
      let answer = try client.call("org.varlink.service.GetInterfaceDescription", "{\"interface\":\"\(interface)\"}")
      let lines = try #require(answer.text("description")?.split(separator: "\n"))
      #expect(lines.contains("interface \(interface)"))
      let methods = lines.filter { $0.hasPrefix("method ") }.map { $0.dropFirst(7).prefix { $0 != "(" } }
      #expect(!methods.isEmpty)
      for method in methods where method != "Quit" {
        #expect(try client.call("\(interface).\(method)").shortError != "MethodNotFound")
      }
    }
  }

  @Test(arguments: [
    ("io.loaderd.Screen.Explode", "MethodNotFound", "method", "io.loaderd.Screen.Explode"),
    ("org.varlink.service.Explode", "MethodNotFound", "method", "org.varlink.service.Explode"),
    ("io.loaderd.Scream.Show", "InterfaceNotFound", "interface", "io.loaderd.Scream"),
    ("Show", "InterfaceNotFound", "interface", ""),
  ])
  func unknownMethodsAndInterfacesAreRejected(method: String, error: String, key: String, value: String) throws {
    let daemon = try RunningDaemon()
    let answer = try daemon.client().call(method)
    #expect(answer.error == "org.varlink.service.\(error)" && answer.text(key) == value)
  }
}
