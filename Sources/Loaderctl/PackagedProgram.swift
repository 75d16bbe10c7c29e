import Support
import System

extension Invocation {
  /// Runs a program of `/usr/lib/loaderd`, and exits with its status. `package` has installed it: what only a designer needs
  /// is no part of the program that devices have.
  func runProgram(_ name: Bytes, of package: StaticString, _ arguments: [Bytes]) throws(CommandError) {
    let program: Bytes = "/usr/lib/loaderd/\(name)"
    if !File.exists(program) { throw .failed("\(program): not installed; install the package \(Bytes(package))") }
    switch Command.run([program] + arguments, input: nil) {
    case .exited(let status): self.status = status
    case .killed(let signal): status = 128 + signal  // as in a shell
    }
    if isJSON, status != 0 {
      let error = CommandError.failed("\(program) ended with status \(Int(status)); its standard error says why")
      answer(["error": .string(error.name), "message": .string(error.sentence)])
    }
  }
}
