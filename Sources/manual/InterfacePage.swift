import Daemon
import Support

/// io.loaderd.Screen(7).
enum InterfacePage {
  static var page: ManualPage {
    let definition = InterfaceDefinition(String(ScreenService.description))
    var page = ManualPage(definition.name, 7, "Varlink interface of loaderd")
    page.section("SYNOPSIS")
    page.macro(".Pa /run/loaderd/\(definition.name)")
    page.section("DESCRIPTION")
    page.write(definition.comment)
    page.write(
      "The protocol is Varlink: calls and replies are JSON objects on a stream socket, each terminated by a NUL byte. The daemon implements introspection, so that"
    )
    page.macro(".Xr varlinkctl 1")
    page.write("and every Varlink library can call it.")
    page.paragraph()
    page.write(
      "The socket is for root and the group loaderd. Limits: 64 KiB for a call, 4 KiB for a text, 64 connections, 256 KiB of unread replies per connection, and one second to finish a call that was begun."
    )
    for kind in InterfaceDefinition.Member.Kind.allCases {
      page.section(kind == .error ? "ERROR REPLIES" : "\(kind.rawValue.uppercased())S")
      page.beginList()
      for member in definition.members where member.kind == kind {
        page.item("Ic \(member.name)")
        page.write(member.comment)
        page.example(lines(member))
      }
      page.endList()
    }
    page.section("FILES")
    page.list([("Pa /run/loaderd/\(definition.name)", "The socket.")])
    page.section("EXAMPLES")
    page.example([
      "varlinkctl call /run/loaderd/\(definition.name) \\", "  \(definition.name).SetStatus \\",
      "  '{\"text\":\"Unpacking files\"}'",
    ])
    page.references([("loaderctl", 1), ("varlinkctl", 1), ("loaderd", 8)])
    page.macro(".Rs\n.%U https://varlink.org\n.Re")
    return page
  }

  /// The definition, wrapped to the width of a page.
  private static func lines(_ member: InterfaceDefinition.Member) -> [String] {
    let whole = "\(member.kind.rawValue) \(member.name)\(member.signature)".split { " \n".contains($0) }
      .joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")")
    let words = whole.split(separator: " ")
    var lines: [String] = [], line = ""
    for word in words {
      if line.count + word.count > 62 {
        lines.append(line)
        line = "  " + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}
