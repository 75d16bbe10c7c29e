import Support
import System
import Varlink

extension Subcommand {
  static var screenshot: Subcommand {
    Subcommand(
      """
      screenshot
      save what is on the display now
      -o FILE !  where the picture goes, a .png; - is standard output
      --output OUTPUT  the display; without it the primary one
      $ screenshot -o screen.png --output HDMI-A-1
      """
    ) { (me, arguments) throws(Failure) in
      let path = arguments["o"] ?? "-"
      try Picture.check(path, ["png"])
      let output = arguments["output"].map { [JSON.Member("output", .string($0))] } ?? []
      let client = try me.connect(), file: FileDescriptor
      do throws(SystemError) {
        file = path == "-" ? .standardOutput : try FileDescriptor(overwriting: path)
      } catch {
        throw .failed("\(path): \(error.reason)")
      }
      // The daemon writes into the file that we have opened: with our rights, not its own.
      _ = try me.call("Screenshot", output, on: client, passing: file)
      if path == "-" { me.write("") } else { file.cut() }
    }
  }
}

/// The file of a picture.
enum Picture {
  /// Throws for a name that says another kind of picture than is written.
  static func check(_ path: Bytes, _ kinds: [Bytes]) throws(Failure) {
    let name = path.split(at: UInt8(ascii: "/")).last ?? ""
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return }
    let kind = Bytes(name.utf8[(point + 1)...].map { $0 | 0x20 })  // in lower case
    if kinds.contains(kind) { return }
    throw .usage("-o: '\(name)' is none of the pictures that are written: \(kinds.map { "." + $0 }.joined(by: ", "))")
  }
}
