import Support

/// A verb of loaderctl: its description, in the format of ``Verb``, and its action. Each is in a file of Commands/.
struct Subcommand {
  typealias Action = (Invocation, ParsedArguments) throws(CommandError) -> Void

  let description: StaticString
  let run: Action

  init(_ description: StaticString, _ run: @escaping Action) {
    self.description = description
    self.run = run
  }

  /// All verbs, in the order of `loaderctl --help`.
  static var all: [Subcommand] {
    [
      .show, .status, .message, .progress, .mode, .failure, .run, .follow, .hide, .quit, .yield, .resume, .reload,
      .state, .monitor, .loaders, .outputs, .key, .screenshot, .render, .bake, .check, .preview, .import, .files,
      .doctor, .timeline, .help,
    ]
  }
}
