import Support
import System

extension Invocation {
  /// Runs a program of `/usr/lib/loaderd`, and exits with its status. `package` has installed it: what only a designer
  /// needs is no part of the program that devices have. With `--json` its text goes to standard error, and only the
  /// object to standard output.
  func runProgram(_ name: Bytes, of package: StaticString, _ arguments: [Bytes]) throws(CommandError) {
    let program: Bytes = "/usr/lib/loaderd/\(name)"
    if !File.exists(program) { throw .failed("\(program): not installed; install the package \(Bytes(package))") }
    if let interpreter = Invocation.interpreter(of: program), !File.exists(interpreter) {
      let package = interpreter.lastPathComponent
      throw .failed("\(program): cannot be started without \(interpreter); install the package \(package)")
    }
    switch Command.run([program] + arguments, input: nil, output: isJSON ? .standardError : .standardOutput) {
    case .exited(let status): self.status = status
    case .killed(let signal): status = 128 + signal  // as in a shell
    }
    if isJSON, status != 0 {
      let error = CommandError.failed("\(program) ended with status \(Int(status)); its standard error says why")
      answer(["error": .string(error.name), "message": .string(error.sentence)])
    }
  }

  /// The program in the first line of a script (execve(2)); nil for other programs.
  private static func interpreter(of program: Bytes) -> Bytes? {
    guard let file = try? FileDescriptor(reading: program), let start = (try? file.read(upTo: 256)) ?? nil,
      let line = Bytes(start).split(at: UInt8(ascii: "\n")).first, line.hasPrefix("#!")
    else { return nil }
    return line.dropFirst(2).trimmed.split(at: UInt8(ascii: " ")).first
  }
}
