import Loaders
import Notation
import Protocol

/// The definition of io.loaderd.Screen (varlink.org, "Interface Definition"): `Show` has a member for each loader's parameters.
enum Interface {
  static var name: Bytes { "io.loaderd.Screen" }

  static var service: VarlinkService {
    VarlinkService(product: "loaderd", version: version, interface: name, description: description)
  }

  static var description: Bytes {
    head
      + "method Show(\((["loader: string", "text: ?string", "transition: ?string"] + parameters).joined(by: ", "))) -> ()\n\n"
      + tail
  }

  /// Every loader's parameters by name, once each; hyphens are underscores, because Varlink's names have none.
  private static var parameters: [Bytes] {
    var names: [Bytes] = []
    var members: [Bytes] = []
    for parameter in Catalog.all.flatMap({ $0.parameters }) where !names.contains(Bytes(parameter.name)) {
      names.append(Bytes(parameter.name))
      let member = Bytes(parameter.name).utf8.map { $0 == 0x2D ? 0x5F : $0 }
      members.append("\(Bytes(member)): ?\(parameter.kind.varlinkType)")
    }
    return members
  }

  private static var head: Bytes {
    """
    # Loading and boot screens on a device's display.
    interface io.loaderd.Screen

    type Parameter (name: string, type: string, standard: ?string, summary: string)

    type Loader (name: string, summary: string, parameters: []Parameter)

    type Output (
      kind: string, name: string, device: string, width: int, height: int, refresh: float, scale: float,
      path: string, pacing: string
    )

    # Counts since the start; time is that of the newest frame, in seconds since its loader was shown.
    type Frame (time: float, shown: int, skipped: int, late: int, first: ?float)

    # Puts a loader on the screen; transition is fade or none. Members after it are the loader's parameters.

    """
  }

  private static var tail: Bytes {
    """
    # Takes the loader away; transition is fade or none.
    method Hide(transition: ?string) -> ()

    # The line under the loader; empty text clears it.
    method SetStatus(text: string) -> ()

    # A line with its own lifetime in seconds; without one it stays. Empty text clears it.
    method SetMessage(text: string, lifetime: ?float) -> ()

    # From 0 to 1; null is indeterminate. A label becomes the status line.
    method SetProgress(value: ?float, label: ?string) -> ()

    # What is shown, where, and how well.
    method GetState() -> (
      loader: ?string, text: ?string, status: string, message: string, progress: ?float, mode: string, missing_glyphs: int,
      unshaped: bool,
      output: Output, frame: Frame
    )

    method ListLoaders() -> (loaders: []Loader)

    # Ends the daemon.
    method Quit() -> ()

    error UnknownLoader (name: string, known: []string)

    error InvalidParameter (name: string, reason: string)

    # The text was not a call. The connection ends after this and the next three.
    error MalformedCall (reason: string)

    # A call longer than limit bytes.
    error TooLarge (limit: int)

    # A call that was begun and not finished.
    error TimedOut ()

    error TooManyClients ()

    """
  }
}

extension Parameter.Kind {
  /// Its type on the socket.
  var varlinkType: StaticString {
    switch self {
    case .seconds, .points, .number, .fraction: "float"
    case .choice, .color, .optionalColor, .colors, .font, .pictures: "string"
    }
  }
}
