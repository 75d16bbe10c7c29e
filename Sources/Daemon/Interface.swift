internal import CInterface
import Loaders
public import Support
import Varlink

/// The definition of io.loaderd.Screen (varlink.org, "Interface Definition"), which stands in io.loaderd.Screen.varlink.
/// Its method `Show` has a member for each parameter of a loader.
public enum Interface {
  public static var name: Bytes { "io.loaderd.Screen" }
  /// What stands before the name of a method.
  static var prefix: Bytes { name + "." }
  /// The socket, unless another is named.
  static var socket: Bytes { "/run/loaderd/" + name }

  static var service: VarlinkService {
    VarlinkService(
      vendor: "loaderd", product: "loaderd", version: version, interface: name, description: description)
  }

  /// The text of io.loaderd.Screen.varlink.
  public static var description: Bytes {
    let text = interface_text()
    return Bytes(Array(UnsafeBufferPointer(start: text.bytes, count: text.size)))
  }
}

extension Parameter {
  /// Its name on the socket: Varlink's have no hyphens.
  var member: Bytes { Bytes(Bytes(name).utf8.map { $0 == 0x2D ? 0x5F : $0 }) }
}

extension Parameter.Kind {
  var namesFiles: Bool {
    switch self {
    case .font, .pictures: true
    default: false
    }
  }

  /// Its type on the socket.
  var varlinkType: StaticString {
    switch self {
    case .seconds, .points, .number, .fraction: "float"
    case .choice, .color, .optionalColor, .colors, .font, .text, .pictures: "string"
    }
  }
}
