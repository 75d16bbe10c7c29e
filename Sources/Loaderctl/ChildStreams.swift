import ProgressParsers
import Support
import System

/// The standard streams of the command that `loaderctl run` starts, and those of them that pass through us to be
/// parsed.
struct ChildStreams {
  /// The command and its arguments.
  var arguments: [Bytes]
  let input: FileDescriptor
  private(set) var output = FileDescriptor.standardOutput
  private(set) var errors = FileDescriptor.standardError
  /// A pipe on which apt and dpkg write their status, and its number in the command.
  private(set) var status: (descriptor: FileDescriptor, number: Int32)?
  /// The command's pseudoterminal, and our own terminal.
  private(set) var terminal: (own: PseudoTerminal, outer: FileDescriptor)?
  /// What we read, and where it is copied to; a nil sink is only parsed.
  private(set) var sources: [(source: FileDescriptor, sink: FileDescriptor?)] = []

  /// Streams that are not parsed are inherited. A terminal is replaced by a pseudoterminal, not by a pipe, so that the
  /// command writes what it would write without us.
  init(_ plan: CommandRunner.Plan, _ input: FileDescriptor) throws(SystemError) {
    arguments = plan.arguments
    guard let format = plan.format else {
      self.input = input
      return
    }
    if format == .apt {
      self.input = input
      try addStatusPipe()
      return
    }
    let errors = FileDescriptor.standardError, output = FileDescriptor.standardOutput
    if errors.isTerminal || output.isTerminal && !format.isOnErrorsOnly {
      let outer = output.isTerminal ? output : errors
      let isKeyboard = input.isTerminal
      // Early in a boot devpts may not be mounted: the command inherits our terminal then, and nothing is parsed.
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
    func replaced(_ stream: FileDescriptor) throws(SystemError) -> FileDescriptor {
      if stream.isTerminal, let device = terminal?.own.device { return device }
      let pipe = try FileDescriptor.pipe()
      sources.append((pipe.reading, stream))
      return pipe.writing
    }
    self.errors = try replaced(errors)
    if !errors.isTerminal, !output.isTerminal, output.isSameFile(as: errors) {
      self.output = self.errors  // one pipe keeps the order of both streams
    } else if !format.isOnErrorsOnly || output.isTerminal && terminal != nil {
      self.output = try replaced(output)
    }
  }

  /// Adds a status pipe. Its number is in LOADERD_STATUS_FD, and apt and dpkg get it as an option.
  private mutating func addStatusPipe() throws(SystemError) {
    let pipe = try FileDescriptor.pipe()
    status = (pipe.writing, Command.freeNumber ?? pipe.writing.number)
    let number = Int(status?.number ?? 0)
    Environment.set("LOADERD_STATUS_FD", "\(number)")
    switch arguments[0].lastPathComponent {
    case "apt", "apt-get": arguments.insert(contentsOf: ["-o", "APT::Status-Fd=\(number)"], at: 1)
    case "dpkg" where !isBusyBox: arguments.insert(contentsOf: ["--status-fd", "\(number)"], at: 1)
    default: break
    }
    sources.append((pipe.reading, nil))
  }

  /// Whether the command is a link to BusyBox, whose dpkg has no option for the status.
  private var isBusyBox: Bool {
    let name = arguments[0], folders = Environment["PATH"]?.split(at: UInt8(ascii: ":")) ?? []
    let paths = name.utf8.contains(UInt8(ascii: "/")) ? [name] : folders.map { "\($0)/\(name)" }
    return paths.lazy.compactMap { File.resolved($0) }.first?.lastPathComponent.hasPrefix("busybox") == true
  }
}

extension ProgressParser.Format {
  /// Whether such programs write progress to standard error only. Their standard output may be data and is inherited.
  fileprivate var isOnErrorsOnly: Bool { self == .curl || self == .wget || self == .dd || self == .pv }
}
