import Loaders
public import Notation
import Protocol

/// The definition of io.loaderd.Screen (varlink.org, "Interface Definition"): `Show` has a member for each loader's parameters.
public enum Interface {
  public static var name: Bytes { "io.loaderd.Screen" }

  static var service: VarlinkService {
    VarlinkService(product: "loaderd", version: version, interface: name, description: description)
  }

  public static var description: Bytes {
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

    # standard is its value where none is given, as it would be written; null where it follows from others.
    type Parameter (name: string, type: string, standard: ?string, summary: string)

    # Something that can be shown, with all that can be set about it.
    type Loader (name: string, summary: string, parameters: []Parameter)

    # role is primary, mirror or blank; state is lit, dark, or aside while another program has the display; rotation is in
    # degrees clockwise; path is atomic or legacy; pacing is vblank, timer or unknown.
    type Output (
      kind: string, name: string, device: string, role: string, state: string, width: int, height: int, refresh: float,
      scale: float, rotation: int, format: string, path: string, pacing: string,
      modes: ?[]string, formats: ?[]string, frame: ?Frame
    )

    # Counts since the start; time is that of the newest frame, in seconds since its loader was shown; first is how long
    # the first took from the program's start, flush what copying and sending one takes of late; refreshes is how many
    # of the display's a frame is given.
    type Frame (
      time: float, shown: int, skipped: int, late: int, first: ?float, flush: float, refreshes: int
    )

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
      loader: ?string, text: ?string, status: string, message: string, progress: ?float, mode: string, yielded: bool,
      missing_glyphs: int, unshaped: bool, output: ?Output, frame: Frame
    )

    # All that can be shown.
    method ListLoaders() -> (loaders: []Loader)

    # The displays that are connected, the primary one first, with all that they could do.
    method ListOutputs() -> (outputs: []Output)

    # Gives the displays up for another program; what was shown stays until its first frame.
    method Yield() -> ()

    # Takes the displays back.
    method Resume() -> ()

    # Ends the daemon; with retain, what was shown stays until another program's first frame.
    method Quit(retain: ?bool) -> ()

    # There is no loader of that name; known are those that there are.
    error UnknownLoader (name: string, known: []string)

    # A member that is unknown or missing, or whose value cannot be used; reason is a sentence for a person.
    error InvalidParameter (name: string, reason: string)

    # There is no display, or it is another program's.
    error NoDisplay (reason: string)

    # The text was not a call. The connection ends after this and the next three.
    error MalformedCall (reason: string)

    # A call longer than limit bytes.
    error TooLarge (limit: int)

    # A call that was begun and not finished.
    error TimedOut ()

    # There are 64 connections already.
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
