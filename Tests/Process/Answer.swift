import Foundation

/// A Varlink reply, read by Foundation.
public struct Answer {
  public let error: String?
  /// The error's name without its interface.
  public var shortError: String? { error?.split(separator: ".").last.map(String.init) }
  public let parameters: [String: Any]

  struct Malformed: Error { let text: String }

  init(_ data: Data) throws {
    guard let all = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw Malformed(text: String(decoding: data, as: UTF8.self))
    }
    (error, parameters) = (all["error"] as? String, all["parameters"] as? [String: Any] ?? [:])
  }

  private func value(_ path: String) -> Any? {
    path.split(separator: ".").reduce(parameters as Any?) { ($0 as? [String: Any])?[String($1)] }
  }

  public func isNull(_ path: String) -> Bool { value(path) is NSNull }
  public func flag(_ path: String) -> Bool? { value(path) as? Bool }
  public func text(_ path: String) -> String? { value(path) as? String }
  public func number(_ path: String) -> Double? { value(path) as? Double }
  public func list(_ path: String) -> [Any]? { value(path) as? [Any] }

  /// Everything, except the figures that change with every frame.
  public var stillPart: String {
    get throws {
      let still = parameters.filter { $0.key != "frame" }
      return String(decoding: try JSONSerialization.data(withJSONObject: still, options: .sortedKeys), as: UTF8.self)
    }
  }
}
