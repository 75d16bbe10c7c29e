import Display
import Support
import Varlink

/// The members of `GetState` and `ListOutputs` about an output.
extension JSONObjectText {
  /// Adds what an output is; `scale` is in pixels per point.
  package mutating func describe(_ description: OutputDescription, _ frameClock: FrameClock, scale: Double) {
    add("kind", description.kind)
    add("name", description.name)
    add("device", description.device)
    add("role", description.role.name)
    add("state", description.state.name)
    add("width", Int(description.width))
    add("height", Int(description.height))
    add("refresh", description.refresh)
    add("scale", scale)
    add("rotation", description.rotation)
    add("format", description.format)
    add("path", description.path)
    add("pacing", frameClock.pacing.name)
  }

  /// Adds frame statistics; zeros without a clock. `time` is that of the newest frame, and `secondsToFirst` runs from
  /// the start to the first frame; nil before it.
  package mutating func addStatistics(of frameClock: FrameClock?, at time: Time, secondsToFirst: Double?) {
    let frames = frameClock?.statistics ?? FrameStatistics()
    add("time", time.seconds)
    add("shown", frames.shown)
    add("skipped", frames.skipped)
    add("late", frames.late)
    add("first", secondsToFirst)
    add("flush", Double((frameClock?.flush ?? 0) / 1000) / 1e6)
    add("refreshes", Int(frameClock?.refreshesPerFrame ?? 1))
  }
}
