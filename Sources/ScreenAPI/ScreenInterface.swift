public import Support

/// Names of loaderd's Varlink interface (https://varlink.org/Interface-Definition), for it and its clients.
public enum ScreenInterface {
  /// The interface's name, which is also the name of the socket.
  public static var name: Bytes { "io.loaderd.Screen" }
  /// Precedes the name of a method or an error.
  public static var prefix: StaticString { "io.loaderd.Screen." }
  /// The name of a method in a call, from its name in the interface.
  public static func method(_ name: Bytes) -> Bytes { Bytes(prefix) + name }
  /// The default path of the socket.
  public static var socket: Bytes { "/run/loaderd/io.loaderd.Screen" }
}
