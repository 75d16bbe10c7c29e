import Loaders
import Support
import Testing

@testable import Daemon

/// The method table agrees with the interface definition io.loaderd.Screen.varlink.
@Suite struct MethodTableTests {
  /// The methods of the interface definition, with the names and types of their parameters.
  private static var described: [(name: String, parameters: [(name: String, type: String)])] {
    let text = String(decoding: ScreenService.description.utf8, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: " ")
    return lines.matches(of: /method (\w+)\s*\((.*?)\) ->/).map { match in
      let members = match.2.split(separator: ",").map { member in
        let parts = member.split(separator: ":").map { $0.trimmingPrefix { $0 == " " } }
        return (name: String(parts[0]), type: String(parts[1]).replacing(" ", with: ""))
      }
      return (String(match.1), members)
    }
  }

  @Test func tableHasTheMethodsOfTheDefinition() {
    #expect(Self.described.map(\.name).sorted() == MethodTable.all.map { "\($0.name)" }.sorted())
  }

  @Test(arguments: MethodTable.all.map { "\($0.name)" })
  func methodTakesTheParametersOfTheDefinition(_ name: String) throws {
    let method = try #require(MethodTable.all.first { "\($0.name)" == name })
    let described = try #require(Self.described.first { $0.name == name }).parameters.map(\.name)
    let own = method.parameters.map { "\($0)" }
    if method.takesLoaderParameters { return #expect(Array(described.prefix(own.count)) == own) }
    #expect(Set(described) == Set(own))
  }

  @Test func showTakesTheParametersOfAllLoaders() throws {
    let show = try #require(Self.described.first { $0.name == "Show" })
    var expected: [String] = []
    for parameter in Catalog.all.flatMap({ $0.parameters }) {
      let member = "\(String(decoding: parameter.member.utf8, as: UTF8.self)):?\(parameter.kind.varlinkType)"
      if !expected.contains(where: { $0.hasPrefix(member.prefix { $0 != ":" } + ":") }) { expected.append(member) }
    }
    #expect(show.parameters.dropFirst(4).map { "\($0.name):\($0.type)" } == expected)
  }
}

extension Parameter.Kind {
  /// Its type in the interface definition.
  var varlinkType: StaticString {
    switch self {
    case .seconds, .points, .number, .count, .fraction: "float"
    case .choice, .color, .optionalColor, .colors, .rectangles, .font, .text, .pictures, .sequence: "string"
    }
  }
}
