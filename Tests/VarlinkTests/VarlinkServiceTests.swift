import Support
import Testing
import Varlink

/// The interface org.varlink.service, and methods of unknown interfaces.
@Suite struct VarlinkServiceTests {
  private let service = VarlinkService(
    vendor: "maker", product: "thing", version: "1.2", interface: "a.b.Thing", description: "interface a.b.Thing\n")

  private func describe(_ name: JSON?) -> Reply? {
    service.reply(
      to: Call("org.varlink.service.GetInterfaceDescription", name.map { [JSON.Member("interface", $0)] } ?? []))
  }

  @Test func getInfoReturnsNamesAndInterfaces() throws {
    let reply = try #require(service.reply(to: Call("org.varlink.service.GetInfo", [])))
    #expect(reply.error == nil && reply["vendor"] == "maker")
    #expect(reply["product"] == "thing" && reply["version"] == "1.2")
    #expect(reply["interfaces"] == .array(["org.varlink.service", "a.b.Thing"]))
  }

  @Test func descriptionsOfInterfacesAreReturned() throws {
    #expect(describe("a.b.Thing")?["description"] == "interface a.b.Thing\n")
    let own = try #require(describe("org.varlink.service")?["description"]?.string)
    #expect(own.split(at: 0x0A).contains("interface org.varlink.service"))
  }

  @Test func unknownInterfacesAndMethodsAreRefused() {
    #expect(describe("a.b.Other")?.error == "org.varlink.service.InterfaceNotFound")
    #expect(describe("a.b.Other")?["interface"] == "a.b.Other")
    #expect(describe(nil)?.error == "org.varlink.service.InvalidParameter")
    #expect(describe(.number(1))?.error == "org.varlink.service.InvalidParameter")
    #expect(service.reply(to: Call("org.varlink.service.Nothing", []))?.error == "org.varlink.service.MethodNotFound")
  }

  @Test(arguments: ["", ".", "Show", "a.b.Thingy.Show", "a.b.Show", "A.B.Thing.Show", "org.varlink.GetInfo"])
  func otherInterfacesAreNotFound(method: String) {
    #expect(service.reply(to: Call(Bytes(Array(method.utf8)), []))?.error == "org.varlink.service.InterfaceNotFound")
  }

  @Test(arguments: ["a.b.Thing.Show", "a.b.Thing."])
  func methodsOfTheOwnInterfaceAreNotHandled(method: String) {
    #expect(service.reply(to: Call(Bytes(Array(method.utf8)), [])) == nil)
  }
}
