import ScreenAPI
import Support
public import Varlink

/// Translates frames of SWUpdate's progress socket into calls of io.loaderd.Screen. Pure: frames go in, calls out.
public struct SWUpdateTranslator {
  /// Text of the last call.
  private var last: Bytes?
  /// Whether an update runs.
  public private(set) var isUpdating = false
  /// What follows a successful update.
  private var outcome = Outcome.reboot

  /// What follows a successful update.
  private enum Outcome { case reboot, noReboot, nothingInstalled }

  /// A translator before the first connection. It goes on with the next connection, because an update goes on too.
  public init() {}

  /// Whether the machine reboots after the update.
  public var reboots: Bool { outcome == .reboot }

  /// The call for a frame; none if it would repeat the last one.
  public mutating func handle(_ frame: SWUpdateFrame) -> [Call] {
    readInfo(of: frame)
    switch frame.status {
    case .start, .run, .download: isUpdating = true
    // suricatta reports its states with it, also without an update (wfx).
    case .progress: if frame.stepCount > 0, frame.info.isEmpty { isUpdating = true }
    case .success: isUpdating = false
    case .failure: (isUpdating, last) = (false, nil)
    case .idle, .done: (isUpdating, last, outcome) = (false, nil, .reboot)
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

  /// The keys of the object are causes (include/progress_ipc.h): 1 is about the reboot, 2 a dry run.
  private mutating func readInfo(of frame: SWUpdateFrame) {
    guard !frame.info.isEmpty, let info = try? JSON(frame.info) else { return }
    if info["1"]?["reboot-mode"] == "no-reboot" { outcome = .noReboot }
    if info["2"] != nil { outcome = .nothingInstalled }
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
    case .success:
      switch outcome {
      case .reboot: return progress(1, "The update is installed")
      case .noReboot: return message("The update is installed")
      case .nothingInstalled: return message("The update was tested, not installed")
      }
    case .failure: return SWUpdateTranslator.failure
    }
  }

  private func message(_ text: Bytes) -> Call {
    Call(screen: "SetMessage", JSON.Member("text", .string(text)), JSON.Member("lifetime", .number(10)))
  }

  private func progress(_ value: Double, _ label: Bytes?) -> Call {
    let value = JSON.Member("value", .number(value))
    return Call(screen: "SetProgress", members: [value] + (label.map { [JSON.Member("label", .string($0))] } ?? []))
  }
}
