/// Completes a command in fish.
struct FishCompletion {
  let text: String

  init(_ command: Command) {
    let me = "__\(command.name)"
    var lines = [
      "# Completion of \(command.name) for fish; written by `make docs`.", "complete -c \(command.name) -f", "",
    ]
    func add(_ option: Command.Option, when condition: String = "") {
      let name = option.name.count == 1 ? "-s \(option.name)" : "-l \(option.name)"
      let value = option.value.map { " \(Self.value($0))" } ?? ""
      lines.append("complete -c \(command.name)\(condition) \(name)\(value) -d \(Self.quoted(option.summary))")
    }
    if !command.verbs.isEmpty {
      lines += [
        "# The words before the cursor that are no options and no options' values.", "function \(me)_words",
        "    set -l tokens (commandline -opc)", "    set -l skip 0", "    for token in $tokens[2..-1]",
        "        if test $skip = 1", "            set skip 0", "            continue", "        end",
        "        switch $token", "            case \(command.flags.joined(separator: " ")) '--*=*'",
        "            case '-?*'", "                set skip 1", "            case '*'", "                echo $token",
        "        end", "    end", "end", "",
        "# Whether so many words are there, and the first ones are those given.", "function \(me)_at",
        "    set -l words (\(me)_words)", "    test (count $words) -eq $argv[1]; or return 1",
        "    test (count $argv) -lt 2; or test \"$words[1]\" = \"$argv[2]\"", "end", "",
        "# Whether the verb is one of those given.", "function \(me)_verb", "    set -l words (\(me)_words)",
        "    contains -- \"$words[1]\" $argv", "end", "",
        "# Whether a loader is to be shown.", "function \(me)_loader", "    set -l words (\(me)_words)",
        "    test \"$words[2]\" = $argv[1]; and contains -- \"$words[1]\" $argv[2..-1]", "end", "",
        "function \(me)_outputs",
        "    \(command.name) --json --if-running outputs 2>/dev/null | string match -ra '\"name\":\"[^\"]*\"' | string split -f 4 '\"'",
        "end", "", "function \(me)_themes", "    __fish_complete_directories",
        "    path basename /usr/share/loaderd/themes/*/", "end", "",
      ]
    }
    for option in command.options { add(option) }
    for verb in command.verbs {
      lines += [
        "", "complete -c \(command.name) -n '\(me)_at 0' -a \(verb.name) -d \(Self.quoted(verb.summary))",
      ]
      for (index, word) in verb.words.enumerated() {
        let condition = " -n '\(me)_at \(index + 1) \(verb.name)'"
        switch word {
        case .nothing: break
        case .loader:
          for loader in Command.loaders {
            lines.append(
              "complete -c \(command.name)\(condition) -a \(loader.name) -d \(Self.quoted(loader.summary))")
          }
        case .file: lines.append("complete -c \(command.name)\(condition) -F")
        default: lines.append("complete -c \(command.name)\(condition) \(Self.value(word).dropFirst(3))")
        }
      }
      for option in verb.options { add(option, when: " -n '\(me)_verb \(verb.name)'") }
    }
    let showing = command.verbs.filter(\.takesParameters).map(\.name).joined(separator: " ")
    if !showing.isEmpty {
      for loader in Command.loaders {
        lines.append("")
        for parameter in loader.parameters { add(parameter, when: " -n '\(me)_loader \(loader.name) \(showing)'") }
      }
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The flags for a value.
  private static func value(_ place: Command.Place) -> String {
    switch place {
    case .choices(let names): "-x -a '\(names.joined(separator: " "))'"
    case .loader: "-x -a '\(Command.loaders.map(\.name).joined(separator: " "))'"
    case .file: "-r -F"
    case .folder: "-x -a '(__fish_complete_directories)'"
    case .theme: "-x -a '(__loaderctl_themes)'"
    case .output: "-x -a '(__loaderctl_outputs)'"
    case .command: "-x -a '(__fish_complete_command)'"
    case .nothing: "-x"
    }
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "\\'"))'" }
}
