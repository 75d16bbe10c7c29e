import Raster
import Scene
import Support

/// The contrast of a theme's texts to its background (WCAG 2.2, "contrast ratio").
extension Theme {
  /// Calls `report` with the contrast, 1…21, of the texts around the loader, and of the texts of the theme's loader and
  /// of a failure. A gradient is reported several times, because each of its colours is somewhere while it moves.
  public func measureContrasts(_ report: (StaticString, Double) -> Void) {
    let shown = loader.flatMap { name in
      try? Catalog.entry(named: name)?.loader("", parameters(of: name), reader)
    }
    let parts = ScreenStyle(style), scheme = shown?.coverScheme ?? style.scheme
    let label = Color.label(scheme), secondary = Color.secondaryText(scheme)
    let backgrounds: [Color] =
      switch background {
      case .gradient(let colors)?: colors
      case .picture(let picture, _, let color)?: [picture.meanColor.over(color)]
      case .color(let color)?: [color]
      case nil: [style.scheme.background]
      }
    let covers = shown?.cover.map { [$0] } ?? backgrounds
    func measure(_ name: StaticString, _ color: Color?, isFailure: Bool = false) {
      guard let color else { return }
      var least = 21.0
      for behind in isFailure ? backgrounds : covers {
        let light = color.over(behind).luminance, other = behind.luminance
        least = min(least, (max(light, other) + 0.05) / (min(light, other) + 0.05))
      }
      report(name, least)
    }
    measure("title", parts.title.color ?? label)
    measure("subtitle", parts.subtitle.color ?? secondary)
    measure("percentage", parts.percent.color ?? label)
    measure("status line", parts.status.color ?? secondary)
    measure("message", parts.message.color ?? label)
    for name in [loader ?? "", "failure"] {
      guard let entry = Catalog.entry(named: name), entry.drawsText,
        let values = try? ParameterValues(parameters(of: name), for: entry.parameters, reader)
      else { continue }
      let isFailure = name == "failure", other = isFailure ? Color.secondaryText(style.scheme) : nil
      measure(entry.name, values.colorIfSet("text-color") ?? other ?? values.colorIfSet("color"), isFailure: isFailure)
      if entry.name == Shimmer.name {
        let look = ShimmerStyle(values)
        for color in look.base.map({ [$0] }) ?? look.stops.map({ $0.color }) { measure(entry.name, color) }
      }
    }
  }
}

extension Color {
  /// The colour that is seen when this one is drawn over an opaque one.
  fileprivate func over(_ behind: Color) -> Color {
    func mixed(_ channel: UInt8, _ behind: UInt8) -> UInt8 {
      let opacity = Int(alpha), sum = Int(channel) * opacity + Int(behind) * (255 - opacity)
      return UInt8((sum + 127) / 255)
    }
    return Color(red: mixed(red, behind.red), green: mixed(green, behind.green), blue: mixed(blue, behind.blue))
  }

  /// Relative luminance, 0…1 (WCAG 2.2, "relative luminance").
  fileprivate var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      if value <= 0.04045 { return value / 12.92 }
      let base = (value + 0.055) / 1.055, root = fifthRoot(base)
      return base * base * root * root
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
