import Daemon
import Foundation
import Loaderctl
import Minimal
import Process
import Settings
import Support
import Testing

/// The manual pages, checked by mandoc(1) and rendered by man(1).
@Suite struct ManualPageTests {
  static let pages = [
    "loaderctl.1", "loaderd.8", "loaderd-minimal.8", "loader-bridge.8", "loaderd.conf.5", "io.loaderd.Screen.7",
  ]

  @Test(arguments: pages) func mandocFindsNoProblems(page: String) throws {
    let outcome = try Program("/usr/bin/mandoc").run(["-T", "lint", "-W", "warning", Documents.folder["man/\(page)"]])
    #expect(outcome.status == 0 && outcome.text == "" && outcome.errors == "", "\(outcome.text)\(outcome.errors)")
  }

  /// The page as man(1) renders it, as words separated by single spaces.
  func rendered(_ page: String) throws -> String {
    let file = try Documents.folder["man/\(page)"]
    let outcome = try Program("/usr/bin/man").run(
      ["--warnings", "-l", file],
      environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "200", "MAN_KEEP_FORMATTING": "", "GROFF_NO_SGR": "1"])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let plain = outcome.text.replacing(/.\u{8}/, with: "").replacing(/\u{1B}\[[0-9;]*m/, with: "")
    return plain.split { $0 == " " || $0 == "\n" || $0 == "\t" }.joined(separator: " ")
  }

  @Test(arguments: pages) func manRendersThePages(page: String) throws {
    let text = try rendered(page)
    for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "SEE ALSO"] {
      #expect(text.contains(title), "\(title)")
    }
    #expect(text.contains("November 14, 2023"), "SOURCE_DATE_EPOCH dates it")
  }

  @Test func everyVerbAndOptionIsListed() throws {
    let text = try rendered("loaderctl.1")
    for verb in Verb.all {
      #expect(text.contains("loaderctl \(String(verb.name))"))
      for option in verb.options { #expect(text.contains(String(option.usage)), "\(verb.name) \(option.name)") }
      for example in verb.examples { #expect(text.contains("loaderctl \(String(example))"), "\(example)") }
    }
    let daemon = try rendered("loaderd.8")
    for option in Options.all { #expect(daemon.contains(String(option.usage)), "\(option.name)") }
    let minimal = try rendered("loaderd-minimal.8")
    for option in MinimalOptions.all { #expect(minimal.contains(String(option.usage)), "\(option.name)") }
    let settings = try rendered("loaderd.conf.5")
    for (section, _) in Configuration.sections { #expect(settings.contains("SECTION [\(String(section))]")) }
    for key in Configuration.screen + Configuration.output + Configuration.sections.flatMap(\.keys) {
      #expect(settings.contains("\(String(key.name))="), "\(key.name)")
    }
    for key in Configuration.screen + Configuration.output {
      #expect(settings.contains("loaderd.\(String(key.name))="), "\(key.name)")
    }
  }

  @Test func parametersOfRunStandBeforeItsCommand() throws {
    let text = try rendered("loaderctl.1")
    #expect(text.contains("run [--parameter value] ... -- CMD ..."))
    #expect(text.contains("show LOADER [TEXT] [--parameter value] ..."))
  }

  @Test func progressAndTimesAreExplained() throws {
    let text = try rendered("loaderctl.1")
    for words in ["3/7", "a number with a point", "500ms, 10s or 2min", "--max N"] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test func everyInterfaceMemberHasItsComment() throws {
    let text = try rendered("io.loaderd.Screen.7")
    var comment = ""
    for line in String(ScreenService.description).split(separator: "\n") {
      if line.hasPrefix("#") { comment += line.dropFirst(2) + " " }
      guard let match = line.firstMatch(of: /^(type|method|error) (\w+)/) else {
        if !line.hasPrefix("#") { comment = "" }
        continue
      }
      #expect(text.contains("\(match.1) \(match.2)"), "\(line)")
      #expect(comment != "", "\(line) has no comment")
      #expect(text.contains(comment.prefix(40)), "\(comment)")
      comment = ""
    }
  }
}

extension String {
  init(_ bytes: Bytes) { self.init(decoding: bytes.utf8, as: UTF8.self) }
}
