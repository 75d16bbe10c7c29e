import ScreenAPI
import Support
import Testing
import Varlink

@testable import Daemon

/// Parsing WaitKey calls, and the events that end a wait.
@Suite struct KeyWaitTests {
  private func wait(_ parameters: JSON) throws -> KeyWait {
    do throws(Reply) {
      return try KeyWait(Call(screen: "WaitKey", members: parameters.members ?? []), of: 7, now: 1_000_000_000)
    } catch {
      throw Refusal(name: error["name"]?.string)
    }
  }

  private struct Refusal: Error, Equatable { let name: Bytes? }

  @Test func withoutNamesEveryKeyButModifiersEndsTheWait() throws {
    let wait = try wait([:])
    #expect(wait.ends(by: .key("a")) && wait.ends(by: .key("esc")) && !wait.ends(by: .key("leftshift")))
    #expect(!wait.ends(by: .cancel) && !wait.ends(by: .time(1_000_000_000_000_000)))
    #expect(wait.ends(by: .disconnected(7)) && !wait.ends(by: .disconnected(8)))
  }

  @Test func numberOfKeysIsLimited() {
    #expect(throws: Never.self) { try wait(["keys": .array(Array(repeating: "y", count: 64))]) }
    #expect(throws: Refusal(name: "keys")) { try wait(["keys": .array(Array(repeating: "y", count: 65))]) }
  }

  @Test func onlyNamedKeysEndTheWait() throws {
    let wait = try wait(["keys": .array(["y", "28"]), "timeout": .number(2)])
    #expect(wait.ends(by: .key("y")) && wait.ends(by: .key("enter")) && !wait.ends(by: .key("n")))
    #expect(!wait.ends(by: .time(2_999_999_999)) && wait.ends(by: .time(3_000_000_000)))
  }

  @Test func waitForCancellingIgnoresKeys() throws {
    let wait = try wait(["cancel": .bool(true)])
    #expect(wait.ends(by: .cancel) && !wait.ends(by: .key("esc")))
  }

  @Test func invalidParametersAreRefused() {
    #expect(throws: Refusal(name: "keys")) { try wait(["keys": .array(["escape"])]) }
    #expect(throws: Refusal(name: "keys")) { try wait(["keys": .array([.number(1)])]) }
    #expect(throws: Refusal(name: "keys")) { try wait(["keys": "y"]) }
    #expect(throws: Refusal(name: "keys")) { try wait(["keys": ["y": .bool(true)]]) }
    #expect(throws: Refusal(name: "cancel")) { try wait(["cancel": .number(1)]) }
    #expect(throws: Refusal(name: "cancel")) { try wait(["cancel": "true"]) }
    #expect(throws: Refusal(name: "cancel")) { try wait(["cancel": .bool(true), "keys": .array(["y"])]) }
    #expect(throws: Refusal(name: "timeout")) { try wait(["timeout": "1"]) }
    #expect(throws: Refusal(name: "timeout")) { try wait(["timeout": .number(-1)]) }
  }
}
