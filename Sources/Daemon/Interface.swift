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
      + "method Show(\((["loader: string", "text: ?string", "transition: ?string", "lease: ?bool"] + parameters).joined(by: ", "))) -> (id: int)\n\n"
      + tail
  }

  /// Every loader's parameters by name, once each; hyphens are underscores, because Varlink's names have none.
  private static var parameters: [Bytes] {
    var names: [Bytes] = []
    var members: [Bytes] = []
    for parameter in Catalog.all.flatMap({ $0.parameters }) where !names.contains(Bytes(parameter.name)) {
      names.append(Bytes(parameter.name))
      members.append("\(parameter.member): ?\(parameter.kind.varlinkType)")
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
    # degrees clockwise; path is atomic, legacy, layer-shell, xdg-shell or panning, or empty; pacing is vblank, timer or unknown.
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

    # Something that a client has put on the screen; the last one covers the others. 0 is what no client takes with it.
    type Showing (
      id: int, process: ?int, loader: ?string, text: ?string, status: string, progress: ?float, left: ?float
    )

    # How far one of the things is that go on at once, from 0 to 1, and its phase.
    type Task (name: string, progress: ?float, phase: ?string)

    # A step of a task, and its share of it.
    type Phase (name: string, weight: ?float)

    # Puts a loader on the screen; transition is fade or none. With a lease it is there as long as the connection; several
    # stack, and what was covered comes back. Members after it are the loader's parameters.

    """
  }

  private static var tail: Bytes {
    """
    # Takes the loader away; transition is fade or none. Here and below, show is the id of what is meant; without it, it
    # is the connection's own, or what no client takes with it.
    method Hide(transition: ?string, show: ?int) -> ()

    # The line under the loader; empty text clears it.
    method SetStatus(text: string, show: ?int) -> ()

    # A line with its own lifetime in seconds; without one it stays. Empty text clears it.
    method SetMessage(text: string, lifetime: ?float) -> ()

    # How far the work is, from 0 to 1; null is indeterminate. A label becomes the status line. With a phase it is how far
    # that phase is; phases announces all of them. A task is one of several things at once, part one of several runs of
    # the machine. alive says only that it goes on. estimate tells the time that is left; without a value it shows where
    # this boot is by what the last ones took, of which milestone is a step.
    method SetProgress(
      value: ?float, label: ?string, phase: ?string, phases: ?[]Phase, task: ?string, part: ?int, parts: ?int,
      alive: ?bool, estimate: ?bool, milestone: ?string, show: ?int
    ) -> ()

    # boot, shutdown, reboot, update, firmware or reset: what the screen is for.
    method SetMode(mode: string, title: ?string, subtitle: ?string) -> ()

    # Something has failed. What the configuration says is shown for it: a screen, the console, or nothing.
    method ReportFailure(unit: ?string, sentence: ?string, code: ?string) -> ()

    # Lines for the console.
    method AppendLog(lines: []string) -> ()

    # What is shown, where, and how well. left is in seconds. console is the one that the user has called for; cancellable is
    # whether somebody waits to be told that the user cancels.
    method GetState() -> (
      loader: ?string, text: ?string, status: string, message: string, progress: ?float, left: ?float, mode: string,
      part: ?int, parts: ?int, tasks: []Task, milestone: ?string, shown: []Showing, failure: ?string,
      console: bool, cancellable: bool, yielded: bool, missing_glyphs: int, unshaped: bool, output: ?Output, frame: Frame
    )

    # The same, at once and whenever it has changed; figures once a second. Wants more.
    method Monitor() -> (
      loader: ?string, text: ?string, status: string, message: string, progress: ?float, left: ?float, mode: string,
      part: ?int, parts: ?int, tasks: []Task, milestone: ?string, shown: []Showing, failure: ?string,
      console: bool, cancellable: bool, yielded: bool, missing_glyphs: int, unshaped: bool, output: ?Output, frame: Frame
    )

    # What is on a display now, as a PNG file: written to the descriptor that is passed along with the call (SCM_RIGHTS),
    # or without one returned in Base64, where it is small enough.
    method Screenshot(output: ?string) -> (width: int, height: int, png: ?string)

    # All that can be shown.
    method ListLoaders() -> (loaders: []Loader)

    # The displays that are connected, the primary one first, with all that they could do.
    method ListOutputs() -> (outputs: []Output)

    # Gives the displays up for another program; what was shown stays until its first frame.
    method Yield() -> ()

    # Takes the displays back.
    method Resume() -> ()

    # Answers when one of the keys is pressed, or any without a list, with its name on a US keyboard; null when none was in
    # so many seconds. With cancel it answers when the user wants to cancel what goes on, by the key or the long touch that
    # the configuration says: that can be cancelled then, while somebody waits. Keys are only told to root, and to who runs
    # the daemon; one that somebody waits for means nothing else. Nothing is read while another program has the display.
    method WaitKey(keys: ?[]string, cancel: ?bool, timeout: ?float) -> (key: ?string)

    # Ends the daemon; with retain, what was shown stays until another program's first frame.
    method Quit(retain: ?bool) -> ()

    # There is no loader of that name; known are those that there are.
    error UnknownLoader (name: string, known: []string)

    # A member that is unknown or missing, or whose value cannot be used; reason is a sentence for a person.
    error InvalidParameter (name: string, reason: string)

    # There is no display, or it is another program's.
    error NoDisplay (reason: string)

    # This user may not do that. Where the configuration does not let it in, the connection ends, as it does after the next four.
    error NotPermitted ()

    # The text was not a call.
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
