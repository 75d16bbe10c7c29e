public import Support
public import Varlink

extension Call {
  /// A call of a method of io.loaderd.Screen; `method` is its name without the interface.
  public init(screen method: Bytes, _ members: JSON.Member...) { self.init(screen: method, members: members) }

  /// A call of a method of io.loaderd.Screen with its parameters as an array.
  public init(screen method: Bytes, members: [JSON.Member]) {
    self.init(ScreenInterface.method(method), members)
  }

  /// A Boolean; false if it is missing. Throws `InvalidParameter` for another value.
  public func flag(_ name: StaticString) throws(Reply) -> Bool {
    guard let value = self[name] else { return false }
    guard let flag = value.bool else { throw .invalidParameter(Bytes(name), "neither true nor false") }
    return flag
  }

  /// The value of `SetProgress`, 0…1: a number, or a text as `ProgressValueParser` reads it; nil if there is none, and
  /// for `none` and `alive`. Throws `InvalidParameter` for another one.
  public var progress: Double? {
    get throws(Reply) {
      guard let value = self["value"], value != "none", value != "alive" else { return nil }
      var parser = ProgressValueParser()
      guard let number = value.number ?? value.string.flatMap({ parser.fraction($0) }), (0...1).contains(number) else {
        throw .invalidParameter("value", "not a number from 0 to 1, nor a text such as 42%, 3/7, none or alive")
      }
      return number
    }
  }

  /// Whether `value` of `SetProgress` says anything: `none` is as if it were missing.
  public var reportsProgress: Bool { self["value"] != nil && self["value"] != "none" }

  /// Whether `SetProgress` says only that the work goes on. Throws `InvalidParameter` for a wrong `alive`.
  public var isAlive: Bool { get throws(Reply) { try flag("alive") || self["value"] == "alive" } }
}
