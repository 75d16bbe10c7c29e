/// Completes a command in bash, without the package bash-completion.
struct BashCompletion {
  let text: String

  init(_ command: Command) {
    let me = "_\(command.name)"
    var places: [String] = []
    func add(_ owner: String, _ name: String, _ place: Command.Place) {
      if let reply = Self.reply(place) { places.append("    '\(owner) \(name)') \(me)_\(reply) ;;") }
    }
    func add(_ options: [Command.Option], of owner: String) {
      for option in options { if let value = option.value { add(owner, option.dashed, value) } }
    }
    add(command.options, of: "")
    for verb in command.verbs {
      for (index, word) in verb.words.enumerated() { add(verb.name, "\(index)", word) }
      add(verb.options, of: verb.name)
    }
    let showing = command.verbs.filter(\.takesParameters).map(\.name)
    let loaders = showing.isEmpty ? [] : Command.loaders
    for loader in loaders { add(loader.parameters, of: "=\(loader.name)") }
    func dashed(_ options: [Command.Option]) -> String { options.map(\.dashed).joined(separator: " ") }
    let options =
      command.verbs.map { "    \($0.name)) echo '\(dashed($0.options))' ;;" }
      + loaders.map { "    =\($0.name)) echo '\(dashed($0.parameters))' ;;" }
    text = """
      # Completion of \(command.name) for bash; written by `make docs`.

      # Fills in what can stand in a place: `VERB INDEX`, `VERB --option` or `=LOADER --parameter`.
      \(me)_place() {
        case $1 in
      \(places.joined(separator: "\n"))
          *) return 1 ;;
        esac
      }

      # The options of a verb, or of =LOADER.
      \(me)_options() {
        case $1 in
      \((options + ["    *) ;;"]).joined(separator: "\n"))
        esac
      }

      # Those of the words, or of what else compgen finds, that begin as $current does.
      \(me)_fill() {
        local IFS=$'\\n'
        COMPREPLY=($(compgen "$@" -- "$current"))
      }

      \(me)_words() { \(me)_fill -W "${1// /$'\\n'}"; }

      \(me)_files() {
        \(me)_fill "$1"
        compopt -o filenames 2>/dev/null  # it is an error outside of completion
      }

      \(me)_outputs() {
        local index socket=()
        for ((index = 1; index < COMP_CWORD - 1; index++)); do
          [[ ${COMP_WORDS[index]} == --socket ]] && socket=(--socket "${COMP_WORDS[index + 1]}")
        done
        \(me)_words "$("${COMP_WORDS[0]}" "${socket[@]}" --json --if-running outputs 2>/dev/null | grep -o '"name":"[^"]*"' | cut -d '"' -f 4)"
      }

      \(me)_themes() {
        \(me)_files -d
        COMPREPLY+=($(compgen -W "$(ls /usr/share/loaderd/themes 2>/dev/null)" -- "$current"))
      }

      \(me)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} IFS=$' \\t\\n'
        local verb= loader= option= count=0 index word
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          case $word in
            --) break ;;
            \(command.flags.joined(separator: "|"))) ;;
            -?*)
              # Its value is the next word; --option=value is three words here.
              [[ ${COMP_WORDS[index + 1]} == = ]] && ((index++))
              ((++index >= COMP_CWORD)) && option=$word
              ;;
            *)
              if [[ -z $verb ]]; then verb=$word; else
                ((count == 0)) && loader==$word
                ((count++))
              fi
              ;;
          esac
        done
        if [[ -n $option ]]; then
          [[ $current == = ]] && current=
          \(me)_place "$verb $option" || \(me)_place " $option" || \(me)_place "$loader $option"
        elif [[ $current == -* ]]; then
          local options="\(dashed(command.options)) $(\(me)_options "$verb")"
          [[ " \(showing.joined(separator: " ")) " == *" $verb "* ]] && options+=" $(\(me)_options "$loader")"
          \(me)_words "$options"
        elif [[ -z $verb ]]; then
          \(me)_words '\(command.verbs.map(\.name).joined(separator: " "))'
        else
          \(me)_place "$verb $count"
        fi
        return 0
      }

      complete -F \(me) \(command.name)

      """
  }

  /// The call that fills in what can stand in a place; nil when nothing is known of it.
  private static func reply(_ place: Command.Place) -> String? {
    switch place {
    case .choices(let names): "words '\(names.joined(separator: " "))'"
    case .loader: "words '\(Command.loaders.map(\.name).joined(separator: " "))'"
    case .file: "files -f"
    case .folder: "files -d"
    case .theme: "themes"
    case .output: "outputs"
    case .command: "fill -c"
    case .nothing: nil
    }
  }
}
