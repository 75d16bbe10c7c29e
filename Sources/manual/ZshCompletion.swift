/// Completes a command in zsh.
struct ZshCompletion {
  let text: String

  init(_ command: Command) {
    let me = "_\(command.name)"
    let showing = command.verbs.filter(\.takesParameters).map(\.name)
    var lines = ["#compdef \(command.name)", "# Completion of \(command.name) for zsh; written by `make docs`.", ""]
    if command.verbs.isEmpty {
      lines += ["\(me)() {", "  _arguments \\"]
      lines.append(command.options.map { "    \(Self.specification($0))" }.joined(separator: " \\\n"))
      lines += ["}", ""]
    } else {
      lines += [
        "\(me)_loaders() {", "  local -a loaders=(",
        Command.loaders.map { "    \(Self.quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"), "  )",
        "  _describe loader loaders", "}", "",
        "\(me)_outputs() {",
        "  local -a outputs=(${(f)\"$(_call_program outputs $service --json --if-running outputs 2>/dev/null |",
        "    grep -o '\"name\":\"[^\"]*\"' | cut -d '\"' -f 4)\"})", "  _describe output outputs", "}", "",
        "\(me)_themes() {", "  _files -/", "  compadd -- /usr/share/loaderd/themes/*(N/:t)", "}", "",
        "# Sets parameters to those of a loader.", "\(me)_parameters() {", "  case $1 in",
      ]
      for loader in Command.loaders {
        lines += ["    \(loader.name)) parameters=(", Self.list(loader.parameters, 6), "    ) ;;"]
      }
      lines += [
        "  esac", "}", "", "\(me)() {", "  local curcontext=$curcontext state line", "  typeset -A opt_args",
        "  local -a common=(", Self.list(command.options, 4), "  )", "  local -a verbs=(",
        command.verbs.map { "    \(Self.quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"), "  )",
        "  _arguments -C $common '1:verb:->verb' '*:: :->rest'", "  case $state in",
        "    verb) _describe verb verbs ;;", "    rest)", "      local -a parameters", "      local word loader",
        "      case $words[1] in", "        \(showing.joined(separator: "|")))",
        "          # The first word behind the verb that is no option and no option's value.",
        "          local -i skip=0",
        "          for word in ${words[2,CURRENT-1]}; do",
        "            if ((skip)); then skip=0; continue; fi",
        "            case $word in", "              \(command.flags.joined(separator: "|"))|--*=*) ;;",
        "              -?*) skip=1 ;;", "              *) loader=$word; break ;;", "            esac", "          done",
        "          \(me)_parameters \"$loader\" ;;", "      esac", "      case $words[1] in",
      ]
      for verb in command.verbs {
        var specifications = verb.options.map(Self.specification)
        for (index, word) in verb.words.enumerated() {
          if case .command = word {
            specifications.append("'*::command:_normal'")
          } else {
            specifications.append("'\(index + 1): :\(Self.action(word))'")
          }
        }
        let all = specifications.map { " \\\n          \($0)" }.joined()
        lines.append("        \(verb.name)) _arguments $common $parameters\(all) ;;")
      }
      lines += ["      esac ;;", "  esac", "}", ""]
    }
    lines += ["\(me) \"$@\"", ""]
    text = lines.joined(separator: "\n")
  }

  private static func list(_ options: [Command.Option], _ indent: Int) -> String {
    options.map { String(repeating: " ", count: indent) + specification($0) }.joined(separator: "\n")
  }

  /// As _arguments reads it: `--name=[summary]:message:action`.
  private static func specification(_ option: Command.Option) -> String {
    let summary = option.summary.replacing("]", with: "\\]").replacing("[", with: "\\[").replacing(":", with: "\\:")
    guard let value = option.value else { return quoted("\(option.dashed)[\(summary)]") }
    let equals = option.dashed.hasPrefix("--") ? "=" : ""
    return quoted("\(option.dashed)\(equals)[\(summary)]:\(option.name):\(action(value))")
  }

  private static func action(_ place: Command.Place) -> String {
    switch place {
    case .choices(let names): "(\(names.joined(separator: " ")))"
    case .loader: "(\(Command.loaders.map(\.name).joined(separator: " ")))"
    case .file: "_files"
    case .folder: "_files -/"
    case .theme: "_loaderctl_themes"
    case .output: "_loaderctl_outputs"
    case .command: "_command_names -e"
    case .nothing: " "
    }
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
