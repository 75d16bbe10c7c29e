public import Notation

/// Reads progress out of what a program writes. Pure: bytes come in, cut anywhere, and memory is bounded.
public struct Meter: Sendable {
  public enum Format: Equatable, Sendable, CaseIterable {
    /// Tries the others, and settles on the first that fits.
    case auto
    case percent, apt, pv, dialog, rsync, curl, wget, dd, swupdate, rauc

    /// The format of that name; nil when there is none.
    public init?(_ name: Bytes) {
      guard let format = Format.allCases.first(where: { $0.name == name }) else { return nil }
      self = format
    }

    /// What a program writes; nil when that is not known.
    public init?(ofProgram name: Bytes) {
      switch name {
      case "apt", "apt-get", "dpkg": self = .apt
      case "swupdate", "swupdate-client", "swupdate-progress": self = .swupdate
      case "pv", "rsync", "curl", "wget", "dd", "rauc": self.init(name)
      default: return nil
      }
    }

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
  /// Whether other output stands between the progress: a bare number is then none, and neither is what follows a NUL.
  private let isAmidOutput: Bool
  private let total: Double?
  private var lines = Lines()
  private var dialog = Dialog()
  private var rauc = RAUC()
  private var isOver = false

  /// `total` is how many bytes there are to be copied, for programs that do not say.
  public init(_ format: Format, amidOutput: Bool = false, total: Double? = nil) {
    self.format = format
    isAmidOutput = amidOutput && format == .auto
    self.total = total
  }

  public mutating func take(_ bytes: [UInt8]) -> [Reading] {
    var readings: [Reading] = []
    for byte in bytes where !isOver {
      if byte == 0, isAmidOutput, format == .auto { isOver = true }  // no text, so nobody's progress
      if let line = lines.take(byte), let reading = read(line) { readings.append(reading) }
    }
    return readings
  }

  /// What a line without an end says, for programs that start lines with the carriage return. It will be read again.
  public var unfinished: Reading? {
    var copy = self
    return copy.take([0x0A]).last
  }

  private mutating func read(_ line: Bytes) -> Reading? {
    if isAmidOutput, !dialog.isInside, format != .dialog, Percent.bare(line) != nil { return nil }
    guard format == .auto else { return read(line, as: format) }
    // Dialog's contains the percent lines.
    for format in [.apt, .swupdate, .rauc, .rsync, .curl, .wget, .dd, .pv, .dialog] as [Format] {
      if let reading = read(line, as: format) {
        self.format = format == .dialog && isAmidOutput && !line.hasPrefix("XXX") ? .percent : format
        return reading
      }
    }
    return nil
  }

  private mutating func read(_ line: Bytes, as format: Format) -> Reading? {
    switch format {
    case .auto: nil
    case .percent: Percent.reading(line)
    case .apt: APT.reading(line) ?? DPKG.reading(line)
    case .pv: PV.reading(line, total, isSure: self.format == .pv)
    case .dialog: dialog.read(line)
    case .rsync: Rsync.reading(line)
    case .curl: Curl.reading(line) ?? (self.format == .curl ? Percent.reading(line) : nil)
    case .wget: Wget.reading(line)
    case .dd: DD.reading(line, total)
    case .swupdate: SWUpdate.reading(line)
    case .rauc: rauc.read(line, isSure: self.format == .rauc)
    }
  }
}
