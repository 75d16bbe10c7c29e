import System
import Support

extension Subcommand {
  static var screenshot: Subcommand {
    Subcommand(
      """
      screenshot
      save the picture of a display as a PNG file
      -o FILE !  the file to write, .png; - is standard output
      --output OUTPUT  the display; without it, the primary one
      $ screenshot -o screen.png --output HDMI-A-1
      """
    ) { (invocation, arguments) throws(CommandError) in
      let path = arguments["o"] ?? "-"
      try Picture.check(path, ["png"])
      let output = arguments["output"].map { [JSON.Member("output", .string($0))] } ?? []
      let client = try invocation.connect(), file: FileDescriptor
      do throws(SystemError) {
        file = path == "-" ? .standardOutput : try FileDescriptor(overwriting: path)
      } catch {
        throw .failed("\(path): \(error.reason)")
      }
      // We open the file and pass its descriptor, so that our permissions apply and not the daemon's.
      _ = try invocation.call("Screenshot", output, on: client, passing: file)
      if path == "-" { invocation.write("") } else { file.truncateAtOffset() }
    }
  }
}

/// The path of a picture.
enum Picture {
  /// Throws when the path has the suffix of a file type that is not written.
  static func check(_ path: Bytes, _ types: [Bytes]) throws(CommandError) {
    let name = path.split(at: UInt8(ascii: "/")).last ?? ""
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return }
    let type = Bytes(name.utf8[(point + 1)...].map { $0 | 0x20 })  // ASCII lower case
    if types.contains(type) { return }
    throw .usage("-o: '\(name)' has an unknown file type; there are \(types.map { "." + $0 }.joined(by: ", "))")
  }
}
