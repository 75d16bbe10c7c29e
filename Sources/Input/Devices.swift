import Support
import System

/// A backend that reads keyboards and touch screens: `EvdevDevices` or `LibinputDevices`.
protocol Devices: AnyObject {
  /// When `dispatch` must be called even if no descriptor is readable (CLOCK_MONOTONIC, ns); nil is never.
  var deadline: Int64? { get }
  /// Handles timeouts and events that were read ahead. `now` is CLOCK_MONOTONIC in nanoseconds.
  func dispatch(now: Int64)
}

extension Bytes {
  /// The text with every byte that is not printable ASCII as `?`. A device chooses its own name, and the name is
  /// logged.
  var printableASCII: Bytes { Bytes(utf8.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }) }
}
