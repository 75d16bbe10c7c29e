import Support
import System
import Varlink

extension Verb {
  static var screenshot: Verb {
    Verb(
      """
      screenshot
      save the picture of a display as a PNG file
      -o FILE !  the file to write, .png; - is standard output
      --output OUTPUT  the display; without it, the primary one
      $ screenshot -o screen.png --output HDMI-A-1
      """
    ) { (invocation, arguments) throws(CommandError) in
      let path = arguments["o"] ?? "-"
      try PicturePath.type(path, of: ["png"])
      let output = arguments["output"].map { [JSON.Member("output", .string($0))] } ?? []
      let client = try invocation.connect(timeout: Invocation.fileTimeout), file: FileDescriptor
      let isNew = path != "-" && !File.exists(path)
      do throws(SystemError) {
        file = path == "-" ? .standardOutput : try FileDescriptor(overwriting: path)
      } catch {
        throw .failed("\(path): \(error.reason)")
      }
      // We open the file and pass its descriptor, so that our permissions apply and not the daemon's.
      do throws(CommandError) {
        _ = try invocation.call("Screenshot", output, on: client, passing: file)
      } catch {
        if isNew { File.remove(path) }
        throw error
      }
      if path == "-" { invocation.write("") } else { file.truncateAtOffset() }
    }
  }
}
