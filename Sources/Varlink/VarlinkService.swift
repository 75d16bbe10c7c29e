public import Support

/// The interface org.varlink.service, which every Varlink service has (varlink.org, "Service").
public struct VarlinkService {
  let vendor, product, version: Bytes
  let interface: Bytes
  let description: Bytes

  /// A service with one other interface: its name, and its definition (varlink.org, "Interface Definition").
  public init(vendor: Bytes, product: Bytes, version: Bytes, interface: Bytes, description: Bytes) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.interface = interface
    self.description = description
  }

  /// The name of this interface.
  static var name: Bytes { "org.varlink.service" }

  /// The reply to a call of org.varlink.service or of an unknown interface; nil for a call of the other interface.
  public func reply(to call: Call) -> Reply? {
    let dot = call.method.lastOffset(of: UInt8(ascii: ".")) ?? 0
    if dot == interface.count, call.method.hasPrefix(interface) { return nil }
    let called = Bytes(call.method.utf8[..<dot])
    guard called == VarlinkService.name else {
      return Reply(error: "org.varlink.service.InterfaceNotFound", [JSON.Member("interface", .string(called))])
    }
    switch call.method.dropFirst(dot + 1) {
    case "GetInfo":
      return Reply([
        JSON.Member("vendor", .string(vendor)), JSON.Member("product", .string(product)),
        JSON.Member("version", .string(version)), JSON.Member("url", "https://varlink.org/"),
        JSON.Member("interfaces", .array([.string(VarlinkService.name), .string(interface)])),
      ])
    case "GetInterfaceDescription":
      switch call["interface"]?.string {
      case interface: return Reply([JSON.Member("description", .string(description))])
      case VarlinkService.name: return Reply([JSON.Member("description", .string(VarlinkService.ownDescription))])
      case nil: return Reply(error: "org.varlink.service.InvalidParameter", [JSON.Member("parameter", "interface")])
      case let other?:
        return Reply(error: "org.varlink.service.InterfaceNotFound", [JSON.Member("interface", .string(other))])
      }
    default: return VarlinkService.methodNotFound(call.method)
    }
  }

  /// The error for an unknown method; `method` includes the name of the interface.
  public static func methodNotFound(_ method: Bytes) -> Reply {
    Reply(error: "org.varlink.service.MethodNotFound", [JSON.Member("method", .string(method))])
  }

  /// The definition of org.varlink.service, as the specification has it.
  static var ownDescription: Bytes {
    """
    # The Varlink Service Interface is provided by every varlink service.
    interface org.varlink.service

    method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)

    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)

    error MethodNotFound (method: string)

    error MethodNotImplemented (method: string)

    error InvalidParameter (parameter: string)

    error PermissionDenied ()

    error ExpectedMore ()

    """
  }
}
