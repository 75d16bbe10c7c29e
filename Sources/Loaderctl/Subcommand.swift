import Support

/// A verb of loaderctl: its description, as ``Verb`` reads it, and what it does. Each is a file in Commands, and a name here.
struct Subcommand {
  typealias Action = (Invocation, ParsedArguments) throws(Failure) -> Void

  let description: StaticString
  let run: Action

  init(_ description: StaticString, _ run: @escaping Action) {
    self.description = description
    self.run = run
  }

  /// All of them, in the order in which they are listed.
  static var all: [Subcommand] {
    [
      .show, .status, .message, .progress, .mode, .failure, .run, .follow, .hide, .quit, .yield, .resume, .reload,
      .state,
      .monitor, .loaders, .outputs, .key, .screenshot, .render, .check, .doctor, .help,
    ]
  }
}
