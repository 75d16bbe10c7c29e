import Raster
import Support

/// The headless backend: one output without a display.
final class HeadlessBackend: Backend {
  let kind: StaticString = "headless"
  let outputs: [any Output]
  var status: BackendStatus { .showing }
  var reason: Bytes { "" }
  var deadline: Int64? { nil }

  /// Throws when the folder cannot be created, or when memory runs out.
  init(_ selection: OutputSelection) throws(OutputError) {
    outputs = [
      try HeadlessOutput(
        width: selection.width, height: selection.height, rate: selection.rate, folder: selection.folder,
        millimetres: selection.millimetres, format: selection.format)
    ]
  }

  func dispatch(now: Int64, mayTakeDevices: Bool) -> Bool { false }
}
