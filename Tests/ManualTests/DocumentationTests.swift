import Daemon
import Foundation
import Settings
import Support
import Testing

/// README and docs/: links, citations in comments, and completeness.
@Suite struct DocumentationTests {
  /// Paths of the pages, relative to the root.
  private static var pages: [String] {
    get throws {
      let folder = Documents.root.appending(path: "docs").path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
      return ["README.md", "CHANGELOG.md", "SECURITY.md"] + names.sorted().map { "docs/\($0)" }
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Documents.root.appending(path: path), encoding: .utf8)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Documents.root.appending(path: path).standardizedFileURL.path)
  }

  /// The headings of a page, without number signs; code blocks are skipped.
  private static func headings(of path: String) throws -> [String] {
    var isCode = false
    var headings: [String] = []
    for line in try text(path).split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let match = line.prefixMatch(of: #/#+ /#) else { continue }
      headings.append(String(line[match.range.upperBound...]))
    }
    return headings
  }

  /// The anchor that GitHub generates for a heading.
  private static func anchor(_ heading: String) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
    return kept.replacing(" ", with: "-")
  }

  @Test func everyLinkHasATarget() throws {
    for page in try Self.pages {
      let folder = page.hasPrefix("docs/") ? "docs/" : ""
      for match in try Self.text(page).matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains("://") {
        let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? page : folder + parts[0]
        #expect(Self.exists(target), "\(page): \(match.1)")
        guard parts.count == 2, Self.exists(target) else { continue }
        let anchors = try Self.headings(of: target).map { Self.anchor($0) }
        #expect(anchors.contains(String(parts[1])), "\(page): \(match.1) has no such heading")
      }
    }
  }

  /// `docs/NAME.md` or `docs/NAME.md, "Heading"` in a comment.
  @Test func everyCitationOfAPageHasATarget() throws {
    for folder in ["Sources", "Tests", "board", "systemd"] {
      let root = Documents.root.appending(path: folder)
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard ["swift", "c", "h", "py", "service", "socket", "conf"].contains(file.pathExtension),
          file.lastPathComponent != "DocumentationTests.swift",
          let source = try? String(contentsOf: file, encoding: .utf8)
        else { continue }
        for match in source.matches(of: /([A-Za-z\/]+\.md)(?:, "([^"]+)")?/) where !match.1.hasSuffix("verbs.md") {
          let name = String(match.1)
          let page = name.hasPrefix("docs/") || Self.exists(name) ? name : "docs/\(name)"
          #expect(Self.exists(page), "\(file.lastPathComponent): \(match.0)")
          guard let heading = match.2, Self.exists(page) else { continue }
          #expect(try Self.headings(of: page).contains(String(heading)), "\(file.lastPathComponent): \(match.0)")
        }
      }
    }
  }

  /// `SuiteTests.test` on a page.
  @Test func everyNamedTestExists() throws {
    var suites: [String: String] = [:]
    let files = FileManager.default.enumerator(
      at: Documents.root.appending(path: "Tests"), includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if file.pathExtension != "swift" { continue }
      suites[file.deletingPathExtension().lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
    }
    for page in try Self.pages {
      for match in try Self.text(page).matches(of: /`(\w+Tests)\.(\w+)`/) {
        #expect(suites[String(match.1)]?.contains("func \(match.2)(") == true, "\(page): \(match.0)")
      }
    }
  }

  /// The members of `Show` are the parameters of all loaders.
  @Test func everyParameterOfALoaderIsDescribed() throws {
    let page = try Self.text("docs/loaders.md")
    let show = /method Show\((.*?)\) ->/.dotMatchesNewlines()
    let call = try #require(String(ScreenService.description).firstMatch(of: show))
    let members = call.1.matches(of: #/(\w+): /#).map { $0.1.replacing("_", with: "-") }
    #expect(members.count > 40)
    for name in members where !["loader", "text", "transition", "lease"].contains(name) {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }

  @Test func everyConfigurationKeyIsDescribed() throws {
    let page = try Self.text("docs/configuration.md")
    for key in Configuration.screen + Configuration.output + Configuration.sections.flatMap(\.keys) {
      #expect(page.contains("| `\(String(key.name))` |"), "\(key.name)")
    }
  }

  /// README's table of all programs has what docs/figures.json records, within 2 %.
  @Test func theTableOfProgramsIsMeasured() throws {
    let file = try Data(contentsOf: Documents.root.appending(path: "docs/figures.json"))
    let figures = try #require(JSONSerialization.jsonObject(with: file) as? [String: [String: Double]])
    let sizes = try #require(figures["size"])
    let costs = try #require(figures["board"])
    let cells = /([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \+ ([\d.]+) \|/
    var builds: Set<String> = []
    for line in try Self.text("README.md").split(separator: "\n") {
      for (match, suffix) in zip(line.matches(of: cells), ["", "-musl"]) {
        let build = line.split(separator: " ")[1] + suffix
        builds.insert(String(build))
        let columns = [
          (match.1, sizes["\(build) loaderd"], 1e6), (match.2, costs["\(build) with xz"], 1e6),
          (match.3, costs["\(build) first picture"], 1), (match.4, costs["\(build) memory"], 1e3),
          (match.5, costs["\(build) input helper's memory"], 1e3),
        ]
        for (written, measured, unit) in columns {
          let (written, measured) = (try #require(Double(written)), try #require(measured, "\(build)") / unit)
          #expect(abs(written / measured - 1) <= 0.02, "\(build): README has \(written), measured is \(measured)")
        }
      }
    }
    #expect(builds == Set(sizes.keys.filter { $0.hasSuffix(" loaderd") }.map { String($0.prefix { $0 != " " }) }))
  }
}
