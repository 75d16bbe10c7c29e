import ScreenAPI
import Support
public import Varlink

/// Translates frames of SWUpdate's progress socket into calls of io.loaderd.Screen. Pure: frames go in, calls out.
public struct SWUpdateTranslator {
  /// Text of the last call.
  private var last: Bytes?
  /// Whether an update runs.
  public private(set) var isUpdating = false

  /// A translator before the first connection. It goes on with the next connection, because an update goes on too.
  public init() {}

  /// The call for a frame; none if it would repeat the last one.
  public mutating func handle(_ frame: SWUpdateFrame) -> [Call] {
    switch frame.status {
    case .start, .run, .download, .progress: isUpdating = true
    case .success, .failure, .idle, .done: isUpdating = false
    case .subprocess: break
    }
    guard let call = call(for: frame), call.text != last else { return [] }
    last = call.text
    return [call]
  }

  /// The call after the server has ended without a new one: an update that was running has failed.
  public mutating func serverEnded() -> Call? {
    if !isUpdating { return nil }
    (isUpdating, last) = (false, nil)
    return SWUpdateTranslator.failure
  }

  private static var failure: Call { Call(screen: "ReportFailure", JSON.Member("sentence", "The update failed")) }

  private func call(for frame: SWUpdateFrame) -> Call? {
    switch frame.status {
    case .idle, .done, .subprocess: return nil
    case .start: return progress(0, "Updating…")
    case .download:
      // During the installation, the progress of the steps counts.
      return frame.stepCount > 0 ? nil : progress(Double(frame.downloadPercent) / 100, "Downloading the update…")
    case .run, .progress:
      guard let value = frame.value, frame.step > 0 else { return nil }
      if frame.step > frame.stepCount { return progress(1, nil) }
      let file: Bytes = frame.image.isEmpty ? "" : ": \(frame.image)"
      return progress(value, "Step \(frame.step) of \(frame.stepCount)\(file)")
    case .success: return progress(1, "The update is installed")
    case .failure: return SWUpdateTranslator.failure
    }
  }

  private func progress(_ value: Double, _ label: Bytes?) -> Call {
    let value = JSON.Member("value", .number(value))
    return Call(screen: "SetProgress", members: [value] + (label.map { [JSON.Member("label", .string($0))] } ?? []))
  }
}
