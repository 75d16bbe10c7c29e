public import Images
public import Raster
public import Scene
public import Support
public import Text

/// The description of a parameter of a loader: its name, type, range, default and help text.
///
/// Argument checks, help, manual pages and the types in the reply to `ListLoaders` are derived from it.
public struct Parameter {
  /// The type of a parameter, with the range of its values.
  public enum Kind {
    /// One of the given words.
    case choice([StaticString])
    /// A colour: `#RGB`, `#RRGGBB`, `#RRGGBBAA` or a name (docs/loaders.md, "Colours and blending").
    case color
    /// A colour, or `none`.
    case optionalColor
    /// Colours, separated by commas.
    case colors(upTo: Int = 64)
    /// A duration within a range in seconds. The text may have a unit: ms, s, min or h.
    case seconds(ClosedRange<Double>)
    /// A length within a range in points.
    case points(ClosedRange<Double>)
    /// A number within a range.
    case number(ClosedRange<Double>)
    /// A whole number within a range.
    case count(ClosedRange<Double>)
    /// A progress value, as `ProgressValueParser` reads it.
    case fraction
    /// One to 8 TrueType or OpenType files, separated by commas; each draws the characters that those before it lack.
    case font
    /// A text of at most `Catalog.textLimit` bytes.
    case text
    /// PNG files, separated by commas; `NAME@2x.png` and `NAME@3x.png` beside a file are its other resolutions.
    case pictures(upTo: Int = 64)
    /// One to 64 rectangles on a card, separated by commas, as `CardRectangle` reads them.
    case rectangles
    /// PNG files of the same size, as `SequencePaths` reads them.
    case sequence
  }

  /// The name on the command line, in themes and in the `parameters` of a call.
  public let name: StaticString
  /// The type and the range of the values.
  public let kind: Kind
  /// The default value as text; nil if the loader derives it from other parameters.
  public let standard: StaticString?
  /// What the parameter sets, as a phrase for help texts.
  public let summary: StaticString
  /// Other names of values, which are accepted but not listed.
  let aliases: [Alias]

  /// Another name of a value.
  public typealias Alias = (alias: StaticString, choice: StaticString)

  /// A parameter; `standard` is its default value as text, or nil.
  public init(
    _ name: StaticString, _ kind: Kind, _ standard: StaticString?, _ summary: StaticString, aliases: [Alias] = []
  ) {
    self.name = name
    self.kind = kind
    self.standard = standard
    self.summary = summary
    self.aliases = aliases
  }

  static var scheme: Parameter {
    Parameter("scheme", .choice(["dark", "light"]), "dark", "light marks on dark, or dark marks on light")
  }

  /// The parameters of every loader (docs/loaders.md, "Parameters of every loader").
  static var common: [Parameter] {
    [
      scheme,
      Parameter("scale", .number(0.25...8), nil, "pixels per point; from the display, 1 for a rendered picture"),
      Parameter("motion", .choice(["full", "reduced"]), "full", "reduced: nothing moves, only opacity changes slowly"),
    ]
  }

  /// The parameters of every loader that shows text; ``ParameterValues/textStyle(size:weight:)`` applies them to the
  /// loader's own style, which has the defaults.
  public static var text: [Parameter] {
    [
      Parameter("font", .font, nil, "TrueType or OpenType files; each draws what those before it lack"),
      Parameter("font-size", .points(1...512), nil, "size of the text"),
      Parameter("weight", .number(100...900), nil, "400 regular, 500 medium, 600 semibold, 700 bold, 800 heavy"),
      Parameter("align", .choice(["leading", "center", "trailing"]), "center", "how lines are aligned to each other"),
    ]
  }
}

/// An invalid parameter or text.
public struct ParameterError: Error {
  /// The name of the parameter; `text` for the loader's text.
  public let name: Bytes
  /// What is wrong with the value, as a phrase for the user.
  public let reason: Bytes

  /// An error with its reason.
  public init(_ name: Bytes, _ reason: Bytes) {
    self.name = name
    self.reason = reason
  }
}

/// The checked value of a parameter.
public enum Value {
  /// The current name of the chosen word.
  case choice(Bytes)
  /// One colour.
  case color(Color)
  /// Colours, at least one.
  case colors([Color])
  /// Seconds, points, a progress of 0…1 or a plain number, by the parameter's kind.
  case number(Double)
  /// A font file that FreeType accepts.
  case font(FontFile)
  /// UTF-8, sanitized by `Catalog.clean`.
  case text(Bytes)
  /// The rectangles, at least one.
  case rectangles([CardRectangle])
  /// The decoded pictures, at least one.
  case pictures([Artwork])
  /// The packed pictures, at least one.
  case sequence(PictureSequence)
  /// `none`, for an optional colour.
  case none
}

extension Parameter {
  /// Parses and checks a value.
  ///
  /// Named colours depend on `scheme`. `files` reads the files that fonts and pictures name. Throws for a value of the
  /// wrong type or out of range, and for a file that cannot be read.
  func value(_ text: Bytes, _ scheme: Scheme, _ files: Files) throws(ParameterError) -> Value {
    let text = aliases.first { Bytes($0.alias) == text }.map { Bytes($0.choice) } ?? text
    switch kind {
    case .choice(let names):
      for name in names where Bytes(name) == text { return .choice(text) }
      let known = names.map { Bytes($0) }
      throw invalid("\(quoted: text) is not one of \(known.joined(by: ", "))\(text.suggestion(among: known))")
    case .color: return .color(try color(text, scheme))
    case .optionalColor: return text == "none" ? .none : .color(try color(text, scheme))
    case .colors(let limit):
      return .colors(try list(text, upTo: limit) { (part) throws(ParameterError) in try color(part, scheme) })
    case .rectangles:
      return .rectangles(try list(text, upTo: 64) { (part) throws(ParameterError) in try rectangle(part) })
    case .seconds(let range):
      do { return .number(try Seconds.parse(text, within: range)) } catch { throw invalid(error.text) }
    case .points(let range), .number(let range), .count(let range):
      guard let number = Decimal.double(text) else { throw invalid("\(quoted: text) is not a number") }
      if case .count = kind, number != number.rounded() { throw invalid("\(quoted: text) is not a whole number") }
      guard range.contains(number) else {
        throw invalid("\(quoted: text) is not within \(range.lowerBound) to \(range.upperBound)")
      }
      return .number(number)
    case .fraction: return .number(try fraction(text))
    case .pictures(let limit):
      return .pictures(try list(text, upTo: limit) { (path) throws(ParameterError) in try Artwork(name, path, files) })
    case .sequence:
      do { return .sequence(try files.sequence(text)) } catch { throw invalid(error.reason) }
    case .text:
      do { return .text(try Catalog.clean(text)) } catch { throw invalid(error.reason) }
    case .font:
      do throws(ParameterError) {
        guard let fonts = try Parameter.fonts(text, files) else { throw invalid("no file") }
        return .font(fonts)
      } catch {
        throw invalid(error.reason)
      }
    }
  }

  private func invalid(_ reason: Bytes) -> ParameterError { ParameterError(Bytes(name), reason) }

  /// The values of a list with commas between them.
  private func list<Element>(
    _ text: Bytes, upTo limit: Int, _ parse: (Bytes) throws(ParameterError) -> Element
  ) throws(ParameterError) -> [Element] {
    var values: [Element] = []
    for part in text.split(at: UInt8(ascii: ",")) {
      if values.count == limit { throw invalid("more than \(limit) in the list") }
      values.append(try parse(part.trimmed))
    }
    return values
  }

  private func color(_ text: Bytes, _ scheme: Scheme) throws(ParameterError) -> Color {
    guard let color = Color(text, scheme) else {
      throw invalid("\(quoted: text) is not a colour: #RGB, #RRGGBB, #RRGGBBAA, transparent, \(Color.names)")
    }
    return color
  }

  private func rectangle(_ text: Bytes) throws(ParameterError) -> CardRectangle {
    guard let rectangle = CardRectangle(text) else {
      throw invalid("\(quoted: text) is not a rectangle: X Y WIDTH HEIGHT, each at most 4000, or a WIDTH such as 60%")
    }
    return rectangle
  }

  private func fraction(_ text: Bytes) throws(ParameterError) -> Double {
    var parser = ProgressValueParser()
    if let fraction = parser.fraction(text) { return fraction }
    let names = aliases.map { Bytes($0.alias) }, examples = ProgressValueParser.examples
    if names.isEmpty { throw invalid("\(quoted: text) is not a progress up to 100 %: \(examples)") }
    throw invalid(
      "\(quoted: text) is neither \(names.joined(by: ", ")) nor a fraction: \(examples)\(text.suggestion(among: names))"
    )
  }
}

extension Parameter {
  /// The most font files of a text.
  private static var fontLimit: Int { 8 }

  /// The first of some font files, whose paths are separated by commas; each one continues with the next. Throws for a
  /// file that cannot be read, or is no font, and for more than 8.
  public static func fonts(_ paths: Bytes, _ files: Files) throws(ParameterError) -> FontFile? {
    if paths.isEmpty { return nil }
    if let font = files.font(paths) { return font }
    let parts = paths.split(at: UInt8(ascii: ","))
    if parts.count > fontLimit { throw ParameterError("font", "more than \(fontLimit) files") }
    var fonts: FontFile?
    for part in parts.reversed() { fonts = try font(part.trimmed, before: fonts, files) }
    if let fonts { files.keep(fonts, paths) }
    return fonts
  }

  /// As `fonts`, but a file that cannot be used is left out, and so are those after the eighth. `problems` are the
  /// reasons.
  public static func usableFonts(_ paths: Bytes, _ files: Files) -> (first: FontFile?, problems: [Bytes]) {
    if paths.isEmpty { return (nil, []) }
    let parts = paths.split(at: UInt8(ascii: ","))
    var fonts: FontFile?, problems: [Bytes] = []
    if parts.count > fontLimit { problems.append("more than \(fontLimit) files") }
    for index in (0..<min(parts.count, fontLimit)).reversed() {
      do throws(ParameterError) {
        fonts = try font(parts[index].trimmed, before: fonts, files)
      } catch {
        problems.append(error.reason)
      }
    }
    return (fonts, problems.reversed())
  }

  /// The font file at a path, which continues with `next`.
  private static func font(
    _ path: Bytes, before next: FontFile?, _ files: Files
  ) throws(ParameterError) -> FontFile {
    let file = FontFile(try files.bytes(path), before: next)
    do { try Typesetter().check(file) } catch {
      throw ParameterError("font", "'\(path)' is not a TrueType or OpenType font")
    }
    return file
  }

  /// Whether the text leaves the parameter without a value: a loader with the progress `none` is indeterminate.
  func isUnset(by text: Bytes) -> Bool {
    if case .fraction = kind { standard == nil && text == "none" } else { false }
  }

  /// The summary, followed by the type with its range and the default value in brackets.
  public var meaning: Bytes { "\(summary) (\(kind.description)\(standard.map { "; \($0)" as Bytes } ?? ""))" }
}

extension Parameter.Kind {
  /// The type and the range in words, for help texts and `ListLoaders`.
  public var description: Bytes {
    switch self {
    case .choice(let names): names.map { Bytes($0) }.joined(by: " | ")
    case .color: "colour"
    case .optionalColor: "colour or none"
    case .colors(let limit): limit < 64 ? "up to \(limit) colours, comma-separated" : "colours, comma-separated"
    case .rectangles: "X Y WIDTH HEIGHT, comma-separated"
    case .seconds(let range): "seconds, \(range.lowerBound) to \(range.upperBound)"
    case .points(let range): "points, \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "number, \(range.lowerBound) to \(range.upperBound)"
    case .count(let range): "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .fraction: ProgressValueParser.examples
    case .font: "font files, comma-separated"
    case .text: "text"
    case .pictures(let limit): limit == 1 ? "PNG file" : "PNG files, comma-separated"
    case .sequence: "PNG files, comma-separated, or {01..24}"
    }
  }
}
