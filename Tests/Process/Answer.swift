import Foundation

/// A Varlink reply, parsed with Foundation, independent of the program's own JSON reader.
public struct Answer {
  /// The error's full name; nil for a reply without error.
  public let error: String?
  /// The error's name without its interface, such as `InvalidParameter`.
  public var shortError: String? { error?.split(separator: ".").last.map(String.init) }
  public let parameters: [String: Any]

  struct Malformed: Error { let text: String }

  init(_ data: Data) throws {
    guard let all = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw Malformed(text: String(decoding: data, as: UTF8.self))
    }
    error = all["error"] as? String
    parameters = all["parameters"] as? [String: Any] ?? [:]
  }

  /// The value at a path such as `frame.shown`.
  private func value(_ path: String) -> Any? {
    path.split(separator: ".").reduce(parameters as Any?) { ($0 as? [String: Any])?[String($1)] }
  }

  public func isNull(_ path: String) -> Bool { value(path) is NSNull }
  public func flag(_ path: String) -> Bool? { value(path) as? Bool }
  public func text(_ path: String) -> String? { value(path) as? String }
  public func number(_ path: String) -> Double? { value(path) as? Double }
  public func list(_ path: String) -> [Any]? { value(path) as? [Any] }

  /// The parameters as JSON, without `frame`, whose counters change with every frame.
  public var textWithoutFrame: String {
    get throws {
      let lasting = parameters.filter { $0.key != "frame" }
      return String(decoding: try JSONSerialization.data(withJSONObject: lasting, options: .sortedKeys), as: UTF8.self)
    }
  }
}
