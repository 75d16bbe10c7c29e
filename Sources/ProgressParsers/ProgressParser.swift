public import Support

/// Parses the progress from the output of a program. Pure: bytes go in, in parts of any size; memory is bounded.
public struct ProgressParser: Sendable {
  /// The output format: one per program.
  public enum Format: Equatable, Sendable, CaseIterable {
    /// Tries the other formats and keeps the first one that matches.
    case auto
    /// The output of a program; `percent` is a percentage or a number on each line.
    case percent, apt, pv, dialog, rsync, curl, wget, dd, swupdate, rauc

    /// The format of that name; nil if there is none.
    public init?(_ name: Bytes) {
      guard let format = Format.allCases.first(where: { $0.name == name }) else { return nil }
      self = format
    }

    /// The output format of a program; nil if it is unknown.
    public init?(ofProgram name: Bytes) {
      switch name {
      case "apt", "apt-get", "dpkg": self = .apt
      case "swupdate", "swupdate-client", "swupdate-progress": self = .swupdate
      case "pv", "rsync", "curl", "wget", "dd", "rauc": self.init(name)
      default: return nil
      }
    }

    /// The name on the command line.
    public var name: Bytes {
      switch self {
      case .auto: "auto"
      case .percent: "percent"
      case .apt: "apt"
      case .pv: "pv"
      case .dialog: "dialog"
      case .rsync: "rsync"
      case .curl: "curl"
      case .wget: "wget"
      case .dd: "dd"
      case .swupdate: "swupdate"
      case .rauc: "rauc"
      }
    }
  }

  private var format: Format
  /// Whether the stream contains other output. Then lines with only a number are ignored, and everything after a NUL.
  private let isAmidOutput: Bool
  private let total: Double?
  private var lines = Lines()
  private var dialog: Dialog
  private var percent: Percent
  /// Whether a maximum was given. Then a number alone on its line counts even amid other output.
  private let hasMaximum: Bool
  private var rauc = RAUC()
  private var isOver = false

  /// A parser. `amidOutput` is for streams that contain other output; `total` is the number of bytes to be copied, for
  /// programs that do not print it; `maximum` is the value of plain numbers that means full, 100 if nil.
  public init(_ format: Format, amidOutput: Bool = false, total: Double? = nil, maximum: Double? = nil) {
    self.format = format
    percent = Percent(maximum: maximum)
    dialog = Dialog(percent)
    hasMaximum = maximum != nil
    isAmidOutput = amidOutput && format == .auto
    self.total = total
  }

  /// The samples that `bytes` completes.
  public mutating func feed(_ bytes: [UInt8]) -> [ProgressSample] {
    bytes.withUnsafeBufferPointer { bytes in
      var samples: [ProgressSample] = [], index = 0
      while !isOver {
        index += lines.feedText(bytes[index...])
        guard index < bytes.count else { break }
        let byte = bytes[index]
        index += 1
        if byte == 0, isAmidOutput, format == .auto { isOver = true }  // binary data
        if let line = lines.feed(byte), let sample = read(line) { samples.append(sample) }
      }
      return samples
    }
  }

  /// The sample of the current, incomplete line, for programs that print the carriage return before a line. The line is
  /// parsed again when it is complete. A number alone on a new line may still grow: it gives none.
  public var unfinished: ProgressSample? {
    if lines.isNewLine, Percent.isBareNumber(lines.unfinished) { return nil }
    var copy = self
    return copy.feed([UInt8(ascii: "\n")]).last
  }

  /// The sample of a line in the chosen or detected format; nil if it has none.
  private mutating func read(_ line: Bytes) -> ProgressSample? {
    if isAmidOutput, !hasMaximum, !dialog.isInside, format != .dialog, Percent.isBareNumber(line) { return nil }
    guard format == .auto else { return read(line, as: format) }
    // The format of dialog includes lines with a percentage.
    for format in [.apt, .swupdate, .rauc, .rsync, .curl, .wget, .dd, .pv, .dialog] as [Format] {
      if let sample = read(line, as: format) {
        self.format = format == .dialog && isAmidOutput && !line.hasPrefix("XXX") ? .percent : format
        return sample
      }
    }
    return nil
  }

  /// The sample of a line in a format; nil if it has none.
  private mutating func read(_ line: Bytes, as format: Format) -> ProgressSample? {
    switch format {
    case .auto: nil
    case .percent: percent.sample(line)
    case .apt: APT.sample(line) ?? DPKG.sample(line)
    case .pv: PV.sample(line, total, isSure: self.format == .pv)
    case .dialog: dialog.read(line)
    case .rsync: Rsync.sample(line)
    case .curl: Curl.sample(line) ?? (self.format == .curl ? percent.sample(line) : nil)
    case .wget: Wget.sample(line)
    case .dd: DD.sample(line, total)
    case .swupdate: SWUpdate.sample(line)
    case .rauc: rauc.read(line, isSure: self.format == .rauc)
    }
  }
}
