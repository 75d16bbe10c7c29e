public import Support

/// The file that exists after loaderd has ended on request, until it starts again.
///
/// With socket activation, a connection starts loaderd. A client that must not start it again looks for this file first.
public enum EndMarker {
  /// The path of the file for the control socket `socket`; empty for an abstract socket, which has none.
  public static func path(beside socket: Bytes) -> Bytes { socket.hasPrefix("@") ? "" : socket + ".ended" }
}
