public import Images
public import Raster
public import Scene
public import Support
public import Text

/// The checked parameters of a loader: the given values, and default values for the rest.
public struct ParameterValues {
  private var all: [(name: StaticString, value: Value)] = []
  /// The value of the parameter `scheme`.
  public private(set) var scheme = Scheme.dark
  /// Errors of pictures that could not be read. The loader uses its built-in pictures instead.
  public private(set) var problems: [ParameterError] = []

  /// The default values.
  public init(defaultsOf parameters: [Parameter]) {
    let none = Files { (path) throws(ParameterError) in throw ParameterError("file", path) }
    for parameter in parameters {
      guard let standard = parameter.standard else { continue }
      try? add(parameter, Bytes(standard), none)  // a default value is valid
    }
  }

  /// Sets a value. Throws if it has the wrong type or range.
  mutating func set(_ parameter: Parameter, _ text: Bytes, _ files: Files) throws(ParameterError) {
    try add(parameter, text, files)
    guard let first = index(of: parameter.name), first < all.count - 1 else { return }
    all[first] = all.removeLast()
  }

  /// Adds the value of a parameter that has none yet. Throws if it has the wrong type or range.
  private mutating func add(_ parameter: Parameter, _ text: Bytes, _ files: Files) throws(ParameterError) {
    all.append((parameter.name, try parameter.value(text, scheme, files)))
    if parameter.name == "scheme" { scheme = text == "light" ? .light : .dark }
  }

  /// Checks the given values. Throws for an unknown name, a name given twice, and a value of the wrong type or range.
  public init(
    _ given: [(name: Bytes, text: Bytes)], for parameters: [Parameter], _ files: Files
  ) throws(ParameterError) {
    for (index, entry) in given.enumerated() {
      guard parameters.contains(where: { $0.name ~= entry.name }) else {
        let names = parameters.map { Bytes($0.name) }
        let suggestion = entry.name.suggestion(among: names)
        throw ParameterError(entry.name, "unknown; there are \(names.joined(by: ", "))\(suggestion)")
      }
      if given[..<index].contains(where: { $0.name == entry.name }) { throw ParameterError(entry.name, "given twice") }
    }
    for parameter in parameters {  // `scheme` is the first one: named colours depend on it
      let text = given.first { parameter.name ~= $0.name }?.text ?? parameter.standard.map { Bytes($0) }
      guard let text, !parameter.isUnset(by: text) else { continue }
      do { try add(parameter, text, files) } catch {
        guard case .pictures = parameter.kind else { throw error }
        problems.append(error)
      }
    }
  }

  /// The value of a parameter; nil if it was not given and has no default.
  subscript(name: StaticString) -> Value? { index(of: name).map { all[$0].value } }

  /// Where a parameter's value is; nil if it has none.
  private func index(of name: StaticString) -> Int? {
    // Compared where they lie: a value is large, and a screen looks up dozens.
    all.withUnsafeBufferPointer { values in
      var index = 0
      while index < values.count {
        if values[index].name == name { return index }
        index += 1
      }
      return nil
    }
  }

  /// The name that was chosen; nil if there is none.
  public func choice(_ name: StaticString) -> Bytes? { if case .choice(let name) = self[name] { name } else { nil } }
  /// A colour; nil if none was given and there is no default.
  public func colorIfSet(_ name: StaticString) -> Color? {
    if case .color(let color) = self[name] { color } else { nil }
  }
  /// A list of colours; nil if none was given and there is no default.
  public func colorsIfSet(_ name: StaticString) -> [Color]? {
    if case .colors(let colors) = self[name] { colors } else { nil }
  }
  /// A number, or a length in points; nil if none was given and there is no default.
  public func numberIfSet(_ name: StaticString) -> Double? {
    if case .number(let number) = self[name] { number } else { nil }
  }
  /// A duration; nil if none was given and there is no default.
  public func timeIfSet(_ name: StaticString) -> Time? { numberIfSet(name).map { Time(seconds: $0) } }
  /// Pictures; nil if none were given.
  public func pictures(_ name: StaticString) -> [Artwork]? {
    if case .pictures(let pictures) = self[name] { pictures } else { nil }
  }
  /// The rectangles of a parameter with a default.
  func rectangles(_ name: StaticString) -> [CardRectangle] {
    if case .rectangles(let rectangles) = self[name] { rectangles } else { [] }
  }
  /// A sequence of pictures; nil if none was given.
  public func sequence(_ name: StaticString) -> PictureSequence? {
    if case .sequence(let sequence) = self[name] { sequence } else { nil }
  }
  /// A text; nil if none was given and there is no default.
  public func textIfSet(_ name: StaticString) -> Bytes? { if case .text(let text) = self[name] { text } else { nil } }
  /// The text of a parameter; empty if none was given.
  public func text(_ name: StaticString) -> Bytes { textIfSet(name) ?? "" }
  /// A colour of a parameter with a default; transparent for one without.
  public func color(_ name: StaticString) -> Color { colorIfSet(name) ?? .clear }
  /// The colours of a parameter with a default; transparent for one without.
  public func colors(_ name: StaticString) -> [Color] { colorsIfSet(name) ?? [.clear] }
  /// The number, or the length in points, of a parameter with a default; 0 for one without.
  public func number(_ name: StaticString) -> Double { numberIfSet(name) ?? 0 }
  /// The duration of a parameter with a default; 0 for one without.
  public func time(_ name: StaticString) -> Time { timeIfSet(name) ?? .zero }

  /// True if an optional colour was given as `none`.
  public func isNone(_ name: StaticString) -> Bool { if case .none? = self[name] { true } else { false } }

  /// Pixels per point; nil follows the display.
  public var scale: Double? { numberIfSet("scale") }
  /// True if `motion` is `reduced`.
  var reducesMotion: Bool { choice("motion") == "reduced" }

  /// The text style: the loader's default size (points) and weight, changed by `Parameter.text`.
  public func textStyle(size: Double, weight: Int) -> TextStyle {
    var style = TextStyle(
      size: numberIfSet("font-size") ?? size, weight: numberIfSet("weight").map { Int($0) } ?? weight)
    if case .font(let file) = self["font"] { style.font = file }
    switch choice("align") {
    case "leading": style.alignment = .leading
    case "trailing": style.alignment = .trailing
    default: style.alignment = .center
    }
    return style
  }
}
