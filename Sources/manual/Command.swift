import Loaderctl
import Daemon
import Loaders
import Support

/// A program as a shell completes it: options, perhaps verbs with options of their own, and loaders' parameters.
struct Command {
  /// What can stand in a place.
  enum Place {
    case choices([String])
    case file, folder, loader, theme, output, command
    case nothing
  }

  struct Option {
    let name: String
    let summary: String
    /// Nil for a flag.
    let value: Place?

    /// `--name`, or `-n`.
    var dashed: String { (name.count == 1 ? "-" : "--") + name }
  }

  struct Subcommand {
    let name: String
    let summary: String
    let words: [Place]
    let options: [Option]
    let takesParameters: Bool
  }

  struct Loader {
    let name: String
    let summary: String
    let parameters: [Option]
  }

  let name: String
  let options: [Option]
  let verbs: [Subcommand]

  static var loaderctl: Command {
    Command(name: "loaderctl", options: Verb.common.map(Option.init), verbs: Verb.all.map(Subcommand.init))
  }

  static var loaderd: Command { Command(name: "loaderd", options: Options.all.map(Option.init), verbs: []) }

  static var loaders: [Loader] { Catalog.all.map(Loader.init) }

  /// Every option that takes no value: any other one is followed by its own.
  var flags: [String] {
    let all = options + verbs.flatMap(\.options)
    return all.filter { $0.value == nil }.map(\.dashed) + ["-h"]
  }
}

extension Command.Subcommand {
  init(_ verb: Verb) {
    (name, summary) = (String(verb.name), String(verb.summary))
    words = verb.words.map { word in
      word.name == "VERB" ? .choices(Verb.all.map { String($0.name) }) : Command.Place(word.kind)
    }
    options = verb.options.map(Command.Option.init)
    takesParameters = verb.takesParameters
  }
}

extension Command.Loader {
  init(_ entry: Catalog) {
    (name, summary) = (String(entry.name), String(entry.summary))
    parameters = entry.parameters.map(Command.Option.init)
  }
}

extension Command.Option {
  init(_ parameter: Parameter) {
    self.init(name: String(parameter.name), summary: String(parameter.summary), value: Command.Place(parameter.kind))
  }

  init(_ option: Support.Option) {
    var value: Command.Place? = Command.Place(option.kind)
    if case .flag = option.kind { value = nil }
    self.init(name: String(option.name), summary: String(option.summary), value: value)
  }
}

extension Command.Place {
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
    case .font, .pictures: self = .file
    case .text: self = .nothing
    case .color, .optionalColor, .colors, .seconds, .points, .number, .fraction: self = .nothing
    }
  }
}
