public import Support

/// What every Varlink service answers about itself (varlink.org, "Service": the interface org.varlink.service).
public struct VarlinkService {
  let product, version: Bytes
  let interface: Bytes
  let description: Bytes

  /// `description` is the interface definition of the one interface that is served beside this.
  public init(product: Bytes, version: Bytes, interface: Bytes, description: Bytes) {
    (self.product, self.version, self.interface, self.description) = (product, version, interface, description)
  }

  static var name: Bytes { "org.varlink.service" }

  /// The reply to a call of a method of this interface, or of an interface that is not here; nil when it is for the other one.
  public func reply(to call: Call) -> Reply? {
    let parts = call.method.split(at: 0x2E)
    let called = parts.dropLast().map { $0 }.joined(by: ".")
    if called == interface { return nil }
    guard called == VarlinkService.name else {
      return Reply(error: "org.varlink.service.InterfaceNotFound", [JSON.Member("interface", .string(called))])
    }
    switch parts.last {
    case "GetInfo":
      return Reply([
        JSON.Member("vendor", "loaderd"), JSON.Member("product", .string(product)),
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

  public static func methodNotFound(_ method: Bytes) -> Reply {
    Reply(error: "org.varlink.service.MethodNotFound", [JSON.Member("method", .string(method))])
  }

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
