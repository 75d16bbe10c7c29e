import System
import ProgressParsers
import Support

/// What a command is given to read and to write, and what of it comes by us.
struct ChildStreams {
  var words: [Bytes]
  let input: FileDescriptor
  private(set) var output = FileDescriptor.standardOutput
  private(set) var errors = FileDescriptor.standardError
  /// Where the command tells its progress apart from what it writes.
  private(set) var status: (descriptor: FileDescriptor, number: Int32)?
  /// The command's terminal, and the one behind it.
  private(set) var terminal: (own: PseudoTerminal, outer: FileDescriptor)?
  /// What comes by us, and where it goes to.
  private(set) var sources: [(source: FileDescriptor, sink: FileDescriptor?)] = []

  /// A stream that nobody reads along is the command's own; a terminal stays one for it, so that it writes what it would.
  init(_ plan: RunCommand.Plan, _ input: FileDescriptor) throws(SystemError) {
    words = plan.words
    guard let format = plan.format else {
      self.input = input
      return
    }
    if format == .apt {
      self.input = input
      try addStatus()
      return
    }
    let errors = FileDescriptor.standardError, output = FileDescriptor.standardOutput
    if errors.isTerminal || output.isTerminal && !format.isOnErrorsOnly {
      let outer = output.isTerminal ? output : errors
      let isKeyboard = input.isTerminal
      // Early in a boot there may be no devpts: then the command has our terminal itself.
      guard let own = try? PseudoTerminal(like: outer, processesOutput: isKeyboard) else {
        self.input = input
        return
      }
      terminal = (own, outer)
      sources.append((own.descriptor, outer))
      self.input = isKeyboard ? own.device ?? input : input
    } else {
      self.input = input
    }
    func through(_ stream: FileDescriptor) throws(SystemError) -> FileDescriptor {
      if stream.isTerminal, let device = terminal?.own.device { return device }
      let pipe = try FileDescriptor.pipe()
      sources.append((pipe.reading, stream))
      return pipe.writing
    }
    self.errors = try through(errors)
    if !errors.isTerminal, !output.isTerminal, output.isSameFile(as: errors) {
      self.output = self.errors  // so that what was written first comes first
    } else if !format.isOnErrorsOnly || output.isTerminal && terminal != nil {
      self.output = try through(output)
    }
  }

  /// A pipe whose number the command is told: by its own option where it has one, and in the environment.
  private mutating func addStatus() throws(SystemError) {
    let pipe = try FileDescriptor.pipe()
    status = (pipe.writing, Command.freeNumber ?? pipe.writing.number)
    let number = Int(status?.number ?? 0)
    Environment.set("LOADERD_STATUS_FD", "\(number)")
    switch words[0].split(at: 0x2F).last {
    case "apt", "apt-get": words.insert(contentsOf: ["-o", "APT::Status-Fd=\(number)"], at: 1)
    case "dpkg": words.insert(contentsOf: ["--status-fd", "\(number)"], at: 1)
    default: break
    }
    sources.append((pipe.reading, nil))
  }
}

extension ProgressParser.Format {
  /// Whether such a program's progress is never on its standard output, which may then be anything.
  fileprivate var isOnErrorsOnly: Bool { self == .curl || self == .wget || self == .dd || self == .pv }
}
