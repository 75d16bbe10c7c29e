public import Support
public import Raster
public import Scene
public import Text

/// One thing about a loader that can be set: said once here, and from it follow argument checking, help and the socket's types.
public struct Parameter {
  public enum Kind {
    case choice([StaticString])
    case color
    /// A colour, or `none`.
    case optionalColor
    case colors
    case seconds(ClosedRange<Double>)
    case points(ClosedRange<Double>)
    case number(ClosedRange<Double>)
    /// A progress, as ``ProgressValueParser`` reads it.
    case fraction
    case font
    /// Any line.
    case text
    /// PNG files, comma-separated; `NAME@2x.png` and `NAME@3x.png` beside one are its other resolutions.
    case pictures
  }

  public let name: StaticString
  public let kind: Kind
  /// As it would be written; nil when it follows from other parameters.
  public let standard: StaticString?
  public let summary: StaticString
  /// Other names of choices, which are accepted and never listed.
  let aliases: [Alias]

  public typealias Alias = (alias: StaticString, choice: StaticString)

  public init(
    _ name: StaticString, _ kind: Kind, _ standard: StaticString?, _ summary: StaticString, aliases: [Alias] = []
  ) {
    self.name = name
    self.kind = kind
    self.standard = standard
    self.summary = summary
    self.aliases = aliases
  }

  /// What every loader has.
  static var common: [Parameter] {
    [
      Parameter("scheme", .choice(["dark", "light"]), "dark", "light marks on dark, or dark on light"),
      Parameter("scale", .number(0.25...8), nil, "pixels a point; follows from the display, 1 for a picture"),
      Parameter("motion", .choice(["full", "reduced"]), "full", "reduced only changes opacity, slowly"),
    ]
  }

  /// What every text has; its style gives what is not set.
  static var text: [Parameter] {
    [
      Parameter("font", .font, nil, "a TrueType or OpenType file; the built-in font without it"),
      Parameter("font-size", .points(1...512), nil, "size of the text"),
      Parameter("weight", .number(100...900), nil, "400 regular, 500 medium, 600 semibold, 700 bold, 800 heavy"),
      Parameter("align", .choice(["leading", "center", "trailing"]), "center", "how lines stand to each other"),
    ]
  }
}

/// A parameter that cannot be used, in words for the person who set it.
public struct ParameterError: Error {
  public let name: Bytes
  public let reason: Bytes

  public init(_ name: Bytes, _ reason: Bytes) { (self.name, self.reason) = (name, reason) }
}

/// A parameter's value.
public enum Value {
  case choice(Bytes)
  case color(Color)
  case colors([Color])
  case number(Double)
  case font(FontFile)
  case text(Bytes)
  case pictures([Artwork])
  case none
}

extension Parameter {
  /// `files` reads a file for parameters that name one.
  func value(
    _ text: Bytes, _ scheme: Scheme, _ files: Files
  ) throws(ParameterError) -> Value {
    func refused(_ reason: Bytes) -> ParameterError { ParameterError(Bytes(name), reason) }
    func color(_ text: Bytes) throws(ParameterError) -> Color {
      guard let color = Color(text, scheme) else {
        throw refused("'\(text)' is not a colour: #RGB, #RRGGBB, #RRGGBBAA or a name such as blue")
      }
      return color
    }
    switch kind {
    case .choice(let names):
      for name in names where Bytes(name) == text { return .choice(text) }
      for (alias, choice) in aliases where Bytes(alias) == text { return .choice(Bytes(choice)) }
      let known = names.map { Bytes($0) }
      throw refused("'\(text)' is not one of \(known.joined(by: ", "))\(text.suggestion(among: known))")
    case .color: return .color(try color(text))
    case .optionalColor: return text == "none" ? .none : .color(try color(text))
    case .colors:
      var colors: [Color] = []
      for part in text.split(at: 0x2C) { colors.append(try color(part.trimmed)) }
      if colors.count > 64 { throw refused("more than 64 colours") }
      return .colors(colors)
    case .seconds(let range):
      guard let seconds = Seconds.parse(text) else { throw refused("'\(text)' is not a time: \(Seconds.examples)") }
      guard range.contains(seconds) else {
        throw refused("\(text) is not within \(range.lowerBound) to \(range.upperBound) seconds")
      }
      return .number(seconds)
    case .points(let range), .number(let range):
      guard let number = Decimal.double(text) else { throw refused("'\(text)' is not a number") }
      guard range.contains(number) else {
        throw refused("\(text) is not within \(range.lowerBound) to \(range.upperBound)")
      }
      return .number(number)
    case .fraction:
      var parser = ProgressValueParser()
      guard let fraction = parser.fraction(text) else {
        throw refused("'\(text)' is not a progress: \(ProgressValueParser.examples)")
      }
      return .number(fraction)
    case .pictures:
      var pictures: [Artwork] = []
      for path in text.split(at: 0x2C) { pictures.append(try Artwork(name, path, files)) }
      return .pictures(pictures)
    case .text:
      do { return .text(try Catalog.clean(text)) } catch { throw refused(error.reason) }
    case .font:
      let file: FontFile
      do { file = FontFile(try files.bytes(text)) } catch { throw refused(error.reason) }
      do { try Typesetter().check(file) } catch { throw refused("'\(text)' is not a TrueType or OpenType font") }
      return .font(file)
    }
  }
}

extension Parameter {
  /// The summary, the type with its range, and the standard value where it does not follow from others.
  public var meaning: Bytes { "\(summary) (\(kind.description)\(standard.map { "; \($0)" as Bytes } ?? ""))" }
}

extension Parameter.Kind {
  /// Its type and range in words.
  public var description: Bytes {
    switch self {
    case .choice(let names): names.map { Bytes($0) }.joined(by: " | ")
    case .color: "colour"
    case .optionalColor: "colour or none"
    case .colors: "colours, comma-separated"
    case .seconds(let range): "seconds, \(range.lowerBound) to \(range.upperBound)"
    case .points(let range): "points, \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "number, \(range.lowerBound) to \(range.upperBound)"
    case .fraction: "42, 42%, 0.42 or 3/7"
    case .font: "file"
    case .text: "text"
    case .pictures: "PNG files, comma-separated"
    }
  }
}
