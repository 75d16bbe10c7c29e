import Daemon
import Loaderctl
import Loaders
import Support

/// A program as its shell completions describe it: options, and for loaderctl verbs and loaders.
struct Program {
  /// How a shell completes an argument.
  enum Completion {
    case choices([String])
    case file, folder, loader, theme, output, command
    case nothing
  }

  /// An option of the program, of a verb or of a loader.
  struct Option {
    let name: String
    let summary: String
    /// Nil for a flag.
    let value: Completion?

    /// `--name`, or `-n`.
    var dashed: String { (name.count == 1 ? "-" : "--") + name }
  }

  /// A verb.
  struct Verb {
    let name: String
    let summary: String
    let operands: [Completion]
    let options: [Option]
    let takesParameters: Bool
  }

  /// A loader.
  struct Loader {
    let name: String
    let summary: String
    let parameters: [Option]
  }

  let name: String
  let options: [Option]
  let verbs: [Verb]

  static var loaderctl: Program {
    typealias Source = Loaderctl.Verb
    return Program(name: "loaderctl", options: Source.common.map(Option.init), verbs: Source.all.map(Verb.init))
  }

  static var loaderd: Program { Program(name: "loaderd", options: Options.all.map(Option.init), verbs: []) }

  static var loaders: [Loader] { Catalog.all.map(Loader.init) }

  /// The names of the verbs that accept the parameters of a loader.
  var loaderVerbs: [String] { verbs.filter(\.takesParameters).map(\.name) }

  /// All options without a value; the others are followed by one, at least with some verbs.
  var flags: [String] {
    let all = options + verbs.flatMap(\.options)
    let valued = Set(all.filter { $0.value != nil }.map(\.dashed))
    return all.map(\.dashed).filter { !valued.contains($0) } + ["-h"]
  }
}

extension Program.Verb {
  init(_ verb: Loaderctl.Verb) {
    (name, summary) = (String(verb.name), String(verb.summary))
    operands = verb.operands.map { operand in
      operand.name == "VERB" ? .choices(Loaderctl.Verb.all.map { String($0.name) }) : Program.Completion(operand.kind)
    }
    options = verb.options.map(Program.Option.init)
    takesParameters = verb.takesParameters
  }
}

extension Program.Loader {
  init(_ entry: CatalogEntry) {
    (name, summary) = (String(entry.name), String(entry.summary))
    parameters = entry.parameters.map(Program.Option.init)
  }
}

extension Program.Option {
  init(_ parameter: Parameter) {
    let value = Program.Completion(parameter.kind)
    self.init(name: String(parameter.name), summary: String(parameter.summary), value: value)
  }

  init(_ option: Support.Option) {
    var value: Program.Completion? = Program.Completion(option.kind)
    if case .flag = option.kind { value = nil }
    self.init(name: String(option.name), summary: String(option.summary), value: value)
  }
}

extension Program.Completion {
  init(_ kind: Support.Option.Kind) {
    switch kind {
    case .choice(let names): self = .choices(names.map { String($0) })
    case .file: self = .file
    case .folder: self = .folder
    case .loader: self = .loader
    case .theme: self = .theme
    case .output: self = .output
    case .command: self = .command
    case .flag, .number, .seconds, .size, .other: self = .nothing
    }
  }

  init(_ kind: Parameter.Kind) {
    switch kind {
    case .choice(let names): self = .choices(names.map { String($0) })
    case .font, .pictures, .sequence: self = .file
    case .text: self = .nothing
    case .color, .optionalColor, .colors, .rectangles, .seconds, .points, .number, .count, .fraction: self = .nothing
    }
  }
}
