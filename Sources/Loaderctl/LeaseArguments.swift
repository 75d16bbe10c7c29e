import Images
import Loaders
import Raster
import Support
import System
import Varlink

extension LeaseSession {
  /// Removes `--loader`, `--text` and the loader's parameters. Without `--loader`, the loader is `defaultLoader`; when
  /// that is nil too, only progress is reported.
  init(_ arguments: inout ParsedArguments, defaultLoader: Bytes?) throws(CommandError) {
    let text = arguments.removeValue("text")
    guard let name = arguments.removeValue("loader") ?? defaultLoader else {
      self.init(showing: [], of: try Invocation.leaseID)
      return
    }
    let entry = try ParsedArguments.entry(named: name)
    let parameters = arguments.withAbsolutePaths(for: entry)
    let loader = try ParsedArguments.loader(entry, text, parameters, pixels: Picture.clientPixelLimit)
    for line in loader.unusedPictures { StandardStreams.error("loaderctl: \(line)") }
    var members = [JSON.Member("loader", .string(name)), JSON.Member("lease", .bool(true))]
    if let text { members.append(JSON.Member("text", .string(text))) }
    for option in parameters { members.append(JSON.Member(option.name, .string(option.text))) }
    // A text that the loader does not draw is the status line until the progress has a label.
    self.init(showing: members, label: entry.drawsText ? nil : text)
  }
}
