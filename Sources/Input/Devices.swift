import Linux
import Notation

/// Keyboards and touch screens, by one of the ways to them.
protocol Devices: AnyObject {
  /// When there is something to do though no device has anything; nil is never.
  var deadline: Int64? { get }
  func turn(now: Int64)
}

extension Bytes {
  /// A device's name, which it may choose itself, fit for a line of a log.
  var named: Bytes { Bytes(utf8.map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }) }
}
