import Daemon
import Support

/// io.loaderd.Screen(7).
enum InterfacePage {
  static var page: Page {
    let definition = Definition(String(Interface.description))
    var page = Page(definition.name, 7, "the interface of loaderd for programs")
    page.section("SYNOPSIS")
    page.macro(".Pa /run/loaderd/\(definition.name)")
    page.section("DESCRIPTION")
    page.say(definition.comment)
    page.say(
      "The interface is Varlink's: over a stream socket a call is one JSON object and ends with a NUL byte, and so does its reply. The daemon describes the interface itself, so that"
    )
    page.macro(".Xr varlinkctl 1")
    page.say("and every Varlink library are clients.")
    page.paragraph()
    page.say(
      "The socket is for root and the group loaderd. A call has at most 64 KiB, a text 4 KiB; there may be 64 connections, each with 256 KiB of replies that it has not read; a call that was begun must end within a second."
    )
    for kind in Definition.Member.Kind.allCases {
      page.section(kind == .error ? "ERROR REPLIES" : "\(kind.rawValue.uppercased())S")
      page.open()
      for member in definition.members where member.kind == kind {
        page.item("Ic \(member.name)")
        page.say(member.comment)
        page.example(lines(member))
      }
      page.close()
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

  /// The definition in lines that fit a page.
  private static func lines(_ member: Definition.Member) -> [String] {
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
