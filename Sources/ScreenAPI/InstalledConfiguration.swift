public import Support

/// What the configuration files in a root file system say, as far as other programs than loaderd need it.
public struct InstalledConfiguration {
  /// Paths of the files that exist.
  public let files: [Bytes]
  /// Names or paths of the themes; the last is the one that is shown.
  public let themes: [Bytes]
  /// The files of further fonts with commas between them; empty if there are none.
  public let fonts: Bytes
  /// The file with learned durations; nil if durations are not stored.
  public let historyFile: Bytes?
  /// Lines about settings that cannot be used, each with its place.
  public let problems: [Bytes]
  /// Lines about settings that have a new name.
  public let notes: [Bytes]

  /// A configuration that was read.
  public init(
    files: [Bytes], themes: [Bytes], fonts: Bytes, historyFile: Bytes?, problems: [Bytes], notes: [Bytes]
  ) {
    self.files = files
    self.themes = themes
    self.fonts = fonts
    self.historyFile = historyFile
    self.problems = problems
    self.notes = notes
  }
}
