import ScreenAPI
import Support
import Varlink

/// The calls of io.loaderd.Screen that loader-bridge sends.
extension Call {
  /// `SetMode`; the modes are those of the interface, such as `update`.
  static func mode(_ mode: Bytes) -> Call { Call(screen: "SetMode", JSON.Member("mode", .string(mode))) }

  /// `GetState`.
  static var state: Call { Call(screen: "GetState") }

  /// `AppendLog`.
  static func log(_ lines: [Bytes]) -> Call {
    Call(screen: "AppendLog", JSON.Member("lines", .array(lines.map { .string($0) })))
  }

  /// `ReportFailure`. `sentence` may hold any text of a service; control characters are removed.
  static func failure(_ unit: Bytes, _ sentence: Bytes, code: Bytes) -> Call {
    Call(
      screen: "ReportFailure", JSON.Member("unit", .string(unit)),
      JSON.Member("sentence", .string(sentence.sanitizedLine)), JSON.Member("code", .string(code)))
  }

  /// `SetProgress`. `value` is from 0 to 1 and is rounded to thousandths; nil is indeterminate.
  static func progress(_ value: Double?, _ more: [JSON.Member] = []) -> Call {
    let value = value.map { JSON.number(($0 * 1000).rounded() / 1000) } ?? .null
    return Call(screen: "SetProgress", members: [JSON.Member("value", value)] + more)
  }
}
