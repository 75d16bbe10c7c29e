import Baked
import Baking
import Support
import System

/// Entry point of loader-bake: writes the screens of a theme to a file that loaderd-minimal shows. Returns the exit
/// status.
@c(loader_bake_main)
func start(count: Int32, arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  StandardStreams.openMissing()
  var arguments = Arguments((1..<max(1, Int(count))).map { Bytes(cString: arguments[$0]) })
  if let text = arguments.information(on: "loader-bake", usage: BakeOptions.usage) {
    StandardStreams.output(text)
    return 0
  }
  let options: BakeOptions
  do throws(UsageError) {
    options = try BakeOptions(&arguments)
  } catch {
    printError(error.text)
    return 2
  }
  do throws(UsageError) {
    return options.isCheck ? try check(options) : try bake(options)
  } catch {
    printError(error.text)
    return 1
  }
}

private func printError(_ sentence: Bytes) { StandardStreams.error("loader-bake: " + sentence) }

/// Compares the file with the theme.
private func check(_ options: BakeOptions) throws(UsageError) -> Int32 {
  let content: [UInt8]
  do throws(SystemError) {
    content = try File.read(options.path, limit: 1 << 30)
  } catch {
    throw UsageError("\(options.path): \(error.reason)")
  }
  guard let file = BakedFile(content) else {
    throw UsageError("\(options.path): damaged, or of another version; bake it again")
  }
  if try BakeJob(options).isCurrent(file) {
    StandardStreams.output("\(options.path): OK: made from what the theme is now\n")
    return 0
  }
  throw UsageError("\(options.path): the theme, the configuration or loader-bake has changed; bake it again")
}

private func bake(_ given: BakeOptions) throws(UsageError) -> Int32 {
  var options = given
  if options.sizes.isEmpty { options.sizes = ConnectedDisplays(in: options.root).sizes }
  if options.sizes.isEmpty { options.sizes = [(1024, 768)] }
  let job = try BakeJob(options)
  let bytes = try job.bake { printError("warning: " + $0) }
  do throws(SystemError) {
    if options.path == "-" {
      try FileDescriptor.standardOutput.write(bytes, waiting: true)
      return 0
    }
    // A program may have mapped the file that is there, so that it is replaced; what a link leads to, too.
    if File.isSpecial(options.path) {
      try FileDescriptor(writing: options.path).write(bytes)
    } else {
      try File.replace(File.resolved(options.path) ?? options.path, with: bytes, mode: 0o666)
    }
  } catch {
    throw UsageError("\(options.path): \(error.reason)")
  }
  let sizes = options.sizes.map { "\(Int($0.width))x\(Int($0.height))" as Bytes }
  StandardStreams.output(
    "\(options.path): \(bytes.count) bytes, \(sizes.joined(by: ", ")), \(options.modes.joined(by: ", "))\n")
  return 0
}
