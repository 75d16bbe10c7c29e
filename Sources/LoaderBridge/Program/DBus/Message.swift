import CSystemd
import Support

/// A value of a property, of the types that are met here.
enum Value {
  case text(Bytes)
  case integer(Int)
  case real(Double)
  case texts([Bytes])
  /// RAUC's: percent, message, depth.
  case progress(Int, Bytes, Int)
  case other
}

struct Property {
  let name: Bytes
  let value: Value
}

/// A received message, read from its start (sd_bus_message_read(3)); valid while its handler runs.
struct Message {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  var path: Bytes { Bytes(cString: sd_bus_message_get_path(pointer)) }

  /// The next value, if it is a string or an object's path.
  func text(_ type: StaticString = "s") -> Bytes? {
    var text: UnsafePointer<CChar>?
    return read(type, &text) ? Bytes(cString: text) : nil
  }

  /// The next value, if it is an integer of 32 bits.
  func integer() -> Int? {
    var value: Int32 = 0
    if read("i", &value) { return Int(value) }
    var unsigned: UInt32 = 0
    return read("u", &unsigned) ? Int(truncatingIfNeeded: unsigned) : nil
  }

  /// The next value, if it is a variant with a double.
  func real() -> Double? {
    var value = 0.0
    return inside("v", "d") { read("d", &value) } ?? false ? value : nil
  }

  private func read<Result>(_ type: StaticString, _ value: inout Result) -> Bool {
    withUnsafeMutablePointer(to: &value) { systemd_read(pointer, code(type), UnsafeMutableRawPointer($0)) > 0 }
  }

  /// Runs `body` inside a container; nil when that is not next.
  func inside<Result>(_ type: StaticString, _ contents: StaticString, _ body: () -> Result) -> Result? {
    let entered = Bytes(contents).withCString { sd_bus_message_enter_container(pointer, code(type), $0) }
    if entered <= 0 { return nil }
    defer { sd_bus_message_exit_container(pointer) }
    return body()
  }

  /// Runs `body` for each element of an array of structures.
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

  /// The dictionary that is next.
  func properties() -> [Property] {
    var all: [Property] = []
    _ = inside("a", "{sv}") {
      while let property = inside("e", "sv", { Property(name: text() ?? "", value: variant()) }) {
        all.append(property)
      }
    }
    return all
  }

  private func variant() -> Value {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return .other }
    let value: Value? =
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

  private func time() -> Value {
    var value: UInt64 = 0
    return read("t", &value) ? .real(Double(value)) : .other
  }

  private func texts() -> [Bytes] {
    var all: [Bytes] = []
    while let text = text() { all.append(text) }
    return all
  }

  private func progress() -> Value {
    guard let percent = integer(), let message = text(), let depth = integer() else { return .other }
    return .progress(percent, message, depth)
  }

  private func code(_ type: StaticString) -> CChar { CChar(Bytes(type).utf8[0]) }
}
