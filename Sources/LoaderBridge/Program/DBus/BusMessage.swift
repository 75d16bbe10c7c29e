import CSystemd
import Support

/// A property on the bus.
struct BusProperty {
  /// The value of a property, for the D-Bus types that the watched services use.
  enum Value {
    /// `s`.
    case text(Bytes)
    /// `i` or `u`.
    case integer(Int)
    /// `t`, as a double.
    case real(Double)
    /// `as`.
    case texts([Bytes])
    /// `(isi)`, RAUC's `Progress`: per cent, message, depth.
    case progress(Int, Bytes, Int)
    /// Any other type.
    case other
  }

  let name: Bytes
  let value: Value
}

/// A received message, read value by value from its start (sd_bus_message_read_basic(3)); valid while its handler runs.
struct BusMessage {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// The path of the object that sent a signal.
  var path: Bytes { Bytes(cString: sd_bus_message_get_path(pointer)) }

  /// The connection that has sent it, a name which the bus gives (`:1.5`); that of the bus is `org.freedesktop.DBus`.
  var sender: Bytes { Bytes(cString: sd_bus_message_get_sender(pointer)) }

  /// Whether it is an error, by default any.
  func isError(_ name: Bytes? = nil) -> Bool {
    guard let name else { return sd_bus_message_is_method_error(pointer, nil) > 0 }
    return name.withCString { sd_bus_message_is_method_error(pointer, $0) } > 0
  }

  /// Reads the next value, if it is a string (`s`) or an object path (`o`).
  func text(_ type: StaticString = "s") -> Bytes? {
    var text: UnsafePointer<CChar>?
    return read(type, &text) ? Bytes(cString: text) : nil
  }

  /// Reads the next value, if it is an integer (`i`, `u` or `t`).
  func integer() -> Int? {
    var value: Int32 = 0
    if read("i", &value) { return Int(value) }
    var unsigned: UInt32 = 0
    if read("u", &unsigned) { return Int(truncatingIfNeeded: unsigned) }
    var long: UInt64 = 0
    return read("t", &long) ? Int(clamping: long) : nil
  }

  /// Reads the next value, if it is a variant with a double (`v` with `d`).
  func real() -> Double? {
    var value = 0.0
    return inside("v", "d") { read("d", &value) } ?? false ? value : nil
  }

  private func read<Result>(_ type: StaticString, _ value: inout Result) -> Bool {
    withUnsafeMutablePointer(to: &value) { systemd_read(pointer, code(type), UnsafeMutableRawPointer($0)) > 0 }
  }

  /// Runs `body` inside the next value, a container; returns nil when it is another
  /// (sd_bus_message_enter_container(3)).
  func inside<Result>(_ type: StaticString, _ contents: StaticString, _ body: () -> Result) -> Result? {
    let entered = Bytes(contents).withCString { sd_bus_message_enter_container(pointer, code(type), $0) }
    if entered <= 0 { return nil }
    defer { sd_bus_message_exit_container(pointer) }
    return body()
  }

  /// Runs `body` inside each structure of an array, the next value; `contents` is a structure's signature.
  func each(_ contents: StaticString, _ body: () -> Void) {
    _ = inside("a", contents) {
      let fields = Bytes(Bytes(contents).utf8.dropFirst().dropLast())
      while fields.withCString({ sd_bus_message_enter_container(pointer, code("r"), $0) }) > 0 {
        body()
        while sd_bus_message_at_end(pointer, 0) == 0, sd_bus_message_skip(pointer, nil) > 0 {}
        sd_bus_message_exit_container(pointer)
      }
    }
  }

  /// Reads the next value, a dictionary of variants (`a{sv}`).
  func properties() -> [BusProperty] {
    var all: [BusProperty] = []
    _ = inside("a", "{sv}") {
      while let property = inside("e", "sv", { BusProperty(name: text() ?? "", value: variant()) }) {
        all.append(property)
      }
    }
    return all
  }

  private func variant() -> BusProperty.Value {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return .other }
    let value: BusProperty.Value? =
      switch Bytes(cString: contents) {
      case "s": inside("v", "s") { text().map { .text($0) } ?? .other }
      case "i": inside("v", "i") { integer().map { .integer($0) } ?? .other }
      case "u": inside("v", "u") { integer().map { .integer($0) } ?? .other }
      case "t": inside("v", "t") { time() }
      case "as": inside("v", "as") { .texts(inside("a", "s", texts) ?? []) }
      case "(isi)": inside("v", "(isi)") { inside("r", "isi", progress) ?? .other }
      default: nil
      }
    if value == nil { _ = Bytes("v").withCString { sd_bus_message_skip(pointer, $0) } }
    return value ?? .other
  }

  private func time() -> BusProperty.Value {
    var value: UInt64 = 0
    return read("t", &value) ? .real(Double(value)) : .other
  }

  private func texts() -> [Bytes] {
    var all: [Bytes] = []
    while let text = text() { all.append(text) }
    return all
  }

  private func progress() -> BusProperty.Value {
    guard let percent = integer(), let message = text(), let depth = integer() else { return .other }
    return .progress(percent, message, depth)
  }

  private func code(_ type: StaticString) -> CChar { CChar(Bytes(type).utf8[0]) }
}
