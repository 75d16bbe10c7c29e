internal import CInterface
import Loaders
import ScreenAPI
public import Support
import Varlink

/// The Varlink interface io.loaderd.Screen, defined in io.loaderd.Screen.varlink
/// (https://varlink.org/Interface-Definition). Its method `Show` has a member for each parameter of a loader.
public enum ScreenService {
  static var service: VarlinkService {
    VarlinkService(
      vendor: "loaderd", product: "loaderd", version: version, interface: ScreenInterface.name, description: description
    )
  }

  /// The text of io.loaderd.Screen.varlink.
  public static var description: Bytes {
    let text = interface_text()
    return Bytes(Array(UnsafeBufferPointer(start: text.bytes, count: text.size)))
  }
}

extension Parameter {
  /// Its name as a member of `Show`, with underscores: names in Varlink have no hyphens.
  var member: Bytes { Bytes(Bytes(name).utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }) }
}

extension Parameter.Kind {
  /// Whether its values are paths of files.
  var namesFiles: Bool {
    switch self {
    case .font, .pictures, .sequence: true
    default: false
    }
  }
}
