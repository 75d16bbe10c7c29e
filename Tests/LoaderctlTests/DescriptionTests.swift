import Daemon
import Display
import Foundation
import Loaderctl
import Loaders
import Process
import Raster
import Settings
import Support
import Testing

/// The tables of verbs and options, compared with the arguments that the programs accept.
@Suite struct DescriptionTests {
  let folder = Folder()
  var loaderctl: Program { Program.loaderctl(in: folder) }

  @Test(arguments: [
    "show", "status", "message", "progress", "mode", "hide", "quit", "yield", "resume", "reload", "state", "monitor",
    "loaders",
    "outputs", "render", "check", "failure", "run", "follow", "timeline",
  ])
  func everyVerbExists(name: String) throws {
    #expect(Verb.named(Bytes(Array(name.utf8))) != nil)
  }

  @Test(arguments: Verb.all.map { text($0.name) }) func describedOptionsAreAccepted(name: String) throws {
    let verb = try #require(Verb.named(Bytes(Array(name.utf8))))
    for option in verb.options + Verb.common where !["help", "version"].contains(text(option.name)) {
      let words = Self.words(of: verb, with: option)
      let outcome = try loaderctl.run(["--socket", folder["none"], name] + words)
      #expect(outcome.status != 2, "\(words): \(outcome.errors)")
      if option.value == nil {
        let attached = try loaderctl.run([name, "\(text(option.dashed))=1"])
        #expect(attached.status == 2 && attached.errors.contains("takes no value"), "\(attached.errors)")
      } else {
        let bare = try loaderctl.run([name, text(option.dashed)])
        #expect(bare.status == 2 && bare.errors.hasPrefix("loaderctl: \(text(option.dashed)): needs a value"))
      }
      if !option.repeats, Verb.common[option.name] == nil {
        let twice = try loaderctl.run([name] + Self.given(option) + Self.given(option))
        #expect(twice.status == 2 && twice.errors.hasPrefix("loaderctl: \(text(option.dashed)): given twice"))
      }
    }
  }

  @Test(arguments: Verb.all.map { text($0.name) }) func otherOptionsAreRejected(name: String) throws {
    let verb = try #require(Verb.named(Bytes(Array(name.utf8))))
    let others = Verb.all.flatMap(\.options) + Options.all
    for option in others where verb.options[option.name] == nil && Verb.common[option.name] == nil {
      if verb.takesParameters { continue }  // any name may be a loader's parameter
      let outcome = try loaderctl.run([name] + Self.given(option))
      #expect(outcome.status == 2 && outcome.errorLines.count == 1)
      #expect(outcome.errors.hasPrefix("loaderctl: \(text(option.dashed)): unknown option"), "\(outcome.errors)")
    }
    let known = verb.options.map { text($0.dashed) }.joined(separator: ", ")
    if !verb.takesParameters {
      let outcome = try loaderctl.run([name, "--nosuch"])
      #expect(outcome.errors.contains(known.isEmpty ? "takes none of its own" : "takes \(known)"))
    }
    if verb.operands.contains(where: { $0.count == .several }) { return }
    let outcome = try loaderctl.run([name] + Self.words(of: verb, with: nil) + ["one", "two", "three"])
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
  }

  @Test(arguments: Verb.all.map { text($0.name) }) func helpListsAllOptionsAndExamples(name: String) throws {
    let verb = try #require(Verb.named(Bytes(Array(name.utf8))))
    let help = try loaderctl.run([name, "--help"]), overview = try loaderctl.run(["--help"])
    #expect(help.status == 0 && help.errors == "" && help.text.contains(name))
    #expect(overview.text.contains("\n  \(name)"))
    for option in verb.options {
      #expect(help.text.contains("\n  \(text(option.usage))"), "\(option.name)")
      #expect(overview.text.contains(text(option.usage)), "\(option.name)")
    }
    for word in verb.operands { #expect(help.text.contains(text(word.name))) }
    for example in verb.examples { #expect(help.text.contains("  loaderctl \(text(example))\n")) }
    #expect(!verb.examples.isEmpty && help.text.split(separator: "\n").allSatisfy { $0.count < 100 })
    #expect(try loaderctl.run(["--socket", "/x", name, "--help"]).text == help.text)
  }

  @Test func optionsThatExcludeEachOtherExist() {
    for verb in Verb.all {
      #expect(verb.alternatives.allSatisfy { verb.options[$0] != nil }, "\(verb.name)")
    }
  }

  /// Choices in descriptions, which are text, equal the lists in the code.
  @Test func choicesMatchTheCode() throws {
    func choices(_ kind: Option.Kind?) -> [Bytes]? { if case .choice(let names)? = kind { names } else { nil } }
    #expect(choices(Verb.named("mode")?.operands.first?.kind) == ScreenMode.names)
    #expect(choices(Verb.named("render")?.options["format"]?.kind) == PixelFormat.allCases.map { Bytes($0.name) })
    #expect(choices(Options.all["mode"]?.kind) == ScreenMode.names)
    #expect(choices(Options.all["output"]?.kind) == ["auto", "drm", "wayland", "fbdev", "headless"])
    #expect(choices(Configuration.output["role"]?.kind) == Role.names)
    #expect(Verb.common["socket"]?.standard == Options().socket && Options.all["socket"]?.standard == Options().socket)
  }

  @Test func helpOfALoaderListsItsParameters() throws {
    let help = try loaderctl.run(["show", "shimmer", "--help"])
    #expect(help.status == 0 && help.text.contains("--highlight") && help.text.contains("gradient | flow"))
    #expect(try loaderctl.run(["--help", "show", "shimmer"]).text == help.text)
    #expect(try loaderctl.run(["explode", "--help"]).status == 2)
  }

  @Test func theErrorForAnUnknownVerbListsAllVerbs() throws {
    let outcome = try loaderctl.run(["explode"])
    let known = Verb.all.map { text($0.name) }.joined(separator: ", ")
    #expect(outcome.errors == "loaderctl: 'explode': no such verb; there are \(known)\n")
  }

  @Test func optionsOfLoaderdAreAccepted() throws {
    let help = try Program.loaderd.run(["--help"]).text
    for option in Options.all {
      #expect(help.contains("\n  \(text(option.usage))"), "\(option.name)")
      if ["help", "version"].contains(text(option.name)) { continue }
      // The last option is wrong, so nothing starts; the error names it, which shows that the first was accepted.
      let outcome = try Program.loaderd.run(Self.given(option) + ["--nosuch"])
      #expect(outcome.status == 2 && outcome.errors.hasPrefix("loaderd: --nosuch: unknown option; there are --output"))
    }
  }

  /// Arguments that make a call of the verb valid, with the option once.
  private static func words(of verb: Verb, with option: Option?) -> [String] {
    let name = option.map { text($0.name) }
    var words: [String] =
      switch text(verb.name) {
      case "show": ["bar"]
      case "render" where name == "theme": ["--boot-image", "bmp", "-o", "/dev/null"]
      case "render" where name == "boot-image": ["--theme", "x", "-o", "/dev/null"]
      case "render": ["bar", "-o", "/dev/null"]
      case "screenshot": ["-o", "/dev/null"]
      case "status", "check": ["x"]
      case "import": ["plymouth", "y", "z"]
      case "message": name == "clear" ? [] : ["x"]
      case "progress": ["none"]
      case "mode": ["boot"]
      default: []
      }
    let isTimed = !["at", "duration", "theme", "boot-image"].contains(name)
    if text(verb.name) == "render", isTimed { words += ["--at", "0"] }
    if name == "millimetres" { words += ["--screen", "10x10"] }
    if name == "o" { return words }
    if text(verb.name) == "run" { return (option.map(given) ?? []) + ["--", "true"] }
    return words + (option.map(given) ?? [])
  }

  /// An option with a valid value.
  private static func given(_ option: Option) -> [String] {
    let value: String? =
      switch option.kind {
      case .flag: nil
      case .choice(let names): text(names[0])
      case .number(let range), .seconds(let range): "\(Int(max(1, range.lowerBound)))"
      case .size: "10x10"
      case .file, .folder: "/nonexistent/x"
      case .loader: "bar"
      case .theme, .output, .command: "x"
      case .other: text(option.name) == "size" ? "1" : "x"
      }
    let special = [
      "part": "1/2", "phases": "a:1", "background": "#123456", "set": "scale=1", "max": "7", "frames": "/tmp/x",
    ][text(option.name)]
    return [text(option.dashed)] + [special ?? value].compactMap { $0 }
  }
}

private func text(_ bytes: Bytes) -> String { String(decoding: bytes.utf8, as: UTF8.self) }
