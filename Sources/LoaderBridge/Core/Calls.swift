import ScreenAPI
import Support
import Varlink

/// The calls of io.loaderd.Screen that are made here.
extension Call {
  static func mode(_ mode: Bytes) -> Call { Call(screen: "SetMode", JSON.Member("mode", .string(mode))) }

  static var state: Call { Call(screen: "GetState") }

  static func log(_ lines: [Bytes]) -> Call {
    Call(screen: "AppendLog", JSON.Member("lines", .array(lines.map { .string($0) })))
  }

  static func failure(_ unit: Bytes, _ sentence: Bytes, code: Bytes) -> Call {
    Call(
      screen: "ReportFailure", JSON.Member("unit", .string(unit)), JSON.Member("sentence", .string(sentence.line)),
      JSON.Member("code", .string(code)))
  }

  /// `value` is from 0 to 1, rounded to thousandths; nil is none.
  static func progress(_ value: Double?, _ more: [JSON.Member] = []) -> Call {
    let value = value.map { JSON.number(($0 * 1000).rounded() / 1000) } ?? .null
    return Call(screen: "SetProgress", members: [JSON.Member("value", value)] + more)
  }
}
